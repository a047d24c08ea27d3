import { unitOfCrs, verticalCrsOf } from '#core/geodesy';
import type { Language } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import type { JobServices } from '../../../platform/services/services.ts';
import type { FileRow } from '../../../shared/files/store.ts';
import { cloudOf } from '../../pointcloud/record/cloud-record.ts';
import { findCloud, viewedIn } from '../../pointcloud/record/place.ts';
import { placeOf } from '../record/record.ts';
import type { CloudBeside } from './cloud-points.ts';
import { cloudHeights, heightsApart } from './heights-apart.ts';

/**
 * A cloud of the model's project in the coordinates in which the model is placed. Throws HttpError 404 when the caller may
 * not see it, 409 while it is not converted, 422 when nothing places one of both.
 */
export async function cloudBeside(
  services: JobServices,
  caller: Caller,
  model: FileRow,
  cloudId: string,
  language: Language,
): Promise<{ name: string; beside: CloudBeside; heightsApart: number | null }> {
  const { db, config } = services;
  const found = await findCloud(db, caller, cloudId);
  if (found.row.projectId !== model.projectId) throw new HttpError(404, 'http.not-found');
  const placement = await placeOf(db, model, language);
  const place = placement?.placing?.place;
  if (!place || !placement?.onEarth) throw new HttpError(422, 'bim.unplaced', { name: model.name });
  const { crs, verticalCrs, transform } = place;
  const cloud = await viewedIn(services, found, {
    crs,
    unit: unitOfCrs(crs).metres,
    ...(verticalCrs !== null && {
      heights: verticalCrs,
      heightunit: verticalCrsOf(verticalCrs)?.metres ?? 1,
    }),
  });
  const { data, storageUrl, importFolder } = config;
  const { heights } = placement.georeference;
  const ofCloud = cloudHeights(cloudOf(found.row).georeference);
  return {
    name: found.row.name,
    heightsApart: await heightsApart(heights, ofCloud, placement.onEarth),
    beside: { storage: { data, storageUrl, importFolder }, cloud, transform },
  };
}
