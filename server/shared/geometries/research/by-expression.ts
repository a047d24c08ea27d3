import { filterProblem, formulaOf } from '#core/expression';
import { MAX_SELECTED, type Geometry } from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import { Precomposed } from '../../../base/precomposed.ts';
import { batchesOf } from '../../../platform/db/cursor.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Scope } from '../../access/scope.ts';

const AT_ONCE = 2000;
/** With their geometries, which may be large. */
const AT_ONCE_WITH_GEOMETRY = 50;
/** Milliseconds for all objects of a request. */
const PATIENCE = 60_000;

interface ReadObject {
  id: string;
  typeName: string;
  /** The values of the fields that the expression reads. */
  values: unknown[];
  /** GeoJSON text; null where the expression reads no geometry. */
  location: string | null;
}

export interface ExpressionSearch {
  expression: string;
  /** Other conditions on `g`, with their parameters. */
  conditions: readonly string[];
  params: unknown[];
  /** With more than these, ids are not kept. Default: `MAX_SELECTED`. */
  most?: number;
  /** Default: `PATIENCE`. */
  patience?: number;
}

/**
 * Ids of the objects of a scope for which an expression holds, as `selectObjects` has them: they are read from first to last,
 * with only the values that the expression needs. Throws HttpError 422 for an expression that is no condition, or when
 * it takes too long.
 */
export async function selectByExpression(
  db: Database,
  scope: Scope,
  { expression, conditions, params, most = MAX_SELECTED, patience = PATIENCE }: ExpressionSearch,
): Promise<Precomposed> {
  const problem = filterProblem(expression);
  if (problem) throw new HttpError(422, `styles.expression-${problem.kind}`, { part: problem.part });
  const formula = formulaOf(expression)!;
  const read = formula.fields.map((name) => `g.properties->$${params.push(name)}::text`);
  const sql = `select g.id, g.type_name as "typeName", jsonb_build_array(${read.join()}) as values,
      ${formula.readsGeometry ? 'g.location' : 'null::text'} as location
    from geometries g where ${scope.objects('g', params)}${conditions.map((each) => ` and ${each}`).join('')}`;
  const holds = ({ values, location }: ReadObject): boolean => {
    const known = new Map(formula.fields.map((name, n) => [name, values[n]]));
    const geometry = () => (location === null ? undefined : (JSON.parse(location) as Geometry));
    return formula.evaluate((name) => known.get(name), geometry) === true;
  };
  const found = new FoundIds(most);
  let seen = 0;
  const end = Date.now() + patience;
  const atOnce = formula.readsGeometry ? AT_ONCE_WITH_GEOMETRY : AT_ONCE;
  await db.transaction(async (tx) => {
    for await (const rows of batchesOf<ReadObject>(tx, 'by_expression', sql, params, atOnce))
      for (const row of rows) {
        if (Date.now() > end) throw new HttpError(422, 'geometries.expression-slow', { seen });
        if (holds(row)) found.add(row);
        seen++;
      }
  });
  return found.answer();
}

/** Ids by type: all are counted, and kept up to a number. */
class FoundIds {
  readonly #most: number;
  #count = 0;
  readonly #byType = new Map<string, { count: number; ids: string[] }>();

  constructor(most: number) {
    this.#most = most;
  }

  add({ id, typeName }: ReadObject): void {
    let ofType = this.#byType.get(typeName);
    if (!ofType) this.#byType.set(typeName, (ofType = { count: 0, ids: [] }));
    ofType.count++;
    if (++this.#count <= this.#most) ofType.ids.push(id);
    else if (this.#count === this.#most + 1) for (const each of this.#byType.values()) each.ids = [];
  }

  answer(): Precomposed {
    const types = [...this.#byType].sort(([one], [other]) => (one < other ? -1 : 1));
    return new Precomposed(
      JSON.stringify({
        count: this.#count,
        types: types.map(([typeName, { count, ids }]) => ({ typeName, count, ids })),
      }),
    );
  }
}
