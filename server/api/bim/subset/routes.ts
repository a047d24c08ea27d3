import { exportBimSubset, grants } from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import { route, type Route } from '../../../http/context.ts';
import { findEdition } from '../record/edition.ts';
import type { SubsetInput } from './subset-job.ts';

export const subsetRoutes: Route[] = [
  route(exportBimSubset, async ({ params, body, caller, services, reply }) => {
    if (!grants(caller.authorizations, 'bim.read'))
      throw new HttpError(403, 'auth.not-allowed', { authorization: 'bim.read' });
    const { row } = await findEdition(services.db, caller, params.id);
    const input: SubsetInput = { modelId: row.id, filter: body };
    const { userId } = caller;
    const jobId = await services.jobs.add({ kind: 'bim-subset', userId, projectId: row.projectId, input });
    void reply.code(202);
    return { jobId };
  }),
];
