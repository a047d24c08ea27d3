import { createRequire } from 'node:module';

/** Forces edges into a triangulation of Delaunator, which it changes. */
interface Constrained {
  /** Throws for an edge that meets another forced one, or runs through a point. */
  constrainOne(from: number, to: number): number;
  /** Flips edges until all that are not forced are Delaunay again. */
  delaunify(deep?: boolean): this;
}

const require = createRequire(import.meta.url);

/** Required, not imported: the types that the package names are its sources, which our rules for TypeScript do not fit. */
export const Constrainautor = require('@kninnug/constrainautor') as new (del: {
  coords: ArrayLike<number>;
  triangles: Uint32Array;
  halfedges: Int32Array;
}) => Constrained;
export type Constrainautor = Constrained;
