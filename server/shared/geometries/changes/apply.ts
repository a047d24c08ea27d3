import { scopeOf } from '../../access/scope.ts';
import { lockTypes } from '../../attributes/types.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { addWrite, type AnnouncedChanges } from '../announce.ts';
import type { Editing } from '../editing.ts';
import { findTombstones, lockAndReadObjects, type LockedObject, type Tombstone } from '../locked-objects.ts';
import { freeIds, takenClaims } from '../rules.ts';
import { takeClock, writeObjects } from '../store.ts';
import { withoutCrossing } from './crossing.ts';
import { decide, type Decision, type DecisionContext, type ObjectChange } from './decide.ts';
import { withPlainRelations, withoutDangling } from './relations.ts';

/**
 * Decides changes of objects of one project, at most one of each, and writes those that are possible. All changes are
 * decided before anything is written, so that one that conflicts or is refused does not affect the others. The caller
 * is known to be a member of the project. Adds what was written to `announced`; returns a decision for each change, in
 * their order.
 */
export async function applyChanges(
  editing: Editing,
  projectId: string,
  changes: readonly ObjectChange[],
  announced: AnnouncedChanges,
): Promise<Decision[]> {
  const { decisions, locked } = await decideChanges(editing, projectId, changes);
  const writes = decisions.flatMap((decision) => (decision.status === 'write' ? decision.write : []));
  await writeObjects(editing.tx, editing.caller, projectId, writes, editing.at);
  for (const write of writes) addWrite(announced, write, locked.get(write.id));
  return decisions;
}

/** Decides changes as `applyChanges` does, and writes nothing. The objects stay locked until the transaction ends. */
export async function decideChanges(
  { tx, caller, at: moment }: Omit<Editing, 'events'>,
  projectId: string,
  requested: readonly ObjectChange[],
): Promise<{ decisions: Decision[]; locked: ReadonlyMap<string, LockedObject> }> {
  if (requested.length === 0) return { decisions: [], locked: new Map() };
  const changes = requested.map(withPlainRelations);
  const scope = scopeOf(caller, { projectId });
  const targets = changes.flatMap(({ id }) => id ?? []);
  const locked = await lockAndReadObjects(tx, scope, targets);
  const missing = targets.filter((id) => !locked.has(id));
  const tombstones = await findTombstones(tx, scope, missing);
  const free = await freeIds(
    tx,
    missing.filter((id) => !tombstones.has(id)),
  );
  const names = changes.flatMap((change) =>
    typesOf(change, locked.get(change.id ?? ''), tombstones.get(change.id ?? '')),
  );
  const types = await lockTypes(tx, scope, [...new Set(names)]);
  const { at, ids } = await takeClock(tx, changes.length, moment);
  const ground: DecisionContext = { caller, projectId, locked, tombstones, free, types, at };
  const decided = changes.map((change, n) => decide(change, ground, ids[n]!));
  const placed = await withoutCrossing(tx, ground, changes, decided);
  const unique = await withoutTaken(tx, ground, placed);
  return { decisions: await withoutDangling(tx, ground, changes, unique), locked };
}

/** Names of the types whose rules the changes are checked against. */
function typesOf(
  change: ObjectChange,
  locked: LockedObject | undefined,
  tombstone: Tombstone | undefined,
): string[] {
  if (change.deleted) return [];
  if (change.typeName !== undefined) return [change.typeName];
  if (tombstone) return [tombstone.typeName];
  return locked && (change.properties || change.set || change.location) ? [locked.typeName] : [];
}

/** Returns the decisions, refusing values of unique fields that other objects already have. */
async function withoutTaken(
  tx: Queries,
  ground: DecisionContext,
  decisions: Decision[],
): Promise<Decision[]> {
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
    const { key, values } = problem;
    return { status: 'refused', id, fault: { key, values, problems: [problem] } };
  });
}
