import { Lifetime, type Disposable } from '#core/kernel';
import { onEachView, type MapView, type Views } from '#core/mapview';
import type { Globes } from '#plugins/globe/map-3d/api';
import { groundSeen, signOn } from './globe-sight.ts';

const SLOT = 'side-by-side';
/** Levels of zoom, and parts of what is seen, that are nothing to see: a map told a place answers one so little beside. */
const SAME = 1e-6;

/**
 * The map in use leads: the other looks at the same place at the same scale. Each keeps how it is turned and tilted; the
 * flat map, north up always, shows how the globe is.
 */
export function linkCameras(
  views: Pick<Views, 'active' | 'open' | 'open$'>,
  globes: Pick<Globes, 'current'>,
): Disposable {
  const lead = (): void => {
    const { active, open } = views;
    if (active) for (const view of open) if (view !== active && !looksAs(view, active)) lookAs(view, active);
  };
  let seen: ReturnType<typeof groundSeen>;
  const sign = (moved: MapView): void => {
    const globe = globes.current;
    // Once a picture of the globe, however often the flat map follows meanwhile.
    if (moved === globe) seen = groundSeen(globe);
    for (const view of views.open)
      if (view.kind === '2d') view.show(globe && signOn(view, seen, globe.camera.heading), SLOT);
  };
  const lifetime = new Lifetime();
  lifetime.add(() => views.open.forEach((view) => view.show(undefined, SLOT)));
  lifetime.add(
    onEachView(views, (view) => {
      const led = view.camera$.subscribe(() => {
        lead();
        sign(view);
      });
      return { dispose: () => led.unsubscribe() };
    }),
  );
  return lifetime;
}

function lookAs(view: MapView, { camera: { center, zoom } }: MapView): void {
  view.fly([center[0], center[1]], { zoom, animate: false });
}

function looksAs({ camera }: MapView, { camera: { center, zoom } }: MapView): boolean {
  const away = Math.max(Math.abs(camera.center[0] - center[0]), Math.abs(camera.center[1] - center[1]));
  return away < (SAME * 360) / 2 ** zoom && Math.abs(camera.zoom - zoom) < SAME;
}
