import { clipLine, clipRing } from '#core/shapes';
import { WkbReader } from '../wkb/read.ts';
import { Drawing } from './geometry-commands.ts';
import { BUFFER, EXTENT, FINE, type ProjectPosition } from './grid.ts';

/** The tile with its buffer, on both axes. */
const [LOW, HIGH] = [-BUFFER, EXTENT + BUFFER];
const FRAME = [LOW, LOW, HIGH, HIGH] as const;

/** Whether to draw a dot for a polygon smaller than a pixel at this corner. */
export type Tiny = (side: number, west: number) => boolean;

/**
 * Converts geometries for a tile: projects, clips and simplifies to half a pixel. Positions move to a grid that all
 * geometries share, so that neighbours stay without gaps. A tile has thousands of them, so all share a few buffers.
 */
export class Shaper {
  #project: ProjectPosition;
  #drawing = new Drawing();
  /** The current line or ring in tile units, x and y alternating; rings without their last position. */
  #run = new Float64Array(2048);
  #length = 0;
  /** The same in whole units, simplified. */
  #thin = new Int32Array(2048);
  readonly #reader = new WkbReader();

  constructor(project: ProjectPosition) {
    this.#project = project;
  }

  /**
   * Reads a geometry in well-known binary (two ordinates, either byte order) at `at`, and returns its end. The
   * drawing is valid until the next call; undefined when nothing of it is visible.
   */
  draw(bytes: Uint8Array, at: number, tiny: Tiny): { drawing: Drawing | undefined; end: number } {
    this.#reader.open(bytes, at);
    this.#drawing.begin();
    this.#geometry(tiny);
    return { drawing: this.#drawing.end() ? this.#drawing : undefined, end: this.#reader.at };
  }

  #geometry(tiny: Tiny): void {
    const type = this.#reader.head();
    if (type === 'Point') this.#point();
    else if (type === 'LineString') this.#line();
    else if (type === 'Polygon') this.#polygon(tiny);
    else for (let left = this.#reader.count(); left > 0; left--) this.#geometry(tiny);
  }

  #point(): void {
    this.#read(1);
    if (!this.#reachesOut()) this.#drawing.point(Math.round(this.#run[0]!), Math.round(this.#run[1]!));
  }

  #line(): void {
    this.#read(this.#reader.count());
    if (!this.#reachesOut()) return this.#drawLine();
    for (const part of clipLine(this.#taken(), FRAME)) {
      this.#put(part);
      this.#drawLine();
    }
  }

  #drawLine(): void {
    const length = this.#thinned(false);
    if (length >= 4) this.#drawing.line(this.#thin, length);
  }

  #polygon(tiny: Tiny): void {
    let seen = true;
    for (let n = 0, rings = this.#reader.count(); n < rings; n++) {
      const positions = this.#reader.count();
      if (!seen) this.#reader.skipPositions(positions);
      else {
        this.#read(positions - 1);
        this.#reader.skipPositions(1);
        seen = n === 0 ? this.#exterior(tiny) : this.#hole();
      }
    }
  }

  /** Draws the outer ring; returns whether its holes must be drawn. */
  #exterior(tiny: Tiny): boolean {
    if (!this.#cut()) return false;
    const [left, top, right, bottom] = this.#bounds();
    if (right - left >= 2 * FINE || bottom - top >= 2 * FINE) return this.#drawRing(true);
    if (tiny(left, top)) {
      const [x, y, side] = [Math.round(left), Math.round(top), 2 * FINE];
      this.#thin.set([x, y, x + side, y, x + side, y + side, x, y + side]);
      this.#drawing.ring(this.#thin, 8, false);
    }
    return false;
  }

  #hole(): true {
    if (this.#cut()) this.#drawRing(false);
    return true;
  }

  /** Outer rings are clockwise on screen (y down), holes counterclockwise. */
  #drawRing(exterior: boolean): boolean {
    const length = this.#thinned(true);
    const size = length >= 6 ? area(this.#thin, length) : 0;
    if (size !== 0) this.#drawing.ring(this.#thin, length, size > 0 !== exterior);
    return size !== 0;
  }

  /** Clips the ring to the tile; returns whether anything is left. */
  #cut(): boolean {
    if (this.#reachesOut()) this.#put(clipRing(this.#taken(), FRAME));
    return this.#length >= 6;
  }

  #reachesOut(): boolean {
    const [run, length] = [this.#run, this.#length];
    for (let i = 0; i < length; i++) if (run[i]! < LOW || run[i]! > HIGH) return true;
    return false;
  }

  #taken(): number[] {
    return Array.from(this.#run.subarray(0, this.#length));
  }

  #put(run: readonly number[]): void {
    this.#room(run.length);
    this.#run.set(run);
    this.#length = run.length;
  }

  #bounds(): [number, number, number, number] {
    const [run, length] = [this.#run, this.#length];
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < length; i += 2) {
      const [x, y] = [run[i]!, run[i + 1]!];
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    return [left, top, right, bottom];
  }

  /**
   * Moves positions to a grid of half a pixel and removes repeated ones. Returns how many numbers remain. Two geometries
   * with a common border keep it, in whichever direction they follow it.
   */
  #thinned(ring: boolean): number {
    const [run, thin, end] = [this.#run, this.#thin, this.#length - 2];
    let [length, lastX, lastY] = [0, Number.NaN, Number.NaN];
    for (let i = 0; i <= end; i += 2) {
      const [x, y] = [Math.round(run[i]!), Math.round(run[i + 1]!)];
      const near = Math.abs(x - lastX) < FINE && Math.abs(y - lastY) < FINE;
      if (near && (ring || i < end)) continue;
      if (x === lastX && y === lastY) continue;
      thin[length++] = lastX = x;
      thin[length++] = lastY = y;
    }
    return length;
  }

  #read(positions: number): void {
    this.#length = Math.max(0, 2 * positions);
    this.#room(this.#length);
    this.#reader.ordinates(this.#length, this.#run);
    const [run, project] = [this.#run, this.#project];
    for (let i = 0; i < this.#length; i += 2) project(run[i]!, run[i + 1]!, run, i);
  }

  #room(length: number): void {
    if (length <= this.#run.length) return;
    this.#run = new Float64Array(2 * length);
    this.#thin = new Int32Array(2 * length);
  }
}

/** Twice the signed area; positive where the ring is clockwise on screen. */
function area(ring: Int32Array, length: number): number {
  let sum = 0;
  for (let i = 0, j = length - 2; i < length; j = i, i += 2)
    sum += ring[j]! * ring[i + 1]! - ring[i]! * ring[j + 1]!;
  return sum;
}
