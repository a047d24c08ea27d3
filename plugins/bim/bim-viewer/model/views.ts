import { distinctUntilChanged, map, type Observable } from 'rxjs';
import type { MapView, Views } from '#core/mapview';
import type { BimView, BimViews } from '../api.ts';

/** The open model view among the open views. */
export class OpenBimViews implements BimViews {
  readonly current$: Observable<BimView | undefined>;

  constructor(readonly views: Pick<Views, 'open' | 'open$'>) {
    this.current$ = views.open$.pipe(
      map((open) => open.find(isBimView)),
      distinctUntilChanged(),
    );
  }

  get current(): BimView | undefined {
    return this.views.open.find(isBimView);
  }
}

function isBimView(view: MapView): view is BimView {
  return view.kind === 'bim';
}
