import { useObservable, useService, useTranslate } from '#core/react';
import { SETTINGS } from '#core/settings';

const NOT_YET = { pending: false, error: undefined };

/** Whether the preferences are saved on the server. */
export function SavedState() {
  const t = useTranslate('preferences');
  const settings = useService(SETTINGS);
  const { pending, error } = useObservable(settings.saved$, NOT_YET);
  if (error !== undefined)
    return (
      <p role="alert" className="g-error">
        {t('saved.failed')} {error}
      </p>
    );
  return (
    <p role="status" className="g-muted">
      {pending ? t('saved.pending') : t('saved.all')}
    </p>
  );
}
