import type { Api } from '#core/api';
import { AppError } from '#core/kernel';
import {
  MAX_SETS,
  surfaceViewshed,
  surfaceVolume,
  type Position,
  type Problem,
  type SurfaceViewshed,
  type SurfaceVolume,
  type VolumeBase,
} from '#core/protocol';

/** The 3D Tiles that are shown, as part of the surface; all of it is computed by the server, from their finest tiles. */
export interface Meshes {
  /** Undefined where neither terrain nor sets have heights. */
  volumeWithin(
    ring: readonly Position[],
    base: VolumeBase,
    signal: AbortSignal,
  ): Promise<SurfaceVolume | undefined>;
  viewshedFrom(eye: Position, fan: MeshFan, signal: AbortSignal): Promise<SurfaceViewshed>;
  /** Number of shown sets that were not asked for, because there are too many. */
  readonly left: number;
}

export interface MeshFan {
  readonly radius: number;
  readonly rays: number;
  readonly steps: number;
  readonly target: number;
}

interface ShownSets {
  readonly projectId: string;
  /** Of the active terrain. */
  readonly terrain: string | undefined;
  readonly sets: readonly string[];
}

/** Undefined while no sets are shown: the terrain is the surface. */
export function meshesOf(
  api: Pick<Api, 'call'>,
  { projectId, terrain, sets: shown }: ShownSets,
): Meshes | undefined {
  if (shown.length === 0) return undefined;
  const sets = shown.slice(0, MAX_SETS);
  const headers = { projectid: projectId };
  const on = { sets, ...(terrain !== undefined && { terrain }) };
  return {
    left: shown.length - sets.length,
    async volumeWithin(ring, base, signal) {
      const outline = [ring.map(([x, y]): [number, number] => [x, y])];
      try {
        const body = { outline, base, ...on };
        return (await api.call(surfaceVolume, { headers, body }, { signal })).data;
      } catch (thrown) {
        if (isBare(thrown)) return undefined;
        throw thrown;
      }
    },
    async viewshedFrom([x, y, height], fan, signal) {
      const body = { eye: [x, y, height!] as [number, number, number], ...fan, ...on };
      return (await api.call(surfaceViewshed, { headers, body }, { signal })).data;
    },
  };
}

function isBare(thrown: unknown): boolean {
  const problem = thrown instanceof AppError ? (thrown.cause as Partial<Problem> | undefined) : undefined;
  return problem?.type === 'urn:groma:problem:surface.volume.no-heights';
}
