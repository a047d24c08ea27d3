import { closedRing, midpointsOf, type Sketch } from '#core/mapview';
import type { Geometry } from '#core/protocol';
import { levelled } from '#core/sketch';
import type { Measure, Measures } from '../model/measures.ts';

/** The measures as a viewer shows them, with handles on the legs while they can be changed; undefined without any. */
export function pictureOf({
  list,
  active,
  editable,
}: Pick<Measures, 'list' | 'active' | 'editable'>): Sketch | undefined {
  if (list.length === 0) return undefined;
  const handles = list.flatMap((measure) => [
    ...(editable
      ? [...midpointsOf(geometryOf(measure))].map(({ position }) => ({ position, role: 'midpoint' as const }))
      : []),
    ...measure.vertices.map((position, index) => ({
      position,
      role: active?.id === measure.id && active.index === index ? ('active' as const) : ('vertex' as const),
    })),
  ]);
  return { shapes: list.map((measure) => ({ geometry: geometryOf(measure) })), handles };
}

function geometryOf({ kind, vertices }: Measure): Geometry {
  const flat = levelled(vertices);
  return kind === 'distance'
    ? { type: 'LineString', coordinates: flat }
    : { type: 'Polygon', coordinates: [closedRing(flat)] };
}
