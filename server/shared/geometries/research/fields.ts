import { isCleanText } from '../../../base/clean-text.ts';
import { HttpError } from '../../../base/http-error.ts';
import type { Queries } from '../../../platform/db/database.ts';
import type { AddParam } from '../../../platform/db/params.ts';
import type { Scope } from '../../access/scope.ts';
import { labelAtSql } from '../about.ts';
import { ELEMENTS } from '../elements-field.ts';

/** A field by which objects `g` are filtered and sorted, as SQL. */
export interface FieldSql {
  /** As jsonb; null if an object has no value. */
  value: string;
  /** As text. */
  text: string;
  /** As a timestamp, if the value is one or its text contains one. */
  moment: string;
  /** Set if the value is a number wherever there is one. */
  number?: string;
  /** Set if every object has a text. */
  always?: string;
}

const LONGEST_NAME = 120;

/** Measures on the ellipsoid, as `measuresOf` of core/geodesy: without heights. */
const FLAT = 'st_force2d(g.geom)::geography';
const measure = (dimension: number, sql: string): string =>
  `case when st_dimension(g.geom) = ${dimension} then ${sql} end`;

/** The fields of every object. */
const OWN: Record<string, { text: string } | { number: string } | { moment: string }> = {
  id: { text: 'g.id::text' },
  typeName: { text: 'g.type_name' },
  geometryType: { text: 'substr(st_geometrytype(g.geom), 4)' },
  labelAt: { text: labelAtSql('g') },
  'metadata.version': { number: 'g.version' },
  'metadata.createdAt': { moment: 'g.created_at' },
  'metadata.updatedAt': { moment: 'g.updated_at' },
  'metadata.createdBy': { text: '(select u.name from users u where u.id = g.created_by)' },
  'metadata.updatedBy': { text: '(select u.name from users u where u.id = g.updated_by)' },
  'measures.area': { number: measure(2, `st_area(${FLAT})`) },
  'measures.length': { number: measure(1, `st_length(${FLAT})`) },
  'measures.perimeter': { number: measure(2, `st_perimeter(${FLAT})`) },
};

/** Throws HttpError 422 for an invalid field name. */
export function fieldSql(name: string, param: AddParam, scope: Scope): FieldSql {
  if (name === ELEMENTS) {
    const text = scope.elements('g', param);
    return { value: `to_jsonb(${text})`, text, moment: 'null::timestamptz' };
  }
  const own = Object.hasOwn(OWN, name) ? OWN[name] : undefined;
  if (own && 'number' in own)
    return {
      value: `to_jsonb(${own.number})`,
      text: `(${own.number})::text`,
      moment: 'null::timestamptz',
      number: `(${own.number})`,
    };
  if (own && 'moment' in own)
    return {
      value: `to_jsonb(${own.moment})`,
      text: `(to_jsonb(${own.moment}) #>> '{}')`,
      moment: own.moment,
    };
  if (own)
    return {
      value: `to_jsonb(${own.text})`,
      text: own.text,
      moment: 'null::timestamptz',
      ...(name === 'typeName' && { always: own.text }),
    };
  const attribute = name.replace(/^properties\./, '');
  if (attribute.length > LONGEST_NAME || !isCleanText(attribute))
    throw new HttpError(422, 'research.unknown-field', { field: attribute.slice(0, 40) });
  const key = `${param(attribute)}::text`;
  const text = `(g.properties->>${key})`;
  return { value: `(g.properties->${key})`, text, moment: `moment_of(${text})` };
}

/**
 * Throws HttpError 422 for an order by a name that is neither a field of every object or of a type of the scope, nor an
 * attribute of any of its objects.
 */
export async function refuseUnknownOrder(db: Queries, scope: Scope, name: string): Promise<void> {
  if (Object.hasOwn(OWN, name) || name === ELEMENTS) return;
  const attribute = name.replace(/^properties\./, '');
  const known = isCleanText(attribute) && (await isAttribute(db, scope, attribute));
  if (!known) throw new HttpError(422, 'research.unknown-order', { field: name.slice(0, 60) });
}

async function isAttribute(db: Queries, scope: Scope, name: string): Promise<boolean> {
  const params: unknown[] = [name];
  const ofTypes = await db.query(
    `select 1 from object_types t where t.fields @> jsonb_build_array(jsonb_build_object('name', $1::text))
       and ${scope.types('t', params)} limit 1`,
    params,
    { often: true },
  );
  if (ofTypes.length > 0) return true;
  const own: unknown[] = [name];
  // Objects may have attributes that their type does not declare.
  const ofObjects = await db.query(
    `select 1 from geometries g where g.properties ? $1::text and ${scope.objects('g', own)} limit 1`,
    own,
  );
  return ofObjects.length > 0;
}

/** Numbers first, then text (case-insensitive), then missing values, in both directions. */
export function orderSql(name: string, direction: 'asc' | 'desc', param: AddParam, scope: Scope): string[] {
  const { value, text, number } = fieldSql(name, param, scope);
  if (number !== undefined) return [`${number} ${direction} nulls last`];
  return [
    `case when jsonb_typeof(${value}) = 'number' then (${value})::numeric end ${direction} nulls last`,
    `lower(${text}) ${direction} nulls last`,
  ];
}
