import type { Position } from '#core/protocol';

/** A vertex of a measure, and what it stands on. */
export interface Standing {
  /** With its height, where one is known. */
  readonly place: Position;
  /** What was hit: a thing with a height of its own, the ground of the terrain, or a ground whose height nobody knows. */
  readonly on: 'object' | 'ground' | 'nothing';
  /** The name of the 3D Tiles set, where that is the thing. */
  readonly tileset?: string;
  /** Of the terrain there, metres above the ellipsoid. */
  readonly ground: number | undefined;
}

/** Metres within which a height is that of the ground: the pointer meets what is drawn, which is coarser. */
const SAME = 0.05;

/** What vertices stand on, by the heights of the ground at their places. */
export function standing(
  vertices: readonly Position[],
  grounds: readonly (number | undefined)[],
  /** The vertices were put on the ground as it is drawn, which may be so much coarser than what is known now, metres. */
  coarser = SAME,
  /** The 3D Tiles set that a vertex was put on: it is there however near the ground. */
  setAt: (vertex: Position) => string | undefined = () => undefined,
): Standing[] {
  return vertices.map((vertex, i) => {
    const [longitude, latitude, height] = vertex;
    const ground = grounds[i];
    const tileset = setAt(vertex);
    if (tileset !== undefined && height !== undefined)
      return { place: [longitude, latitude, height], on: 'object', tileset, ground };
    if (ground !== undefined && (height === undefined || Math.abs(height - ground) <= coarser))
      return { place: [longitude, latitude, ground], on: 'ground', ground };
    if (height !== undefined) return { place: [longitude, latitude, height], on: 'object', ground };
    return { place: [longitude, latitude], on: 'nothing', ground };
  });
}

export function hasHeights(standings: readonly Standing[]): boolean {
  return standings.every(({ on }) => on !== 'nothing');
}
