import type { GeometryObject, Properties, TransactionSummary } from '#core/protocol';

/** An object without its id and location: what the column `geometries.about` holds as text. */
export type About = Omit<GeometryObject, 'id' | 'location'>;

/** How many transactions an object tells of itself; the rest is asked for. */
export const TOLD_TRANSACTIONS = 10;

/**
 * The text of the column `about`: everything of an object's JSON after its location, closing brace included.
 * People are named as they were called at the time of the change.
 */
export function aboutText(about: About): string {
  return aboutTextAround(JSON.stringify(about.properties), about);
}

/** As `aboutText`, with the properties already in JSON text. */
export function aboutTextAround(properties: string, about: Omit<About, 'properties'>): string {
  return (
    `"properties":${properties},"typeName":${JSON.stringify(about.typeName)},` +
    `"metadata":${JSON.stringify(about.metadata)},"relatesTo":${JSON.stringify(about.relatesTo)},` +
    `"transactions":${JSON.stringify(about.transactions)},"projectId":${JSON.stringify(about.projectId)}}`
  );
}

export function readAbout(text: string): About {
  return JSON.parse(`{${text}`) as About;
}

/** The object's JSON text, as SQL composes it: `objectSql('g')`. */
export function objectText(id: string, location: string, about: string): string {
  return `{"id":"${id}","location":${location},${about}`;
}

/** SQL of an object's JSON text from the columns of `table` (an alias). */
export function objectSql(table: string): string {
  return `'{"id":"' || ${table}.id || '","location":' || ${table}.location || ',' || ${table}.about`;
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
