import type { JobServices } from '../platform/services/services.ts';
import { exportKind } from '../api/export/export-job.ts';
import { changeKind } from '../api/geometries/change-job.ts';
import { importKind } from '../api/imports/import-job.ts';
import { terrainKind } from '../api/terrain/terrain-job.ts';
import { tilesetKind } from '../api/tilesets/tileset-job.ts';
import { openQueue } from '../platform/jobs/database-queue.ts';
import type { JobQueue } from '../platform/services/queue.ts';

/** The server's queue with every kind of job; a new kind adds its line. */
export function openJobs(services: JobServices): Promise<JobQueue> {
  return openQueue(services, {
    change: changeKind,
    export: exportKind,
    import: importKind,
    terrain: terrainKind,
    tileset: tilesetKind,
  });
}
