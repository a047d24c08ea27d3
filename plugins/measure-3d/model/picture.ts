import { closedRing, type Sketch } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { KINDS } from './kinds.ts';
import type { Measure, SpaceMeasures } from './measures.ts';

type Shape = Sketch['shapes'][number];

const SEEN: Shape['style'] = { stroke: '#16a34a00', width: 0, fill: '#16a34a66' };

/** The measures as a viewer shows them, at their heights; undefined without any. */
export function pictureOf({ list, pointed }: Pick<SpaceMeasures, 'list' | 'pointed'>): Sketch | undefined {
  if (list.length === 0) return undefined;
  const places = list.flatMap(placesOf);
  return {
    shapes: list.flatMap(shapesOf),
    handles: [
      ...places.map((position) => ({ position, role: 'vertex' as const })),
      ...(pointed ? [{ position: pointed, role: 'active' as const }] : []),
    ],
  };
}

function shapesOf(measure: Measure): Shape[] {
  const places = placesOf(measure);
  const seen = (measure.reading?.seen ?? []).map((ring): Shape => ({
    geometry: { type: 'Polygon', coordinates: [[...ring]] },
    style: SEEN,
  }));
  const { path } = KINDS[measure.kind];
  const geometry: Geometry =
    path === 'point'
      ? { type: 'Point', coordinates: places[0]! }
      : path === 'line'
        ? { type: 'LineString', coordinates: places }
        : { type: 'Polygon', coordinates: [closedRing(places)] };
  return [...seen, { geometry, dashed: measure.kind === 'viewshed' }];
}

/** Where they stand as far as that is known. */
export function placesOf({ vertices, reading }: Measure): Position[] {
  return reading ? reading.standings.map(({ place }) => place) : [...vertices];
}

/** Where its bubble belongs: at the last place, of an angle at the corner. */
export function anchorOf(measure: Measure): Position {
  const places = placesOf(measure);
  return measure.kind === 'angle' ? places[1]! : places.at(-1)!;
}
