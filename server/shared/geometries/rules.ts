import type { Geometry, Language, Properties } from '#core/protocol';
import { isEmptyValue, propertyProblems, storageProblem, type PropertyProblem } from '../attributes/check.ts';
import type { TypeRules } from '../attributes/types.ts';
import type { Queries } from '../../platform/db/database.ts';
import { sentence } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import { holdersOf } from './unique-values.ts';

/** Why an object cannot be stored as given: a server text with all its errors. */
export interface ObjectFault {
  key: string;
  values: Record<string, string | number>;
  problems: PropertyProblem[];
}

/** Checks the new state of an object against its type; `rules` undefined: the type does not exist for the caller. */
export function faultOf(
  typeName: string,
  rules: TypeRules | undefined,
  geometryType: Geometry['type'] | undefined,
  properties: Properties | undefined,
): ObjectFault | undefined {
  if (!rules)
    return { key: 'geometries.unknown-type', values: { type: typeName.slice(0, 120) }, problems: [] };
  if (geometryType && !fits(geometryType, rules.geometryType))
    return {
      key: 'geometries.wrong-geometry',
      values: { type: typeName, given: geometryType, wanted: rules.geometryType ?? '' },
      problems: [],
    };
  if (!properties) return undefined;
  const stored = storageProblem(properties);
  const problems = stored ? [stored] : propertyProblems(rules.fields, properties);
  const [first] = problems;
  return first && { key: first.key, values: first.values, problems };
}

/** A polygon type also accepts multipolygons: imports contain them. */
function fits(given: Geometry['type'], expected: Geometry['type'] | null): boolean {
  return expected === null || given === expected || given === `Multi${expected}`;
}

export function httpErrorOf(fault: ObjectFault, language: Language): HttpError {
  const errors = fault.problems.map((problem) => ({
    path: `body.${problem.path}`,
    message: sentence(language, problem.key, problem.values),
  }));
  return new HttpError(422, fault.key, fault.values, errors.length > 0 ? { errors } : {});
}

/** One object's values of one type's unique fields. */
export interface Claim {
  id: string;
  rules: TypeRules;
  properties: Properties;
}

/**
 * The claims whose values are already taken by other objects of the project, or by an earlier claim; by id of the
 * claiming object. Other writers of the same type wait, so that no value is taken between check and write.
 */
export async function takenClaims(
  tx: Queries,
  projectId: string,
  claims: readonly Claim[],
): Promise<Map<string, PropertyProblem>> {
  const taken = new Map<string, PropertyProblem>();
  const fields = new Map<string, { typeName: string; field: string; claims: Claim[] }>();
  for (const claim of claims)
    for (const field of claim.rules.fields) {
      if (!field.unique || !Object.hasOwn(claim.properties, field.name)) continue;
      if (isEmptyValue(claim.properties[field.name])) continue;
      const key = JSON.stringify([claim.rules.name, field.name]);
      const entry = fields.get(key) ?? { typeName: claim.rules.name, field: field.name, claims: [] };
      entry.claims.push(claim);
      fields.set(key, entry);
    }
  for (const [, { typeName, field, claims: made }] of [...fields].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await lockUnique(tx, projectId, typeName, field);
    const values = made.map(({ properties }) => JSON.stringify(properties[field]));
    const holders = await holdersOf(tx, projectId, { typeName, field, values });
    const others = new Set(holders.flatMap(({ id, n }) => (made[n]!.id === id ? [] : [n])));
    const seen = new Set<string>();
    made.forEach(({ id }, n) => {
      const free = !others.has(n) && !seen.has(values[n]!);
      seen.add(values[n]!);
      if (free) return;
      const value = values[n]!.slice(0, 60);
      taken.set(id, { key: 'properties.taken', path: `properties.${field}`, values: { field, value } });
    });
  }
  return taken;
}

/**
 * Locks the values of a unique field until the transaction ends; callers lock several fields in the order of their
 * keys.
 */
export async function lockUnique(
  tx: Queries,
  projectId: string,
  typeName: string,
  field: string,
): Promise<void> {
  const key = JSON.stringify([typeName, field]);
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${projectId} ${key}`]);
}

/** Ids among `ids` that no object has or had, so that a new one can take them. */
export async function freeIds(tx: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const used = await tx.query<{ id: string }>(
    `select g.id from geometries g where g.id = any($1::uuid[])
     union select t.geometry_id from transactions t where t.geometry_id = any($1::uuid[])`,
    [ids],
  );
  const taken = new Set(used.map(({ id }) => id));
  return new Set(ids.filter((id) => !taken.has(id)));
}
