import { direct, inverse, ringMeasures } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { crossesItself } from '#core/shapes';
import { UnusableDem } from '../../../formats/geotiff/unusable.ts';
import { momentsOf, reversed, type FlatRing } from './flat-rings.ts';
import type { HeightGrid } from './height-grid.ts';

/** Metres between vertices along an edge: a geodesic then differs from a line in the grid by less than a millimetre. */
const STEP = 200;
const MAX_STEPS = 20_000;

/** An outline: its outer ring, then its holes. */
export type OutlineRings = readonly (readonly (readonly [number, number])[])[];

/** Square metres on the ellipsoid within an outline. */
export function areaWithin(rings: OutlineRings): number {
  const areas = rings.map((ring) => Math.abs(ringMeasures(ring.map(([x, y]): Position => [x, y])).area));
  return areas.reduce((sum, area, i) => (i === 0 ? area : sum - area), 0);
}

/** Throws UnusableDem where rings cross themselves or each other. */
export function refuseCrossing(rings: OutlineRings): void {
  const first = rings[0]![0]![0];
  const closed = rings.map((ring) => {
    const near = ring.map(([x, y]): Position => [x - 360 * Math.round((x - first) / 360), y]);
    const [start, end] = [near[0]!, near.at(-1)!];
    return start[0] === end[0] && start[1] === end[1] ? near : [...near, start];
  });
  const at = crossesItself(closed);
  if (at)
    throw new UnusableDem('outline-crosses', { longitude: at[0].toFixed(6), latitude: at[1].toFixed(6) });
}

/** An outline in the cells of a grid, its edges as geodesics. Throws UnusableDem outside the CRS of the grid. */
export function outlineInCells(rings: OutlineRings, grid: HeightGrid): FlatRing[] {
  const length = rings.reduce(
    (sum, ring) => sum + ringMeasures(ring.map(([x, y]): Position => [x, y])).perimeter,
    0,
  );
  const step = Math.max(STEP, length / MAX_STEPS);
  return rings.map((ring, i) => {
    const flat = ring.flatMap((from, n) => edge(from, ring[(n + 1) % ring.length]!, step, grid));
    if (!flat.every(Number.isFinite)) throw new UnusableDem('outline-outside');
    const isPositive = momentsOf([flat], flat[0]!, flat[1]!)[0] >= 0;
    return isPositive === (i === 0) ? flat : reversed(flat);
  });
}

/** From one vertex towards the next, without it. */
function edge(
  from: readonly [number, number],
  to: readonly [number, number],
  step: number,
  grid: HeightGrid,
): number[] {
  if (from[0] === to[0] && from[1] === to[1]) return [];
  const { distance, azimuth } = inverse([...from], [...to]);
  const legs = Math.max(1, Math.ceil(distance / step));
  const cells: number[] = [];
  for (let leg = 0; leg < legs; leg++) {
    const place = leg === 0 ? from : direct([...from], azimuth, (distance * leg) / legs);
    cells.push(...grid.toCell(place[0], place[1]));
  }
  return cells;
}
