import type { GeometryObject, Properties, TransactionSummary } from '#core/protocol';

/**
 * An object without its id and location: what the column `geometries.about` holds as text. Of an object as an import
 * brought it, the column holds only the properties: the rest is alike for all and kept once, in `imports.about_end`.
 */
export type About = Omit<GeometryObject, 'id' | 'location'>;

/** How many transactions an object tells of itself; the rest is asked for. */
export const TOLD_TRANSACTIONS = 10;

/**
 * The text of the column `about`: everything of an object's JSON after its location, closing brace included.
 * People are named as they were called at the time of the change.
 */
export function aboutText(about: About): string {
  return `"properties":${JSON.stringify(about.properties)}${aboutEnd(about)}`;
}

/** What follows the properties, from its comma on. */
export function aboutEnd(about: Omit<About, 'properties'>): string {
  return (
    `,"typeName":${JSON.stringify(about.typeName)},` +
    `"metadata":${JSON.stringify(about.metadata)},"relatesTo":${JSON.stringify(about.relatesTo)},` +
    `"transactions":${JSON.stringify(about.transactions)},"projectId":${JSON.stringify(about.projectId)}}`
  );
}

export function readAbout(text: string): About {
  return JSON.parse(`{${text}`) as About;
}

/** The JSON text of an object, as objectSql has the database compose it. */
export function objectText(id: string, location: string, about: string): string {
  return `{"id":"${id}","location":${location},${about}`;
}

/**
 * SQL of the JSON text of an object from the columns id, location, about and import_id of `table` (an alias). Who lists
 * many joins `imports` and gives `end`, its about_end: quicker than a look for each object.
 */
export function objectSql(table: string, end?: string): string {
  return `'{"id":"' || ${table}.id || '","location":' || ${table}.location || ',' || ${aboutSql(table, end)}`;
}

/** SQL of what an object tells of itself, whole: what readAbout reads. */
export function aboutSql(
  table: string,
  end = `(select i.about_end from imports i where i.id = ${table}.import_id)`,
): string {
  return `case when starts_with(${table}.about, '{') then '"properties":' || ${table}.about || ${end}
    else ${table}.about end`;
}

/** What an object newly made, at version 1 and by the transaction `first`, tells of itself. */
export function newAbout(of: {
  properties: Properties;
  typeName: string;
  projectId: string;
  relatesTo?: string[] | undefined;
  source?: string | null | undefined;
  first: TransactionSummary;
}): About {
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
  };
}
