import { useLocation } from 'react-router-dom';
import { EmptyState, Icon, Link, useTranslate } from '#core/react';

/** Shown where there is no page, or none that this person may open. */
export function NotFoundPage() {
  const t = useTranslate('not-found');
  const { pathname } = useLocation();
  return (
    <EmptyState
      icon={<Icon name="compass" size={32} />}
      title={t('title')}
      action={
        <Link button="primary" href="/projectList">
          {t('toProjects')}
        </Link>
      }
    >
      <p>{t('text', { path: pathname })}</p>
    </EmptyState>
  );
}
