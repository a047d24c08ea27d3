import type { Api } from '#core/api';
import type { OpenProject } from '#core/project';
import type { Settings } from '#core/settings';
import { AreaLoader } from '../model/area-loader.ts';
import type { OpenMap } from '../api.ts';
import { markConflicts } from '../model/follow-project.ts';
import { ProjectSize } from '../model/project-size.ts';
import { Background } from './background.ts';
import { VectorTiles } from './vector-tiles.ts';
import { MapView2D } from './view.ts';

/** The map of a project: its objects, what loads them, its tiles from afar, and the ground under it all. */
export function openMapWith(
  api: Pick<Api, 'bytes' | 'call'>,
  settings: Pick<Settings, 'get' | 'observe'>,
): OpenMap {
  return (element: HTMLElement, project: OpenProject) => {
    const background = new Background();
    const size = new ProjectSize(project, api);
    const view = new MapView2D(element, project.document, {
      background,
      whole: () => size.extent,
    });
    view.open(background);
    view.open(size);
    const loadZoom = () => settings.get('featureLoadZoomLevel');
    const tiles = new VectorTiles({
      project,
      api,
      size,
      shownAt: (zoom) => size.known && !size.seenAsObjects(zoom, loadZoom()),
      changed: (box) => view.changed(box),
    });
    view.open(tiles);
    view.setElsewhere(tiles);
    view.open(new AreaLoader(project, size, view.camera$, settings.observe('featureLoadZoomLevel')));
    view.open(settings.observe('mapBackground').subscribe((choice) => background.choose(choice)));
    view.open(settings.observe('featureLoadZoomLevel').subscribe(() => view.changed()));
    view.open(size.size$.subscribe(() => view.changed()));
    view.open(markConflicts(view, project));
    return view;
  };
}
