import type { Field } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { isUuid } from '../../base/uuid.ts';
import type { FeatureType } from './types.ts';
import type { AddParam } from '../../platform/db/params.ts';

/** A property that filters can use. */
export interface Queryable {
  name: string;
  kind: 'text' | 'number' | 'boolean' | 'time' | 'id';
  /** SQL of its value as text. */
  text(param: AddParam): string;
  /** SQL of its value for comparison with a literal of its type. */
  value(param: AddParam): string;
}

export type SqlComparison = '=' | '<>' | '<' | '<=' | '>' | '>=';

const KINDS: Record<Field['type'], Queryable['kind']> = {
  text: 'text',
  number: 'number',
  integer: 'number',
  date: 'text',
  choice: 'text',
  boolean: 'boolean',
  image: 'text',
  document: 'text',
  relation: 'text',
};

function ofField({ name, type }: Field): Queryable {
  const kind = KINDS[type];
  const text = (param: AddParam) => `(g.properties->>${param(name)}::text)`;
  const value = (param: AddParam) =>
    kind === 'text' ? `${text(param)} collate "C"` : `(g.properties->${param(name)}::text)`;
  return { name, kind, text, value };
}

function ofColumn(name: string, kind: Queryable['kind'], column: string): Queryable {
  return {
    name,
    kind,
    text: () => `g.${column}::text`,
    value: () => (kind === 'text' ? `g.${column} collate "C"` : `g.${column}`),
  };
}

/** When an object was last changed. */
export const UPDATED_AT = ofColumn('updatedAt', 'time', 'updated_at');
const COLUMNS = [
  ofColumn('projectId', 'id', 'project_id'),
  ofColumn('typeName', 'text', 'type_name'),
  ofColumn('createdAt', 'time', 'created_at'),
  UPDATED_AT,
];

/** By name; a field of the type takes precedence over a common property. `type` undefined: objects of every type. */
export function queryablesOf(type: FeatureType | undefined): Map<string, Queryable> {
  return new Map([...COLUMNS, ...(type?.fields ?? []).map(ofField)].map((each) => [each.name, each]));
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i;

/** A number as JSON has it; the database compares all digits of a whole one. */
const exactly = (literal: string): string =>
  /^[-+]?\d+$/.test(literal) ? String(BigInt(literal.replace('+', ''))) : String(Number(literal));

/** SQL of a comparison. Throws 400 for a literal of the wrong type. */
export function compared(
  of: Queryable,
  operator: SqlComparison,
  literal: string,
  param: AddParam,
  matchCase = true,
): string {
  const httpError = new HttpError(400, `open.bad-${of.kind}`, { name: of.name, value: literal.slice(0, 60) });
  switch (of.kind) {
    case 'text': {
      if (!matchCase) return `lower(${of.text(param)}) ${operator} lower(${param(literal)}::text)`;
      return `${of.value(param)} ${operator} ${param(literal)}::text`;
    }
    case 'number': {
      if (!NUMBER.test(literal.trim()) || !Number.isFinite(Number(literal))) throw httpError;
      const value = of.value(param);
      // In jsonb every number sorts before every object: values that are not numbers never match.
      return `(jsonb_typeof(${value}) = 'number' and ${value} ${operator} ${param(exactly(literal.trim()))}::jsonb)`;
    }
    case 'boolean': {
      const truth = /^(?:(true|1)|(false|0))$/i.exec(literal.trim());
      if (!truth) throw httpError;
      return `${of.value(param)} ${operator} ${param(truth[1] ? 'true' : 'false')}::jsonb`;
    }
    case 'time': {
      const at = new Date(literal);
      if (Number.isNaN(at.getTime())) throw httpError;
      return `${of.value(param)} ${operator} ${param(at.toISOString())}::timestamptz`;
    }
    case 'id': {
      if (!isUuid(literal)) throw httpError;
      return `${of.value(param)} ${operator} ${param(literal)}::uuid`;
    }
  }
}
