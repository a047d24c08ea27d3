import { gridAt, inverse, radiiAt } from '#core/geodesy';
import type { Position } from '#core/protocol';
import type { Metric } from '#core/sketch';
import { footOn } from './along-line.ts';
import { angularBasis, GEODESIC, metricOf, possible, type Basis } from './basis.ts';
import { circleThrough } from './circle.ts';
import type { Measure } from './measures.ts';

export type Quantity =
  | 'length'
  | 'perimeter'
  | 'area'
  | 'height'
  | 'angle'
  | 'otherAngle'
  | 'azimuth'
  | 'backAzimuth'
  | 'trueAzimuth'
  | 'gridAzimuth'
  | 'radius'
  | 'diameter'
  | 'centralAngle'
  | 'arcLength'
  | 'chord'
  | 'chainage'
  | 'offset'
  | 'convergence'
  | 'scale'
  | 'scaleNorth'
  | 'scaleEast'
  | 'heightFactor'
  | 'combinedFactor';

/** One number and its kind. NaN where unavailable. */
export interface MeasuredValue {
  readonly quantity: Quantity;
  /** Metres, square metres, degrees, or 1 for factors. */
  readonly unit: 'm' | 'm²' | '°' | '1';
  readonly amount: number;
  readonly basis: Basis;
}

/** The properties of a measurement that determine its values. */
export type Measured = Pick<Measure, 'kind' | 'vertices' | 'basis' | 'line'>;

/**
 * The values of a measurement, the main one first; none for coordinates. `plane`: the measuring CRS, if projected.
 */
export function valuesOf(measure: Measured, plane: string | undefined): readonly MeasuredValue[] {
  const { kind, vertices, line } = measure;
  const basis = possible(measure.basis);
  const metric = metricOf(basis);
  const angular = angularBasis(basis);
  const metres = (quantity: Quantity, amount: number): MeasuredValue => ({
    quantity,
    unit: 'm',
    amount,
    basis,
  });
  const degrees = (quantity: Quantity, amount: number, of = angular): MeasuredValue => ({
    quantity,
    unit: '°',
    amount,
    basis: of,
  });
  const [a, b, c] = vertices;
  switch (kind) {
    case 'distance': {
      const legs = legsOf(measure);
      const azimuth = legs.length === 1 ? [degrees('azimuth', legs[0]!.azimuth)] : [];
      return [metres('length', metric.length(vertices)), ...azimuth];
    }
    case 'area':
      return [
        { quantity: 'area', unit: 'm²', amount: metric.area(vertices), basis },
        metres('perimeter', metric.length([...vertices, a!])),
      ];
    case 'coordinates':
      return [];
    case 'angle': {
      const turn = turnAt(a!, b!, c!, metric);
      const inner = Math.min(turn, 360 - turn);
      return [degrees('angle', inner), degrees('otherAngle', 360 - inner)];
    }
    case 'azimuth': {
      const { distance, azimuth, finalAzimuth } = inverse(a!, b!);
      return [
        degrees('trueAzimuth', distance > 0 ? azimuth : NaN, GEODESIC),
        degrees('backAzimuth', distance > 0 ? (finalAzimuth + 180) % 360 : NaN, GEODESIC),
        ...(plane === undefined ? [] : gridAzimuth(a!, b!, plane)),
        metres('length', metric.length(vertices)),
      ];
    }
    case 'radius': {
      const { length, azimuth } = metric.segment(a!, b!);
      return [metres('radius', length), metres('diameter', 2 * length), degrees('azimuth', azimuth)];
    }
    case 'arc': {
      const { radius = NaN, turn = NaN } = circleThrough(a!, b!, c!, metric) ?? {};
      const angle = Math.abs(turn);
      return [
        metres('radius', radius),
        metres('arcLength', (radius * angle * Math.PI) / 180),
        metres('chord', metric.segment(a!, c!).length),
        degrees('centralAngle', angle),
      ];
    }
    case 'chainage': {
      const { chainage = NaN, offset = NaN } = footOn(line?.vertices ?? [], a!, metric) ?? {};
      return [metres('chainage', chainage), metres('offset', offset)];
    }
  }
}

/** Each segment of a distance or an outline in order (including the closing one): metres, degrees. */
export function legsOf({ kind, vertices, basis }: Measured): readonly ReturnType<Metric['segment']>[] {
  if (kind !== 'distance' && kind !== 'area') return [];
  const metric = metricOf(basis);
  const ends = kind === 'area' ? [...vertices, vertices[0]!] : vertices;
  return ends.slice(1).map((to, i) => metric.segment(ends[i]!, to));
}

/**
 * The distortion of lengths and directions at a position: convergence, scale, the factor that reduces a length at
 * `height` (metres above the ellipsoid) to the ellipsoid, and both combined. Scales by direction where the projection
 * is not conformal.
 */
export function factorsAt(plane: string, place: Position, height: number): readonly MeasuredValue[] {
  const basis: Basis = { kind: 'plane', crs: plane };
  const { convergence, scaleNorth, scaleEast } = gridAt(plane, place);
  const factor = (quantity: Quantity, amount: number): MeasuredValue => ({
    quantity,
    unit: '1',
    amount,
    basis,
  });
  const { along, across } = radiiAt(place[1]);
  const radius = Math.sqrt(along * across);
  const heightFactor = radius / (radius + height);
  const scale = (scaleNorth + scaleEast) / 2;
  const conformal = Math.abs(scaleNorth - scaleEast) < 1e-6;
  return [
    { quantity: 'convergence', unit: '°', amount: convergence, basis },
    ...(conformal
      ? [factor('scale', scale)]
      : [factor('scaleNorth', scaleNorth), factor('scaleEast', scaleEast)]),
    factor('heightFactor', heightFactor),
    ...(conformal ? [factor('combinedFactor', scale * heightFactor)] : []),
  ];
}

/** Degrees clockwise from the side b → a to the side b → c; NaN where a side has no length. */
function turnAt(a: Position, b: Position, c: Position, metric: Metric): number {
  const [one, other] = [metric.segment(b, a), metric.segment(b, c)];
  if (!(one.length > 0 && other.length > 0)) return NaN;
  return (other.azimuth - one.azimuth + 360) % 360;
}

function gridAzimuth(from: Position, to: Position, plane: string): MeasuredValue[] {
  const basis: Basis = { kind: 'plane', crs: plane };
  const { length, azimuth } = metricOf(basis).segment(from, to);
  const amount = length > 0 ? azimuth : NaN;
  try {
    return [
      { quantity: 'gridAzimuth', unit: '°', amount, basis },
      { quantity: 'convergence', unit: '°', amount: gridAt(plane, from).convergence, basis },
    ];
  } catch {
    // Outside the area of the CRS: no grid north there.
    return [];
  }
}

/** The anchor of its bubble: the corner, the top of the arc, the end; for an area its middle. May cross 180°. */
export function anchorOf({ kind, vertices }: Pick<Measure, 'kind' | 'vertices'>): Position {
  if (kind === 'angle' || kind === 'arc') return vertices[1]!;
  if (kind !== 'area') return vertices.at(-1)!;
  const first = vertices[0]![0];
  const near = (longitude: number): number => longitude - Math.round((longitude - first) / 360) * 360;
  const longitude = vertices.reduce((sum, vertex) => sum + near(vertex[0]), 0) / vertices.length;
  const latitude = vertices.reduce((sum, vertex) => sum + vertex[1], 0) / vertices.length;
  return [longitude - Math.round(longitude / 360) * 360, latitude];
}
