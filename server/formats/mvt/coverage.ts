import { inflateRawSync, deflateRawSync } from 'node:zlib';
import { EXTENT } from './grid.ts';

/** Cells along each side of a tile: one per pixel of a tile drawn 512 pixels wide. */
export const CELLS = 512;
/** Side of a cell in tile units. */
export const CELL = EXTENT / CELLS;

/** Most classes that a coverage tells apart: further objects are in none. */
export const MAX_CLASSES = 100;

/** Objects of one class in a coverage. */
export interface CoveredClass {
  /** Undefined: objects without a class, and those of classes beyond MAX_CLASSES. */
  readonly name: string | undefined;
  /** Objects in here; one that reaches into several tiles is counted in one of them. */
  count: number;
}

/**
 * The cells of a tile that merged objects cover, each with the class that most of what it is made of has. A polygon covers
 * the cells whose centres it contains, so that polygons without gaps between them cover every cell; one that contains no
 * centre covers the cell at its middle.
 */
export class Coverage {
  /** Row by row from the north: 1 plus the place of its class in `classes`; 0: not covered. */
  readonly cells = new Uint8Array(CELLS * CELLS);
  readonly classes: CoveredClass[] = [];
  readonly #places = new Map<string | undefined, number>();
  #current = 0;

  /** What is covered next is of this class. */
  begin(name: string | undefined): CoveredClass {
    this.#current = this.#placeOf(name) + 1;
    return this.classes[this.#current - 1]!;
  }

  cover(column: number, row: number): void {
    this.cells[row * CELLS + column] = this.#current;
  }

  /** Covers the cell at a position, in tile units. */
  point(x: number, y: number): void {
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    if (column >= 0 && row >= 0 && column < CELLS && row < CELLS) this.cover(column, row);
  }

  /** Covers the cells along a line: the first `length` numbers of `run`, x and y alternating, within the tile's buffer. */
  line(run: ArrayLike<number>, length: number): void {
    this.point(run[0]!, run[1]!);
    for (let i = 2; i < length; i += 2) {
      const [x, y] = [run[i - 2]!, run[i - 1]!];
      const [right, down] = [run[i]! - x, run[i + 1]! - y];
      const steps = Math.ceil(Math.max(Math.abs(right), Math.abs(down)) / CELL);
      for (let n = 1; n <= steps; n++) this.point(x + (right * n) / steps, y + (down * n) / steps);
    }
  }

  /** Adds one of the four tiles of the next zoom: `right` and `down` are 0 or 1. */
  addQuarter(quarter: Coverage, right: number, down: number): void {
    const half = CELLS / 2;
    const values = new Uint8Array(1 + MAX_CLASSES + 1);
    for (const [n, { name, count }] of quarter.classes.entries()) {
      this.begin(name).count += count;
      values[n + 1] = this.#current;
    }
    const cells = quarter.coarser(2);
    for (let row = 0; row < half; row++) {
      const to = (down * half + row) * CELLS + right * half;
      for (let column = 0; column < half; column++) {
        const value = cells[row * half + column]!;
        if (value) this.cells[to + column] = values[value]!;
      }
    }
  }

  /**
   * The coverage with square blocks of `factor` by `factor` cells: covered where any of them is, with the class that most
   * of them have. A class that would be nowhere has one block.
   */
  coarser(factor: number): Uint8Array {
    if (factor === 1) return this.cells;
    const side = CELLS / factor;
    const coarse = new Uint8Array(side * side);
    if (this.classes.length < 2) {
      for (let row = 0, from = 0; row < CELLS; row++) {
        const to = Math.floor(row / factor) * side;
        for (let column = 0; column < CELLS; column++, from++)
          if (this.cells[from]) coarse[to + Math.floor(column / factor)] = 1;
      }
      return coarse;
    }
    const counts = new Uint16Array(this.classes.length + 1);
    const blocks = new Uint32Array(counts.length);
    const firstBlocks = new Int32Array(counts.length).fill(-1);
    for (let at = 0; at < coarse.length; at++) {
      counts.fill(0);
      const corner = Math.floor(at / side) * factor * CELLS + (at % side) * factor;
      let most = 0;
      for (let n = 0; n < factor * factor; n++) {
        const value = this.cells[corner + Math.floor(n / factor) * CELLS + (n % factor)]!;
        if (!value) continue;
        if (firstBlocks[value]! < 0) firstBlocks[value] = at;
        if (++counts[value]! > counts[most]!) most = value;
      }
      coarse[at] = most;
      blocks[most]!++;
    }
    for (const [value, at] of firstBlocks.entries()) if (at >= 0 && !blocks[value]) coarse[at] = value;
    return coarse;
  }

  #placeOf(name: string | undefined): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    if (name !== undefined && this.#places.size >= MAX_CLASSES) return this.#placeOf(undefined);
    const place = this.classes.push({ name, count: 0 }) - 1;
    this.#places.set(name, place);
    return place;
  }

  /** One bit per cell where there is one class, else one byte; deflated. */
  pack(): Buffer {
    if (this.classes.length > 1) return deflateRawSync(this.cells, { level: 1 });
    const bits = new Uint8Array(this.cells.length / 8);
    for (let i = 0; i < this.cells.length; i++) if (this.cells[i]) bits[i >> 3]! |= 1 << (i & 7);
    return deflateRawSync(bits, { level: 1 });
  }

  static unpack(packed: Uint8Array, classes: readonly CoveredClass[]): Coverage {
    const bytes = inflateRawSync(packed);
    const coverage = new Coverage();
    for (const { name, count } of classes) coverage.begin(name).count = count;
    if (classes.length > 1) coverage.cells.set(bytes);
    else for (let i = 0; i < coverage.cells.length; i++) coverage.cells[i] = (bytes[i >> 3]! >> (i & 7)) & 1;
    return coverage;
  }
}

/** Fills polygons into coverages; one instance, with its buffers, serves many polygons. */
export class PolygonFill {
  /** Whether the border was crossed an odd number of times from one cell to the next. */
  readonly #crossed = new Uint8Array(CELLS * (CELLS + 1));
  #west = Infinity;
  #east = -Infinity;
  #north = Infinity;
  #south = -Infinity;

  begin(): void {
    [this.#west, this.#east, this.#north, this.#south] = [Infinity, -Infinity, Infinity, -Infinity];
  }

  /** The next ring, without its last position; rings are filled even-odd. */
  ring(run: ArrayLike<number>, length: number): void {
    for (let i = 0, j = length - 2; i < length; j = i, i += 2)
      this.#edge(run[j]!, run[j + 1]!, run[i]!, run[i + 1]!);
  }

  /** Covers what the rings since `begin` contain. */
  end(coverage: Coverage): void {
    const first = Math.max(0, firstCentre(this.#north));
    const last = Math.min(CELLS, firstCentre(this.#south));
    const left = Math.max(0, Math.min(CELLS, firstCentre(this.#west)));
    const right = Math.max(0, Math.min(CELLS, firstCentre(this.#east)));
    let covered = false;
    for (let row = first; row < last; row++) {
      let inside = 0;
      const line = row * (CELLS + 1);
      for (let column = left; column <= right; column++) {
        inside ^= this.#crossed[line + column]!;
        this.#crossed[line + column] = 0;
        if (inside && column < CELLS) {
          coverage.cover(column, row);
          covered = true;
        }
      }
    }
    if (!covered) coverage.point((this.#west + this.#east) / 2, (this.#north + this.#south) / 2);
  }

  #edge(fromX: number, fromY: number, toX: number, toY: number): void {
    this.#west = Math.min(this.#west, fromX);
    this.#east = Math.max(this.#east, fromX);
    this.#north = Math.min(this.#north, fromY);
    this.#south = Math.max(this.#south, fromY);
    // Always calculated in the same direction: neighbours get the same crossings.
    const [x, y, x2, y2] = fromY < toY ? [fromX, fromY, toX, toY] : [toX, toY, fromX, fromY];
    const first = Math.max(0, firstCentre(y));
    const last = Math.min(CELLS, firstCentre(y2));
    const slope = (x2 - x) / (y2 - y);
    for (let row = first; row < last; row++) {
      const at = x + ((row + 0.5) * CELL - y) * slope;
      const column = Math.max(0, Math.min(CELLS, firstCentre(at)));
      this.#crossed[row * (CELLS + 1) + column]! ^= 1;
    }
  }
}

/** The first column or row whose centre is at or beyond this ordinate. */
function firstCentre(ordinate: number): number {
  return Math.ceil(ordinate / CELL - 0.5);
}
