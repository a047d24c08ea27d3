import { isDeepStrictEqual } from 'node:util';
import { withComputed } from '#core/expression';
import {
  grants,
  type Geometry,
  type LabelPlace,
  type Properties,
  type TransactionKind,
} from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import type { TypeRules } from '../../attributes/types.ts';
import type { LockedObject, Tombstone } from '../locked-objects.ts';
import { faultOf, type ObjectFault } from '../rules.ts';
import {
  beforeDeletion,
  creation,
  deletion,
  revision,
  storedLocation,
  type StoredLocation,
  type Write,
} from '../writes.ts';

/** One requested change of one object. Undefined values stay unchanged. */
export interface ObjectChange {
  /** The object to change, in lower case; undefined: a new one. */
  id?: string | undefined;
  /** An object with this id exists or existed. Default: false, it is created if it does not exist. */
  known?: boolean | undefined;
  /** The version that the change is based on. */
  version?: number | undefined;
  deleted?: boolean | undefined;
  /** It is a part of a split object. */
  split?: boolean | undefined;
  /** The plugin from outside by which it is made. */
  plugin?: string | undefined;
  location?: StoredLocation | undefined;
  properties?: Properties | undefined;
  /** Returns attributes to set in addition to the current ones; null removes one. */
  set?: ((current: LockedObject) => Properties) | undefined;
  /** The change is not based on a version: it applies to the current one, and to no deleted object. */
  anyVersion?: true | undefined;
  /** Refused where the object was changed after this moment (ISO 8601, UTC). */
  unchangedSince?: string | undefined;
  typeName?: string | undefined;
  relatesTo?: string[] | undefined;
  /** Null: the map places the label again. */
  labelAt?: LabelPlace | null | undefined;
}

/** The decision on one change: written, already done, or not done with the reason. */
export type Decision =
  | { status: 'write'; write: Write }
  | { status: 'done'; id: string; version: number }
  | { status: 'conflict'; id: string; current: LockedObject | undefined }
  | { status: 'refused'; id: string | null; fault: ObjectFault };

/** The server's state that changes are decided on; all of it locked or final until the transaction ends. */
export interface DecisionContext {
  caller: Caller;
  projectId: string;
  locked: ReadonlyMap<string, LockedObject>;
  tombstones: ReadonlyMap<string, Tombstone>;
  /** Ids of new objects that no object has or had. */
  free: ReadonlySet<string>;
  types: ReadonlyMap<string, TypeRules>;
  at: string;
}

export function decide(change: ObjectChange, ground: DecisionContext, transactionId: string): Decision {
  const { id } = change;
  for (const [requested, authorization] of [
    [change.deleted, 'geometries.delete'],
    [change.split, 'geometries.split'],
  ] as const)
    if (requested && !grants(ground.caller.authorizations, authorization))
      return refused(id ?? null, 'auth.not-allowed', { authorization });
  const locked = id === undefined ? undefined : ground.locked.get(id);
  const tombstone = id === undefined ? undefined : ground.tombstones.get(id);
  const by = (kind: TransactionKind) => ({
    id: transactionId,
    at: ground.at,
    by: ground.caller.name,
    kind,
    ...(change.plugin !== undefined && { plugin: change.plugin }),
  });
  if (locked) {
    // The object exists although no version was sent: created by an earlier request without a receipt, or by a client
    // that sends no versions.
    if (!change.anyVersion && change.version !== locked.version)
      return { status: 'conflict', id: locked.id, current: locked };
    if (change.unchangedSince !== undefined && locked.about.metadata.updatedAt > change.unchangedSince)
      return refused(locked.id, 'geometries.changed-since');
    if (change.deleted) return { status: 'write', write: deletion(locked, by('delete')) };
    return update(change, locked, ground, by(change.split ? 'split' : 'update'));
  }
  if (change.anyVersion) return refused(id ?? null, 'geometries.not-there');
  if (tombstone) return afterDeletion(change, tombstone, ground, by('restore'));
  if (change.known || change.deleted)
    return refused(change.known ? (id ?? null) : null, 'geometries.not-there');
  return create(change, ground, by(change.split ? 'split' : 'create'));
}

type By = Parameters<typeof revision>[3];

function create(change: ObjectChange, { projectId, free, types }: DecisionContext, by: By): Decision {
  const { id, location, typeName, properties = {}, relatesTo } = change;
  const labelAt = change.labelAt ?? undefined;
  if (!location) return refused(null, 'geometries.no-location');
  if (typeName === undefined) return refused(null, 'geometries.no-type');
  const fault = faultOf(typeName, types.get(typeName), location.geometry.type, properties);
  if (fault) return { status: 'refused', id: null, fault };
  const requestedId = id !== undefined && free.has(id) ? id : undefined;
  const stored = withComputed(types.get(typeName)!.fields, properties, () => location.geometry);
  return {
    status: 'write',
    write: creation(
      { id: requestedId, projectId, typeName, properties: stored, location, relatesTo, labelAt },
      by,
    ),
  };
}

function update(change: ObjectChange, locked: LockedObject, { types }: DecisionContext, by: By): Decision {
  const { location, typeName = locked.typeName } = change;
  const { relatesTo = locked.about.relatesTo } = change;
  const labelAt = labelOf(change, locked);
  const properties = change.set
    ? withSet(locked, change.set(locked))
    : (change.properties ?? locked.about.properties);
  if (
    change.anyVersion &&
    typeName === locked.typeName &&
    isDeepStrictEqual(labelAt, locked.about.labelAt) &&
    isDeepStrictEqual(properties, locked.about.properties)
  )
    return { status: 'done', id: locked.id, version: locked.version };
  const placed = location?.geometry.type ?? locked.geometryType;
  const filled = change.set !== undefined || change.properties !== undefined || typeName !== locked.typeName;
  if (filled || placed !== locked.geometryType) {
    const fault = faultOf(typeName, types.get(typeName), placed, filled ? properties : undefined);
    if (fault) return { status: 'refused', id: locked.id, fault };
  }
  const stored = withComputed(types.get(typeName)?.fields ?? [], properties, () => placeOf(locked, location));
  return {
    status: 'write',
    write: revision(locked, { typeName, properties: stored, relatesTo, labelAt }, location, by),
  };
}

function labelOf({ labelAt }: ObjectChange, { about }: Pick<LockedObject, 'about'>): LabelPlace | undefined {
  return labelAt === undefined ? about.labelAt : (labelAt ?? undefined);
}

function placeOf(locked: LockedObject, location: StoredLocation | undefined): Geometry {
  return location?.geometry ?? (JSON.parse(locked.location) as Geometry);
}

function withSet({ about }: LockedObject, set: Properties): Properties {
  const removed = Object.keys(set).filter((name) => set[name] === null);
  const properties = { ...about.properties, ...set };
  for (const name of removed) delete properties[name];
  return properties;
}

/**
 * Deleting again is already done; a change based on the version of the deletion restores the object; anything else is
 * a conflict.
 */
function afterDeletion(
  change: ObjectChange,
  tombstone: Tombstone,
  { types }: DecisionContext,
  by: By,
): Decision {
  const { id, version } = tombstone;
  if (change.deleted) return { status: 'done', id, version };
  if (change.version !== version) return { status: 'conflict', id, current: undefined };
  const { before, location: place } = beforeDeletion(tombstone);
  const { about } = before;
  const { typeName = about.typeName, properties = about.properties, relatesTo = about.relatesTo } = change;
  const location = change.location ?? storedLocation(place);
  // An unchanged restored object only requires its type to exist.
  const fault = faultOf(typeName, types.get(typeName), location.geometry.type, change.properties);
  if (fault) return { status: 'refused', id, fault };
  const stored = withComputed(types.get(typeName)!.fields, properties, () => location.geometry);
  return {
    status: 'write',
    write: revision(
      before,
      { typeName, properties: stored, relatesTo, labelAt: labelOf(change, before) },
      location,
      by,
    ),
  };
}

function refused(id: string | null, key: string, values: ObjectFault['values'] = {}): Decision {
  return { status: 'refused', id, fault: { key, values, problems: [] } };
}
