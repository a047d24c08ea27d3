import type { GeometryObject, LabelPlace, Properties, TransactionSummary } from '#core/protocol';

/**
 * An object without its id and location: the column `geometries.about` stores it as text. For an object that is
 * unchanged since its import, the column stores only the properties: the rest is equal for all objects of the import
 * and stored once, in `imports.about_end`.
 */
export type ObjectAttributes = Omit<GeometryObject, 'id' | 'location'>;

/** Number of transactions in the JSON of an object; the others are read with a separate request. */
export const LISTED_TRANSACTIONS = 10;

/**
 * The text of the column `about`: the JSON of an object after its location, including the closing brace. People have
 * the names they had at the time of the change.
 */
export function aboutText(about: ObjectAttributes): string {
  return `"properties":${JSON.stringify(about.properties)}${aboutEnd(about)}`;
}

/** The text after the properties, from its comma on. */
export function aboutEnd(about: Omit<ObjectAttributes, 'properties'>): string {
  return (
    `,"typeName":${JSON.stringify(about.typeName)},` +
    `"metadata":${JSON.stringify(about.metadata)},"relatesTo":${JSON.stringify(about.relatesTo)},` +
    `"transactions":${JSON.stringify(about.transactions)},"projectId":${JSON.stringify(about.projectId)}` +
    // Last, where `labelAtSql` and pages find it without reading the rest.
    (about.labelAt ? `,"labelAt":${JSON.stringify(about.labelAt)}}` : '}')
  );
}

export function readAbout(text: string): ObjectAttributes {
  return JSON.parse(`{${text}`) as ObjectAttributes;
}

/** The JSON text of an object, equal to the result of objectSql. */
export function objectText(id: string, location: string, about: string): string {
  return `{"id":"${id}","location":${location},${about}`;
}

/**
 * SQL of the JSON text of an object from the columns id, location, about and import_id of `table` (an alias). To list
 * many objects, join `imports` and pass its about_end as `end`: faster than a lookup per object.
 */
export function objectSql(table: string, end?: string): string {
  return `'{"id":"' || ${table}.id || '","location":' || ${table}.location || ',' || ${aboutSql(table, end)}`;
}

/** SQL of the complete `about` of an object, as readAbout reads it. */
export function aboutSql(
  table: string,
  end = `(select i.about_end from imports i where i.id = ${table}.import_id)`,
): string {
  return `case when starts_with(${table}.about, '{') then '"properties":' || ${table}.about || ${end}
    else ${table}.about end`;
}

/** SQL of the text of `labelAt`; null without one. */
export function labelAtSql(table: string): string {
  const last = `substring(${table}.about from '"projectId":"[^"]*","labelAt":(\\[[^\\]]*\\])}$')`;
  return `(case when not starts_with(${table}.about, '{') then ${last} end)`;
}

/** The `about` of a new object, at version 1, created by the transaction `first`. */
export function newAbout(of: {
  properties: Properties;
  typeName: string;
  projectId: string;
  relatesTo?: string[] | undefined;
  labelAt?: LabelPlace | undefined;
  source?: string | null | undefined;
  first: TransactionSummary;
}): ObjectAttributes {
  const { at, by } = of.first;
  return {
    properties: of.properties,
    typeName: of.typeName,
    metadata: {
      version: 1,
      createdAt: at,
      createdBy: by,
      updatedAt: at,
      updatedBy: by,
      source: of.source ?? null,
    },
    relatesTo: of.relatesTo ?? [],
    transactions: [of.first],
    projectId: of.projectId,
    ...(of.labelAt && { labelAt: of.labelAt }),
  };
}
