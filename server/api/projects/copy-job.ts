import { grants, type CopiedProject, type Language } from '#core/protocol';
import { sentence } from '../../base/language.ts';
import type { Caller } from '../../base/caller.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import { memberOf } from '../../shared/access/member.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { copyObjects } from './copy-objects.ts';
import { copyTypes } from './copy-types.ts';

/** The queued request. `copyId`: the id of the new project. */
export interface CopyInput {
  language: Language;
  copyId: string;
  projectName: string;
  objects: boolean;
  members: boolean;
  styles: boolean;
}

const MINUTE = 60_000;
/** A copy without members is one in progress, which nobody sees. */
const WITHOUT_MEMBERS = 'not exists (select 1 from project_members pm where pm.project_id = p.id)';

export const copyKind: JobKind = {
  timeLimit: 60 * MINUTE,
  run: (work) => copy(work, work.input as CopyInput),
  /** Removes what a process that has stopped left behind. */
  tidy: async ({ db }) => {
    await db.query(
      `delete from projects p using jobs j
       where j.kind = 'copy' and j.state in ('failed', 'cancelled') and p.id = (j.input->>'copyId')::uuid
         and ${WITHOUT_MEMBERS}`,
    );
  },
};

async function copy(work: Work, input: CopyInput): Promise<undefined> {
  const { db, events } = work.services;
  const { copyId } = input;
  const projectId = work.projectId!;
  // An earlier attempt may have got part of the way.
  await removeCopy(db, copyId);
  try {
    const caller = await copierOf(db, work, projectId);
    await db.transaction(async (tx) => {
      await tx.query(
        `insert into projects (id, project_name, organization_id, crs, location, display_format, created_by)
         select $2, $3, p.organization_id, p.crs, p.location, p.display_format, $4 from projects p where p.id = $1`,
        [projectId, copyId, input.projectName, caller.userId],
      );
      await copyTypes(tx, caller, { from: projectId, to: copyId, styles: input.styles });
      await tx.query(
        'insert into project_folders (project_id, folder) select $2, folder from project_folders where project_id = $1',
        [projectId, copyId],
      );
    });
    const message = sentence(work.language, 'projects.copying');
    work.progress(0, message);
    const onward = (part: number) => work.progress(part, message);
    const of = { caller, from: projectId, to: copyId, signal: work.signal, onward };
    const objects = input.objects ? await copyObjects(db, of) : 0;
    await db.transaction(async (tx) => {
      // Rights may have changed meanwhile.
      await copierOf(tx, work, projectId);
      const people = await tx.query<{ id: string }>(
        `insert into project_members (project_id, user_id)
         select $2::uuid, pm.user_id from project_members pm where pm.project_id = $1
           and (pm.user_id = $3 or $4::boolean) returning user_id as id`,
        [projectId, copyId, caller.userId, input.members],
      );
      const subject = { kind: 'project', id: copyId, name: input.projectName };
      await audit(tx, {
        kind: 'project.created',
        actor: caller,
        subject,
        detail: { copyOf: projectId, objects },
      });
      const result: CopiedProject = { projectId: copyId, objects };
      await work.finish(tx, result);
      const userId = people.map(({ id }) => id);
      await announceTypes(tx, events, caller);
      await events.announce(tx, 'session', { userId }, { reason: 'rights-changed' });
    });
  } catch (thrown) {
    await removeCopy(db, copyId).catch(() => {});
    throw thrown;
  }
  return undefined;
}

/** Throws JobFailure when the person may no longer copy the project. */
async function copierOf(db: Queries, { userId }: Work, projectId: string): Promise<Caller> {
  const caller = await memberOf(db, userId, projectId);
  if (!caller || !['projects.write', 'geometries.read'].every((each) => grants(caller.authorizations, each)))
    throw new JobFailure('projects.copy-not-allowed');
  return caller;
}

async function removeCopy(db: Queries, copyId: string): Promise<void> {
  await db.query('delete from object_types t where t.project_ids = array[$1]::uuid[]', [copyId]);
  await db.query(`delete from projects p where p.id = $1 and ${WITHOUT_MEMBERS}`, [copyId]);
}
