import type { TerrainProfile } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { Services } from '../../platform/services/services.ts';
import { runOnTerrain } from './run-on-terrain.ts';
import type { ProfileResult, ProfileTask } from './profile/profile.ts';
import type { TerrainRow } from './store.ts';
import { extentOfRings, sourceOf } from './volume-source.ts';

/** Heap in MB: samples of a million crossings. */
const MEMORY = 1024;

const threads = new Threads<ProfileTask, never, ProfileResult>(
  new URL('./profile/profile.worker.ts', import.meta.url),
  MEMORY,
);

/** Computes a profile outside the server's heap and event loop. Throws 422 with what is wrong, AbortError. */
export function readProfile(
  services: Services,
  terrain: TerrainRow,
  line: ProfileTask['line'],
  signal: AbortSignal,
): Promise<TerrainProfile> {
  return runOnTerrain(services, threads, signal, async (grids) => {
    const surface = await sourceOf(services, terrain, extentOfRings([line]));
    return {
      task: { line, surface, grids },
      answer: ({ positions, cellArea, gaps, distance, length, ascent, descent, steepest, samples }) => {
        if (gaps === distance) throw new HttpError(422, 'terrain.profile.no-heights');
        return {
          samples,
          positions,
          cell: Math.sqrt(cellArea),
          cellsOf: surface.kind,
          distance,
          missing: gaps / distance,
          ...(gaps > 0
            ? { length: null, ascent: null, descent: null, steepest: null }
            : { length, ascent, descent, steepest }),
        };
      },
    };
  });
}
