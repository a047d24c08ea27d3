import { combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs';
import type { MapView, Views } from '#core/mapview';
import type { Viewpoint } from '#core/protocol';
import type { WorkspaceMap, WorkspaceMaps } from '../api.ts';
import { PLACE, printPlace, workspacePath } from './address.ts';

/** The open map; with two side by side, the active one. */
export class OpenMaps implements WorkspaceMaps {
  readonly current$: Observable<WorkspaceMap | undefined>;

  constructor(readonly views: Views) {
    this.current$ = combineLatest([views.open$, views.active$]).pipe(
      map(() => this.current),
      distinctUntilChanged(),
    );
  }

  get current(): WorkspaceMap | undefined {
    const { active, open } = this.views;
    return active && isWorkspaceMap(active) ? active : open.find(isWorkspaceMap);
  }

  addressOf(projectId: string, { viewer, longitude, latitude, ...seen }: Viewpoint): string {
    const place = printPlace({ ...seen, center: [longitude, latitude] });
    return `${workspacePath(projectId, viewer)}?${PLACE}=${place}`;
  }
}

const WORKSPACE_MAPS: readonly string[] = ['map-2d', 'map-3d', 'point-cloud', 'bim'];

function isWorkspaceMap(view: MapView): view is WorkspaceMap {
  return WORKSPACE_MAPS.includes(view.id);
}
