import { distinctUntilChanged, map, type Observable } from 'rxjs';
import type { MapView, Views } from '#core/mapview';
import type { GlobeMap, Globes } from '../api.ts';

/** The open globe among the open views. */
export class OpenGlobes implements Globes {
  readonly current$: Observable<GlobeMap | undefined>;

  constructor(readonly views: Pick<Views, 'open' | 'open$'>) {
    this.current$ = views.open$.pipe(
      map((open) => open.find(isGlobe)),
      distinctUntilChanged(),
    );
  }

  get current(): GlobeMap | undefined {
    return this.views.open.find(isGlobe);
  }
}

function isGlobe(view: MapView): view is GlobeMap {
  return view.id === 'map-3d';
}
