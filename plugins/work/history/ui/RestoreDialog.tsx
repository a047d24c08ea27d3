import { PROJECTS } from '#core/project';
import { AlertDialog, Button, Icon, useI18n, useService, useTranslate } from '#core/react';
import { PROJECT_HISTORY, type Prospect } from '../model/project-history.ts';

const WAYS = ['comes', 'goes', 'changes'] as const;

/** What a restore would do, counted by object type, before it is done. */
export function RestoreDialog({ prospect }: { prospect: Prospect }) {
  const { difference } = prospect;
  const t = useTranslate('history');
  const i18n = useI18n();
  const model = useService(PROJECT_HISTORY);
  const types = useService(PROJECTS).current?.types;
  const { byType, lost } = difference;
  const total = difference.comes + difference.goes + difference.changes;
  const title =
    'plugin' in prospect
      ? t('undo-plugin.title', { plugin: prospect.plugin })
      : t('restore.title', {
          moment: i18n.date(prospect.entry.at, { dateStyle: 'medium', timeStyle: 'medium' }),
        });
  const isPlugin = 'plugin' in prospect;
  const { kept, imports } = isPlugin ? prospect.difference : { kept: 0, imports: [] };
  return (
    <AlertDialog
      isOpen
      variant={difference.goes > 0 ? 'danger' : 'primary'}
      title={title}
      action={t('restore.action', { count: total })}
      isActionDisabled={total === 0}
      onAction={() => model.restore()}
      onClose={() => model.dismiss()}
    >
      {total === 0 ? (
        <p>{t(isPlugin ? 'undo-plugin.nothing' : 'restore.nothing')}</p>
      ) : (
        <table className="his-table his-counts g-figures">
          <thead>
            <tr>
              <th scope="col">{t('aspect.type')}</th>
              {WAYS.map((way) => (
                <th key={way} scope="col">
                  {t(`restore.${way}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {byType.map((row) => (
              <tr key={row.typeName}>
                <th scope="row">{types?.get(row.typeName)?.title[i18n.language] || row.typeName}</th>
                {WAYS.map((way) => (
                  <td key={way}>{i18n.number(row[way])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {kept > 0 && <p>{t('undo-plugin.kept', { count: kept })}</p>}
      {imports.length > 0 && <p>{t('undo-plugin.imports', { files: imports.join(', ') })}</p>}
      {lost.length > 0 && <p>{t('restore.lost', { files: lost.join(', ') })}</p>}
      {difference.shapes.length > 0 && (
        <p>
          <Button size="s" icon={<Icon name="map" />} onPress={() => model.show(true)}>
            {t('transactions.look')}
          </Button>
        </p>
      )}
      {total > 0 && <p className="g-muted">{t('restore.back')}</p>}
    </AlertDialog>
  );
}
