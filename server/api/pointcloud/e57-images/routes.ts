import { takeCloudImages, type CloudHeader } from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import { route, type Route } from '../../../http/context.ts';
import { findFile } from '../../../shared/files/store.ts';
import { cloudOf } from '../record/cloud-record.ts';
import { mayTakeImages, type ImagesInput } from './images-job.ts';

export const takeImagesRoutes: Route[] = [
  route(takeCloudImages, async ({ params, caller, language, services, reply }) => {
    const row = await findFile(services.db, caller, params.id, ['pointcloud']);
    const { name, projectId } = row;
    if (!mayTakeImages(caller)) throw new HttpError(403, 'pointcloud.images-not-allowed');
    const { images } = row.facts as CloudHeader;
    if (!images) throw new HttpError(422, 'pointcloud.no-images', { name });
    if (cloudOf(row).georeference.crs === null) throw new HttpError(422, 'pointcloud.no-crs', { name });
    if (row.cloud?.facts?.degrees) throw new HttpError(422, 'pointcloud.images-degrees', { name });
    const input: ImagesInput = { fileId: row.id, name, language };
    const { userId } = caller;
    const jobId = await services.jobs.add({ kind: 'cloud-images', userId, projectId, input });
    void reply.code(202);
    return { jobId };
  }),
];
