import { betweenNodes } from './grid-cell.ts';
import { GridFault, type GridArea } from './grid-fault.ts';

/**
 * Shift grids in the NTv2 format (`.gsb`), published by surveys for the transformation from an older datum to the
 * current one. Read by a small reader of our own: that of proj4 uses the first sub-grid that contains a place instead
 * of the finest, fails on the outermost line of nodes, and stores every node as a separate array
 * (docs/decisions/0022-shift-grids.md).
 */

interface SubGrid {
  readonly name: string;
  /** Number of sub-grids that contain it. */
  readonly depth: number;
  readonly area: GridArea;
  /** Seconds; longitudes are positive to the west, as in the format. */
  readonly south: number;
  readonly east: number;
  readonly latitudeStep: number;
  readonly longitudeStep: number;
  readonly columns: number;
  readonly rows: number;
  /** Offset of its first node, in the south-east. */
  readonly at: number;
}

const RECORD = 16;
const HEADER = 11 * RECORD;
/** No survey publishes this many sub-grids. */
const MAX_SUB_GRIDS = 2000;
/** Seconds: no two datums differ by a degree. */
const MAX_SHIFT = 3600;
/** Tolerance, degrees; a hundredth of a millimetre. */
const TOLERANCE = 1e-10;
/** Maximum distance by which a datum shifts places, degrees. */
const MAX_SHIFT_DEGREES = 0.02;

/** A shift grid from one datum to another. */
export class ShiftGrid {
  readonly #view: DataView;
  readonly #little: boolean;
  /** Sorted, the finest first. */
  readonly #grids: readonly SubGrid[];
  /** The source ellipsoid: semi-major and semi-minor axis. */
  readonly from: { readonly name: string; readonly a: number; readonly b: number };
  readonly to: { readonly name: string; readonly a: number; readonly b: number };
  readonly area: GridArea;
  readonly nodes: number;

  /** Checks every node. Throws GridFault. */
  constructor(bytes: ArrayBuffer) {
    this.#view = new DataView(bytes);
    if (bytes.byteLength < 2 * HEADER || this.#text(0) !== 'NUM_OREC') throw new GridFault('no-ntv2');
    this.#little = this.#view.getInt32(8, true) === 11;
    if (!this.#little && this.#view.getInt32(8, false) !== 11) throw new GridFault('no-ntv2');
    const unit = this.#value(3);
    if (unit !== 'SECONDS') throw new GridFault('unit', { unit });
    this.from = { name: this.#value(5), a: this.#real(7), b: this.#real(8) };
    this.to = { name: this.#value(6), a: this.#real(9), b: this.#real(10) };
    const count = this.#view.getInt32(2 * RECORD + 8, this.#little);
    if (!(count >= 1 && count <= MAX_SUB_GRIDS)) throw new GridFault('no-ntv2');
    this.#grids = this.#readAll(count);
    this.nodes = this.#grids.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
    const side = (index: 0 | 1 | 2 | 3, of: (...all: number[]) => number) =>
      of(...this.#grids.map(({ area }) => area[index]));
    this.area = [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
  }

  get subGrids(): number {
    return this.#grids.length;
  }

  /** Transforms a place (degrees) from the older datum to the newer one; undefined outside the grid. */
  shift(longitude: number, latitude: number): [number, number] | undefined {
    const grid = this.#grids.find(({ area }) => isWithin(area, longitude, latitude));
    if (!grid) return undefined;
    const x = (-longitude * 3600 - grid.east) / grid.longitudeStep;
    const y = (latitude * 3600 - grid.south) / grid.latitudeStep;
    const mixed = (value: 0 | 1): number =>
      betweenNodes([x, y], grid, (column, row) => this.#node(grid, row * grid.columns + column, value));
    return [longitude - mixed(1) / 3600, latitude + mixed(0) / 3600];
  }

  /** The inverse of `shift`: returns the place that `shift` moves to this one; undefined if the grid has none. */
  unshift(longitude: number, latitude: number): [number, number] | undefined {
    let [x, y] = [longitude, latitude];
    for (let turn = 0; turn < 30; turn++) {
      const there = this.shift(x, y);
      const [dx, dy] = there
        ? [longitude - there[0], latitude - there[1]]
        : (this.#neighbour(x, y, longitude, latitude) ?? [NaN, NaN]);
      if (Number.isNaN(dx)) return undefined;
      if (there && Math.abs(dx) < TOLERANCE && Math.abs(dy) < TOLERANCE) return [x, y];
      x += dx;
      y += dy;
    }
    return undefined;
  }

  /**
   * Near the edge the iteration may leave the grid although the result lies in it: the step then uses the nearest
   * shift.
   */
  #neighbour(x: number, y: number, longitude: number, latitude: number): [number, number] | undefined {
    const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));
    for (const { area } of this.#grids) {
      const [inX, inY] = [clamp(x, area[0], area[2]), clamp(y, area[1], area[3])];
      if (Math.abs(inX - x) > MAX_SHIFT_DEGREES || Math.abs(inY - y) > MAX_SHIFT_DEGREES) continue;
      const there = this.shift(inX, inY);
      if (there) return [longitude - there[0] + inX - x, latitude - there[1] + inY - y];
    }
    return undefined;
  }

  #node({ at }: SubGrid, index: number, value: 0 | 1): number {
    return this.#view.getFloat32(at + index * RECORD + value * 4, this.#little);
  }

  #readAll(count: number): SubGrid[] {
    const grids: (Omit<SubGrid, 'depth'> & { parent: string })[] = [];
    let at = HEADER;
    for (let n = 0; n < count; n++) {
      const grid = this.#read(at);
      grids.push(grid);
      at = grid.at + grid.columns * grid.rows * RECORD;
    }
    const parents = new Map(grids.map(({ name, parent }) => [name, parent]));
    const depthOf = (name: string, steps = 0): number => {
      const parent = parents.get(name);
      // A cycle of parents would never end.
      if (parent === undefined || steps > grids.length) throw new GridFault('sub-grid', { name });
      return parent === 'NONE' ? 0 : 1 + depthOf(parent, steps + 1);
    };
    return grids.map((grid) => ({ ...grid, depth: depthOf(grid.name) })).sort((a, b) => b.depth - a.depth);
  }

  #read(from: number): Omit<SubGrid, 'depth'> & { parent: string } {
    if (from + HEADER > this.#view.byteLength) throw new GridFault('cut-short');
    const real = (record: number) => this.#real(record, from);
    const [name, parent] = [this.#value(0, from), this.#value(1, from)];
    const [south, north, east, west] = [real(4), real(5), real(6), real(7)];
    const [latitudeStep, longitudeStep] = [real(8), real(9)];
    const rows = Math.round((north - south) / latitudeStep) + 1;
    const columns = Math.round((west - east) / longitudeStep) + 1;
    const area: GridArea = [-west / 3600, south / 3600, -east / 3600, north / 3600];
    const sound =
      this.#text(from) === 'SUB_NAME' &&
      latitudeStep > 0 &&
      longitudeStep > 0 &&
      Math.abs(south + (rows - 1) * latitudeStep - north) < latitudeStep / 100 &&
      Math.abs(east + (columns - 1) * longitudeStep - west) < longitudeStep / 100 &&
      rows >= 2 &&
      columns >= 2 &&
      area.every((side, i) => Math.abs(side) <= (i % 2 === 0 ? 360 : 90)) &&
      this.#view.getInt32(from + 10 * RECORD + 8, this.#little) === rows * columns;
    if (!sound) throw new GridFault('sub-grid', { name });
    const at = from + HEADER;
    if (at + rows * columns * RECORD > this.#view.byteLength) throw new GridFault('cut-short');
    for (let node = 0; node < rows * columns; node++)
      for (const value of [0, 4]) {
        const shift = this.#view.getFloat32(at + node * RECORD + value, this.#little);
        if (!(Math.abs(shift) <= MAX_SHIFT)) throw new GridFault('shift', { name, node });
      }
    return { name, parent, area, south, east, latitudeStep, longitudeStep, columns, rows, at };
  }

  /** Reads eight characters; other bytes are skipped. */
  #text(at: number): string {
    let text = '';
    for (let i = 0; i < 8; i++) {
      const code = this.#view.getUint8(at + i);
      if (code >= 32 && code < 127) text += String.fromCharCode(code);
    }
    return text.trim();
  }

  #value(record: number, from = 0): string {
    return this.#text(from + record * RECORD + 8);
  }

  #real(record: number, from = 0): number {
    return this.#view.getFloat64(from + record * RECORD + 8, this.#little);
  }
}

function isWithin([west, south, east, north]: GridArea, longitude: number, latitude: number): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}
