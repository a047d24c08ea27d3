import { Clipper64, ClipType, FillRule, PolyTree64, type Path64, type PolyPath64 } from 'clipper2-ts';
import type { Triple } from './fragments.ts';

/** Polygons, each an outline and its holes, closed, in the axes of the file, metres. */
export type Polygons = [number, number][][][];

interface Drawn {
  positions: Float64Array;
  indices: ArrayLike<number>;
}

/** Of a tenth of a millimetre. */
const STEPS = 10_000;
/** Triangles and milliseconds after which the outline becomes the convex hull. */
const MAX_TRIANGLES = 400_000;
const MAX_TIME = 30_000;
/** Paths that are joined at once. */
const BATCH = 4000;
/** Details of an outline smaller than this are left out, metres. */
const DETAIL = 0.01;

/** Joins the shapes of a model, seen from above. */
export class OutlineMaker {
  readonly #before: Polygons;
  readonly #withGround: boolean;
  #batch: Path64[] = [];
  #joined: Path64[] = [];
  #triangles = 0;
  #until = Date.now() + MAX_TIME;
  #isHull = false;
  /** Of the hull, thinned from time to time. */
  #points: [number, number][] = [];

  constructor(before: Polygons, withGround: boolean) {
    this.#before = before;
    this.#withGround = withGround;
  }

  add(shapes: readonly Drawn[], isGround: boolean): void {
    if (isGround && !this.#withGround) return;
    for (const { positions, indices } of shapes) {
      for (let at = 0; at < positions.length; at += 3)
        this.#points.push([positions[at]!, -positions[at + 2]!]);
      if (this.#points.length > 100_000) this.#points = hullOf(this.#points);
      if (this.#isHull) continue;
      for (let i = 0; i + 2 < indices.length; i += 3) {
        const path = [0, 1, 2].map((k) => {
          const at = indices[i + k]! * 3;
          return { x: Math.round(positions[at]! * STEPS), y: Math.round(-positions[at + 2]! * STEPS) };
        });
        const [a, b, c] = path as [Path64[0], Path64[0], Path64[0]];
        // Those that look up cover all that is seen from above; those on edge have no area.
        if ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) <= 0) continue;
        this.#batch.push(path);
        this.#triangles++;
      }
      if (this.#batch.length > BATCH) this.#join();
      if (this.#triangles > MAX_TRIANGLES || Date.now() > this.#until) this.#isHull = true;
    }
  }

  finish(origin: Triple): { outline: Polygons; isHull: boolean } {
    const toFile = ([x, y]: readonly [number, number]): [number, number] => [x + origin[0], y + origin[1]];
    if (!this.#isHull) this.#join();
    if (this.#isHull || (this.#joined.length === 0 && this.#points.length > 0)) {
      const earlier = this.#before.flat(2).map(([x, y]): [number, number] => [x - origin[0], y - origin[1]]);
      const hull = hullOf([...this.#points, ...earlier]);
      return { outline: hull.length < 3 ? [] : [[closed(hull.map(toFile))]], isHull: true };
    }
    const earlier = this.#before.flat().map((ring) =>
      ring.slice(0, -1).map(([x, y]) => ({
        x: Math.round((x - origin[0]) * STEPS),
        y: Math.round((y - origin[1]) * STEPS),
      })),
    );
    const polygons = treeOf([...this.#joined, ...earlier]).map((rings) =>
      rings.map((ring) => closed(ring.map(({ x, y }) => toFile([x / STEPS, y / STEPS])))),
    );
    return { outline: polygons, isHull: false };
  }

  #join(): void {
    this.#joined = treeOf([...this.#joined, ...this.#batch]).flat();
    this.#batch = [];
  }
}

function treeOf(paths: Path64[]): Path64[][] {
  if (paths.length === 0) return [];
  const clipper = new Clipper64();
  clipper.addSubject(paths);
  const tree = new PolyTree64();
  clipper.execute(ClipType.Union, FillRule.NonZero, tree);
  const polygons: Path64[][] = [];
  const least = (DETAIL * STEPS) ** 2;
  const visit = (outer: PolyPath64) => {
    const rings = [outer.poly!];
    for (let i = 0; i < outer.count; i++) {
      const hole = outer.child(i);
      if (sizeOf(hole.poly!) > least) rings.push(hole.poly!);
      for (let k = 0; k < hole.count; k++) visit(hole.child(k));
    }
    if (sizeOf(rings[0]!) > least) polygons.push(rings);
  };
  for (let i = 0; i < tree.count; i++) visit(tree.child(i));
  return polygons;
}

function sizeOf(ring: Path64): number {
  let sum = 0;
  for (const [i, { x, y }] of ring.entries()) {
    const next = ring[(i + 1) % ring.length]!;
    sum += x * next.y - y * next.x;
  }
  return Math.abs(sum) / 2;
}

const closed = <T>(ring: T[]): T[] => [...ring, ring[0]!];

/** Andrew's monotone chain, counter-clockwise. */
function hullOf(points: readonly [number, number][]): [number, number][] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly [number, number][]) => {
    const chain: [number, number][] = [];
    for (const point of list) {
      while (chain.length > 1 && turns(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 3 ? [...sorted] : [...half(sorted), ...half(sorted.toReversed())];
}

const turns = (a: [number, number], b: [number, number], c: [number, number]) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
