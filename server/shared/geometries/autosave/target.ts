import { uuid } from '#core/protocol';
import type { ObjectChange } from '../changes/decide.ts';
import type { Incoming } from './incoming.ts';
import type { Receipt } from './receipts.ts';

/** Sent before with the same content, and saved. */
export function isDone({ hash }: Incoming, receipt: Receipt | undefined): boolean {
  return receipt?.hash === hash;
}

/** The object a change is about: the one it names, the one its client id made before, or would be made as. */
export function targetOf({ change }: Incoming, receipt: Receipt | undefined): string | undefined {
  const id = change.id?.toLowerCase() ?? receipt?.id ?? change.clientId.toLowerCase();
  return change.id !== undefined || receipt !== undefined || uuid.safeParse(id).success ? id : undefined;
}

export function changeOf(incoming: Incoming, receipt: Receipt | undefined): ObjectChange {
  const { version, deleted, split, properties, typeName, relatesTo } = incoming.change;
  return {
    id: targetOf(incoming, receipt),
    known: incoming.change.id !== undefined || receipt !== undefined,
    // With other content than before, the answer to an earlier sending was lost: it goes on from what that one made.
    version: receipt ? Math.max(receipt.version, version ?? 0) : version,
    deleted,
    split,
    location: incoming.location,
    properties,
    typeName,
    relatesTo,
  };
}
