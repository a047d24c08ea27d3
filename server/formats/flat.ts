import type { Geometry, GeometryType, Position } from '#core/protocol';

/** The shapefile's limit: heights of this size mean that there is none. */
const NO_HEIGHT = 1e38;

/**
 * A geometry as flat numbers, without an array per position, shared by readers, checks and writers. `flat` contains
 * `size` ordinates, `stride` per position; `ends` where each run ends (line, ring; for points: all of them), in
 * ordinates; `polygons` where each polygon ends, in runs. Owned by its reader and valid until the next one is read.
 */
export class FlatGeometry {
  type: GeometryType = 'Point';
  stride: 2 | 3 = 2;
  flat: Float64Array;
  size = 0;
  ends: number[] = [];
  polygons: number[] = [];

  /** `room`: ordinates that fit in without growing. */
  constructor(room = 1024) {
    this.flat = new Float64Array(room);
  }

  reset(type: GeometryType, stride: 2 | 3): this {
    this.type = type;
    this.stride = stride;
    this.size = 0;
    this.ends.length = 0;
    this.polygons.length = 0;
    return this;
  }

  /** Reserves space for `ordinates` more. */
  reserve(ordinates: number): void {
    if (this.size + ordinates <= this.flat.length) return;
    const larger = new Float64Array(Math.max(this.flat.length * 2, this.size + ordinates));
    larger.set(this.flat.subarray(0, this.size));
    this.flat = larger;
  }

  push(x: number, y: number, z?: number): void {
    this.reserve(this.stride);
    this.flat[this.size++] = x;
    this.flat[this.size++] = y;
    if (this.stride === 3) this.flat[this.size++] = z ?? NaN;
  }

  /** Positions without a usable height, of a geometry with heights. */
  get heightsMissing(): number {
    let missing = 0;
    if (this.stride === 3)
      for (let i = 2; i < this.size; i += 3) if (!(Math.abs(this.flat[i]!) < NO_HEIGHT)) missing++;
    return missing;
  }

  /** Gives every position a height, which is missing. */
  addHeights(): void {
    this.#restride(3);
  }

  dropHeights(): void {
    this.#restride(2);
  }

  #restride(stride: 2 | 3): void {
    const { positions, stride: before } = this;
    const from = this.flat.slice(0, this.size);
    this.stride = stride;
    this.size = 0;
    for (let p = 0; p < positions; p++) this.push(from[p * before]!, from[p * before + 1]!);
    this.ends = this.ends.map((end) => (end / before) * stride);
  }

  endRun(): void {
    this.ends.push(this.size);
  }

  endPolygon(): void {
    this.polygons.push(this.ends.length);
  }

  get positions(): number {
    return this.size / this.stride;
  }

  get polygonal(): boolean {
    return this.type === 'Polygon' || this.type === 'MultiPolygon';
  }

  copy(): FlatGeometry {
    const copy = new FlatGeometry().reset(this.type, this.stride);
    copy.flat = this.flat.slice(0, this.size);
    copy.size = this.size;
    copy.ends = [...this.ends];
    copy.polygons = [...this.polygons];
    return copy;
  }

  /** A Multi* with one part becomes the single type; a single type with several parts its Multi*. */
  chooseType(): void {
    if (this.polygonal) this.type = this.polygons.length === 1 ? 'Polygon' : 'MultiPolygon';
    else if (this.type === 'LineString' || this.type === 'MultiLineString')
      this.type = this.ends.length === 1 ? 'LineString' : 'MultiLineString';
  }
}

/** A geometry of GeoJSON. Heights are kept where its first position has one. */
export function flatOf({ type, coordinates }: Geometry): FlatGeometry {
  const stride = firstOf(coordinates).length === 3 ? 3 : 2;
  const into = new FlatGeometry(stride * positionsIn(coordinates)).reset(type, stride);
  const run = (positions: readonly Position[]): void => {
    for (const [x, y, z] of positions) into.push(x, y, z);
    into.endRun();
  };
  const polygon = (rings: readonly Position[][]): void => {
    rings.forEach(run);
    into.endPolygon();
  };
  switch (type) {
    case 'Point':
      run([coordinates]);
      break;
    case 'LineString':
    case 'MultiPoint':
      run(coordinates);
      break;
    case 'MultiLineString':
      coordinates.forEach(run);
      break;
    case 'Polygon':
      polygon(coordinates);
      break;
    case 'MultiPolygon':
      coordinates.forEach(polygon);
  }
  return into;
}

type Coordinates = Geometry['coordinates'];

function firstOf(coordinates: Coordinates): Position {
  let inner: unknown = coordinates;
  while (Array.isArray(inner) && Array.isArray(inner[0])) inner = inner[0];
  return inner as Position;
}

function positionsIn(coordinates: Coordinates): number {
  const items = coordinates as unknown[];
  if (!Array.isArray(items[0])) return 1;
  if (!Array.isArray(items[0][0])) return items.length;
  return items.reduce<number>((sum, part) => sum + positionsIn(part as Coordinates), 0);
}

/** Twice the signed area of a ring from `from` to `to` (ordinates); positive when counterclockwise. */
export function signedArea(flat: Float64Array, from: number, to: number, stride: number): number {
  // Relative to the first position, so that large coordinates lose no digits.
  const x0 = flat[from]!;
  const y0 = flat[from + 1]!;
  let sum = 0;
  for (let i = from + stride; i + stride < to; i += stride)
    sum += (flat[i]! - x0) * (flat[i + stride + 1]! - y0) - (flat[i + stride]! - x0) * (flat[i + 1]! - y0);
  return sum;
}

export function reverseRing(flat: Float64Array, from: number, to: number, stride: number): void {
  for (let a = from, b = to - stride; a < b; a += stride, b -= stride)
    for (let k = 0; k < stride; k++) {
      const held = flat[a + k]!;
      flat[a + k] = flat[b + k]!;
      flat[b + k] = held;
    }
}

/** Even-odd rule; a point on the ring may count as inside or outside. */
export function insideRing(
  flat: Float64Array,
  from: number,
  to: number,
  stride: number,
  x: number,
  y: number,
): boolean {
  let inside = false;
  for (let i = from, j = to - stride; i < to; j = i, i += stride) {
    const yi = flat[i + 1]!;
    const yj = flat[j + 1]!;
    if (yi > y !== yj > y && x < ((flat[j]! - flat[i]!) * (y - yi)) / (yj - yi) + flat[i]!) inside = !inside;
  }
  return inside;
}
