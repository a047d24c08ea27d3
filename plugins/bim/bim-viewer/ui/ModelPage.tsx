import { useEffect, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { isAbort } from '#core/kernel';
import { ErrorPanel, Link, Skeleton, useService, useTranslate } from '#core/react';
import { FIND_MODEL } from '../model/found.ts';
import { MODEL } from '../model/address.ts';
import './Viewer.css';

type Finding = { id: string; projectId: string } | { id: string; error: unknown } | undefined;

/** The address of a model: finds its project, and opens its workspace with this model. */
export function ModelPage() {
  const { id = '' } = useParams();
  const t = useTranslate('bim-viewer');
  const finder = useService(FIND_MODEL);
  const [attempt, setAttempt] = useState(0);
  const [finding, setFinding] = useState<Finding>();
  useEffect(() => {
    let mounted = true;
    finder.find(id).then(
      (model) => {
        if (!mounted || !model) return;
        setFinding({ id, projectId: model.projectId });
      },
      (error: unknown) => mounted && !isAbort(error) && setFinding({ id, error }),
    );
    return () => {
      mounted = false;
    };
  }, [finder, id, attempt]);
  if (finding?.id !== id)
    return (
      <div className="bim-aside" role="status" aria-busy="true" aria-label={t('finding')}>
        <Skeleton lines={3} />
      </div>
    );
  if ('projectId' in finding)
    return (
      <Navigate replace to={{ pathname: `/draw/${finding.projectId}/bim`, search: `?${MODEL}=${id}` }} />
    );
  return (
    <div className="bim-aside">
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
