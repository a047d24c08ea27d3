import type { JobServices } from '../platform/services/services.ts';
import { exportKind } from '../export/export-job.ts';
import { importKind } from '../imports/import-job.ts';
import { terrainKind } from '../terrain/terrain-job.ts';
import { tilesetKind } from '../tilesets/tileset-job.ts';
import { openQueue } from './database-queue.ts';
import type { JobQueue } from './queue.ts';

/** The server's queue with every kind of job it knows; a new kind adds its line. */
export function openJobs(services: JobServices): Promise<JobQueue> {
  return openQueue(services, {
    export: exportKind,
    import: importKind,
    terrain: terrainKind,
    tileset: tilesetKind,
  });
}
