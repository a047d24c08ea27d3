import { distinctUntilChanged, map, type Observable } from 'rxjs';
import type { EventBus } from '#core/events';
import type { MapView, Views } from '#core/mapview';
import type { CloudView, CloudViews } from '../api.ts';

/** The open point cloud view among the open views. */
export class OpenCloudViews implements CloudViews {
  readonly current$: Observable<CloudView | undefined>;

  constructor(
    readonly views: Pick<Views, 'open' | 'open$'>,
    bus: Pick<EventBus, 'on'>,
  ) {
    this.current$ = views.open$.pipe(
      map((open) => open.find(isCloudView)),
      distinctUntilChanged(),
    );
    bus.on('cloudClassesChanged').subscribe(({ cloudId }) => this.current?.refresh(cloudId));
  }

  get current(): CloudView | undefined {
    return this.views.open.find(isCloudView);
  }
}

function isCloudView(view: MapView): view is CloudView {
  return view.id === 'point-cloud';
}
