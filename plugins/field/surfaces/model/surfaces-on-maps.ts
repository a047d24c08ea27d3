import { reaction } from 'mobx';
import { onEachView, type SketchShape, type Views } from '#core/mapview';
import type { SurfaceDesk } from './surface-desk.ts';

const SLOT = 'surfaces';
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
    return { dispose: reaction(() => [desk.triangles, desk.shown], show, { fireImmediately: true }) };
  });
}

function shapesOf({ triangles, shown }: SurfaceDesk): SketchShape[] {
  const shapes: SketchShape[] = [];
  if (triangles) {
    const { places, corners } = triangles;
    const coordinates = Array.from({ length: corners.length / 3 }, (_, t) =>
      [0, 1, 2, 0].map((i) => places[corners[3 * t + i]!]!),
    );
    shapes.push({ geometry: { type: 'MultiLineString', coordinates }, style: TRIANGLES });
  }
  if (shown.length > 0)
    shapes.push({
      geometry: {
        type: 'MultiLineString',
        coordinates: shown.map(({ positions }) =>
          positions.map(([longitude, latitude]) => [longitude, latitude]),
        ),
      },
      style: CONTOUR,
    });
  return shapes;
}
