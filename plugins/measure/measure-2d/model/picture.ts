import { closedRing, type Sketch, type SketchShape } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { levelled, type Metric } from '#core/sketch';
import { footOn } from './along-line.ts';
import { metricOf } from './basis.ts';
import { circleThrough } from './circle.ts';
import type { Measure, Measures } from './measures.ts';

/** Segments of a full circle as displayed. */
const LEGS = 72;

/** The sketch of the measurements; undefined without any. */
export function pictureOf({ list, editable, line, signs }: Measures): Sketch | undefined {
  const chosen = editable && line ? [{ geometry: lineOf(line.vertices), dashed: true }] : [];
  if (list.length === 0 && chosen.length === 0) return undefined;
  return { shapes: [...chosen, ...list.flatMap(shapesOf)], handles: signs };
}

/** The shapes of a measurement; its own path first. */
export function shapesOf({
  kind,
  vertices,
  basis,
  line,
}: Pick<Measure, 'kind' | 'vertices' | 'basis' | 'line'>): SketchShape[] {
  const flat = levelled(vertices.map(([longitude, latitude]) => [longitude, latitude]));
  const metric = metricOf(basis);
  const [a, b, c] = flat;
  switch (kind) {
    case 'coordinates':
      return [{ geometry: { type: 'Point', coordinates: a! } }];
    case 'area':
      return [{ geometry: { type: 'Polygon', coordinates: [closedRing(flat)] } }];
    case 'radius': {
      if (!b) return [];
      const { length, azimuth } = metric.segment(a!, b);
      return [{ geometry: lineOf(flat) }, dashed(bow(a!, length, azimuth, 360, metric))];
    }
    case 'angle': {
      if (!b || !c) return [{ geometry: lineOf(flat) }];
      const [one, other] = [metric.segment(b, a!), metric.segment(b, c)];
      const turn = ((other.azimuth - one.azimuth + 540) % 360) - 180;
      const radius = Math.min(one.length, other.length) / 3;
      return [{ geometry: lineOf(flat) }, dashed(bow(b, radius, one.azimuth, turn, metric))];
    }
    case 'arc': {
      const circle = b && c && circleThrough(a!, b, c, metric);
      if (!circle) return [{ geometry: lineOf(flat), dashed: true }];
      const start = metric.segment(circle.centre, a!).azimuth;
      return [{ geometry: lineOf(bow(circle.centre, circle.radius, start, circle.turn, metric)) }];
    }
    case 'chainage': {
      const foot = line && footOn(line.vertices, a!, metric)?.foot;
      return foot ? [{ geometry: lineOf([foot, a!]) }, dashed(line.vertices)] : [];
    }
    default:
      return [{ geometry: lineOf(flat) }];
  }
}

/** Positions around `centre` from `start` (degrees) over `turn` degrees clockwise. */
function bow(centre: Position, radius: number, start: number, turn: number, metric: Metric): Position[] {
  const legs = Math.max(2, Math.ceil((Math.abs(turn) / 360) * LEGS));
  try {
    return Array.from({ length: legs + 1 }, (_, i) =>
      metric.direct(centre, start + (turn * i) / legs, radius),
    );
  } catch {
    // Outside the area of the CRS: without the arc.
    return [centre, centre];
  }
}

function dashed(places: readonly Position[]): SketchShape {
  return { geometry: lineOf(places), dashed: true };
}

function lineOf(places: readonly Position[]): Geometry {
  return { type: 'LineString', coordinates: places.map(([longitude, latitude]) => [longitude, latitude]) };
}
