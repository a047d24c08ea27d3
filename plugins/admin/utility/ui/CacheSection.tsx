import { useState } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import { getCacheState, invalidateCache, setCacheState, type CacheState } from '#core/protocol';
import { Button, ErrorPanel, Skeleton, Switch, useI18n, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { useCall } from './useCall.ts';

/** The tile cache: its switch, and the button that empties it. */
export function CacheSection() {
  const t = useTranslate('utility');
  const i18n = useI18n();
  const api = useService(API);
  const toasts = useService(TOASTS);
  const [busy, setBusy] = useState(false);
  const { data, error, again, set } = useCall(
    async (signal) => (await api.call(getCacheState, {}, { signal })).data,
  );
  const send = async (call: () => Promise<{ data: CacheState }>, message: string): Promise<void> => {
    setBusy(true);
    try {
      set((await call()).data);
      toasts.show('success', message);
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const megabytes = (bytes: number) => i18n.number(Math.round(bytes / 10_000) / 100);
  return (
    <section className="utility-section" aria-labelledby="utility-cache">
      <h2 id="utility-cache">{t('cache.title')}</h2>
      {error !== undefined && <ErrorPanel error={error} onRetry={again} />}
      {!data && error === undefined && <Skeleton lines={3} />}
      {data && (
        <>
          <Switch
            isSelected={data.autoInvalidationState}
            isDisabled={busy}
            onChange={(autoInvalidationState) =>
              void send(
                () => api.call(setCacheState, { body: { autoInvalidationState } }),
                t(autoInvalidationState ? 'cache.now-on' : 'cache.now-off'),
              )
            }
            description={t('cache.auto.help')}
          >
            {t('cache.auto')}
          </Switch>
          <p className="g-muted">
            {t('cache.kept', { tiles: i18n.number(data.kept.tiles), megabytes: megabytes(data.kept.bytes) })}{' '}
            {t('cache.since', {
              at: i18n.date(data.invalidatedAt, { dateStyle: 'medium', timeStyle: 'short' }),
            })}
          </p>
          <div>
            <Button
              isPending={busy}
              onPress={() => void send(() => api.call(invalidateCache, {}), t('cache.invalidated'))}
            >
              {t('cache.invalidate')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
