import type { JobServices } from '../platform/services/services.ts';
import { checkKind } from '../api/bim/checks/check-job.ts';
import { bimSubsetKind } from '../api/bim/subset/subset-job.ts';
import { fieldBookKind } from '../api/field-books/compute-job.ts';
import { exportKind } from '../api/export/export-job.ts';
import { changeKind } from '../api/geometries/change-job.ts';
import { copyKind } from '../api/projects/copy-job.ts';
import { bimKind } from '../api/bim/bim-job.ts';
import { cloudKind } from '../api/pointcloud/cloud-job.ts';
import { panoramicKind } from '../api/panoramics/panorama-job.ts';
import { importKind } from '../api/imports/import-job.ts';
import { reprojectionKind } from '../api/reprojection/reprojection-job.ts';
import { terrainKind } from '../api/terrain/terrain-job.ts';
import { tilesetKind } from '../api/tilesets/tileset-job.ts';
import { pointClassesKind } from '../api/pointcloud/edits/find-job.ts';
import { pointsExportKind } from '../api/pointcloud/export/export-job.ts';
import { cloudImagesKind } from '../api/pointcloud/e57-images/images-job.ts';
import { cloudSectionsKind } from '../api/pointcloud/sections/sections-job.ts';
import { openQueue } from '../platform/jobs/database-queue.ts';
import type { JobQueue } from '../platform/services/queue.ts';

/** Every kind of job; a new kind adds its line, and another in `api/jobs/visible-jobs.ts`. */
export const JOB_KINDS = {
  'bim-check': checkKind,
  'bim-subset': bimSubsetKind,
  'cloud-images': cloudImagesKind,
  'cloud-sections': cloudSectionsKind,
  copy: copyKind,
  bim: bimKind,
  change: changeKind,
  export: exportKind,
  'field-book': fieldBookKind,
  import: importKind,
  panoramic: panoramicKind,
  'point-classes': pointClassesKind,
  'points-export': pointsExportKind,
  pointcloud: cloudKind,
  reproject: reprojectionKind,
  terrain: terrainKind,
  tileset: tilesetKind,
};

/** The server's queue with every kind of job. */
export function openJobs(services: JobServices): Promise<JobQueue> {
  return openQueue(services, JOB_KINDS);
}
