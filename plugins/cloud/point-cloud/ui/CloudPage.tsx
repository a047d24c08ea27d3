import { useEffect, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { isAbort } from '#core/kernel';
import { ErrorPanel, Link, Skeleton, useService, useTranslate } from '#core/react';
import { FIND_CLOUD } from '../model/found.ts';
import { CLOUD } from '../model/address.ts';
import './Viewer.css';

type Finding = { id: string; projectId: string } | { id: string; error: unknown } | undefined;

/** The address of a cloud: finds its project, and opens its workspace with this cloud. */
export function CloudPage() {
  const { id = '' } = useParams();
  const t = useTranslate('point-cloud');
  const finder = useService(FIND_CLOUD);
  const [attempt, setAttempt] = useState(0);
  const [finding, setFinding] = useState<Finding>();
  useEffect(() => {
    let mounted = true;
    finder.find(id).then(
      (cloud) => {
        if (!mounted || !cloud) return;
        setFinding({ id, projectId: cloud.projectId });
      },
      (error: unknown) => mounted && !isAbort(error) && setFinding({ id, error }),
    );
    return () => {
      mounted = false;
    };
  }, [finder, id, attempt]);
  if (finding?.id !== id)
    return (
      <div className="cloud-aside" role="status" aria-busy="true" aria-label={t('finding')}>
        <Skeleton lines={3} />
      </div>
    );
  if ('projectId' in finding)
    return (
      <Navigate replace to={{ pathname: `/draw/${finding.projectId}/cloud`, search: `?${CLOUD}=${id}` }} />
    );
  return (
    <div className="cloud-aside">
      <ErrorPanel
        title={t('not-found')}
        error={finding.error}
        onRetry={() => {
          setFinding(undefined);
          setAttempt(attempt + 1);
        }}
        actions={<Link href="/projectList">{t('projects')}</Link>}
      />
    </div>
  );
}
