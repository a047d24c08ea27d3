import Flatbush from 'flatbush';

/** East, north and height, metres. */
export type Spot = readonly [number, number, number];

/** A surface of triangles. */
export interface Tin {
  /** East and north of each vertex. */
  readonly places: Float64Array;
  readonly heights: Float64Array;
  /** Three vertices each, against the clock. */
  readonly triangles: Uint32Array;
}

export type Place = readonly [number, number];
export type Triangle = readonly [Spot, Spot, Spot];

/** The corners of each triangle. */
export function* cornersOf({ places, heights, triangles }: Tin): Generator<[Spot, Spot, Spot]> {
  const spot = (v: number): Spot => [places[2 * v]!, places[2 * v + 1]!, heights[v]!];
  for (let t = 0; t < triangles.length; t += 3)
    yield [spot(triangles[t]!), spot(triangles[t + 1]!), spot(triangles[t + 2]!)];
}

/** Twice the area of a triangle in plan; positive against the clock, and so where `c` is left of the edge from `a` to `b`. */
export function doubleArea([ax, ay]: Place | Spot, [bx, by]: Place | Spot, [cx, cy]: Place | Spot): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** The height of the plane through a triangle. */
export function planeOf([a, b, c]: Triangle): (x: number, y: number) => number {
  const double = doubleArea(a, b, c);
  return (x, y) => {
    const u = doubleArea(a, [x, y], c) / double;
    const v = doubleArea(a, b, [x, y]) / double;
    return a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]);
  };
}

/** West, south, east and north of places. */
export function boxOf(places: readonly (Place | Spot)[]): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[2]) box[2] = x;
    if (y > box[3]) box[3] = y;
  }
  return box;
}

/** Returns a function that finds the triangles, at least one, whose box meets that of places. */
export function nearIn(triangles: readonly Triangle[]): (places: readonly (Place | Spot)[]) => Triangle[] {
  const index = new Flatbush(triangles.length);
  for (const triangle of triangles) index.add(...boxOf(triangle));
  index.finish();
  return (places) => index.search(...boxOf(places)).map((i) => triangles[i]!);
}
