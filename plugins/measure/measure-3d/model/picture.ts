import { closedRing, type Sketch, type SketchShape } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { KINDS, type SpaceMeasureKind } from './kinds.ts';
import type { SpaceMeasure, SpaceMeasures } from './measures.ts';

const SEEN: SketchShape['style'] = { stroke: '#16a34a00', width: 0, fill: '#16a34a66' };

/** The sketch of the measurements, at their heights; undefined without any. */
export function pictureOf(measures: SpaceMeasures): Sketch | undefined {
  const { list, pointed, signs } = measures;
  if (list.length === 0) return undefined;
  return {
    shapes: list.flatMap((measure) => shapesOf(measure, [...measures.placesOf(measure)])),
    handles: [...signs, ...(pointed ? [{ position: pointed, role: 'active' as const }] : [])],
  };
}

function shapesOf({ kind, reading }: SpaceMeasure, places: Position[]): SketchShape[] {
  const seen = (reading?.seen ?? []).map((ring): SketchShape => ({
    geometry: { type: 'Polygon', coordinates: [[...ring]] },
    style: SEEN,
  }));
  return [...seen, { geometry: geometryOf(kind, places), dashed: kind === 'viewshed' }];
}

/** The geometry of the vertices as they were placed. */
export function geometryOf(kind: SpaceMeasureKind, places: Position[]): Geometry {
  const { path } = KINDS[kind];
  if (path === 'point') return { type: 'Point', coordinates: places[0]! };
  return path === 'line'
    ? { type: 'LineString', coordinates: places }
    : { type: 'Polygon', coordinates: [closedRing(places)] };
}

/** The anchor of its bubble: the last vertex; for an angle the corner. */
export function anchorOf(measures: SpaceMeasures, measure: SpaceMeasure): Position {
  const places = measures.placesOf(measure);
  return measure.kind === 'angle' ? places[1]! : places.at(-1)!;
}
