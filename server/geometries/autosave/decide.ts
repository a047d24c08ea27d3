import { randomUUID } from 'node:crypto';
import { grants, type GeometryObject } from '#core/protocol';
import type { Caller } from '../../access/caller.ts';
import type { TypeRules } from '../../attributes/types.ts';
import { newAbout, TOLD_TRANSACTIONS, type About } from '../about.ts';
import type { Held, Tombstone } from '../hold.ts';
import { faultOf } from '../rules.ts';
import { locationText, nextAbout, type Write } from '../store.ts';
import type { Incoming } from './incoming.ts';
import type { Receipt } from './receipts.ts';

/** What becomes of one change: written, already done, or not done and why. */
export type Decision =
  | { status: 'write'; write: Write; left?: string }
  | { status: 'done'; id: string; version: number }
  | { status: 'conflict'; id: string; current: Held | undefined }
  | { status: 'refused'; id: string | null; key: string; values?: Record<string, string | number> };

/** The server's state that one round is decided on; all of it locked or final until the transaction ends. */
export interface Ground {
  caller: Caller;
  projectId: string;
  receipts: ReadonlyMap<string, Receipt>;
  held: ReadonlyMap<string, Held>;
  tombstones: ReadonlyMap<string, Tombstone>;
  /** Ids wanted by new objects that no object has or had. */
  free: ReadonlySet<string>;
  types: ReadonlyMap<string, TypeRules>;
  at: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The object a change is about: the one it names, the one its client id made before, or would be made as. */
export function targetOf({ change }: Incoming, receipt: Receipt | undefined): string | undefined {
  const id = change.id?.toLowerCase() ?? receipt?.id ?? change.clientId.toLowerCase();
  return change.id !== undefined || receipt !== undefined || UUID.test(id) ? id : undefined;
}

export function decide(incoming: Incoming, ground: Ground, transactionId: string): Decision {
  const { change, hash } = incoming;
  const receipt = ground.receipts.get(change.clientId);
  if (receipt?.hash === hash) return { status: 'done', id: receipt.id, version: receipt.version };
  const id = targetOf(incoming, receipt);
  if (change.deleted && !grants(ground.caller.authorizations, 'geometries.delete'))
    return refused(id ?? null, 'auth.not-allowed', { authorization: 'geometries.delete' });
  if (change.split && !grants(ground.caller.authorizations, 'geometries.split'))
    return refused(id ?? null, 'auth.not-allowed', { authorization: 'geometries.split' });
  // With other content than before, the answer to an earlier sending was lost: it goes on from what that one made.
  const base = receipt ? Math.max(receipt.version, change.version ?? 0) : change.version;
  const held = id === undefined ? undefined : ground.held.get(id);
  const tombstone = id === undefined ? undefined : ground.tombstones.get(id);
  if (held)
    return change.deleted
      ? remove(held, base, transactionId)
      : update(incoming, held, base, ground, transactionId);
  if (tombstone) return afterDeletion(incoming, tombstone, base, ground, transactionId);
  if (change.id !== undefined || receipt) return refused(id ?? null, 'geometries.not-there');
  return create(incoming, id, ground, transactionId);
}

function create(
  incoming: Incoming,
  wanted: string | undefined,
  ground: Ground,
  transactionId: string,
): Decision {
  const { change, location } = incoming;
  const { caller, projectId, at } = ground;
  if (change.deleted) return refused(null, 'geometries.not-there');
  if (!change.location) return refused(null, 'geometries.no-location');
  if (change.typeName === undefined) return refused(null, 'geometries.no-type');
  const { typeName, properties = {}, relatesTo } = change;
  const fault = faultOf(typeName, ground.types.get(typeName), change.location.type, properties);
  if (fault) return refused(null, fault.key, fault.values);
  const id = wanted !== undefined && ground.free.has(wanted) ? wanted : randomUUID();
  const kind = change.split ? 'split' : 'create';
  const first = { id: transactionId, at, by: caller.name, kind } as const;
  const about = newAbout({ properties, typeName, projectId, relatesTo, first });
  const becomes = { about, location: location!, geometry: change.location };
  return {
    status: 'write',
    write: { id, kind, transactionId, version: 1, becomes, typeName, importId: null },
  };
}

function update(
  { change, location }: Incoming,
  held: Held,
  base: number | undefined,
  ground: Ground,
  transactionId: string,
): Decision {
  // No version and yet there: made by an earlier sending that is no longer known, or a client that does not say.
  if (base !== held.version) return { status: 'conflict', id: held.id, current: held };
  const {
    typeName = held.typeName,
    properties = held.about.properties,
    relatesTo = held.about.relatesTo,
  } = change;
  const retyped = typeName !== held.typeName;
  if (change.properties || retyped || (change.location && change.location.type !== held.geometryType)) {
    const placed = change.location?.type ?? held.geometryType;
    const checked = change.properties || retyped ? properties : undefined;
    const fault = faultOf(typeName, ground.types.get(typeName), placed, checked);
    if (fault) return refused(held.id, fault.key, fault.values);
  }
  const kind = change.split ? 'split' : 'update';
  const by = { id: transactionId, at: ground.at, by: ground.caller.name, kind } as const;
  const about = nextAbout(held.about, { typeName, properties, relatesTo }, held.version + 1, by);
  return {
    status: 'write',
    write: {
      id: held.id,
      kind,
      transactionId,
      version: held.version + 1,
      becomes: { about, ...(change.location ? { location: location!, geometry: change.location } : {}) },
      typeName,
      importId: held.importId,
    },
    ...(retyped ? { left: held.typeName } : {}),
  };
}

function remove(held: Held, base: number | undefined, transactionId: string): Decision {
  if (base !== held.version) return { status: 'conflict', id: held.id, current: held };
  const { id, typeName, importId } = held;
  const version = held.version + 1;
  return { status: 'write', write: { id, kind: 'delete', transactionId, version, typeName, importId } };
}

/** Deleting again is done; changing on the version the deletion left brings back; anything else is a conflict. */
function afterDeletion(
  { change }: Incoming,
  tombstone: Tombstone,
  base: number | undefined,
  ground: Ground,
  transactionId: string,
): Decision {
  const { id, version, importId, deletion } = tombstone;
  if (change.deleted) return { status: 'done', id, version };
  if (base !== version) return { status: 'conflict', id, current: undefined };
  const { location: place, id: _id, ...was } = JSON.parse(tombstone.before) as GeometryObject;
  const before: About = { ...was, transactions: [deletion, ...was.transactions].slice(0, TOLD_TRANSACTIONS) };
  const { typeName = was.typeName, properties = was.properties, relatesTo = was.relatesTo } = change;
  const geometry = change.location ?? place;
  // What comes back as it was needs only its type to be there still.
  const checked = change.properties ? properties : undefined;
  const fault = faultOf(typeName, ground.types.get(typeName), geometry.type, checked);
  if (fault) return refused(id, fault.key, fault.values);
  const by = { id: transactionId, at: ground.at, by: ground.caller.name, kind: 'restore' as const };
  const about = nextAbout(before, { typeName, properties, relatesTo }, version + 1, by);
  const becomes = { about, location: locationText(geometry), geometry };
  return {
    status: 'write',
    write: { id, kind: 'restore', transactionId, version: version + 1, becomes, typeName, importId },
  };
}

function refused(id: string | null, key: string, values?: Record<string, string | number>): Decision {
  return { status: 'refused', id, key, ...(values ? { values } : {}) };
}

/** The type names whose rules a change may have to be checked against. */
export function typesOf(
  { change }: Incoming,
  held: Held | undefined,
  tombstone: Tombstone | undefined,
): string[] {
  if (change.deleted) return [];
  if (change.typeName !== undefined) return [change.typeName];
  if (tombstone) return [tombstone.typeName];
  return held && (change.properties || change.location) ? [held.typeName] : [];
}
