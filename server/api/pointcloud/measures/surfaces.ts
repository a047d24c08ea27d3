import type { CloudMeasure, CloudMeasured } from '#core/protocol';
import { lengthsOf, nearestOnLine, type Flat } from '../../../formats/pointcloud/plane-shapes.ts';
import type { Cloud } from '../points/cloud.ts';
import type { TerrainBelow } from '../points/task.ts';
import { gather, placesOf, type Gathered } from './gather.ts';
import { breakSigma } from './breaks.ts';
import {
  cellsOver,
  heightsIn,
  planeHeight,
  ringArea,
  type CellHeights,
  type HeightCells,
  type HeightPlane,
} from './grid.ts';
import { terrainHeights } from './terrain-below.ts';
import { fitPlane, sigmaAt, type FittedPlane } from './plane.ts';

const MAX_POINTS = 10_000_000;
/** Points a default cell has on average: of scattered points, one cell in 20,000 then has none. */
const POINTS_A_CELL = 10;

type Of<K extends CloudMeasure['measure']> = Extract<CloudMeasure, { measure: K }>;

function inPrism(cloud: Cloud, request: Of<'volume'> | Of<'area'>, seconds: number): Promise<Gathered> {
  const prism = { kind: 'prism' as const, ring: request.ring };
  const selection = { ...request, inside: [...(request.inside ?? []), prism] };
  return gather(cloud, selection, { seconds, points: MAX_POINTS });
}

const defaultCell = (area: number, points: number) => Math.sqrt((area * POINTS_A_CELL) / points);

/** The plane through the points along a ring. */
function rimPlane(points: Gathered, ring: Flat, within: number): FittedPlane | undefined {
  const closed: Flat = [...ring, ring[0]!];
  const lengths = lengthsOf(closed);
  return fitPlane(
    placesOf(points).filter(([x, y]) => nearestOnLine(closed, lengths, x, y).distance <= within),
  );
}

/** Share of a ring's width along it whose points make its rim: at least this many cells. */
const RIM_CELLS = 2;

export async function volume(
  cloud: Cloud,
  other: Cloud | null,
  terrain: TerrainBelow | null,
  request: Of<'volume'>,
  seconds: number,
): Promise<CloudMeasured> {
  const points = await inPrism(cloud, request, seconds);
  const area = ringArea(request.ring);
  const none: CloudMeasured = { measure: 'volume', source: points.source, volume: null };
  if (points.count < 3 || !(area > 0)) return none;
  const cell = request.cell ?? defaultCell(area, points.count);
  const cells = cellsOver(request.ring, cell);
  let base: HeightPlane = () => 0;
  let baseHeight = 0;
  // One standard deviation of the mean height of the base.
  let baseSigma = 0;
  let under: CellHeights | undefined;
  let otherGeoid: string | null = null;
  if (request.base.kind === 'height') {
    const { z } = request.base;
    base = () => z;
    baseHeight = z;
  } else if (request.base.kind === 'rim') {
    const plane = rimPlane(points, request.ring, RIM_CELLS * cell);
    if (!plane || plane.normal[2] < 0.1) return none;
    base = planeHeight(plane.centre, plane.normal);
    const [x, y] = middleOf(request.ring);
    baseHeight = base(x, y);
    baseSigma = sigmaAt(plane, [x, y, baseHeight]) / plane.normal[2];
  } else if (request.base.kind === 'terrain') {
    const read = await terrainHeights(cells, terrain!);
    under = read.under;
    otherGeoid = read.otherGeoid;
  } else {
    const below = await inPrism(other!, request, seconds);
    under = heightsIn(cells, below, base, request.surface);
    points.source.complete &&= below.source.complete;
    points.source.stoppedBy ??= below.source.stoppedBy;
  }
  const above = heightsIn(cells, points, base, request.surface);
  const sums = { cut: 0, fill: 0, met: 0, all: 0, variance: 0, noise: 0, base: 0 };
  for (let at = 0; at < cells.share.length; at++) {
    const own = cells.share[at]! * cell * cell;
    if (own === 0) continue;
    sums.all += own;
    const height = heightNear(cells, above, at) - (under ? heightNear(cells, under, at) : 0);
    if (Number.isNaN(height)) continue;
    sums.met += own;
    if (height > 0) sums.cut += own * height;
    else sums.fill -= own * height;
    const variance = meanVariance(above, at) + (under ? meanVariance(under, at) : 0);
    sums.variance += own ** 2 * variance;
    sums.noise += own * noiseIn(height, Math.sqrt(variance));
    if (under) sums.base += own * heightNear(cells, under, at);
  }
  if (sums.met === 0) return none;
  return {
    ...none,
    volume: {
      cut: sums.cut,
      fill: sums.fill,
      net: sums.cut - sums.fill,
      noise: sums.noise,
      area,
      empty: 1 - sums.met / sums.all,
      cell,
      plusMinus: Math.hypot(
        Math.sqrt(sums.variance),
        baseSigma * sums.met,
        breakSigma(cells, above),
        under ? breakSigma(cells, under) : 0,
      ),
      baseHeight: under ? sums.base / sums.met : baseHeight,
      ...(terrain && {
        terrain: {
          id: terrain.id,
          name: terrain.name,
          resolution: terrain.source.resolution,
          verticalCrs: terrain.earth.from.verticalCrs,
          otherGeoid,
        },
      }),
    },
  };
}

/** Of the mean height of a cell. */
function meanVariance({ variance, counts }: CellHeights, at: number): number {
  return variance / Math.max(1, counts[at]!);
}

/**
 * What noise adds to both the cut and the fill of a height near the base, which it lifts above as often as it lowers it
 * below: σ / √(2π) on average where the surface lies at the base, as this is, too. Elsewhere this is more than that.
 */
function noiseIn(height: number, sigma: number): number {
  return sigma > 0 ? sigma * Math.sqrt(5 / (2 * Math.PI)) * Math.exp(-2 * (height / sigma) ** 2) : 0;
}

/** Height of a cell. A cell that the ring cuts may have no points inside: it has that of its neighbours. */
function heightNear({ share, columns }: HeightCells, { heights }: CellHeights, at: number): number {
  if (!Number.isNaN(heights[at]!) || share[at] === 1) return heights[at]!;
  const column = at % columns;
  const beside = [
    column > 0 ? heights[at - 1] : NaN,
    column < columns - 1 ? heights[at + 1] : NaN,
    heights[at - columns],
    heights[at + columns],
  ].filter((height): height is number => height !== undefined && !Number.isNaN(height));
  return beside.length > 0 ? beside.reduce((sum, height) => sum + height, 0) / beside.length : NaN;
}

function middleOf(ring: Flat): [number, number] {
  const [x, y] = ring.reduce<[number, number]>((sum, each) => [sum[0] + each[0], sum[1] + each[1]], [0, 0]);
  return [x / ring.length, y / ring.length];
}

/** The plan area of a ring, and the area of the points' surface over it, from the slopes between cells. */
export async function area(cloud: Cloud, request: Of<'area'>, seconds: number): Promise<CloudMeasured> {
  const points = await inPrism(cloud, request, seconds);
  const plan = ringArea(request.ring);
  const none: CloudMeasured = { measure: 'area', source: points.source, area: null };
  if (points.count < 3 || !(plan > 0)) return none;
  const cell = request.cell ?? defaultCell(plan, points.count);
  const cells = cellsOver(request.ring, cell);
  const { columns, rows } = cells;
  // Heights above the mean plane, whose slope is added again: cells then hold noise and relief only.
  const plane = fitPlane(placesOf(points));
  const upright = plane && plane.normal[2] > 0.1 ? plane : undefined;
  const base = upright ? planeHeight(upright.centre, upright.normal) : () => 0;
  const [tiltX, tiltY] = upright
    ? [-upright.normal[0] / upright.normal[2], -upright.normal[1] / upright.normal[2]]
    : [0, 0];
  const { heights, counts, variance } = heightsIn(cells, points, base);
  const sums = { surface: 0, covered: 0, all: 0, variance: 0 };
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const own = cells.share[at]! * cell * cell;
      sums.all += own;
      if (own === 0 || Number.isNaN(heights[at]!)) continue;
      const x = slopeAt(
        heights,
        counts,
        at,
        column > 0 ? at - 1 : at,
        column < columns - 1 ? at + 1 : at,
        cell,
      );
      const y = slopeAt(
        heights,
        counts,
        at,
        row > 0 ? at - columns : at,
        row < rows - 1 ? at + columns : at,
        cell,
      );
      // Noise makes slopes: what it adds to their squares on average is taken off.
      const noise = variance * (x.weight + y.weight);
      const relief = Math.max(0, (x.slope + tiltX) ** 2 + (y.slope + tiltY) ** 2 - noise);
      const factor = Math.sqrt(1 + relief);
      sums.surface += own * factor;
      sums.covered += own;
      sums.variance += (own / factor) ** 2 * (relief * noise + noise ** 2 / 2);
    }
  if (sums.covered === 0) return none;
  const { surface, covered } = sums;
  const empty = 1 - covered / sums.all;
  return { ...none, area: { plan, surface, covered, empty, cell, plusMinus: Math.sqrt(sums.variance) } };
}

/** Slope between two neighbours of a cell, or the cell and one of them; `weight`: its variance per variance of a point. */
function slopeAt(
  heights: Float64Array,
  counts: Uint32Array,
  at: number,
  before: number,
  after: number,
  cell: number,
): { slope: number; weight: number } {
  const from = Number.isNaN(heights[before]!) ? at : before;
  const to = Number.isNaN(heights[after]!) ? at : after;
  if (from === to) return { slope: 0, weight: 0 };
  const distance = cell * (from === at || to === at ? 1 : 2);
  const weight = (1 / counts[from]! + 1 / counts[to]!) / distance ** 2;
  return { slope: (heights[to]! - heights[from]!) / distance, weight };
}
