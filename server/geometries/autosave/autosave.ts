import { type Language } from '#core/protocol';
import type { Caller } from '../../access/caller.ts';
import { requireProject, scopeOf } from '../../access/scope.ts';
import { holdTypes } from '../../attributes/types.ts';
import type { Database, Queries } from '../../db/database.ts';
import { DatabaseError, DEADLOCK, SERIALIZATION_FAILURE, UNIQUE_VIOLATION } from '../../db/errors.ts';
import type { EventStream } from '../../events/stream.ts';
import { Precomposed } from '../../http/context.ts';
import { sentence } from '../../http/language.ts';
import { aboutText, objectText } from '../about.ts';
import { announceObjects, type Told } from '../announce.ts';
import { findTombstones, holdObjects } from '../hold.ts';
import { freeIds, takenClaims } from '../rules.ts';
import { takeClock, writeObjects, writtenText, type Write } from '../store.ts';
import { decide, targetOf, typesOf, type Decision, type Ground } from './decide.ts';
import { readIncoming, roundsOf, type Incoming } from './incoming.ts';
import { findReceipts, forgetOldReceipts, writeReceipts, type Receipt } from './receipts.ts';

export interface Autosaving {
  db: Database;
  events: EventStream;
  caller: Caller;
  language: Language;
  projectId: string;
}

/** Another writer was there at the same moment: what it wrote is seen at the next attempt. */
const MET = [UNIQUE_VIOLATION, DEADLOCK, SERIALIZATION_FAILURE];
const ATTEMPTS = 5;

/**
 * Saves a list of changes in one transaction, answering each in its place. Every change is decided before anything is
 * written, so that one that conflicts or is refused hinders no other.
 */
export async function autosave(autosaving: Autosaving, list: readonly unknown[]): Promise<Precomposed> {
  const { db, language } = autosaving;
  const { good, bad } = readIncoming(list, language);
  const answers: string[] = [];
  for (const { place, clientId, detail } of bad)
    answers[place] = JSON.stringify({ clientId, id: null, status: 'refused', detail });
  for (let attempt = 1; ; attempt++) {
    try {
      const saved = await db.transaction((tx) => saveAll(autosaving, tx, good));
      for (const [place, answer] of saved) answers[place] = answer;
      break;
    } catch (thrown) {
      const met = thrown instanceof DatabaseError && MET.includes(thrown.code);
      if (!met || attempt === ATTEMPTS) throw thrown;
    }
  }
  await forgetOldReceipts(db);
  return new Precomposed(`[${answers.join(',')}]`);
}

async function saveAll(
  autosaving: Autosaving,
  tx: Queries,
  changes: readonly Incoming[],
): Promise<Map<number, string>> {
  const { events, caller, projectId } = autosaving;
  await requireProject(tx, caller, projectId);
  const clientIds = [...new Set(changes.map(({ change }) => change.clientId))];
  const saving: Saving = {
    ...autosaving,
    tx,
    receipts: await findReceipts(tx, projectId, clientIds),
    answers: new Map(),
    told: { changed: [], removed: [] },
  };
  const rounds = roundsOf(changes, (incoming) => {
    const { clientId } = incoming.change;
    const target = targetOf(incoming, saving.receipts.get(clientId));
    return target === undefined || target === clientId ? [clientId] : [clientId, target];
  });
  for (const round of rounds) await saveRound(saving, round);
  await announceObjects(tx, events, caller, projectId, latest(saving.told));
  return saving.answers;
}

/** One transaction under way; `receipts`, `answers` and `told` grow with each round. */
interface Saving extends Autosaving {
  tx: Queries;
  receipts: Map<string, Receipt>;
  answers: Map<number, string>;
  told: Told;
}

async function saveRound(saving: Saving, round: readonly Incoming[]): Promise<void> {
  const { tx, caller, language, projectId, answers, told } = saving;
  const { ground, transactionIds } = await readGround(saving, round);
  const decisions = await withoutTaken(
    tx,
    ground,
    round.map((incoming, n) => decide(incoming, ground, transactionIds[n]!)),
  );
  const writes: Write[] = [];
  const receipts: Receipt[] = [];
  const locations = new Map([...ground.held.values()].map(({ id, location }) => [id, location]));
  round.forEach((incoming, n) => {
    const decision = decisions[n]!;
    answers.set(incoming.place, answerText(incoming, decision, language));
    if (decision.status !== 'write') return;
    const { write, left } = decision;
    const { id, version, typeName } = write;
    writes.push(write);
    receipts.push({ clientId: incoming.change.clientId, hash: incoming.hash, id, version });
    const text = writtenText(write, locations);
    if (text !== undefined) told.changed.push({ id, version, typeName, text });
    if (text === undefined) told.removed.push({ id, version, typeName });
    else if (left !== undefined) told.removed.push({ id, version, typeName: left });
  });
  await writeObjects(tx, caller, projectId, writes);
  await writeReceipts(tx, projectId, receipts, saving.receipts);
  for (const receipt of receipts) saving.receipts.set(receipt.clientId, receipt);
}

async function readGround(
  { tx, caller, projectId, receipts }: Saving,
  round: readonly Incoming[],
): Promise<{ ground: Ground; transactionIds: string[] }> {
  const scope = scopeOf(caller, { projectId });
  const fresh = round.filter(({ change, hash }) => receipts.get(change.clientId)?.hash !== hash);
  const targetIn = (incoming: Incoming) => targetOf(incoming, receipts.get(incoming.change.clientId));
  const targets = fresh.flatMap((incoming) => targetIn(incoming) ?? []);
  const held = await holdObjects(tx, scope, targets);
  const missing = targets.filter((id) => !held.has(id));
  const tombstones = await findTombstones(tx, scope, missing);
  const unknown = missing.filter((id) => !tombstones.has(id));
  const free = await freeIds(tx, unknown);
  const names = fresh.flatMap((incoming) => {
    const id = targetIn(incoming) ?? '';
    return typesOf(incoming, held.get(id), tombstones.get(id));
  });
  const types = await holdTypes(tx, scope, [...new Set(names)]);
  const { at, ids } = await takeClock(tx, fresh.length > 0 ? round.length : 0);
  return {
    ground: { caller, projectId, receipts, held, tombstones, free, types, at },
    transactionIds: ids,
  };
}

/** The decisions, where values of unique fields that other objects have already are refused. */
async function withoutTaken(tx: Queries, ground: Ground, decisions: Decision[]): Promise<Decision[]> {
  const claims = decisions.flatMap((decision) => {
    if (decision.status !== 'write' || !decision.write.becomes) return [];
    const { id, typeName, becomes } = decision.write;
    const rules = ground.types.get(typeName);
    return rules ? [{ id, rules, properties: becomes.about.properties }] : [];
  });
  const taken = await takenClaims(tx, ground.projectId, claims);
  return decisions.map((decision) => {
    const problem = decision.status === 'write' ? taken.get(decision.write.id) : undefined;
    if (decision.status !== 'write' || !problem) return decision;
    const id = decision.write.version === 1 ? null : decision.write.id;
    return { status: 'refused', id, key: problem.key, values: problem.values };
  });
}

function answerText({ change }: Incoming, decision: Decision, language: Language): string {
  const { clientId } = change;
  switch (decision.status) {
    case 'write':
      return JSON.stringify({
        clientId,
        id: decision.write.id,
        status: 'saved',
        version: decision.write.version,
      });
    case 'done':
      return JSON.stringify({ clientId, id: decision.id, status: 'saved', version: decision.version });
    case 'refused': {
      const detail = sentence(language, decision.key, decision.values);
      return JSON.stringify({ clientId, id: decision.id, status: 'refused', detail });
    }
    case 'conflict': {
      const { id, current } = decision;
      const detail = sentence(
        language,
        current ? 'geometries.changed-elsewhere' : 'geometries.deleted-elsewhere',
      );
      const head = JSON.stringify({ clientId, id, status: 'conflict', detail }).slice(0, -1);
      return `${head},"current":${current ? objectText(id, current.location, aboutText(current.about)) : 'null'}}`;
    }
  }
}

/** Of objects changed in several rounds, only what they are in the end is told. */
function latest({ changed, removed }: Told): Told {
  const made = new Map(changed.map((each) => [each.id, each]));
  const gone = new Map(removed.map((each) => [`${each.id} ${each.typeName}`, each]));
  for (const [key, each] of gone) {
    const now = made.get(each.id);
    if (!now) continue;
    if (now.version < each.version) made.delete(each.id);
    else if (now.typeName === each.typeName) gone.delete(key);
  }
  return { changed: [...made.values()], removed: [...gone.values()] };
}
