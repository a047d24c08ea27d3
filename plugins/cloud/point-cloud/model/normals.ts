/** Points around a point to which a plane is fitted. */
const NEIGHBOURS = 10;
/** Sine of the slope of a normal that is as good as level. */
const LEVEL = 0.05;
/** Points in a cell of the grid in which neighbours are looked for, on average. */
const A_CELL = 6;

/**
 * The normals of surfaces through points, each fitted to the points around it: x, y and z of length 1, upwards.
 * A point without a surface (too few neighbours, or all on a line) has the normal (0, 0, 0).
 */
export function normalsOf(positions: Float32Array): Float32Array {
  const count = positions.length / 3;
  const normals = new Float32Array(positions.length);
  if (count < 3) return normals;
  const grid = new PointGrid(positions);
  const nearest = new Nearest(NEIGHBOURS);
  for (let i = 0; i < count; i++) {
    grid.around(i, nearest);
    const normal = normalThrough(positions, nearest.indices, nearest.size);
    if (normal) normals.set(normal, 3 * i);
  }
  return normals;
}

/** The nearest points so far, in order of their distance. */
class Nearest {
  readonly indices: Int32Array;
  readonly #squares: Float64Array;
  size = 0;

  constructor(most: number) {
    this.indices = new Int32Array(most);
    this.#squares = new Float64Array(most);
  }

  get isFull(): boolean {
    return this.size === this.indices.length;
  }

  /** Square of the distance beyond which a point is none of them. */
  get reach(): number {
    return this.isFull ? this.#squares[this.size - 1]! : Infinity;
  }

  offer(index: number, square: number): void {
    if (square >= this.reach) return;
    let at = this.isFull ? this.size - 1 : this.size++;
    for (; at > 0 && this.#squares[at - 1]! > square; at--) {
      this.#squares[at] = this.#squares[at - 1]!;
      this.indices[at] = this.indices[at - 1]!;
    }
    this.#squares[at] = square;
    this.indices[at] = index;
  }
}

/** Points sorted into the cells of a grid; cells that share a hash share a list. */
class PointGrid {
  readonly #positions: Float32Array;
  readonly #cell: number;
  readonly #starts: Int32Array;
  readonly #sorted: Int32Array;
  readonly #mask: number;

  constructor(positions: Float32Array) {
    this.#positions = positions;
    const count = positions.length / 3;
    this.#cell = cellOf(positions);
    this.#mask = 2 ** Math.ceil(Math.log2(Math.max(16, count))) - 1;
    this.#starts = new Int32Array(this.#mask + 2);
    this.#sorted = new Int32Array(count);
    const hashes = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const [x, y, z] = this.#placeOf(i);
      hashes[i] = this.#hash(x, y, z);
      this.#starts[hashes[i]! + 1]!++;
    }
    for (let i = 0; i <= this.#mask; i++) this.#starts[i + 1]! += this.#starts[i]!;
    const next = this.#starts.slice();
    for (let i = 0; i < count; i++) this.#sorted[next[hashes[i]!]!++] = i;
  }

  /** The points nearest to a point, itself the first, among those in its cell and the 26 cells around it. */
  around(i: number, nearest: Nearest): void {
    nearest.size = 0;
    const [x, y, z] = this.#placeOf(i);
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++) this.#visit([x + dx, y + dy, z + dz], i, nearest);
  }

  #visit([cx, cy, cz]: readonly [number, number, number], i: number, nearest: Nearest): void {
    const positions = this.#positions;
    const hash = this.#hash(cx, cy, cz);
    for (let at = this.#starts[hash]!; at < this.#starts[hash + 1]!; at++) {
      const j = this.#sorted[at]!;
      const [x, y, z] = this.#placeOf(j);
      // Another cell of the same hash is visited on its own.
      if (x !== cx || y !== cy || z !== cz) continue;
      const dx = positions[3 * j]! - positions[3 * i]!;
      const dy = positions[3 * j + 1]! - positions[3 * i + 1]!;
      const dz = positions[3 * j + 2]! - positions[3 * i + 2]!;
      nearest.offer(j, dx * dx + dy * dy + dz * dz);
    }
  }

  #placeOf(i: number): [number, number, number] {
    const cell = this.#cell;
    return [
      Math.floor(this.#positions[3 * i]! / cell),
      Math.floor(this.#positions[3 * i + 1]! / cell),
      Math.floor(this.#positions[3 * i + 2]! / cell),
    ];
  }

  #hash(x: number, y: number, z: number): number {
    return (Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)) & this.#mask;
  }
}

/** The side of a cell that holds a few points of a surface as large as the largest side of the box around them. */
function cellOf(positions: Float32Array): number {
  const [least, most] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    least[axis] = Math.min(least[axis]!, positions[i]!);
    most[axis] = Math.max(most[axis]!, positions[i]!);
  }
  const [a, b] = least.map((value, axis) => most[axis]! - value).sort((one, other) => other - one) as [
    number,
    number,
  ];
  const area = Math.max(a * b, a * a * 1e-4);
  return Math.max(1e-6, Math.sqrt((area * A_CELL) / (positions.length / 3)));
}

/** The direction in which points are spread least; undefined where two directions are. */
function normalThrough(
  positions: Float32Array,
  indices: Int32Array,
  size: number,
): [number, number, number] | undefined {
  if (size < 3) return undefined;
  const middle = [0, 0, 0];
  for (let n = 0; n < size; n++)
    for (let axis = 0; axis < 3; axis++) middle[axis]! += positions[3 * indices[n]! + axis]! / size;
  let [xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0];
  for (let n = 0; n < size; n++) {
    const x = positions[3 * indices[n]!]! - middle[0]!;
    const y = positions[3 * indices[n]! + 1]! - middle[1]!;
    const z = positions[3 * indices[n]! + 2]! - middle[2]!;
    xx += x * x;
    xy += x * y;
    xz += x * z;
    yy += y * y;
    yz += y * z;
    zz += z * z;
  }
  const value = leastEigenvalue(xx, yy, zz, xy, xz, yz);
  // The rows of the matrix less the value are at right angles to the normal: the longest of their cross products.
  const rows = [
    [xx - value, xy, xz],
    [xy, yy - value, yz],
    [xz, yz, zz - value],
  ] as const;
  let best: [number, number, number] | undefined;
  let longest = 0;
  for (const [one, other] of [
    [rows[0], rows[1]],
    [rows[0], rows[2]],
    [rows[1], rows[2]],
  ] as const) {
    const product: [number, number, number] = [
      one[1] * other[2] - one[2] * other[1],
      one[2] * other[0] - one[0] * other[2],
      one[0] * other[1] - one[1] * other[0],
    ];
    const length = Math.hypot(...product);
    if (length > longest) [best, longest] = [product, length];
  }
  const spread = xx + yy + zz;
  if (!best || longest <= 1e-6 * spread * spread) return undefined;
  const sign = isTurnedAway(best.map((part) => part / longest)) ? -1 : 1;
  return best.map((part) => (sign * part) / longest) as [number, number, number];
}

/** Downwards; of a wall, whose outside points do not tell, to the south or else to the west. */
function isTurnedAway([x = 0, y = 0, z = 0]: readonly number[]): boolean {
  if (Math.abs(z) > LEVEL) return z < 0;
  return Math.abs(y) > LEVEL ? y < 0 : x < 0;
}

/** Of a symmetric matrix, in closed form. */
function leastEigenvalue(xx: number, yy: number, zz: number, xy: number, xz: number, yz: number): number {
  const off = xy * xy + xz * xz + yz * yz;
  const mean = (xx + yy + zz) / 3;
  const [a, b, c] = [xx - mean, yy - mean, zz - mean];
  const p = Math.sqrt((a * a + b * b + c * c + 2 * off) / 6);
  if (p === 0) return mean;
  const half = (a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz)) / (2 * p * p * p);
  const angle = Math.acos(Math.max(-1, Math.min(1, half))) / 3;
  return mean + 2 * p * Math.cos(angle + (2 * Math.PI) / 3);
}
