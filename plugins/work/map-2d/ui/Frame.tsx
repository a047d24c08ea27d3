import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { crsOf } from '#core/geodesy';
import { VIEWS } from '#core/mapview';
import { PROJECTS, type OpenProject } from '#core/project';
import { useContributions, useObservable, useService, useTranslate } from '#core/react';
import { keyGestureOf, TOOLS } from '#core/tools';
import type { OpenMap, WorkspaceMap } from '../api.ts';
import { parsePlace, PLACE } from '../model/address.ts';
import { firstViewOf } from '../model/first-view.ts';
import { pressOnMap } from '../model/keyboard.ts';

/** Hosts the map of the open project; each project gets its own map. */
export function Frame({ open }: { open: OpenMap }) {
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  return project && <ProjectMap key={project.project.id} project={project} openMap={open} />;
}

function ProjectMap({ project, openMap }: { project: OpenProject; openMap: OpenMap }) {
  const t = useTranslate('map-2d');
  const element = useRef<HTMLDivElement>(null);
  const views = useService(VIEWS);
  const tools = useService(TOOLS);
  const [map, setMap] = useState<WorkspaceMap>();
  const offered = useContributions('tools');

  useEffect(() => {
    const opened = openMap(element.current!, project);
    lookAt(opened, project);
    const registered = views.register(opened);
    setMap(opened);
    return () => {
      registered.dispose();
      opened.dispose();
    };
  }, [openMap, project, views]);
  usePlainLayers(map, project);

  const press = (event: KeyboardEvent) => {
    if (!map || event.target !== element.current) return;
    const key = keyGestureOf(event);
    const resting = offered.find(({ group }) => group === 'select');
    const selecting = tools.active === undefined || tools.active.id === resting?.id;
    // Space always clicks: a tool that used it otherwise would leave keyboard users without a click.
    if ((key.key !== ' ' && tools.key(key)) || pressOnMap(map, key, selecting)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    <div
      ref={element}
      className="map2d-map"
      role="application"
      aria-roledescription={t('map.role')}
      aria-label={t('map.label', { project: project.project.projectName })}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={() => {
        map?.setKeyboardCursor(undefined);
        map?.focus();
      }}
      onFocus={() => map && views.activate(map)}
      onBlur={() => map?.setKeyboardCursor(undefined)}
    />
  );
}

/** Sets the view from the URL, else to the project or the area of its reference system, else to the whole world. */
function lookAt(map: WorkspaceMap, { project }: OpenProject): void {
  const requested = parsePlace(new URLSearchParams(window.location.search).get(PLACE));
  if (requested) return map.fly(requested.center, { ...requested, animate: false });
  if (map.first) return map.fly(map.first, { animate: false });
  const first = firstViewOf(project, crsOf(project.crs)?.bounds);
  if (!first) return;
  if ('extent' in first) map.fly(first.extent, { animate: false });
  else map.fly(first.place, { zoom: first.zoom, animate: false });
}

/** One visible layer for each type, if the layers plugin is missing. */
function usePlainLayers(map: WorkspaceMap | undefined, project: OpenProject): void {
  const fed = useContributions('overlays').some(({ plugin }) => plugin === 'layers');
  useEffect(() => {
    if (!map || fed) return;
    const following = project.types$.subscribe((types) =>
      map.setLayers(
        [...types.values()].map(({ name, style }) => ({
          typeName: name,
          visible: true,
          opacity: 1,
          style,
          locked: false,
        })),
      ),
    );
    return () => following.unsubscribe();
  }, [map, project, fed]);
}
