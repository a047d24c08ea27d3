import { cross, lengthOfVector, minus, type Vector } from '#core/geodesy';
import { LocalFrame } from './local-frame.ts';
import type { MeasuredPoint } from './measuring.ts';
import { lengthBetween, type Covariance } from './rays.ts';

/** A value and its half-width of the 95 % confidence interval, metres or square metres. */
export interface Amount {
  readonly quantity: 'distance' | 'level' | 'height' | 'area';
  readonly amount: number;
  readonly within: number;
}

type Ends = Pick<MeasuredPoint, 'position' | 'covariance'>;

const Z95 = 1.959963984540054;

/** From one point to the next, as they are numbered: from 1. */
export interface Leg {
  readonly from: number;
  readonly to: number;
  /** Distance, level distance and height difference. */
  readonly amounts: readonly Amount[];
}

/** From each point to the next. */
export function legsOf(points: readonly Ends[]): Leg[] {
  const local = localOf(points);
  return local.slice(1).map((to, i) => ({ from: i + 1, to: i + 2, amounts: betweenEnds(local[i]!, to) }));
}

/** Of three or more points; undefined of fewer. */
export function areaBetween(points: readonly Ends[]): Amount | undefined {
  return points.length > 2 ? { quantity: 'area', ...areaWithin(localOf(points)) } : undefined;
}

interface LocalEnd {
  readonly point: Vector;
  readonly covariance: Covariance;
}

function localOf(points: readonly Ends[]): LocalEnd[] {
  if (points.length === 0) return [];
  const frame = new LocalFrame([...points[0]!.position]);
  // Points of one project are so near that their axes are the same.
  return points.map(({ position, covariance }) => ({ point: frame.toLocal(position), covariance }));
}

function betweenEnds(from: LocalEnd, to: LocalEnd): Amount[] {
  const { length, within } = lengthBetween(from, to);
  const flat = ({ point, covariance }: LocalEnd): LocalEnd => ({
    point: [point[0], point[1], 0],
    covariance: covariance.map((row, i) =>
      row.map((value, j) => (i < 2 && j < 2 ? value : 0)),
    ) as unknown as Covariance,
  });
  const level = lengthBetween(flat(from), flat(to));
  return [
    { quantity: 'distance', amount: length, within },
    { quantity: 'level', amount: level.length, within: level.within },
    {
      quantity: 'height',
      amount: to.point[2] - from.point[2],
      within: Z95 * Math.sqrt(from.covariance[2][2] + to.covariance[2][2]),
    },
  ];
}

/** Of the flat polygon through the points, in space; its ± by how it changes with each coordinate. */
function areaWithin(corners: readonly LocalEnd[]) {
  const places = corners.map(({ point }) => point);
  const amount = areaOf(places);
  const step = 1e-4;
  let variance = 0;
  for (const [n, { covariance }] of corners.entries()) {
    const slope = [0, 1, 2].map((axis) => {
      const moved = places.map((place, m) =>
        m === n ? (place.map((value, i) => value + (i === axis ? step : 0)) as unknown as Vector) : place,
      );
      return (areaOf(moved) - amount) / step;
    });
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) variance += slope[i]! * slope[j]! * covariance[i]![j]!;
  }
  return { amount, within: Z95 * Math.sqrt(variance) };
}

function areaOf(places: readonly Vector[]): number {
  const [first, ...rest] = places;
  let sum: Vector = [0, 0, 0];
  for (let i = 1; i < rest.length; i++) {
    const [x, y, z] = cross(minus(rest[i - 1]!, first!), minus(rest[i]!, first!));
    sum = [sum[0] + x, sum[1] + y, sum[2] + z];
  }
  return lengthOfVector(sum) / 2;
}
