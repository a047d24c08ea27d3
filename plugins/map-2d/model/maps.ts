import { map, type Observable } from 'rxjs';
import type { MapView, Views } from '#core/mapview';
import type { Map2D, Maps2D } from '../api.ts';

/** The 2D map among the viewers that are open. */
export class OpenMaps implements Maps2D {
  readonly current$: Observable<Map2D | undefined>;

  constructor(readonly views: Views) {
    this.current$ = views.open$.pipe(map((open) => open.find(isMap2D)));
  }

  get current(): Map2D | undefined {
    return this.views.open.find(isMap2D);
  }
}

function isMap2D(view: MapView): view is Map2D {
  return view.id === 'map-2d';
}
