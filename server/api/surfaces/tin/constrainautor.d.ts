/** Types of `@kninnug/constrainautor`, which ships its sources instead. */
export default class Constrainautor {
  /** Forces edges into a triangulation of Delaunator, which it changes. */
  constructor(del: { coords: ArrayLike<number>; triangles: Uint32Array; halfedges: Int32Array });
  /** Throws for an edge that meets another forced one, or runs through a point. */
  constrainOne(from: number, to: number): number;
  /** Flips edges until all that are not forced are Delaunay again. */
  delaunify(deep?: boolean): this;
}
