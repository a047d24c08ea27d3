import { reaction } from 'mobx';
import { onEachView, type MapView, type Sketch, type Views } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { SheetDesk } from '../model/sheet-desk.ts';

const SLOT = 'sheet';
const OTHERS = { stroke: '#56667a', width: 1.5 };

/** Draws the frames, and drawn lines of profiles, on the flat map while the panel is open. */
export function showFrames(desk: SheetDesk, views: Pick<Views, 'open$'>): void {
  onEachView(views, (view: MapView) => {
    if (view.kind !== '2d') return undefined;
    const stop = reaction(
      () => sketchOf(desk),
      (sketch) => view.show(sketch, SLOT),
      { fireImmediately: true },
    );
    return {
      dispose: () => {
        stop();
        view.show(undefined, SLOT);
      },
    };
  });
}

function sketchOf(desk: SheetDesk): Sketch | undefined {
  if (!desk.isOpen) return undefined;
  const rings = desk.rings.map((ring, n) => ({ ring, isActive: n === desk.active, number: n + 1 }));
  const shown = rings.flatMap(({ ring, isActive, number }) => (ring ? [{ ring, isActive, number }] : []));
  const lines = desk.frames.flatMap(({ profile }, n) =>
    profile?.line && 'positions' in profile.line
      ? [{ line: profile.line.positions, isActive: n === desk.active }]
      : [],
  );
  if (shown.length + lines.length === 0) return undefined;
  return {
    shapes: [...shown.map(({ ring, isActive }) => ({ line: ring, isActive })), ...lines].map(
      ({ line, isActive }) => ({
        geometry: { type: 'LineString' as const, coordinates: line.map(([x, y]): Position => [x, y]) },
        ...(isActive ? {} : { style: OTHERS, dashed: true }),
      }),
    ),
    labels:
      shown.length < 2
        ? []
        : shown.map(({ ring, number }) => ({ position: [ring[0]![0], ring[0]![1]], text: String(number) })),
  };
}
