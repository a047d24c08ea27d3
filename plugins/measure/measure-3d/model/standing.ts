import type { Position } from '#core/protocol';

/** A vertex of a measurement, and the surface it is on. */
export interface SurfaceVertex {
  /** With its height, where known. */
  readonly place: Position;
  /**
   * What was hit: something with its own height, the ground of the terrain, or ground of unknown height; `miss`: no point
   * of a cloud view, which gives such a place the height of its middle.
   */
  readonly on: 'object' | 'ground' | 'miss' | 'nothing';
  /** The name of the 3D Tiles set, if it was hit. */
  readonly tileset?: string;
  /** Of the terrain there, metres above the ellipsoid. */
  readonly ground: number | undefined;
}

/** Metres within which a height counts as that of the ground: the displayed terrain is coarser. */
const SAME = 0.05;

/** The surfaces that vertices are on, from the ground heights at their positions. */
export function standing(
  vertices: readonly Position[],
  grounds: readonly (number | undefined)[],
  /** Metres by which the displayed terrain, on which the vertices were placed, may differ from the ground heights. */
  coarser = SAME,
  /** The 3D Tiles set that a vertex was placed on, which takes precedence even near the ground. */
  setAt: (vertex: Position) => string | undefined = () => undefined,
  /** Whether a vertex was placed by a click in a cloud view that hit no point. */
  isMiss: (vertex: Position) => boolean = () => false,
): SurfaceVertex[] {
  return vertices.map((vertex, i) => {
    const [longitude, latitude, height] = vertex;
    const ground = grounds[i];
    const tileset = setAt(vertex);
    if (tileset !== undefined && height !== undefined)
      return { place: [longitude, latitude, height], on: 'object', tileset, ground };
    if (ground !== undefined && (height === undefined || Math.abs(height - ground) <= coarser))
      return { place: [longitude, latitude, ground], on: 'ground', ground };
    if (height !== undefined)
      return { place: [longitude, latitude, height], on: isMiss(vertex) ? 'miss' : 'object', ground };
    return { place: [longitude, latitude], on: 'nothing', ground };
  });
}

export function hasHeights(standings: readonly SurfaceVertex[]): boolean {
  return standings.every(({ on }) => on !== 'nothing');
}
