import { exportSections, grants } from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import { route, type Route } from '../../../http/context.ts';
import { findCloud } from '../record/place.ts';
import type { SectionsInput } from './sections-job.ts';

export const sectionRoutes: Route[] = [
  route(exportSections, async ({ params, body, caller, services, reply }) => {
    if (!grants(caller.authorizations, 'pointcloud.read'))
      throw new HttpError(403, 'auth.not-allowed', { authorization: 'pointcloud.read' });
    const { row } = await findCloud(services.db, caller, params.id);
    const input: SectionsInput = { ...body, id: params.id };
    const { userId } = caller;
    const jobId = await services.jobs.add({
      kind: 'cloud-sections',
      userId,
      projectId: row.projectId,
      input,
    });
    void reply.code(202);
    return { jobId };
  }),
];
