import type { Database } from '../../../platform/db/database.ts';
import { requireProject } from '../../access/scope.ts';
import { Precomposed } from '../../../base/precomposed.ts';
import { announceObjects, latestChanges, type AnnouncedChanges } from '../announce.ts';
import { applyChanges } from '../changes/apply.ts';
import { editObjects, type Editing } from '../editing.ts';
import { answerText, malformedText, savedText } from './answer.ts';
import { readIncoming, roundsOf, type Incoming } from './incoming.ts';
import { findReceipts, forgetOldReceipts, writeReceipts, type Receipt } from './receipts.ts';
import { changeOf, isDone, targetOf } from './target.ts';

export interface Autosaving extends Omit<Editing, 'tx'> {
  db: Database;
  projectId: string;
}

/**
 * Saves a list of changes in one transaction and returns a result for each in its place. Changes of one object are
 * applied one after the other; one that conflicts or is refused does not affect the others.
 */
export async function autosave(autosaving: Autosaving, list: readonly unknown[]): Promise<Precomposed> {
  const { db, events, language, projectId } = autosaving;
  const { good, bad } = readIncoming(list, language);
  const answers: string[] = [];
  for (const malformed of bad) answers[malformed.place] = malformedText(malformed);
  const saved = await editObjects(autosaving, (editing) => saveAll(editing, projectId, good));
  for (const [place, answer] of saved) answers[place] = answer;
  await forgetOldReceipts(db, events);
  return new Precomposed(`[${answers.join(',')}]`);
}

async function saveAll(
  editing: Editing,
  projectId: string,
  changes: readonly Incoming[],
): Promise<Map<number, string>> {
  const { tx, events, caller } = editing;
  await requireProject(tx, caller, projectId);
  const clientIds = [...new Set(changes.map(({ change }) => change.clientId))];
  const saving: Saving = {
    ...editing,
    projectId,
    receipts: await findReceipts(tx, projectId, clientIds),
    answers: new Map(),
    announced: { changed: [], removed: [] },
  };
  const rounds = roundsOf(changes, (incoming) => {
    const { clientId } = incoming.change;
    const target = targetOf(incoming, saving.receipts.get(clientId));
    return target === undefined || target === clientId ? [clientId] : [clientId, target];
  });
  for (const round of rounds) await saveRound(saving, round);
  await announceObjects(tx, events, caller, projectId, latestChanges(saving.announced));
  return saving.answers;
}

/** One transaction in progress; `receipts`, `answers` and `announced` grow with each round. */
interface Saving extends Editing {
  projectId: string;
  receipts: Map<string, Receipt>;
  answers: Map<number, string>;
  announced: AnnouncedChanges;
}

async function saveRound(saving: Saving, round: readonly Incoming[]): Promise<void> {
  const { tx, language, projectId, receipts, answers, announced } = saving;
  const receiptOf = ({ change }: Incoming) => receipts.get(change.clientId);
  const fresh = round.filter((incoming) => {
    const receipt = receiptOf(incoming);
    const done = isDone(incoming, receipt);
    if (done) answers.set(incoming.place, savedText(incoming, receipt!));
    return !done;
  });
  const changes = fresh.map((incoming) => changeOf(incoming, receiptOf(incoming)));
  const decisions = await applyChanges(saving, projectId, changes, announced);
  const made = fresh.flatMap((incoming, n): Receipt | never[] => {
    const decision = decisions[n]!;
    answers.set(incoming.place, answerText(incoming, decision, language));
    if (decision.status !== 'write') return [];
    const { id, version } = decision.write;
    return { clientId: incoming.change.clientId, hash: incoming.hash, id, version };
  });
  await writeReceipts(tx, projectId, made, receipts);
  for (const receipt of made) receipts.set(receipt.clientId, receipt);
}
