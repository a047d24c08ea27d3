import { grants, type Language } from '#core/protocol';
import { sentence } from '../../base/language.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import { memberOf } from '../../shared/access/member.ts';
import type { Editing } from '../../shared/geometries/editing.ts';
import { changeMany, type ManyChange } from '../../shared/geometries/many/change.ts';
import { reverseMany } from '../../shared/geometries/many/reverse.ts';
import type { ChangeTally } from '../../shared/geometries/many/tally.ts';

/** The queued request: a change, or the transaction to take back. */
export type ChangeInput = { language: Language } & (ManyChange | { reverses: string });

const MINUTE = 60_000;

export const changeKind: JobKind = {
  timeLimit: 30 * MINUTE,
  async run(work) {
    const input = work.input as ChangeInput;
    const { db, events } = work.services;
    await db.transaction(async (tx) => {
      // Rights may have changed since the request.
      const caller = await memberOf(tx, work.userId, work.projectId!);
      if (!caller || !grants(caller.authorizations, 'geometries.write'))
        throw new JobFailure('geometries.change-not-allowed');
      const editing = { tx, events, caller, language: work.language };
      const tally = await change(work, editing, input);
      await work.finish(tx, tally.result);
    });
  },
};

function change(work: Work, editing: Editing, input: ChangeInput): Promise<ChangeTally> {
  const onward = (part: number): void => {
    work.signal.throwIfAborted();
    work.progress(part, sentence(work.language, 'geometries.changing'));
  };
  const projectId = work.projectId!;
  if ('reverses' in input) return reverseMany(editing, projectId, input.reverses, onward);
  return changeMany(editing, projectId, input, onward);
}
