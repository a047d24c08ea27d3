import { useLocation, type Location } from 'react-router-dom';
import { EmptyState, Icon, Link, useTranslate } from '#core/react';

/** Shown where there is no page, or none that this person may open; `from` is the address that led here. */
export function NotFoundPage() {
  const t = useTranslate('not-found');
  const { pathname, state } = useLocation() as Location<{ from?: string } | null>;
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
      <p>{t('text', { path: state?.from ?? pathname })}</p>
    </EmptyState>
  );
}
