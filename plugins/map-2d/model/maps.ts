import { map, type Observable } from 'rxjs';
import type { MapView, Views } from '#core/mapview';
import type { WorkspaceMap, WorkspaceMaps } from '../api.ts';

/** The map among the viewers that are open. */
export class OpenMaps implements WorkspaceMaps {
  readonly current$: Observable<WorkspaceMap | undefined>;

  constructor(readonly views: Views) {
    this.current$ = views.open$.pipe(map((open) => open.find(isWorkspaceMap)));
  }

  get current(): WorkspaceMap | undefined {
    return this.views.open.find(isWorkspaceMap);
  }
}

function isWorkspaceMap(view: MapView): view is WorkspaceMap {
  return view.id === 'map-2d' || view.id === 'map-3d';
}
