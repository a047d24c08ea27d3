import { grants, type BodyOf, type findClasses, type PointsIn } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import { sentence } from '../../../base/language.ts';
import { holdUnarchived, refuseArchived } from '../../../http/gate/archived.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { JobFailure, type JobKind, type Work } from '../../../platform/jobs/kind.ts';
import { memberOf } from '../../../shared/access/member.ts';
import { seesKind } from '../../../shared/files/scope.ts';
import { onPointsInJob } from '../thread/in-thread.ts';
import { change } from './edit.ts';

export type FindInput = BodyOf<typeof findClasses> & { id: string; query: PointsIn };

const HOUR = 3_600_000;

/** Finds points by their surroundings, and gives them a class. */
export const pointClassesKind: JobKind = {
  timeLimit: 2 * HOUR,
  run: (work) => find(work, work.input as FindInput),
};

async function find(work: Work, { id, query, finding, to, ...selection }: FindInput): Promise<undefined> {
  const { services, language, signal } = work;
  const report = (part: number) =>
    work.progress(part, sentence(language, `pointcloud.finding.${finding.find}`));
  report(0);
  const caller = await editorOf(services.db, work);
  const made = { kind: finding.find, from: selection.classes ?? null, to, finding };
  await change(
    { services, caller, id },
    made,
    undefined,
    query,
    (cloud, version, key) =>
      onPointsInJob(services, { kind: 'find', cloud, selection, finding, to, version, key }, signal, report),
    async (tx, edit) => {
      await editorOf(tx, work);
      await holdUnarchived(tx, [work.projectId!]);
      await work.finish(tx, edit);
    },
  ).catch((failure: unknown) => {
    // What would be the answer of a call is why the job failed.
    throw failure instanceof HttpError ? new JobFailure(failure.key, failure.values) : failure;
  });
  return undefined;
}

/** Throws JobFailure when the person may no longer change classes, HttpError 409 when the project is archived. */
async function editorOf(db: Queries, { userId, projectId }: Work): Promise<Caller> {
  const caller = await memberOf(db, userId, projectId!);
  const may =
    caller &&
    grants(caller.authorizations, 'pointcloud.classify') &&
    grants(caller.authorizations, 'pointcloud.read') &&
    seesKind(caller, 'pointcloud');
  if (!may) throw new JobFailure('pointcloud.may-not-classify');
  await refuseArchived(db, caller, [projectId!]);
  return caller;
}
