import { useEffect, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { API } from '#core/api';
import { getPanoramic } from '#core/protocol';
import { ErrorPanel, Link, Skeleton, useService, useTranslate } from '#core/react';
import { addressOf } from '../model/address.ts';
import './panorama.css';

type Finding = { projectId: string } | { error: unknown } | undefined;

/** The address of a panorama: finds its project, and opens its workspace there. */
export function PanoramaPage() {
  const { id = '' } = useParams();
  const t = useTranslate('panorama');
  const api = useService(API);
  const [attempt, setAttempt] = useState(0);
  const [finding, setFinding] = useState<Finding>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    api.call(getPanoramic, { params: { id } }, { signal }).then(
      ({ data }) => setFinding({ projectId: data.projectId }),
      (error: unknown) => !signal.aborted && setFinding({ error }),
    );
    return () => controller.abort();
  }, [api, id, attempt]);
  if (!finding)
    return (
      <div className="panorama-aside" role="status" aria-busy="true" aria-label={t('loading')}>
        <Skeleton lines={3} />
      </div>
    );
  if ('projectId' in finding) return <Navigate replace to={addressOf(finding.projectId, id)} />;
  return (
    <div className="panorama-aside">
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
