import type { Queries } from '../../../platform/db/database.ts';
import { existingObjects } from '../existing.ts';
import { beforeDeletion } from '../writes.ts';
import type { Decision, DecisionContext, ObjectChange } from './decide.ts';

/** `relatesTo` with each id once, in lower case. */
export function withPlainRelations(change: ObjectChange): ObjectChange {
  if (!change.relatesTo) return change;
  return { ...change, relatesTo: [...new Set(change.relatesTo.map((id) => id.toLowerCase()))] };
}

/**
 * Returns the decisions, refusing relations to objects that do not exist for the caller in the project. Relations that
 * the object already has stay, and objects of the same list can relate to each other.
 */
export async function withoutDangling(
  tx: Queries,
  ground: DecisionContext,
  changes: readonly ObjectChange[],
  decisions: readonly Decision[],
): Promise<Decision[]> {
  const added = decisions.map((decision, n) => addedBy(changes[n]!, decision, ground));
  const ids = [...new Set(added.flat())];
  if (ids.length === 0) return [...decisions];
  const existing = await existingObjects(tx, ground, ids);
  let current = [...decisions];
  for (;;) {
    const gone = new Set(written(current, false));
    const there = new Set([...[...existing].filter((id) => !gone.has(id)), ...written(current, true)]);
    const next = current.map((decision, n) => refusedUnless(there, decision, added[n]!));
    if (next.every((decision, n) => decision === current[n])) return current;
    // What related to a refused object is refused as well.
    current = next;
  }
}

function addedBy(change: ObjectChange, decision: Decision, ground: DecisionContext): string[] {
  if (!change.relatesTo?.length || decision.status !== 'write') return [];
  const { id = '' } = change;
  const tombstone = ground.tombstones.get(id);
  const before = ground.locked.get(id)?.about ?? (tombstone && beforeDeletion(tombstone).before.about);
  return change.relatesTo.filter((other) => !before?.relatesTo.includes(other));
}

/** Ids of the objects that exist after the decisions, or that they delete. */
function written(decisions: readonly Decision[], stays: boolean): string[] {
  return decisions.flatMap((decision) =>
    decision.status === 'write' && (decision.write.becomes !== undefined) === stays
      ? [decision.write.id]
      : [],
  );
}

function refusedUnless(there: ReadonlySet<string>, decision: Decision, added: readonly string[]): Decision {
  if (decision.status !== 'write') return decision;
  const own = decision.write.id;
  const id = added.find((other) => other === own || !there.has(other));
  if (id === undefined) return decision;
  const key = id === own ? 'geometries.relates-to-itself' : 'geometries.relates-to-nothing';
  const problem = { key, path: 'relatesTo', values: { id } };
  return {
    status: 'refused',
    id: decision.write.version === 1 ? null : own,
    fault: { key, values: { id }, problems: [problem] },
  };
}
