import { merge, Subject } from 'rxjs';
import type { Api } from '#core/api';
import type { ProjectedExtent } from '#core/canvas';
import { Lifetime } from '#core/kernel';
import type { Settings } from '#core/settings';
import type { FollowProject, Overview } from '../api.ts';
import { AreaLoader } from '../model/area-loader.ts';
import { markConflicts } from '../model/mark-conflicts.ts';
import { ProjectSize } from '../model/project-size.ts';
import { simplifiedLayers } from '../model/simplified-layers.ts';
import { VectorTiles } from './vector-tiles.ts';

/** Loads a project's objects and overview tiles, for every map. */
export function followProjectWith(
  api: Pick<Api, 'bytes' | 'call'>,
  settings: Pick<Settings, 'get' | 'observe'>,
): FollowProject {
  return (view, project) => {
    const lifetime = new Lifetime();
    const size = lifetime.add(new ProjectSize(project, api));
    const loadZoom$ = settings.observe('featureLoadZoomLevel');
    const shownAt = (zoom: number): boolean =>
      size.known && !size.seenAsObjects(zoom, settings.get('featureLoadZoomLevel'));
    const came$ = new Subject<ProjectedExtent | undefined>();
    const changed = (box?: ProjectedExtent) => came$.next(box);
    const tiles = lifetime.add(new VectorTiles({ project, api, size, shownAt, changed }));
    const otherwise = merge(loadZoom$, size.size$).subscribe(() => changed());
    lifetime.add(() => otherwise.unsubscribe());
    lifetime.add(new AreaLoader(project, size, view.camera$, loadZoom$));
    lifetime.add(markConflicts(view, project));
    const overview: Overview = {
      shownAt,
      changes$: came$,
      paint: (...args) => tiles.paint(...args),
      mergedAt: (...args) => tiles.mergedAt(...args),
      exactness: (...args) => tiles.exactness(...args),
      isLoading: (...args) => tiles.isLoading(...args),
    };
    return {
      get whole() {
        return size.extent;
      },
      overview,
      simplified: (layers) => simplifiedLayers(view, layers, overview),
      dispose: () => lifetime.dispose(),
    };
  };
}
