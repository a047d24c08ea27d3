import { exportPoints, grants } from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import { route, type Route } from '../../../http/context.ts';
import { findCloud } from '../record/place.ts';
import type { PointsExportInput } from './export-job.ts';

export const pointsExportRoutes: Route[] = [
  route(exportPoints, async ({ params, body, caller, services, reply }) => {
    if (!grants(caller.authorizations, 'pointcloud.read'))
      throw new HttpError(403, 'auth.not-allowed', { authorization: 'pointcloud.read' });
    const { row, place } = await findCloud(services.db, caller, params.id);
    for (const other of body.others ?? []) {
      const { row: more, place: at } = await findCloud(services.db, caller, other);
      if (more.projectId !== row.projectId || at.crs !== place.crs)
        throw new HttpError(422, 'pointcloud.other-crs');
    }
    if (body.crs !== undefined && body.crs !== place.crs)
      throw new HttpError(422, 'pointcloud.export-crs', { crs: place.crs ?? '?' });
    if (body.format === 'laz' && body.version === '1.2') throw new HttpError(422, 'pointcloud.laz-version');
    const input: PointsExportInput = { ...body, id: params.id };
    const { userId } = caller;
    const jobId = await services.jobs.add({ kind: 'points-export', userId, projectId: row.projectId, input });
    void reply.code(202);
    return { jobId };
  }),
];
