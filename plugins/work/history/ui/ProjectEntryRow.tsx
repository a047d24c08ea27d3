import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf, shortId } from '#core/kernel';
import { PROJECTS } from '#core/project';
import { grants, type ProjectEntry } from '#core/protocol';
import { Button, Icon, Menu, useI18n, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { PROJECT_HISTORY } from '../model/project-history.ts';
import { TRANSACTIONS } from '../model/transactions.ts';

/** What one person did at one moment, counted by object type. */
export const ProjectEntryRow = observer(function ProjectEntryRow({
  entry,
  isNewest,
}: {
  entry: ProjectEntry;
  isNewest: boolean;
}) {
  const t = useTranslate('history');
  const i18n = useI18n();
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const model = useService(PROJECT_HISTORY);
  const types = useService(PROJECTS).current?.types;
  const toasts = useService(TOASTS);
  const [isLooking, setLooking] = useState(false);
  const { at, by, done, plugins } = entry;
  const mayRestore = me !== undefined && grants(me.authorizations, 'geometries.restore');
  const consider = async () => {
    setLooking(true);
    try {
      await model.consider(entry);
    } catch (thrown) {
      toasts.show('error', sentenceOf(thrown));
    } finally {
      setLooking(false);
    }
  };
  return (
    <li>
      <div className="his-what">
        <p>
          <strong>{by}</strong> ·{' '}
          {plugins.length > 0 && <>{t('transactions.plugin', { plugin: plugins.join(', ') })} · </>}
          <time dateTime={at}>{i18n.date(at, { dateStyle: 'medium', timeStyle: 'medium' })}</time>
        </p>
        <ul className="his-done">
          {done.map(({ kind, typeName, count, fileName }) => (
            <li key={`${kind} ${typeName}`}>
              {t(`transactions.kind.${kind}`)}: {i18n.number(count)} ×{' '}
              {types?.get(typeName)?.title[i18n.language] || typeName}
              {fileName !== null && ` (${fileName})`}
            </li>
          ))}
        </ul>
      </div>
      <div className="his-actions">
        <ObjectsOf entry={entry} />
        {mayRestore && !isNewest && (
          <Button
            size="s"
            icon={<Icon name="history" />}
            isPending={isLooking}
            onPress={() => void consider()}
          >
            {t('project.restore')}
          </Button>
        )}
      </div>
    </li>
  );
});

/** Links to the history of each object, with its state before and after. */
function ObjectsOf({ entry: { objectIds, done } }: { entry: ProjectEntry }) {
  const t = useTranslate('history');
  const project = useService(PROJECT_HISTORY);
  const transactions = useService(TRANSACTIONS);
  const open = (id: string) => {
    project.close();
    void transactions.open(id);
  };
  const [first] = objectIds;
  if (first === undefined) return null;
  const icon = <Icon name="map" />;
  if (objectIds.length === 1)
    return (
      <Button size="s" icon={icon} onPress={() => open(first)}>
        {t('command.transactions')}
      </Button>
    );
  const rest = done.reduce((sum, { count }) => sum + count, 0) - objectIds.length;
  return (
    <Menu
      label={t('project.objects')}
      trigger={
        <Button size="s" icon={icon}>
          {t('project.objects')}
        </Button>
      }
      entries={[
        ...objectIds.map((id) => ({ id, title: `…${shortId(id)}`, onAction: () => open(id) })),
        ...(rest > 0 ? [{ id: 'rest', title: t('project.rest', { count: rest }), isDisabled: true }] : []),
      ]}
    />
  );
}
