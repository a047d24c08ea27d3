import { HttpError } from '../../../base/http-error.ts';
import type { Calculation, Properties } from '#core/protocol';
import { requireProject, scopeOf } from '../../access/scope.ts';
import { announceObjects } from '../announce.ts';
import { applyChanges } from '../changes/apply.ts';
import type { ObjectChange } from '../changes/decide.ts';
import type { Editing } from '../editing.ts';
import { lockTypes } from '../../attributes/types.ts';
import { lockObjects, type LockedObject } from '../locked-objects.ts';
import { readCalculation } from './calculate.ts';
import { ChangeTally } from './tally.ts';

/** Objects written by one statement. */
export const AT_ONCE = 1000;

/** What is done to each of many objects. */
export interface ManyChange {
  ids: readonly string[];
  deleted?: boolean | undefined;
  typeName?: string | undefined;
  /** Null removes an attribute. */
  set?: Properties | undefined;
  /** Objects of other types stay as they are. */
  calculate?: Calculation | undefined;
}

/**
 * Changes many objects, those that it is possible for. The caller's transaction makes it one change. `onward` is
 * called after each step with the part done, 0 to 1, and throws to end it. Throws HttpError 404 for no such project.
 */
export async function changeMany(
  editing: Editing,
  projectId: string,
  { ids, deleted, typeName, set, calculate }: ManyChange,
  onward: (part: number) => void,
): Promise<ChangeTally> {
  const { tx, caller, events, language } = editing;
  await requireProject(tx, caller, projectId);
  const all = [...new Set(ids.map((id) => id.toLowerCase()))].sort();
  await lockObjects(tx, scopeOf(caller, { projectId }), all);
  const tally = new ChangeTally(language);
  const changesOf = await eachChange(editing, projectId, { deleted, typeName, set, calculate });
  for (let from = 0; from < all.length; from += AT_ONCE) {
    onward(from / all.length);
    const changes = changesOf(all.slice(from, from + AT_ONCE));
    for (const decision of await applyChanges(editing, projectId, changes, tally.announced))
      tally.add(decision);
    tally.dropTexts();
  }
  await announceObjects(tx, events, caller, projectId, tally.announced);
  return tally;
}

/** Returns the changes of single objects, by their ids. Throws HttpError 422 as `readCalculation`. */
export async function eachChange(
  editing: Omit<Editing, 'events'>,
  projectId: string,
  { deleted, typeName, set, calculate }: Omit<ManyChange, 'ids'>,
): Promise<(ids: readonly string[]) => ObjectChange[]> {
  const setOf = calculate ? await calculatedBy(editing, projectId, calculate) : set && (() => set);
  return (ids) => ids.map((id) => ({ id, known: true, anyVersion: true, deleted, typeName, set: setOf }));
}

/** Locks the type until the transaction ends. Throws HttpError 422 as `readCalculation`. */
async function calculatedBy(
  { tx, caller }: Omit<Editing, 'events'>,
  projectId: string,
  calculate: Calculation,
): Promise<(current: LockedObject) => Properties> {
  const { typeName, field } = calculate;
  const types = await lockTypes(tx, scopeOf(caller, { projectId }), [typeName]);
  const valueOf = readCalculation(calculate, types.get(typeName));
  return ({ about, location }) =>
    about.typeName === typeName ? { [field]: valueOf({ ...about, location }) } : {};
}

/** Throws HttpError 422 for a change that changes nothing. */
export function refuseEmpty({ deleted, typeName, set, calculate }: Omit<ManyChange, 'ids'>): void {
  if (!deleted && typeName === undefined && !calculate && Object.keys(set ?? {}).length === 0)
    throw new HttpError(422, 'geometries.no-change');
}
