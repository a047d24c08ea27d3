import { useEffect, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { isAbort } from '#core/kernel';
import { ErrorPanel, Link, Skeleton, useService, useTranslate } from '#core/react';
import { FIND_CLOUD } from '../model/found.ts';
import { addressOfCloud, addressOfLocal } from '../model/address.ts';
import { crsOfView } from '../model/stage.ts';
import './Viewer.css';

type Finding = { id: string; address: string } | { id: string; error: unknown } | undefined;

/** The address of a cloud: finds its project, and opens its workspace with this cloud, where it is or in local coordinates. */
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
        const isLocal = cloud.state === 'ready' && crsOfView(cloud) === null;
        setFinding({ id, address: isLocal ? addressOfLocal(cloud) : addressOfCloud(cloud) });
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
  if ('address' in finding) return <Navigate replace to={finding.address} />;
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
