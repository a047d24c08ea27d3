import { useEffect, useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { isAbort } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { HOST } from '#core/plugin';
import { PROJECTS, type OpenProject } from '#core/project';
import {
  Contributed,
  ErrorPanel,
  Link,
  Skeleton,
  useContributions,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { TOOLS } from '#core/tools';
import { kindOf, strategyOf, workspacePath } from '../model/address.ts';
import { Address } from './Address.tsx';
import { Panes } from './Panes.tsx';
import { ToNotFound } from './ToNotFound.tsx';
import { useFirstMap } from './useFirstMap.ts';
import './Workspace.css';

type WorkspaceState =
  | { id: string; state: 'opening' }
  | { id: string; state: 'open'; project: OpenProject }
  | { id: string; state: 'failed'; error: unknown };

/** The draw workspace: opens the project and shows its viewer with the overlays of plugins. */
export function Workspace() {
  const { id = '' } = useParams();
  const t = useTranslate('map-2d');
  const [attempt, setAttempt] = useState(0);
  const opening = useOpenProject(id, attempt);
  if (opening.state === 'failed')
    return (
      <div className="map2d-failed">
        <ErrorPanel
          title={t('workspace.failed')}
          error={opening.error}
          onRetry={() => setAttempt(attempt + 1)}
          actions={<Link href="/projectList">{t('workspace.projects')}</Link>}
        />
      </div>
    );
  if (opening.state === 'opening')
    return (
      <div className="map2d-opening" role="status" aria-busy="true" aria-label={t('workspace.opening')}>
        <Skeleton lines={3} />
      </div>
    );
  return <Opened key={id} project={opening.project} />;
}

function Opened({ project }: { project: OpenProject }) {
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const { id } = project.project;
  const other = useFirstMap(id);
  const { pathname } = useLocation();
  const kind = kindOf(strategyOf(pathname, id));
  const viewers = useContributions('viewers');
  const host = useService(HOST);
  const failures = useObservable(host.failures$, host.failures);
  const viewer = viewers.find((one) => one.viewer === kind);
  const tools = useService(TOOLS);
  const active = useObservable(tools.active$, tools.active);
  const overlays = useContributions('overlays').filter(
    (overlay) =>
      (!overlay.viewer || [overlay.viewer].flat().some((one) => one === kind)) &&
      (overlay.whileActive === 'any'
        ? active?.isSelectTool === false
        : !overlay.whileActive || active?.id.startsWith(`${overlay.plugin}.`)),
  );
  if (other) return <Navigate to={other} replace />;
  if (!viewer) {
    // When the plugin of a viewer has failed, another one opens. One that the person may not use has no URL.
    const hasFailed = host.manifests.some(
      (manifest) =>
        failures.some(({ plugin }) => plugin === manifest.id) &&
        manifest.viewers?.some((one) => one.viewer === kind),
    );
    const [first] = viewers;
    if (hasFailed && first) return <Navigate to={workspacePath(id, first.viewer)} replace />;
    return <ToNotFound />;
  }
  return (
    <div className="map2d-workspace">
      <Panes viewers={viewers} alone={viewer} />
      {view && <Address projectId={id} />}
      {view &&
        overlays.map((overlay) => <Contributed key={overlay.id} contribution={overlay} place="over" />)}
    </div>
  );
}

function useOpenProject(id: string, attempt: number): WorkspaceState {
  const projects = useService(PROJECTS);
  const [opening, setOpening] = useState<WorkspaceState>({ id, state: 'opening' });
  useEffect(() => {
    const controller = new AbortController();
    projects.open(id, controller.signal).then(
      (project) => setOpening({ id, state: 'open', project }),
      (error: unknown) => {
        if (!isAbort(error)) setOpening({ id, state: 'failed', error });
      },
    );
    return () => {
      controller.abort();
      setOpening({ id, state: 'opening' });
    };
  }, [projects, id, attempt]);
  // State is per project. Leaving the page closes the project.
  useEffect(() => () => projects.close(), [projects]);
  return opening.id === id ? opening : { id, state: 'opening' };
}
