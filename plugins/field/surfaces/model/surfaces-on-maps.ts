import { reaction } from 'mobx';
import { onEachView, type SketchShape, type Views } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { SurfaceDesk } from './surface-desk.ts';

const SLOT = 'surfaces';
/** Beyond, triangles are not drawn; contours are. */
export const MAX_DRAWN_TRIANGLES = 20_000;
const TRIANGLES: SketchShape['style'] = { stroke: '#78716c', width: 0.75 };
const CONTOUR: SketchShape['style'] = { stroke: '#92400e', width: 1.5 };

/** The triangles of the chosen surface and its contours on the maps. */
export function showSurfaces(desk: SurfaceDesk, views: Views): void {
  onEachView(views, (view) => {
    if (view.kind !== '2d' && view.kind !== '3d') return undefined;
    const show = () => {
      const shapes = shapesOf(desk);
      view.show(shapes.length > 0 ? { shapes } : undefined, SLOT);
    };
    return { dispose: reaction(() => [desk.chosen, desk.shown], show, { fireImmediately: true }) };
  });
}

function shapesOf({ chosen, shown }: SurfaceDesk): SketchShape[] {
  if (!chosen) return [];
  const { triangles } = chosen.tin;
  const shapes: SketchShape[] = [];
  if (triangles.length / 3 <= MAX_DRAWN_TRIANGLES) {
    const coordinates: Position[][] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = [0, 1, 2, 0].map((i) => chosen.positions[triangles[t + i]!]!);
      coordinates.push(corners);
    }
    shapes.push({ geometry: { type: 'MultiLineString', coordinates } as never, style: TRIANGLES });
  }
  if (shown.length > 0)
    shapes.push({
      geometry: {
        type: 'MultiLineString',
        coordinates: shown.map(({ positions }) => [...positions]),
      } as never,
      style: CONTOUR,
    });
  return shapes;
}
