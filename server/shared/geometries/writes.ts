import { randomUUID } from 'node:crypto';
import type {
  Geometry,
  GeometryObject,
  LabelPlace,
  Properties,
  TransactionKind,
  TransactionSummary,
} from '#core/protocol';
import { newAbout, LISTED_TRANSACTIONS, type ObjectAttributes } from './about.ts';
import type { LockedObject, Tombstone } from './locked-objects.ts';

/** A location in the stored format. */
export interface StoredLocation {
  geometry: Geometry;
  /** GeoJSON text: only type and coordinates, in full double precision. */
  text: string;
}

/** One decided change of one object, ready to be written. */
export interface Write {
  id: string;
  kind: TransactionKind;
  transactionId: string;
  version: number;
  /** The new state; undefined: it is deleted. */
  becomes?: {
    about: ObjectAttributes;
    /** Undefined: the location is unchanged. */
    location?: StoredLocation | undefined;
  };
  /** Its type; for a deletion, the type before it. */
  typeName: string;
  importId: string | null;
  /** The plugin from outside by which it is made. */
  plugin?: string | undefined;
}

export function storedLocation(geometry: Geometry): StoredLocation {
  const { type, coordinates } = geometry;
  return { geometry, text: `{"type":"${type}","coordinates":${JSON.stringify(coordinates)}}` };
}

export interface NewObject {
  /** Default: a random one. */
  id?: string | undefined;
  projectId: string;
  typeName: string;
  properties: Properties;
  location: StoredLocation;
  /** Default: none. */
  relatesTo?: string[] | undefined;
  /** Default: the map places its label. */
  labelAt?: LabelPlace | undefined;
  /** The file it came from. Default: null. */
  source?: string | null | undefined;
}

/** Creates an object, at version 1. */
export function creation({ id = randomUUID(), location, ...of }: NewObject, by: TransactionSummary): Write {
  return {
    id,
    kind: by.kind,
    transactionId: by.id,
    version: 1,
    becomes: { about: newAbout({ ...of, first: by }), location },
    typeName: of.typeName,
    importId: null,
    plugin: by.plugin,
  };
}

/** An existing object, or the last state of a deleted one. */
export type Before = Pick<LockedObject, 'id' | 'version' | 'importId' | 'about'>;

/**
 * Creates the next version of an object. `location` undefined: it is unchanged; without `labelAt` its label is where the map
 * places it.
 */
export function revision(
  { id, version, importId, about: before }: Before,
  {
    properties,
    typeName,
    relatesTo,
    labelAt,
  }: Pick<ObjectAttributes, 'properties' | 'typeName' | 'relatesTo' | 'labelAt'>,
  location: StoredLocation | undefined,
  by: TransactionSummary,
): Write {
  const about = {
    ...before,
    properties,
    typeName,
    relatesTo,
    labelAt,
    metadata: { ...before.metadata, version: version + 1, updatedAt: by.at, updatedBy: by.by },
    transactions: [by, ...before.transactions].slice(0, LISTED_TRANSACTIONS),
  };
  return {
    id,
    kind: by.kind,
    transactionId: by.id,
    version: version + 1,
    becomes: { about, location },
    typeName,
    importId,
    plugin: by.plugin,
  };
}

export function deletion(
  { id, version, typeName, importId }: Pick<LockedObject, 'id' | 'version' | 'typeName' | 'importId'>,
  by: Pick<TransactionSummary, 'id' | 'kind' | 'plugin'>,
): Write {
  const { kind, plugin } = by;
  return { id, kind, transactionId: by.id, version: version + 1, typeName, importId, plugin };
}

/** The last state of a deleted object with its deletion among the transactions, and its location. */
export function beforeDeletion({ id, version, importId, before, deletion: last }: Tombstone): {
  before: Before;
  location: Geometry;
} {
  const { id: _id, location, ...about } = JSON.parse(before) as GeometryObject;
  const transactions = [last, ...about.transactions].slice(0, LISTED_TRANSACTIONS);
  return { before: { id, version, importId, about: { ...about, transactions } }, location };
}
