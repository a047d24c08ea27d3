import { Lifetime, type Disposable } from '#core/kernel';
import { onEachView, type MapView, type Pixel, type Sketch, type Views } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { GlobeMap, Globes } from '#plugins/map-3d/api';

const SLOT = 'side-by-side';
/** Levels of zoom, and parts of what is seen, that are nothing to see: a map told a place answers one so little beside. */
const SAME = 1e-6;

/**
 * The map in use leads: the other looks at the same place at the same scale. Each keeps how it is turned and tilted; on the
 * flat map, north up always, the outline of what the globe shows says how that is.
 */
export function linkCameras(
  views: Pick<Views, 'active' | 'open' | 'open$'>,
  globes: Pick<Globes, 'current'>,
): Disposable {
  const lead = (): void => {
    const { active, open } = views;
    if (active) for (const view of open) if (view !== active && !looksAs(view, active)) lookAs(view, active);
  };
  const outline = (): void => {
    const globe = globes.current;
    for (const view of views.open) if (view.kind === '2d') view.show(globe && outlineOf(globe), SLOT);
  };
  const lifetime = new Lifetime();
  lifetime.add(() => views.open.forEach((view) => view.show(undefined, SLOT)));
  lifetime.add(
    onEachView(views, (view) => {
      const led = view.camera$.subscribe(() => {
        lead();
        outline();
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

/** What is seen of the ground; nothing where sky is. */
function outlineOf(globe: Pick<GlobeMap, 'size' | 'toPosition'>): Sketch | undefined {
  const [right, bottom] = globe.size;
  const corners: Pixel[] = [[0, 0], [right, 0], [right, bottom], [0, bottom], [0, 0]]; // prettier-ignore
  const ring = corners.flatMap((corner): Position[] => {
    const place = globe.toPosition(corner);
    return place ? [[place[0], place[1]]] : [];
  });
  if (ring.length < corners.length) return undefined;
  return { shapes: [{ geometry: { type: 'LineString', coordinates: ring }, dashed: true }] };
}
