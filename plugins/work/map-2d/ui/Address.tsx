import { useEffect, useEffectEvent, useRef } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { debounceTime, filter, skip } from 'rxjs';
import { isAbort, printQuery } from '#core/kernel';
import { addressOn, HOST, worksOn, type Contribution, type WorkspaceViewer } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { useContributions, useObservable, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { TOOLS } from '#core/tools';
import { MAPS } from '../api.ts';
import {
  kindOf,
  parsePlace,
  PLACE,
  printPlace,
  strategyOf,
  toolAt,
  workspacePath,
} from '../model/address.ts';
import { ToNotFound } from './ToNotFound.tsx';

const REST = 300;

/** Keeps the active tool and the map's position in the URL, and follows changes of the URL. */
export function Address({ projectId }: { projectId: string }) {
  const host = useService(HOST);
  const tools = useService(TOOLS);
  const maps = useService(MAPS);
  const projects = useService(PROJECTS);
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const strategy = strategyOf(pathname, projectId);
  const kind = kindOf(strategy);
  const allTools = useContributions('tools');
  const offered = allTools.flatMap((tool) => routed(tool, kind));
  const failures = useObservable(host.failures$, host.failures);
  const map = useObservable(maps.current$, maps.current);
  const select = offered.find(({ group }) => group === 'select');
  const plain = pathname.replace(/\/$/, '') === workspacePath(projectId, kind);
  const requestedTool = plain ? select : toolAt(strategy, offered);
  /** The tool that is being activated because the URL asks for it. */
  const coming = useRef<string | undefined>(undefined);

  const take = useEffectEvent(() => {
    // Rendering lags behind the URL: one that another tool has replaced meanwhile is ignored.
    if (strategyOf(window.location.pathname, projectId) !== strategy) return;
    if (!requestedTool || tools.active?.id === requestedTool.id) return;
    if (plain && !tools.active) return;
    coming.current = requestedTool.id;
    tools
      .activate(requestedTool.id)
      .catch((failure: unknown) => {
        if (!isAbort(failure)) host.report(requestedTool.plugin, failure);
      })
      .finally(() => {
        if (coming.current === requestedTool.id) coming.current = undefined;
      });
  });
  useEffect(() => take(), [strategy, requestedTool?.id]);

  const taken = useEffectEvent((id: string) => {
    if (coming.current !== undefined && coming.current !== id) return;
    coming.current = undefined;
    const tool = offered.find((one) => one.id === id);
    if (!tool) return;
    const path = workspacePath(projectId, kind, tool.id === select?.id ? undefined : tool.route);
    if (window.location.pathname !== path)
      void navigate({ pathname: path, search: window.location.search, hash });
  });
  useEffect(() => {
    const followed = tools.active$.subscribe((active) => {
      if (active) taken(active.id);
    });
    return () => followed.unsubscribe();
  }, [tools]);

  /** The position last written to the URL; only a different one moves the map. */
  const written = useRef<string | undefined>(undefined);
  const settled = useEffectEvent((place: string) => {
    written.current = place;
    const next = new URLSearchParams(window.location.search);
    if (next.get(PLACE) === place || !window.location.pathname.startsWith(`/draw/${projectId}`)) return;
    next.set(PLACE, place);
    void navigate({ pathname: window.location.pathname, search: printQuery(next), hash }, { replace: true });
  });
  useEffect(() => {
    const moved = map?.camera$
      .pipe(
        skip(1),
        debounceTime(REST),
        filter(() => maps.current === map),
      )
      .subscribe((camera) => settled(printPlace(camera)));
    return () => moved?.unsubscribe();
  }, [map, maps]);

  const place = new URLSearchParams(search).get(PLACE);
  const follow = useEffectEvent(() => {
    // As with tools: a place that another one has replaced meanwhile is ignored.
    if (new URLSearchParams(window.location.search).get(PLACE) !== place) return;
    const requested = parsePlace(place);
    if (map && requested && place !== written.current && place !== printPlace(map.camera))
      map.fly(requested.center, requested);
  });
  useEffect(() => follow(), [map, place]);

  if (plain) return null;
  const requested = allTools.find(({ id }) => id === requestedTool?.id);
  // In local coordinates, or where there are none, it does not work.
  if (requested && map?.kind === kind && !worksOn(requested, map))
    return <Navigate to={{ pathname: workspacePath(projectId, kind), search }} replace />;
  if (requestedTool) return null;
  // The tool would change an archived project, also one that is archived while the tool is in use.
  if (projects.current?.project.archived === true)
    return <Navigate to={{ pathname: workspacePath(projectId, kind), search }} replace />;
  // The plugin of the tool has failed: the map stays. A tool that the person may not use has no URL.
  const failed = host.manifests.filter(({ id }) => failures.some(({ plugin }) => plugin === id));
  const lost = toolAt(
    strategy,
    failed.flatMap(({ id, tools: all = [] }) => all.flatMap((tool) => routed({ ...tool, plugin: id }, kind))),
  );
  if (!lost) return <ToNotFound />;
  return <ToMap pathname={workspacePath(projectId, kind)} search={search} plugin={lost.plugin} />;
}

/** Leads from the URL of a tool whose plugin has failed to the map, and says so. */
function ToMap({ pathname, search, plugin }: { pathname: string; search: string; plugin: string }) {
  const t = useTranslate('map-2d');
  const toasts = useService(TOASTS);
  const say = useEffectEvent(() => toasts.show('error', t('tool.lost', { plugin })));
  useEffect(() => void say(), []);
  return <Navigate to={{ pathname, search }} replace />;
}

/** A tool with its URL on this kind of map; nothing if it does not work there. */
function routed(tool: Contribution<'tools'>, kind: WorkspaceViewer) {
  const route = addressOn(tool, kind);
  return route === undefined ? [] : [{ id: tool.id, plugin: tool.plugin, group: tool.group, route }];
}
