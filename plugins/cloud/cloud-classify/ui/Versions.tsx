import { observer } from 'mobx-react-lite';
import type { CloudEdit } from '#core/protocol';
import { Button, useClassName, useI18n, usePrinter, useService, useTranslate } from '#core/react';
import { CLOUD_VIEWS } from '#plugins/cloud/point-cloud/api';
import { CLASSIFYING } from '../model/classifying.ts';
import { LENGTHS } from '../model/finding.ts';

/** The versions of the classes, newest first: what was changed, by whom and when; undo, and restore of any. */
export const Versions = observer(function Versions({
  report,
}: {
  report: (work: Promise<CloudEdit | undefined>) => Promise<void>;
}) {
  const t = useTranslate('cloud-classify');
  const nameOf = useClassName();
  const i18n = useI18n();
  const model = useService(CLASSIFYING);
  const { edits, version, isSaving, canUndo } = model;
  const printer = usePrinter();
  const unit = useService(CLOUD_VIEWS).current?.unit ?? 1;
  /** How a job has looked: its values in the order of their names in the panel. */
  const how = (finding: NonNullable<CloudEdit['finding']>): string =>
    Object.entries(finding)
      .flatMap(([name, value]) => {
        if (typeof value !== 'number') return [];
        const text =
          name === 'slope'
            ? `${i18n.number(value * 100)} %`
            : LENGTHS.includes(name)
              ? printer.length(value * unit)
              : i18n.number(value);
        return [`${t(`way.${name}`)} ${text}`];
      })
      .join(', ');
  const what = ({ kind, to, from, restored }: CloudEdit): string => {
    if (restored !== null) return t(`kind.${kind}`, { version: restored });
    const target = to === null ? '' : ` → ${nameOf(to)}`;
    const source = from?.length === 1 ? ` (${nameOf(from[0]!)})` : '';
    return `${t(`kind.${kind}`)}${source}${target}`;
  };
  return (
    <section className="ccl-part">
      <div className="ccl-head">
        <h3>{t('versions')}</h3>
        <Button size="s" isDisabled={isSaving || !canUndo} onPress={() => void report(model.undo())}>
          {t('undo')}
        </Button>
      </div>
      {version !== undefined && edits.length === 0 && <p className="g-muted">{t('versions.none')}</p>}
      <ol className="ccl-versions">
        {edits.map((edit) => (
          <li key={edit.version} data-undone={(!edit.current && edit.restored === null) || undefined}>
            <span>
              {what(edit)}
              <span className="g-muted">
                {t(edit.restored === null ? 'versions.line' : 'versions.turn', {
                  version: edit.version,
                  by: edit.by,
                  at: i18n.date(edit.at, { dateStyle: 'short', timeStyle: 'short' }),
                  count: edit.points,
                  points: i18n.number(edit.points),
                })}
                {edit.finding && ` · ${how(edit.finding)}`}
                {!edit.current && edit.restored === null && ` · ${t('versions.undone')}`}
              </span>
            </span>
            {edit.version !== version && (
              <Button
                size="s"
                isDisabled={isSaving}
                aria-label={t('restore.version', { version: edit.version })}
                onPress={() => void report(model.restore(edit.version))}
              >
                {t('restore')}
              </Button>
            )}
          </li>
        ))}
        {edits.length > 0 && (
          <li>
            <span>{t('versions.file')}</span>
            <Button
              size="s"
              isDisabled={isSaving}
              aria-label={t('restore.file')}
              onPress={() => void report(model.restore(0))}
            >
              {t('restore')}
            </Button>
          </li>
        )}
      </ol>
    </section>
  );
});
