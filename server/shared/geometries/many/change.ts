import { HttpError } from '../../../base/http-error.ts';
import type { Calculation, Language, Properties } from '#core/protocol';
import { requireProject, scopeOf } from '../../access/scope.ts';
import { announceObjects, type AnnouncedChanges } from '../announce.ts';
import { applyChanges } from '../changes/apply.ts';
import type { ObjectChange } from '../changes/decide.ts';
import type { Editing } from '../editing.ts';
import { lockTypes } from '../../attributes/types.ts';
import { lockObjects, type LockedObject } from '../locked-objects.ts';
import { readCalculation } from './calculate.ts';
import { doneBefore, type Parts } from './parts.ts';
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
  /** Null: the map places their labels again. */
  labelAt?: null | undefined;
}

/** What a change of many objects needs of the work that it is. */
export interface Course {
  parts: Parts;
  language: Language;
  /** Called before each part with what is done, 0 to 1; throws to end the change. */
  onward: (part: number) => void;
  /** Part of the last transaction. */
  finish: (editing: Editing, tally: ChangeTally) => Promise<void>;
}

/**
 * Changes many objects, those that it is possible for: in parts, an object that someone has changed since its beginning
 * stays as it is. Throws HttpError 404 for no such project.
 */
export async function changeMany(
  { parts, language, onward, finish }: Course,
  projectId: string,
  { ids, ...change }: ManyChange,
): Promise<void> {
  const all = [...new Set(ids.map((id) => id.toLowerCase()))].sort();
  const tally = new ChangeTally(language);
  const done = await parts.run(async (editing) => {
    const { tx, caller } = editing;
    await requireProject(tx, caller, projectId);
    if (parts.isOneTransaction) await lockObjects(tx, scopeOf(caller, { projectId }), all);
    return doneBefore(editing, projectId);
  });
  tally.resume(done.values());
  const left = all.filter((id) => !done.has(id));
  for (let from = 0; from < left.length; from += AT_ONCE) {
    onward((done.size + from) / all.length);
    const some = left.slice(from, from + AT_ONCE);
    const { decisions, announced } = await parts.run(async (editing) => {
      const written: AnnouncedChanges = { changed: [], removed: [] };
      const changesOf = await eachChange(editing, projectId, change);
      return {
        decisions: await applyChanges(editing, projectId, changesOf(some), written),
        announced: written,
      };
    });
    for (const decision of decisions) tally.add(decision);
    tally.announce(announced);
  }
  await finishChange(parts, projectId, tally, finish);
}

/** Tells everyone what was done, in the transaction that finishes it. */
export function finishChange(
  parts: Parts,
  projectId: string,
  tally: ChangeTally,
  finish: Course['finish'],
): Promise<void> {
  return parts.run(async (editing) => {
    const { tx, caller, events } = editing;
    await announceObjects(tx, events, caller, projectId, tally.announced);
    await finish(editing, tally);
  });
}

/** Returns the changes of single objects, by their ids. Throws HttpError 422 as `readCalculation`. */
export async function eachChange(
  editing: Omit<Editing, 'events'>,
  projectId: string,
  { deleted, typeName, set, calculate, labelAt }: Omit<ManyChange, 'ids'>,
): Promise<(ids: readonly string[]) => ObjectChange[]> {
  const setOf = calculate ? await calculatedBy(editing, projectId, calculate) : set && (() => set);
  const unchangedSince = await momentOf(editing);
  return (ids) =>
    ids.map((id) => ({
      id,
      known: true,
      anyVersion: true,
      unchangedSince,
      deleted,
      typeName,
      set: setOf,
      labelAt,
    }));
}

/** The moment of a change in parts as objects bear it. */
async function momentOf({ tx, at }: Omit<Editing, 'events'>): Promise<string | undefined> {
  if (at === undefined) return undefined;
  const [row] = await tx.query<{ at: string }>('select $1::timestamptz as at', [at]);
  return row!.at;
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
export function refuseEmpty({ deleted, typeName, set, calculate, labelAt }: Omit<ManyChange, 'ids'>): void {
  const isOf = deleted || calculate || typeName !== undefined || labelAt !== undefined;
  if (!isOf && Object.keys(set ?? {}).length === 0) throw new HttpError(422, 'geometries.no-change');
}
