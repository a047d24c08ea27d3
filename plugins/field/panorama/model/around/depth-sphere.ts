import type { Vector } from '#core/geodesy';
import { bearingOf } from '../pose.ts';

/** Cells of a degree. */
const FINE = 4;
const [COLUMNS, ROWS] = [360 * FINE, 180 * FINE];
/** A gap with this many of its eight neighbours known is filled. */
const ENOUGH = 5;
/** What is not farther behind than this is on the surface itself: metres, and parts of the distance. */
const ON_SURFACE = { metres: 0.3, parts: 0.02 };
/** Degrees: the widest that one sample covers. */
const WIDEST = 2;

/** How far it is to the nearest known surface in every direction from a camera. */
export class DepthSphere {
  readonly #depths = new Float32Array(COLUMNS * ROWS).fill(Infinity);
  /** Cells by which the sample of a cell reaches beyond its middle. */
  readonly #reaches = new Uint8Array(COLUMNS * ROWS);
  #filled: Float32Array | undefined;

  /** A sample of a surface, east, north and up of the camera, that covers `size` metres. */
  add(east: number, north: number, up: number, size: number): void {
    const depth = Math.hypot(east, north, up);
    if (!(depth > 0.05)) return;
    this.#filled = undefined;
    const level = Math.hypot(east, north);
    const reach = Math.min(WIDEST / 2, (Math.atan2(size / 2, depth) * 180) / Math.PI) * FINE;
    const column = ((Math.atan2(east, north) / (2 * Math.PI) + 1) % 1) * COLUMNS;
    const row = (0.5 - Math.atan2(up, level) / Math.PI) * ROWS;
    // Towards the zenith a degree of azimuth is narrower.
    const wide = Math.min(COLUMNS / 2, (reach * depth) / Math.max(level, depth * 0.01));
    for (let r = Math.floor(row - reach); r <= Math.floor(row + reach); r++) {
      if (r < 0 || r >= ROWS) continue;
      for (let c = Math.floor(column - wide); c <= Math.floor(column + wide); c++) {
        const at = r * COLUMNS + ((c + COLUMNS) % COLUMNS);
        if (depth >= this.#depths[at]!) continue;
        this.#depths[at] = depth;
        this.#reaches[at] = Math.ceil(reach);
      }
    }
  }

  /** Adds a triangle by samples so close that they leave no gap. */
  addTriangle(a: Vector, b: Vector, c: Vector): void {
    const nearest = Math.max(0.3, Math.min(Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)));
    const longest = Math.max(between(a, b), between(b, c), between(c, a));
    // Of a large near triangle the far part needs no more than this.
    const size = Math.max((nearest * Math.PI) / 180 / FINE, longest / 200);
    const steps = Math.max(1, Math.ceil(longest / size));
    for (let i = 0; i <= steps; i++)
      for (let j = 0; j <= steps - i; j++) {
        const [u, v] = [i / steps, j / steps];
        const at = (k: 0 | 1 | 2) => a[k] + (b[k] - a[k]) * u + (c[k] - a[k]) * v;
        this.add(at(0), at(1), at(2), longest / steps);
      }
  }

  /** Metres to the surface in a direction; Infinity where none is known. */
  depthAt(direction: Vector): number {
    const [column, row] = cellOf(direction);
    return this.#known[row * COLUMNS + column]!;
  }

  /**
   * Whether a place is behind all that is known around its direction, as far as samples there reach: on a surface that is seen
   * at a slant, what lies beyond is farther. East, north and up of the camera.
   */
  hides(place: Vector): boolean {
    const distance = Math.hypot(...place);
    const least = distance - Math.max(ON_SURFACE.metres, ON_SURFACE.parts * distance);
    const [column, row] = cellOf(place);
    const depths = this.#known;
    const step = this.#reaches[row * COLUMNS + column]! + 1;
    const wide = Math.min(
      COLUMNS / 4,
      Math.ceil((step * distance) / Math.max(Math.hypot(place[0], place[1]), distance * 0.01)),
    );
    for (const r of [row - step, row, row + step])
      for (const c of [column - wide, column, column + wide]) {
        const at = Math.min(ROWS - 1, Math.max(0, r)) * COLUMNS + ((c + COLUMNS) % COLUMNS);
        // Also where nothing is known: only what is certainly hidden is.
        if (!(depths[at]! < least)) return false;
      }
    return true;
  }

  /** Gaps between samples have the greatest depth of their neighbours. */
  get #known(): Float32Array {
    this.#filled ??= filled(filled(this.#depths));
    return this.#filled;
  }
}

function filled(depths: Float32Array): Float32Array {
  const full = depths.slice();
  for (let row = 1; row < ROWS - 1; row++)
    for (let column = 0; column < COLUMNS; column++) {
      const at = row * COLUMNS + column;
      if (depths[at] !== Infinity) continue;
      let [known, farthest] = [0, 0];
      for (let r = row - 1; r <= row + 1; r++)
        for (let c = column - 1; c <= column + 1; c++) {
          const depth = depths[r * COLUMNS + ((c + COLUMNS) % COLUMNS)]!;
          if (depth === Infinity) continue;
          known++;
          farthest = Math.max(farthest, depth);
        }
      if (known >= ENOUGH) full[at] = farthest;
    }
  return full;
}

function cellOf(direction: Vector): readonly [column: number, row: number] {
  const { yaw, pitch } = bearingOf(direction);
  const column = Math.floor((yaw / (2 * Math.PI)) * COLUMNS) % COLUMNS;
  return [column, Math.min(ROWS - 1, Math.max(0, Math.floor((0.5 - pitch / Math.PI) * ROWS)))];
}

const between = (a: Vector, b: Vector) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
