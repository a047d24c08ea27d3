import { chord, direct, inverse } from '#core/geodesy';
import { boundDecoders } from '../../../formats/geotiff/decoders.ts';
import { UnusableDem } from '../../../formats/geotiff/unusable.ts';
import { useGridFiles, type GridFiles } from '../../../shared/crs/grids.ts';
import type { HeightGrid } from '../volume/height-grid.ts';
import { openSurface, type SurfaceSource } from '../volume/open-surface.ts';
import { cellArea, sidesAt } from '../volume/local-frame.ts';
import { CellReader } from './cell-reader.ts';
import { thinned, type ProfileSample } from './thinned.ts';

export interface ProfileTask {
  line: readonly (readonly [number, number])[];
  surface: SurfaceSource;
  grids: GridFiles;
}

export interface ProfileResult {
  samples: ProfileSample[];
  /** Number of positions before thinning. */
  positions: number;
  /** Square metres of a cell at the start. */
  cellArea: number;
  distance: number;
  /** Metres without heights. */
  gaps: number;
  length: number;
  ascent: number;
  descent: number;
  /** Degrees. */
  steepest: number;
}

/** Metres between positions where a geodesic is taken for a line in the grid. */
const STEP = 200;
const MAX_LEGS = 20_000;
/** Most lines between cells that a profile may cross. */
export const MAX_CROSSINGS = 1_000_000;
/** Metres within which two positions are one. */
const SAME = 1e-3;
const MAX_SAMPLES = 2_000;

/**
 * The ground along a line, at its vertices and wherever it crosses a line between the centres of cells: between those the
 * surface, bilinear between centres, has no break. Throws UnusableDem.
 */
export async function profileOf({ line, surface, grids }: ProfileTask): Promise<ProfileResult> {
  await boundDecoders();
  useGridFiles(grids);
  const { grid, close } = await openSurface(surface);
  try {
    const [column, row] = grid.toCell(...line[0]!);
    if (!Number.isFinite(column) || !Number.isFinite(row)) throw new UnusableDem('line-outside');
    const size = cellArea(sidesAt(grid, column, row, surface.resolution));
    const samples = await samplesAlong(line, grid);
    return {
      ...climbOf(samples),
      samples: thinned(samples, MAX_SAMPLES),
      positions: samples.length,
      cellArea: size,
    };
  } finally {
    await close();
  }
}

async function samplesAlong(line: ProfileTask['line'], grid: HeightGrid): Promise<ProfileSample[]> {
  const reader = new CellReader(grid);
  const samples: ProfileSample[] = [];
  const add = async (distance: number, place: readonly [number, number], cell: readonly [number, number]) => {
    const height = (await reader.at(...cell)) + grid.lift(...place);
    samples.push([distance, place[0], place[1], Number.isNaN(height) ? null : height]);
  };
  let last: Stop | undefined;
  for (const stop of stopsAlong(line, grid)) {
    if (last)
      for (const part of crossingsOf(last.cell, stop.cell)) {
        const distance = last.distance + (stop.distance - last.distance) * part;
        if (distance - samples.at(-1)![0] < SAME || stop.distance - distance < SAME) continue;
        const cell = [0, 1].map((axis) => last!.cell[axis]! + (stop.cell[axis]! - last!.cell[axis]!) * part);
        if (samples.length >= MAX_CROSSINGS)
          throw new UnusableDem('line-cells', { most: MAX_CROSSINGS / 1e6 });
        await add(distance, grid.toPlace(cell[0]!, cell[1]!), cell as [number, number]);
      }
    await add(stop.distance, stop.place, stop.cell);
    last = stop;
  }
  return samples;
}

interface Stop {
  readonly distance: number;
  readonly place: readonly [number, number];
  readonly cell: readonly [number, number];
}

/** The vertices of a line, and enough positions between them for straight lines in the grid. */
function* stopsAlong(line: ProfileTask['line'], grid: HeightGrid): Generator<Stop> {
  const legs = line.slice(1).map((to, i) => ({ from: line[i]!, ...inverse([...line[i]!], [...to]) }));
  const step = Math.max(STEP, legs.reduce((sum, { distance }) => sum + distance, 0) / MAX_LEGS);
  let before = 0;
  const stop = (distance: number, place: readonly [number, number]): Stop => {
    const cell = grid.toCell(...place);
    if (!cell.every(Number.isFinite)) throw new UnusableDem('line-outside');
    return { distance, place, cell };
  };
  yield stop(0, line[0]!);
  for (const [i, { from, distance, azimuth }] of legs.entries()) {
    if (distance === 0) continue;
    const count = Math.ceil(distance / step);
    for (let n = 1; n < count; n++) {
      const metres = (distance * n) / count;
      yield stop(before + metres, direct([...from], azimuth, metres));
    }
    before += distance;
    yield stop(before, line[i + 1]!);
  }
}

/** Where a line passes through a row or column of centres: parts of it between 0 and 1, ascending. */
function crossingsOf(from: readonly [number, number], to: readonly [number, number]): number[] {
  const parts: number[] = [];
  for (const axis of [0, 1] as const) {
    const [a, b] = [from[axis], to[axis]];
    if (Math.abs(b - a) > MAX_CROSSINGS) throw new UnusableDem('line-cells', { most: MAX_CROSSINGS / 1e6 });
    for (let line = Math.floor(Math.min(a, b)) + 1; line < Math.max(a, b); line++)
      parts.push((line - a) / (b - a));
  }
  return parts.sort((one, other) => one - other);
}

function climbOf(samples: readonly ProfileSample[]) {
  let [gaps, length, ascent, descent, steepest] = [0, 0, 0, 0, 0];
  for (let i = 1; i < samples.length; i++) {
    const [[start, x, y, low], [end, toX, toY, high]] = [samples[i - 1]!, samples[i]!];
    const run = end - start;
    if (low === null || high === null) {
      gaps += run;
      continue;
    }
    const rise = high - low;
    length += chord([x, y, low], [toX, toY, high]);
    ascent += Math.max(0, rise);
    descent += Math.max(0, -rise);
    if (run > 0) steepest = Math.max(steepest, Math.atan2(Math.abs(rise), run));
  }
  const distance = samples.at(-1)![0];
  return { distance, gaps, length, ascent, descent, steepest: (steepest * 180) / Math.PI };
}
