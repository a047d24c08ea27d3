import { grants } from '#core/protocol';
import { Page, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { CacheSection } from './CacheSection.tsx';
import { ConverterSection } from './ConverterSection.tsx';
import { HealthSection } from './HealthSection.tsx';
import { JobsSection } from './JobsSection.tsx';
import './utility.css';

/** `/utility`: coordinate conversion, the person's jobs, server health, and for administrators the tile cache. */
export function UtilityPage() {
  const t = useTranslate('utility');
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  return (
    <Page title={t('title')} className="utility">
      <ConverterSection />
      <JobsSection />
      <HealthSection />
      {grants(me?.authorizations ?? [], 'admin.cache') && <CacheSection />}
    </Page>
  );
}
