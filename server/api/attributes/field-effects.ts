import { formulaOf } from '#core/expression';
import { isShown } from '#core/fields';
import type { Field, FieldEffect, FieldEffects } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { batchesOf } from '../../platform/db/cursor.ts';
import type { Queries } from '../../platform/db/database.ts';
import { scopeOfType, type TypeRef } from '../../shared/access/scope.ts';
import { isEmptyValue } from '../../shared/attributes/check.ts';
import { convertValue, isOutOfRange, NOT_CONVERTIBLE } from '../../shared/attributes/convert-value.ts';
import { countObjects } from '../../shared/counts/counts.ts';
import { countElsewhere, countRewritten } from './affected-objects.ts';
import type { FieldChange } from './field-changes.ts';

const AT_ONCE = 2000;
const MAX_EXAMPLES = 3;
const LONGEST_EXAMPLE = 40;

/**
 * Counts what the changes do to the stored values, over all objects of the type in the caller's scope. `tx` is a
 * transaction.
 */
export async function effectsOf(
  tx: Queries,
  caller: Caller,
  type: TypeRef,
  changes: readonly FieldChange[],
): Promise<FieldEffects> {
  const objects = await countObjects(tx, scopeOfType(caller, type));
  const effects: FieldEffect[] = [];
  for (const change of changes) effects.push(await effectOf(tx, caller, type, change, objects));
  const lost = effects.reduce((sum, effect) => sum + effect.lost, 0);
  const elsewhere = await countElsewhere(tx, caller, type, changes);
  return {
    objects,
    lost,
    elsewhere,
    rewritten: await countRewritten(tx, caller, type, changes),
    effects,
  };
}

async function effectOf(
  tx: Queries,
  caller: Caller,
  type: TypeRef,
  change: FieldChange,
  objects: number,
): Promise<FieldEffect> {
  const { name, before, after, rewrites } = change;
  const effect: FieldEffect = {
    field: name,
    change: change.change,
    converted: 0,
    lost: 0,
    empty: objects,
    outOfRange: 0,
    duplicates: after?.unique ? await countDuplicates(tx, caller, type, name) : 0,
    examples: [],
  };
  const isComputed = after?.computed !== undefined;
  for await (const { value, count } of valuesOf(tx, caller, type, name)) {
    if (isEmptyValue(value)) continue;
    effect.empty -= count;
    const converted = !rewrites ? value : after && !isComputed ? convertValue(value, after) : NOT_CONVERTIBLE;
    if (converted === NOT_CONVERTIBLE) {
      // A value calculated by an earlier expression is no loss.
      if (before?.computed !== undefined) continue;
      effect.lost += count;
      if (effect.examples.length < MAX_EXAMPLES) effect.examples.push(exampleOf(value));
      continue;
    }
    if (JSON.stringify(converted) !== JSON.stringify(value)) effect.converted += count;
    if (after && !isComputed && isOutOfRange(converted, after)) effect.outOfRange += count;
  }
  if (isComputed) return { ...effect, converted: objects, empty: 0 };
  return after?.when ? { ...effect, empty: await countShownEmpty(tx, caller, type, after) } : effect;
}

/** Objects without a value for which the condition of the field holds: counted by the values that it reads. */
async function countShownEmpty(tx: Queries, caller: Caller, type: TypeRef, field: Field): Promise<number> {
  const names = formulaOf(field.when ?? '')?.fields ?? [];
  const params: unknown[] = [field.name];
  const read = names.map((name) => `g.properties->$${params.push(name)}::text`);
  const scope = scopeOfType(caller, type);
  const sql = `select jsonb_build_array(${read.join()}) as values, count(*)::int as count from geometries g
    where coalesce(g.properties->>$1::text, '') = '' and ${scope.objects('g', params)} group by 1`;
  const batches = batchesOf<{ values: unknown[]; count: number }>(
    tx,
    'condition_values',
    sql,
    params,
    AT_ONCE,
  );
  let empty = 0;
  for await (const rows of batches)
    for (const { values, count } of rows) {
      const known = Object.fromEntries(names.map((name, n) => [name, values[n]]));
      if (isShown(field, known)) empty += count;
    }
  return empty;
}

/** The distinct values of a field, each with its number of objects. */
async function* valuesOf(
  tx: Queries,
  caller: Caller,
  type: TypeRef,
  field: string,
): AsyncGenerator<{ value: unknown; count: number }> {
  const params: unknown[] = [field];
  const scope = scopeOfType(caller, type);
  const sql = `select g.properties->$1::text as value, count(*)::int as count from geometries g
    where g.properties ? $1::text and ${scope.objects('g', params)} group by 1`;
  for await (const rows of batchesOf<{ value: unknown; count: number }>(
    tx,
    'field_values',
    sql,
    params,
    AT_ONCE,
  ))
    yield* rows;
}

/** Objects whose value another object of the same project has, too. */
async function countDuplicates(tx: Queries, caller: Caller, type: TypeRef, field: string): Promise<number> {
  const params: unknown[] = [field];
  const scope = scopeOfType(caller, type);
  const [row] = await tx.query<{ count: number }>(
    `select coalesce(sum(shared.count), 0)::int as count from (
       select count(*) as count from geometries g
       where coalesce(g.properties->>$1::text, '') <> '' and ${scope.objects('g', params)}
       group by g.project_id, g.properties->$1::text having count(*) > 1) shared`,
    params,
  );
  return row!.count;
}

function exampleOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE)}…` : text;
}
