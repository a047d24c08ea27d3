import { clipLine, clipRing, HIGH, LOW, type Run } from './clip.ts';
import { Drawing } from './drawing.ts';
import { FINE, type Project } from './grid.ts';

/** Whether to draw a dot for a polygon smaller than a pixel at this corner. */
export type Tiny = (x: number, y: number) => boolean;

/**
 * Converts geometries for a tile: projects, clips and simplifies to half a pixel. A tile has thousands of them, so
 * all share a few buffers.
 */
export class Shaper {
  #project: Project;
  #drawing = new Drawing();
  /** The current line or ring in tile units, x and y alternating; rings without their last position. */
  #run = new Float64Array(2048);
  #length = 0;
  /** The same in whole units, simplified. */
  #thin = new Int32Array(2048);
  #bytes: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(this.#bytes.buffer);
  #at = 0;
  #little = true;

  constructor(project: Project) {
    this.#project = project;
  }

  /**
   * Reads a geometry in well-known binary (two ordinates, either byte order) at `at`, and returns its end. The
   * drawing is valid until the next call; undefined when nothing of it is visible.
   */
  draw(bytes: Uint8Array, at: number, tiny: Tiny): { drawing: Drawing | undefined; end: number } {
    if (bytes !== this.#bytes) this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#bytes = bytes;
    this.#at = at;
    this.#drawing.begin();
    this.#geometry(tiny);
    return { drawing: this.#drawing.end() ? this.#drawing : undefined, end: this.#at };
  }

  #geometry(tiny: Tiny): void {
    this.#little = this.#view.getUint8(this.#at++) === 1;
    const type = this.#count();
    if (type === 1) this.#point();
    else if (type === 2) this.#line();
    else if (type === 3) this.#polygon(tiny);
    else for (let left = this.#count(); left > 0; left--) this.#geometry(tiny);
  }

  #point(): void {
    this.#read(1);
    if (!this.#reachesOut()) this.#drawing.point(Math.round(this.#run[0]!), Math.round(this.#run[1]!));
  }

  #line(): void {
    this.#read(this.#count());
    if (!this.#reachesOut()) return this.#drawLine();
    for (const part of clipLine(this.#taken())) {
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
    for (let n = 0, rings = this.#count(); n < rings; n++) {
      const positions = this.#count();
      if (!seen) this.#at += 16 * positions;
      else {
        this.#read(positions - 1);
        this.#at += 16;
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
    if (this.#reachesOut()) this.#put(clipRing(this.#taken()));
    return this.#length >= 6;
  }

  #reachesOut(): boolean {
    const [run, length] = [this.#run, this.#length];
    for (let i = 0; i < length; i++) if (run[i]! < LOW || run[i]! > HIGH) return true;
    return false;
  }

  #taken(): Run {
    return Array.from(this.#run.subarray(0, this.#length));
  }

  #put(run: Run): void {
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
   * Removes positions nearer than half a pixel to the previous one; the ends of a line stay. Returns how many numbers
   * remain.
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

  #count(): number {
    const value = this.#view.getUint32(this.#at, this.#little);
    this.#at += 4;
    return value;
  }

  #read(positions: number): void {
    this.#length = Math.max(0, 2 * positions);
    this.#room(this.#length);
    const [run, view, little, project] = [this.#run, this.#view, this.#little, this.#project];
    for (let i = 0; i < this.#length; i += 2) {
      project(view.getFloat64(this.#at, little), view.getFloat64(this.#at + 8, little), run, i);
      this.#at += 16;
    }
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
