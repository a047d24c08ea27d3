import { loadVerticalCrs, verticalCrsOf } from '#core/geodesy';
import { exportPoints, grants } from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import { route, type Route } from '../../../http/context.ts';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { findCloud } from '../record/place.ts';
import type { PointsExportInput } from './export-job.ts';

/** Throws 422 where the points cannot go. */
async function refuseUnknownCrs(
  { crs, verticalCrs }: Pick<PointsExportInput, 'crs' | 'verticalCrs'>,
  own: string | null,
): Promise<void> {
  if (crs === undefined && verticalCrs === undefined) return;
  if (own === null) throw new HttpError(422, 'pointcloud.export-no-crs');
  if (crs !== undefined && !(await readyCrs(crs)))
    throw new HttpError(422, 'pointcloud.crs-unknown', { crs });
  await loadVerticalCrs();
  if (typeof verticalCrs === 'string' && !verticalCrsOf(verticalCrs))
    throw new HttpError(422, 'pointcloud.crs-unknown', { crs: verticalCrs });
}

export const pointsExportRoutes: Route[] = [
  route(exportPoints, async ({ params, body, caller, services, reply }) => {
    if (!grants(caller.authorizations, 'pointcloud.read'))
      throw new HttpError(403, 'auth.not-allowed', { authorization: 'pointcloud.read' });
    const { row, place } = await findCloud(services.db, caller, params.id);
    const isPart = body.inside !== undefined || body.outside !== undefined;
    const known = place.crs !== null;
    for (const other of body.others ?? []) {
      const { row: more, place: at } = await findCloud(services.db, caller, other);
      const differs = at.crs !== place.crs;
      // Clips are in the CRS of the first.
      if (more.projectId !== row.projectId || (differs && (isPart || !known || at.crs === null)))
        throw new HttpError(422, 'pointcloud.other-crs');
    }
    await refuseUnknownCrs(body, place.crs);
    if (body.format === 'laz' && body.version === '1.2') throw new HttpError(422, 'pointcloud.laz-version');
    const input: PointsExportInput = { ...body, id: params.id };
    const { userId } = caller;
    const jobId = await services.jobs.add({ kind: 'points-export', userId, projectId: row.projectId, input });
    void reply.code(202);
    return { jobId };
  }),
];
