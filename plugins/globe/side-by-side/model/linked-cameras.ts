import { Lifetime, type Disposable } from '#core/kernel';
import { onEachView, type MapView, type Views } from '#core/mapview';
import type { Globes } from '#plugins/globe/map-3d/api';
import { groundSeen, signOn } from './globe-sight.ts';

const SLOT = 'side-by-side';
/**
 * Differences of zoom, and of position relative to the view, that count as equal: a map reports slightly other values
 * than it was given.
 */
const SAME = 1e-6;

/**
 * Links the cameras: the other map follows the active one in place and scale. Rotation and tilt are not linked; the
 * flat map shows the globe's direction.
 */
export function linkCameras(
  views: Pick<Views, 'active' | 'open' | 'open$'>,
  globes: Pick<Globes, 'current'>,
): Disposable {
  const lead = (): void => {
    const { active, open } = views;
    if (!active || !isLinked(active)) return;
    for (const view of open)
      if (view !== active && isLinked(view) && !looksAs(view, active)) lookAs(view, active);
  };
  let seen: ReturnType<typeof groundSeen>;
  const sign = (moved: MapView): void => {
    const globe = globes.current;
    // At most once per globe camera, however often the flat map follows.
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

/** A panorama stays where it was taken, and the maps follow it by themselves; what is local is nowhere on the others. */
const isLinked = ({ kind, localOf }: MapView): boolean => kind !== 'panorama' && localOf === undefined;

function lookAs(view: MapView, { camera: { center, zoom } }: MapView): void {
  view.fly([center[0], center[1]], { zoom, animate: false });
}

function looksAs({ camera }: MapView, { camera: { center, zoom } }: MapView): boolean {
  const away = Math.max(Math.abs(camera.center[0] - center[0]), Math.abs(camera.center[1] - center[1]));
  return away < (SAME * 360) / 2 ** zoom && Math.abs(camera.zoom - zoom) < SAME;
}
