import { inverse } from '#core/geodesy';
import { boundDecoders } from '../../../formats/geotiff/decoders.ts';
import { UnusableDem } from '../../../formats/geotiff/unusable.ts';
import { useGridFiles, type GridFiles } from '../../../shared/crs/grids.ts';
import { boundsOf, clipToRange, momentsOf, rangeOf, type CellRange, type FlatRing } from './flat-rings.ts';
import type { HeightGrid } from './height-grid.ts';
import { cellArea, BilinearField, sidesAt } from './local-frame.ts';
import { openSurface, type OpenSurface, type SurfaceSource } from './open-surface.ts';
import { areaWithin, outlineInCells, refuseCrossing, type OutlineRings } from './outline.ts';
import { HeightWindow } from './height-window.ts';
import { overPlane } from './over-plane.ts';
import { overTerrain } from './over-terrain.ts';
import { addTo, noVolume, type VolumeSums } from './volume-sum.ts';

/** A plane through a place, in metres above the ellipsoid; `east` and `north` are its slopes, metres per metre. */
export interface BasePlane {
  at: readonly [longitude: number, latitude: number, height: number];
  east: number;
  north: number;
}

export interface VolumeTask {
  outline: OutlineRings;
  surface: SurfaceSource;
  base: BasePlane | SurfaceSource;
  grids: GridFiles;
}

export interface VolumeResult extends VolumeSums {
  /** Square metres within the outline. */
  area: number;
  /** Square metres of a cell at the outline. */
  cellArea: number;
}

/** Cells read at a time. */
const WINDOW = 512;
/** Cells across which area, base and geoid are interpolated. */
const BLOCK = 64;
/** Most cells of two terrains, of the one with more: each has to be cut by those of the other. */
export const MAX_CELLS_OF_TWO = 30_000_000;
/** Most cells of another terrain under a window. */
const MAX_UNDER = 4_000_000;

/** The volume between a terrain and a base within an outline, over all cells. Throws UnusableDem. */
export async function volumeOf({ outline, surface, base, grids }: VolumeTask): Promise<VolumeResult> {
  await boundDecoders();
  useGridFiles(grids);
  refuseCrossing(outline);
  const opened: OpenSurface[] = [];
  const open = async (source: SurfaceSource) => {
    const one = await openSurface(source);
    opened.push(one);
    return one.grid;
  };
  try {
    const grid = await open(surface);
    const rings = outlineInCells(outline, grid);
    const { resolution } = surface;
    const under = 'kind' in base ? { grid: await open(base), resolution: base.resolution } : base;
    const size = cellArea(sidesAt(grid, rings[0]![0]!, rings[0]![1]!, resolution));
    if ('grid' in under) refuseMany(areaWithin(outline), resolution, under.resolution);
    const sums = await new Integration(grid, resolution, under).over(rings);
    return { ...sums, area: areaWithin(outline), cellArea: size };
  } finally {
    for (const one of opened) await one.close();
  }
}

function refuseMany(area: number, ...resolutions: number[]): void {
  const cells = Math.round(area / Math.min(...resolutions) ** 2);
  if (cells > MAX_CELLS_OF_TWO)
    throw new UnusableDem('volume-cells', {
      cells: Math.ceil(cells / 1e6),
      most: MAX_CELLS_OF_TWO / 1e6,
    });
}

class Integration {
  readonly #grid: HeightGrid;
  readonly #resolution: number;
  readonly #base: BasePlane | { grid: HeightGrid };
  readonly #sums = noVolume();

  constructor(grid: HeightGrid, resolution: number, base: BasePlane | { grid: HeightGrid }) {
    this.#grid = grid;
    this.#resolution = resolution;
    this.#base = base;
  }

  async over(rings: readonly FlatRing[]): Promise<VolumeSums> {
    const { width, height } = this.#grid;
    const whole = rangeOf(boundsOf(rings), width, height);
    if (!whole) return this.#sums;
    for (let top = whole.top; top < whole.bottom; top += WINDOW) {
      const strip = { ...whole, top, bottom: Math.min(whole.bottom, top + WINDOW) };
      const across = clipToRange(rings, strip);
      if (across.length === 0) continue;
      for (let left = whole.left; left < whole.right; left += WINDOW)
        await this.#window(across, { ...strip, left, right: Math.min(whole.right, left + WINDOW) });
    }
    return this.#sums;
  }

  async #window(rings: readonly FlatRing[], range: CellRange): Promise<void> {
    const clipped = clipToRange(rings, range);
    if (clipped.length === 0 || momentsOf(clipped, range.left, range.top)[0] === 0) return;
    const other = await this.#otherUnder(range);
    if (other === 'too-many') {
      for (const part of halves(range)) await this.#window(clipped, part);
      return;
    }
    const window = await readWindow(this.#grid, range, 1);
    for (const block of blocksOf(range)) {
      const inBlock = clipToRange(clipped, block);
      if (inBlock.length > 0) this.#block(inBlock, block, window, other);
    }
  }

  #block(
    rings: readonly FlatRing[],
    block: CellRange,
    window: HeightWindow,
    other: HeightWindow | undefined,
  ): void {
    const grid = this.#grid;
    const area = new BilinearField(block, (column, row) =>
      cellArea(sidesAt(grid, column, row, this.#resolution)),
    );
    const sides = sidesAt(
      grid,
      (block.left + block.right) / 2,
      (block.top + block.bottom) / 2,
      this.#resolution,
    );
    const base = new BilinearField(block, (column, row) => this.#baseAt(column, row));
    const geometry = { area, base, sides };
    if (!('grid' in this.#base)) return addTo(this.#sums, overPlane(rings, block, window, geometry));
    const { grid: beneath } = this.#base;
    const { width, height } = beneath;
    const cellOf = (axis: 0 | 1) =>
      new BilinearField(block, (column, row) => beneath.toCell(...grid.toPlace(column, row))[axis]);
    if (!other) {
      const { known, unknown } = overPlane(rings, block, window, geometry);
      return addTo(this.#sums, { ...noVolume(), unknown: known + unknown });
    }
    const under = { window: other, width, height, column: cellOf(0), row: cellOf(1) };
    addTo(this.#sums, overTerrain(rings, block, window, geometry, under));
  }

  /** Of a plane: its height in the heights of the model; of a terrain: metres to add to its heights. */
  #baseAt(column: number, row: number): number {
    const [longitude, latitude] = this.#grid.toPlace(column, row);
    const lift = this.#grid.lift(longitude, latitude);
    if ('grid' in this.#base) return this.#base.grid.lift(longitude, latitude) - lift;
    const { at, east, north } = this.#base;
    if (east === 0 && north === 0) return at[2] - lift;
    const { distance, azimuth } = inverse([at[0], at[1]], [longitude, latitude]);
    const turn = (azimuth * Math.PI) / 180;
    return at[2] + distance * (east * Math.sin(turn) + north * Math.cos(turn)) - lift;
  }

  /** The heights of the other terrain under a range; undefined where there are none. */
  async #otherUnder(range: CellRange): Promise<HeightWindow | undefined | 'too-many'> {
    if (!('grid' in this.#base)) return undefined;
    const { grid } = this.#base;
    const { left, top, right, bottom } = range;
    const edge: number[] = [];
    for (let n = 0; n <= 8; n++) {
      const [x, y] = [left + ((right - left) * n) / 8 - 0.5, top + ((bottom - top) * n) / 8 - 0.5];
      for (const [column, row] of [
        [x, top - 0.5],
        [x, bottom - 0.5],
        [left - 0.5, y],
        [right - 0.5, y],
      ] as const)
        edge.push(...grid.toCell(...this.#grid.toPlace(column, row)));
    }
    if (!edge.every(Number.isFinite)) return undefined;
    const [west, north, east, south] = boundsOf([edge]);
    const under = rangeOf([west - 1, north - 1, east + 1, south + 1], grid.width, grid.height);
    if (!under) return undefined;
    const count = (under.right - under.left) * (under.bottom - under.top);
    if (count > MAX_UNDER && (right - left) * (bottom - top) > 1) return 'too-many';
    return readWindow(grid, under, 1);
  }
}

async function readWindow(grid: HeightGrid, range: CellRange, margin: number): Promise<HeightWindow> {
  const { left, top, right, bottom } = range;
  const [x, y] = [left - margin, top - margin];
  const [width, height] = [right - left + 2 * margin, bottom - top + 2 * margin];
  return new HeightWindow(await grid.window(x, y, width, height), x, y, width, height);
}

function* blocksOf({ left, top, right, bottom }: CellRange): Generator<CellRange> {
  for (let y = top; y < bottom; y += BLOCK)
    for (let x = left; x < right; x += BLOCK)
      yield { left: x, top: y, right: Math.min(right, x + BLOCK), bottom: Math.min(bottom, y + BLOCK) };
}

function halves(range: CellRange): [CellRange, CellRange] {
  const { left, top, right, bottom } = range;
  if (right - left >= bottom - top) {
    const middle = (left + right) >> 1;
    return [
      { ...range, right: middle },
      { ...range, left: middle },
    ];
  }
  const middle = (top + bottom) >> 1;
  return [
    { ...range, bottom: middle },
    { ...range, top: middle },
  ];
}
