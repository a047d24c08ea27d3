import { observer } from 'mobx-react-lite';
import { Spinner, useI18n, usePrinter, useService, useTranslate } from '#core/react';
import { PROFILE } from '../model/profile.ts';

/** What the drawing was made from, whether it is complete, and the place under the pointer. */
export const Status = observer(function Status() {
  const t = useTranslate('cloud-profile');
  const i18n = useI18n();
  const printer = usePrinter();
  const profile = useService(PROFILE);
  const { state, end, head, cloud, pointed, unit, line, clipping } = profile;
  void profile.revision;
  const count = i18n.number(profile.points.count);
  const loaded =
    end &&
    (end.complete ? t('status.all', { count }) : t(`status.stopped.${end.stoppedBy ?? 'level'}`, { count }));
  return (
    <div className="cpf-status g-figures">
      <span aria-live="polite">
        {state === 'loading' && <Spinner />}
        {state === 'loading' ? t('status.loading', { count }) : loaded}
      </span>
      {cloud && head && (
        <span className="g-muted">
          {t('status.source', { name: cloud.name, content: head.content, edits: head.edits })}
        </span>
      )}
      {clipping !== 'none' && <span className="g-muted">{t(`status.clips.${clipping}`)}</span>}
      {line && (
        <span className="g-muted">{t('status.length', { length: printer.length(line.length * unit) })}</span>
      )}
      {pointed && (
        <span>
          {t('status.pointed', {
            chainage: printer.length(pointed.chainage * unit),
            height: printer.length(pointed.height * unit),
          })}
        </span>
      )}
    </div>
  );
});
