import { clipLine, clipRing } from '#core/shapes';
import { WkbReader } from '../wkb/read.ts';
import { PolygonFill, type Coverage } from './coverage.ts';
import { GeometryCommands } from './geometry-commands.ts';
import { BUFFER, EXTENT, FINE, type ProjectPosition } from './grid.ts';

/** The tile with its buffer, on both axes. */
const [LOW, HIGH] = [-BUFFER, EXTENT + BUFFER];
const FRAME = [LOW, LOW, HIGH, HIGH] as const;

/** The larger side of a geometry's box, and its north-western corner, in tile units. */
export interface TileBox {
  side: number;
  west: number;
  north: number;
}

/**
 * Converts geometries for a tile: projects, clips and simplifies to half a pixel. Positions move to a grid that all
 * geometries share, so that neighbours stay without gaps. A tile has thousands of them, so all share a few buffers.
 */
export class Shaper {
  #project: ProjectPosition;
  #drawing = new GeometryCommands();
  /** The current line or ring in tile units, x and y alternating; rings without their last position. */
  #run = new Float64Array(2048);
  #length = 0;
  /** The same in whole units, simplified. */
  #thin = new Int32Array(2048);
  /** Box of the current geometry before it is clipped: west, north, east, south. */
  readonly #whole: number[] = [];
  #points = false;
  #coverage: Coverage | undefined;
  readonly #fill = new PolygonFill();
  readonly #reader = new WkbReader();

  constructor(project: ProjectPosition) {
    this.#project = project;
  }

  /**
   * Reads a geometry in well-known binary (two ordinates, either byte order) at `at`, and returns its end. The
   * drawing is valid until the next call; undefined when nothing of it is visible.
   */
  draw(
    bytes: Uint8Array,
    at: number,
  ): { drawing: GeometryCommands | undefined; points: boolean; box: TileBox; end: number } {
    this.#start(bytes, at);
    this.#coverage = undefined;
    this.#drawing.begin();
    this.#geometry();
    const [west, north, east, south] = this.#whole;
    return {
      drawing: this.#drawing.end() ? this.#drawing : undefined,
      points: this.#points,
      box: { side: Math.max(east! - west!, south! - north!), west: west!, north: north! },
      end: this.#reader.at,
    };
  }

  /** Covers the cells of a geometry instead of drawing it. */
  cover(bytes: Uint8Array, at: number, coverage: Coverage): void {
    this.#start(bytes, at);
    this.#coverage = coverage;
    this.#geometry();
  }

  #start(bytes: Uint8Array, at: number): void {
    this.#reader.open(bytes, at);
    this.#whole.splice(0, 4, Infinity, Infinity, -Infinity, -Infinity);
    this.#points = false;
  }

  #geometry(): void {
    const type = this.#reader.head();
    if (type === 'Point') this.#point();
    else if (type === 'LineString') this.#line();
    else if (type === 'Polygon') this.#polygon();
    else for (let left = this.#reader.count(); left > 0; left--) this.#geometry();
  }

  #point(): void {
    this.#points = true;
    this.#read(1);
    if (this.#coverage) this.#coverage.point(this.#run[0]!, this.#run[1]!);
    else if (!this.#reachesOut()) this.#drawing.point(Math.round(this.#run[0]!), Math.round(this.#run[1]!));
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
    if (this.#coverage) return this.#coverage.line(this.#run, this.#length);
    const length = this.#thinned();
    if (length >= 4) this.#drawing.line(this.#thin, length);
  }

  #polygon(): void {
    this.#fill.begin();
    let seen = true;
    for (let n = 0, rings = this.#reader.count(); n < rings; n++) {
      const positions = this.#reader.count();
      if (!seen) this.#reader.skipPositions(positions);
      else {
        this.#read(Math.max(0, positions - 1));
        if (positions > 0) this.#reader.skipPositions(1);
        if (this.#coverage) this.#fill.ring(this.#run, this.#length);
        else seen = this.#cut() && (this.#drawRing(n === 0) || n > 0);
      }
    }
    if (this.#coverage) this.#fill.end(this.#coverage);
  }

  /** Outer rings are clockwise on screen (y down), holes counterclockwise. */
  #drawRing(exterior: boolean): boolean {
    const length = this.#thinned();
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

  /**
   * Moves positions to a grid of half a pixel and removes repeated ones. Returns how many numbers remain. Two geometries
   * with a common border keep it, in whichever direction they follow it.
   */
  #thinned(): number {
    const [run, thin] = [this.#run, this.#thin];
    let [length, lastX, lastY] = [0, Number.NaN, Number.NaN];
    for (let i = 0; i < this.#length; i += 2) {
      const [x, y] = [FINE * Math.round(run[i]! / FINE), FINE * Math.round(run[i + 1]! / FINE)];
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
    const whole = this.#whole;
    for (let i = 0; i < this.#length; i += 2) {
      project(run[i]!, run[i + 1]!, run, i);
      const [x, y] = [run[i]!, run[i + 1]!];
      if (x < whole[0]!) whole[0] = x;
      if (y < whole[1]!) whole[1] = y;
      if (x > whole[2]!) whole[2] = x;
      if (y > whole[3]!) whole[3] = y;
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
