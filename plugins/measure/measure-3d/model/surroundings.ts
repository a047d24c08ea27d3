import type { DocumentReader, SpatialIndex } from '#core/document';
import { direct } from '#core/geodesy';
import type { Position } from '#core/protocol';
import type { Ground, GroundSurface } from '#plugins/globe/map-3d/api';
import type { Meshes } from './meshes.ts';
import { slopeOf } from './surface.ts';

/** The options of measurements; metres. */
export interface MeasureOptions {
  /** Of the observer above the position, and of the target above the ground. */
  readonly eye: number;
  readonly target: number;
  /** Height above the ellipsoid of the base of volumes; undefined: the plane of the outline. */
  readonly base: number | undefined;
  /** Id of a terrain as the base of volumes, instead. */
  readonly baseTerrain: string | undefined;
  /** Of the heights of the terrain, where known. */
  readonly accuracy: number | undefined;
}

export interface Surroundings {
  readonly ground: Pick<Ground, 'describe' | 'heightsAt' | 'profileAlong' | 'volumeWithin' | 'others'>;
  /** The 3D Tiles that are shown; undefined where there are none. */
  readonly meshes?: Meshes | undefined;
  readonly document: DocumentReader & { readonly index: SpatialIndex };
  /** Hidden objects are not part of a profile. */
  readonly shown: (id: string) => boolean;
  /** The name of the 3D Tiles set that a vertex was placed on. */
  readonly setAt?: (vertex: Position) => string | undefined;
  /** Whether a vertex was placed by a click in a cloud view that hit no point. */
  readonly isMiss?: (vertex: Position) => boolean;
  readonly choices: MeasureOptions;
  readonly signal: AbortSignal;
}

/** Slope of the ground from nine positions at the distance of its resolution. */
export async function slopeAt(
  place: Position,
  { ground, signal }: Surroundings,
  { resolution }: GroundSurface,
) {
  const nine = [-1, 0, 1].flatMap((north) =>
    [-1, 0, 1].map((east) => direct(direct(place, 0, north * resolution), 90, east * resolution)),
  );
  return slopeOf(await ground.heightsAt(nine, signal), resolution);
}
