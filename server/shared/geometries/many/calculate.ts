import { COMPUTED_TYPES, computedValue, expressionProblem } from '#core/expression';
import type { Calculation, CalculationPreview, Field, Geometry, Language, Properties } from '#core/protocol';
import { MAX_PREVIEWED } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import { HttpError } from '../../../base/http-error.ts';
import type { Queries } from '../../../platform/db/database.ts';
import type { Scope } from '../../access/scope.ts';
import { isEmptyValue } from '../../attributes/check.ts';
import type { TypeRules } from '../../attributes/types.ts';
import { faultOf } from '../rules.ts';

/** Objects shown of a preview. */
const EXAMPLES = 10;

export interface CalculatedObject {
  typeName: string;
  properties: Properties;
  /** GeoJSON text. */
  location: string;
}

/** The value of a calculated field for an object; null where it has none. */
export type ValueOf = (object: CalculatedObject) => string | number | null;

/**
 * Reads a calculation. Throws HttpError 422 for a type or field that does not exist, one that cannot be calculated, or
 * an expression that cannot be read.
 */
export function readCalculation(
  { typeName, field: name, expression }: Calculation,
  rules: TypeRules | undefined,
): ValueOf {
  if (!rules) throw new HttpError(422, 'geometries.unknown-type', { type: typeName });
  const target = rules.fields.find((field) => field.name === name);
  if (!target) throw new HttpError(422, 'calculate.no-field', { field: name, type: typeName });
  if (target.computed !== undefined) throw new HttpError(422, 'calculate.computed', { field: name });
  if (target.unique) throw new HttpError(422, 'calculate.unique', { field: name });
  if (!COMPUTED_TYPES.includes(target.type)) throw new HttpError(422, 'calculate.type', { field: name });
  const computed: Field = { ...target, computed: expression };
  const problem = expressionProblem(computed, rules.fields);
  if (problem)
    throw new HttpError(422, `attributes.expression-${problem.kind}`, { field: name, part: problem.part });
  return ({ properties, location }) => {
    const value = computedValue(computed, properties, JSON.parse(location) as Geometry);
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  };
}

/** What a calculation would do to the first of these objects. Throws as `readCalculation`. */
export async function previewCalculation(
  db: Queries,
  scope: Scope,
  request: {
    ids: readonly string[];
    calculate: Calculation;
    rules: TypeRules | undefined;
    language: Language;
  },
): Promise<CalculationPreview> {
  const { ids, calculate, rules, language } = request;
  const valueOf = readCalculation(calculate, rules);
  const params: unknown[] = [ids, MAX_PREVIEWED];
  const rows = await db.query<CalculatedObject & { id: string; count: number; type: Geometry['type'] }>(
    `with hits as materialized (
       select g.id from geometries g where g.id = any($1::uuid[]) and ${scope.objects('g', params)}
     )
     select g.id, g.properties, g.location, g.type_name as "typeName", substr(st_geometrytype(g.geom), 4) as type,
       (select count(*)::int from hits) as count
     from geometries g where g.id in (select h.id from hits h order by h.id limit $2::int)
       and ${scope.objects('g', params)} order by g.id`,
    params,
  );
  const preview: CalculationPreview = {
    count: rows[0]?.count ?? 0,
    previewed: rows.length,
    changed: 0,
    unchanged: 0,
    emptied: 0,
    refused: [],
    examples: [],
  };
  const refused = new Map<string, number>();
  for (const row of rows) {
    const before = row.properties[calculate.field];
    const after = valueOf(row);
    const { [calculate.field]: _, ...others } = row.properties;
    const properties = after === null ? others : { ...others, [calculate.field]: after };
    const fault = faultOf(row.typeName, rules, row.type, properties);
    const problem = fault && sentence(language, fault.key, fault.values);
    if (problem !== undefined) refused.set(problem, (refused.get(problem) ?? 0) + 1);
    else if (after === before || (after === null && before === undefined)) preview.unchanged++;
    else {
      preview.changed++;
      if (after === null && !isEmptyValue(before)) preview.emptied++;
    }
    if (preview.examples.length < EXAMPLES)
      preview.examples.push({
        id: row.id,
        ...(before !== undefined && { before }),
        ...(after !== null && { after }),
        ...(problem !== undefined && { problem }),
      });
  }
  preview.refused = [...refused]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count);
  return preview;
}
