import { createElement, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PROJECTS, type OpenProject } from '#core/project';
import {
  EmptyState,
  ErrorPanel,
  Icon,
  Link,
  Skeleton,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { MAP_FRAME, type OpenMap } from '#plugins/work/map-2d/api';
import { PANORAMA } from '../model/address.ts';
import { LOAD_PANORAMA_VIEW } from '../model/load-view.ts';
import { PROJECT_PANORAMAS } from '../model/stage.ts';
import './panorama.css';

/** The panoramas of the open project; their engine is loaded with them. */
export function Viewer() {
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  return project && <OfProject key={project.project.id} project={project} />;
}

function OfProject({ project }: { project: OpenProject }) {
  const t = useTranslate('panorama');
  const load = useService(LOAD_PANORAMA_VIEW);
  const stage = useService(PROJECT_PANORAMAS);
  const frame = useService(MAP_FRAME);
  const wanted = useSearchParams()[0].get(PANORAMA);
  const listed = useObservable(stage.listed$, 'loading');
  const places = useObservable(stage.places$, stage.places);
  const [attempt, setAttempt] = useState(0);
  const [opening, setOpening] = useState<OpenMap | { error: unknown }>();
  useEffect(() => {
    if (wanted !== null) stage.go(wanted);
  }, [stage, wanted]);
  useEffect(() => {
    if (wanted === null && listed === 'loaded') stage.begin();
  }, [stage, wanted, listed, places]);
  useEffect(() => {
    let mounted = true;
    load(project).then(
      (open) => mounted && setOpening(() => open),
      (error: unknown) => mounted && setOpening({ error }),
    );
    return () => {
      mounted = false;
    };
  }, [load, project, attempt]);
  const toFlatMap = <Link href={`/draw/${project.project.id}`}>{t('to-2d')}</Link>;
  const again = () => {
    setOpening(undefined);
    setAttempt(attempt + 1);
    if (listed === 'failed') stage.reload().catch(() => undefined);
  };
  if (listed === 'failed' || (typeof opening === 'object' && 'error' in opening))
    return (
      <div className="panorama-aside">
        <ErrorPanel
          title={t('failed')}
          error={typeof opening === 'object' ? opening.error : new Error(t('list.failed'))}
          actions={toFlatMap}
          onRetry={again}
        />
      </div>
    );
  if (listed === 'loading' || !opening)
    return (
      <div className="panorama-aside" role="status" aria-busy="true" aria-label={t('loading')}>
        <Skeleton lines={3} />
      </div>
    );
  if (places.length === 0)
    return (
      <div className="panorama-aside">
        <EmptyState icon={<Icon name="image" size={32} />} title={t('none')} action={toFlatMap}>
          <p>{t('none.help')}</p>
          <Link href={`/surveys/${project.project.id}`}>{t('none.surveys')}</Link>
        </EmptyState>
      </div>
    );
  return createElement(frame, { open: opening });
}
