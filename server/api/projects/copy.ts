import { randomUUID } from 'node:crypto';
import { copyProject } from '#core/protocol';
import { requireProject } from '../../shared/access/scope.ts';
import { route, type Route } from '../../http/context.ts';
import type { CopyInput } from './copy-job.ts';

export const routes: Route[] = [
  route(copyProject, async ({ params, body, caller, language, services, reply }) => {
    await requireProject(services.db, caller, params.id);
    const { objects = false, members = false, styles = false } = body;
    const input: CopyInput = {
      language,
      copyId: randomUUID(),
      projectName: body.projectName,
      objects,
      members,
      styles,
    };
    const { userId } = caller;
    const jobId = await services.jobs.add({ kind: 'copy', userId, projectId: params.id, input });
    void reply.code(202);
    return { jobId };
  }),
];
