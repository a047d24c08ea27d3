import { API } from '#core/api';
import { health } from '#core/protocol';
import { Badge, Button, ErrorPanel, Icon, Skeleton, useService, useTranslate } from '#core/react';
import { useCall } from './useCall.ts';

/** Health of the server and the services it uses. */
export function HealthSection() {
  const t = useTranslate('utility');
  const api = useService(API);
  const { data, error, again } = useCall(async (signal) => (await api.call(health, {}, { signal })).data);
  return (
    <section className="utility-section" aria-labelledby="utility-health">
      <header>
        <h2 id="utility-health">{t('health.title')}</h2>
        <Button variant="quiet" icon={<Icon name="refresh" />} onPress={again}>
          {t('again')}
        </Button>
      </header>
      {error !== undefined && <ErrorPanel error={error} onRetry={again} />}
      {!data && error === undefined && <Skeleton lines={3} />}
      {data && error === undefined && (
        <dl className="utility-facts">
          <dt>{t('health.status')}</dt>
          <dd>
            <Badge kind={data.status === 'ok' ? 'success' : 'warning'}>{t(`health.${data.status}`)}</Badge>
          </dd>
          <dt>{t('health.database')}</dt>
          <dd>{data.database}</dd>
          <dt>{t('health.storage')}</dt>
          <dd>
            {data.storage === 'ok' ? (
              data.storage
            ) : (
              <Badge kind="warning">{t(`health.storage.${data.storage}`)}</Badge>
            )}
          </dd>
          <dt>{t('health.jobs')}</dt>
          <dd>{data.jobs}</dd>
          <dt>{t('health.office')}</dt>
          <dd>{t(`health.office.${data.office}`)}</dd>
          <dt>{t('health.version')}</dt>
          <dd>{data.version}</dd>
        </dl>
      )}
    </section>
  );
}
