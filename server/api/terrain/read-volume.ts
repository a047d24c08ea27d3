import type { TerrainVolume } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { Threads } from '../../platform/jobs/thread.ts';
import type { Services } from '../../platform/services/services.ts';
import { runOnTerrain } from './run-on-terrain.ts';
import type { TerrainRow } from './store.ts';
import type { OutlineRings } from './volume/outline.ts';
import { extentOfRings, sourceOf } from './volume-source.ts';
import type { BasePlane, VolumeResult, VolumeTask } from './volume/volume.ts';

/** Heap in MB: windows of cells, and tables of a file. */
const MEMORY = 1024;
/** Relative area below which the difference to the outline is rounding. */
const ROUNDING = 1e-6;

const threads = new Threads<VolumeTask, never, VolumeResult>(
  new URL('./volume/volume.worker.ts', import.meta.url),
  MEMORY,
);

export interface VolumeQuestion {
  outline: OutlineRings;
  terrain: TerrainRow;
  base: BasePlane | TerrainRow;
}

/** Computes a volume outside the server's heap and event loop. Throws 422 with what is wrong, AbortError. */
export function readVolume(
  services: Services,
  { outline, terrain, base }: VolumeQuestion,
  signal: AbortSignal,
): Promise<TerrainVolume> {
  return runOnTerrain(services, threads, signal, async (grids) => {
    const extent = extentOfRings(outline);
    const surface = await sourceOf(services, terrain, extent);
    const level = 'id' in base ? await sourceOf(services, base, extent) : base;
    return {
      task: { outline, surface, base: level, grids },
      answer: (done) => answerOf(done, surface.kind),
    };
  });
}

export function answerOf(done: VolumeResult, cellsOf: TerrainVolume['cellsOf']): TerrainVolume {
  const { above, below, area, known, surface, cells, cutSquares } = done;
  if (known === 0) throw new HttpError(422, 'terrain.volume.no-heights');
  const missing = Math.max(0, 1 - known / area);
  return {
    net: above - below,
    above,
    below,
    uncertainty: Math.sqrt(cutSquares),
    area,
    surfaceArea: surface,
    missing: missing < ROUNDING ? 0 : missing,
    cells,
    cell: Math.sqrt(done.cellArea),
    cellsOf,
  };
}
