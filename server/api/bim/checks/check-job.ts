import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { BimCheckInput, BimCheckResult } from '#core/protocol';
import { grants } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import type { Caller } from '../../../base/caller.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { asJobFailure, JobFailure, type JobKind, type Work } from '../../../platform/jobs/kind.ts';
import { Threads } from '../../../platform/jobs/thread.ts';
import { holdUnarchived, refuseArchived } from '../../../http/gate/archived.ts';
import { memberOf } from '../../../shared/access/member.ts';
import { findFile } from '../../../shared/files/store.ts';
import { ifcFileOf } from '../ifc-file.ts';
import { clashFrame } from './clash-frame.ts';
import { cloudBeside } from './cloud-beside.ts';
import { surveyedObjects } from './surveyed.ts';
import type { CheckWork } from './work.ts';

const MINUTE = 60_000;
/** Heap in MB; the file and its triangles lie beside it. */
const MEMORY = 2048;
const CLASH_SECONDS = 600;
const DEVIATION_SECONDS = 900;

export interface CheckJobInput {
  checkId: string;
  modelId: string;
}

const threads = new Threads<CheckWork, number, BimCheckResult>(
  new URL('./check.worker.ts', import.meta.url),
  MEMORY,
);

/** Checks a BIM model in a thread and keeps the result. */
export const checkKind: JobKind = {
  timeLimit: 20 * MINUTE,
  run: (work) => run(work, work.input as CheckJobInput),
};

async function run(work: Work, { checkId, modelId }: CheckJobInput): Promise<undefined> {
  const { db } = work.services;
  const caller = await checkerOf(db, work).catch(asJobFailure);
  work.progress(0, sentence(work.language, 'bim.checking'));
  const [row] = await db.query<{ input: BimCheckInput }>('select input from bim_checks where id = $1', [
    checkId,
  ]);
  if (!row) throw new JobFailure('bim.check-gone');
  const task = await taskOf(work, caller, modelId, row.input).catch(asJobFailure);
  const result = await threads.run(task, {
    signal: work.signal,
    onMessage: (part) => work.progress(part, sentence(work.language, 'bim.checking')),
    failure: (key, values) => new JobFailure(key, values),
  });
  await db.transaction(async (tx) => {
    await checkerOf(tx, work).catch(asJobFailure);
    await holdUnarchived(tx, [work.projectId!]).catch(asJobFailure);
    await findFile(tx, caller, modelId, ['bim']).catch(asJobFailure);
    await tx.query('update bim_checks set result = $2::jsonb where id = $1', [
      checkId,
      JSON.stringify(result),
    ]);
    await work.finish(tx, { checkId, modelId });
  });
  return undefined;
}

async function taskOf(work: Work, caller: Caller, modelId: string, input: BimCheckInput): Promise<CheckWork> {
  const { db } = work.services;
  const model = await findFile(db, caller, modelId, ['bim']);
  const file = await ifcFileOf(work.services, model, work.folder);
  switch (input.kind) {
    case 'ids':
      return { kind: 'ids', file, ids: input.ids };
    case 'quantities':
      return { kind: 'quantities', file };
    case 'clash': {
      const options = { tolerance: input.tolerance, clearance: input.clearance };
      if (typeof input.with !== 'string') {
        const { typeName } = input.with;
        const found = await surveyedObjects(db, caller, model, typeName, work.language);
        return { kind: 'clash-objects', file, ...found, typeName, options, seconds: CLASH_SECONDS };
      }
      const other = await findFile(db, caller, input.with, ['bim']);
      const isSame = other.id === model.id;
      return {
        kind: 'clash',
        file,
        other: isSame
          ? null
          : await ifcFileOf(work.services, other, await mkdtemp(path.join(work.folder, 'other-'))),
        ...(isSame ? { frame: null, heightsApart: null } : await clashFrame(db, model, other, work.language)),
        options,
        withId: other.id,
        withName: other.name,
        seconds: CLASH_SECONDS,
      };
    }
    case 'deviation': {
      const { of, tolerance, reach, points } = input;
      const options = { tolerance, reach };
      const common = { kind: 'deviation' as const, file, options, points, seconds: DEVIATION_SECONDS };
      if ('typeName' in of) {
        const found = await surveyedObjects(db, caller, model, of.typeName, work.language);
        return { ...common, of: found, name: of.typeName, heightsApart: found.heightsApart };
      }
      const { beside, ...rest } = await cloudBeside(work.services, caller, model, of.cloudId, work.language);
      return { ...common, of: { cloud: beside, cloudId: of.cloudId }, ...rest };
    }
  }
}

/** Throws JobFailure when the person may no longer check models of the project, HttpError 409 when it is archived. */
async function checkerOf(db: Queries, { userId, projectId }: Work): Promise<Caller> {
  const caller = await memberOf(db, userId, projectId!);
  if (!caller || !grants(caller.authorizations, 'bim.comment')) throw new JobFailure('bim.check-not-allowed');
  await refuseArchived(db, caller, [projectId!]);
  return caller;
}
