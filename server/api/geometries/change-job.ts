import { grants } from '#core/protocol';
import { sentence } from '../../base/language.ts';
import type { Queries } from '../../platform/db/database.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import { holdUnarchived, refuseArchived, whileUnarchived } from '../../http/gate/archived.ts';
import { memberOf } from '../../shared/access/member.ts';
import { editObjects, type Editing } from '../../shared/geometries/editing.ts';
import { changeMany, type Course } from '../../shared/geometries/many/change.ts';
import { oneTransaction, type Parts } from '../../shared/geometries/many/parts.ts';
import { reverseMany } from '../../shared/geometries/many/reverse.ts';
import type { ChangeInput } from './change-input.ts';
import { unfinishedChanges } from './unfinished-changes.ts';

const MINUTE = 60_000;

/**
 * PostgreSQL changes all objects in one transaction. The embedded database has one connection: it changes them in parts,
 * between which others have their turn. An attempt that is broken off is continued by the next; what ends unfinished is
 * taken back by a job of its own.
 */
export const changeKind: JobKind = {
  timeLimit: 30 * MINUTE,
  async run(work) {
    const { db } = work.services;
    if (db.engine === 'embedded') return change(work, inParts(work, await momentOf(work)));
    await db.transaction(async (tx) => {
      const editing = await editingOf(work, tx);
      if (!isUnfinished(work)) await holdUnarchived(tx, [work.projectId!]);
      await change(work, oneTransaction(editing));
    });
    return undefined;
  },
  followUps: ({ db }, running) => unfinishedChanges(db, running),
};

/** Several transactions that bear the moment of the request. Rights are those of each. */
function inParts(work: Work, at: string): Parts {
  const { services, projectId } = work;
  const db = isUnfinished(work) ? services.db : whileUnarchived(services.db, [projectId!]);
  return {
    isOneTransaction: false,
    async run(part) {
      const { caller, events, language } = await editingOf(work, db);
      return editObjects({ db, events, caller, language, at }, part);
    },
  };
}

async function momentOf({ services, id }: Work): Promise<string> {
  const [job] = await services.db.query<{ at: string }>(
    'select j.created_at::text as at from jobs j where j.id = $1',
    [id],
  );
  return job!.at;
}

/**
 * Rights may have changed since the request, and the project may have been archived: then only what an unfinished change
 * has left is still taken back.
 */
async function editingOf(work: Work, tx: Queries): Promise<Editing> {
  const caller = await memberOf(tx, work.userId, work.projectId!);
  const isAllowed = isUnfinished(work);
  if (!caller || !(isAllowed || grants(caller.authorizations, 'geometries.write')))
    throw new JobFailure('geometries.change-not-allowed');
  if (!isAllowed) await refuseArchived(tx, caller, [work.projectId!]);
  return { tx, events: work.services.events, caller, language: work.language };
}

const isUnfinished = (work: Work): boolean => 'unfinished' in (work.input as ChangeInput);

async function change(work: Work, parts: Parts): Promise<undefined> {
  const input = work.input as ChangeInput;
  const course: Course = {
    parts,
    language: work.language,
    onward: (part) => {
      work.signal.throwIfAborted();
      work.progress(part, sentence(work.language, 'geometries.changing'));
    },
    finish: ({ tx }, tally) => work.finish(tx, tally.result),
  };
  const projectId = work.projectId!;
  if ('reverses' in input) await reverseMany(course, projectId, input.reverses);
  else await changeMany(course, projectId, input);
  return undefined;
}
