import type { Caller } from '../../../base/caller.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { JobFailure } from '../../../platform/jobs/kind.ts';
import { protectedTypes } from '../../../shared/access/locked-layers.ts';
import { scopeOf, type Scope } from '../../../shared/access/scope.ts';
import { listIds, type ObjectFilter, type TypeIds } from './ids.ts';

interface SelectedObjects {
  ids: TypeIds[];
  scope: Scope;
  /** Types with matching objects that are left out, because their layers are locked. */
  locked: string[];
}

/**
 * The objects to export, without those of locked layers. Throws JobFailure when nothing is left, or when a type of
 * `needed` is locked.
 */
export async function selectedObjects(
  db: Queries,
  caller: Caller,
  of: { projectId: string; typeNames: readonly string[] | undefined; needed: readonly string[] },
  filter: ObjectFilter,
): Promise<SelectedObjects> {
  const { projectId, typeNames, needed } = of;
  const excluded = await protectedTypes(db, caller, projectId);
  refuse(needed.filter((name) => excluded.includes(name)));
  const requested = { projectId, ...(typeNames && { typeNames }) };
  const matching = await listIds(db, scopeOf(caller, requested), filter);
  const ids = matching.filter(({ typeName }) => !excluded.includes(typeName));
  const locked = matching.map(({ typeName }) => typeName).filter((name) => excluded.includes(name));
  if (ids.length === 0) refuse(locked);
  return { ids, scope: scopeOf(caller, { ...requested, excluded }), locked };
}

function refuse(locked: readonly string[]): void {
  if (locked.length > 0) throw new JobFailure('export.locked', { types: locked.join(', ') });
}
