import { uuid } from '#core/protocol';
import type { ObjectChange } from '../changes/decide.ts';
import type { Incoming } from './incoming.ts';
import type { Receipt } from './receipts.ts';

/** Whether the change was sent before with the same content, and saved. */
export function isDone({ hash }: Incoming, receipt: Receipt | undefined): boolean {
  return receipt?.hash === hash;
}

/**
 * The id of the object to change: the one it names, the one its client id created before, or the one it would create.
 */
export function targetOf({ change }: Incoming, receipt: Receipt | undefined): string | undefined {
  const id = change.id?.toLowerCase() ?? receipt?.id ?? change.clientId.toLowerCase();
  return change.id !== undefined || receipt !== undefined || uuid.safeParse(id).success ? id : undefined;
}

export function changeOf(incoming: Incoming, receipt: Receipt | undefined): ObjectChange {
  const { version, deleted, split, plugin, properties, typeName, relatesTo, labelAt } = incoming.change;
  return {
    id: targetOf(incoming, receipt),
    known: incoming.change.id !== undefined || receipt !== undefined,
    // With other content than before, the response to an earlier request was lost: the change continues from the
    // version that one created.
    version: receipt ? Math.max(receipt.version, version ?? 0) : version,
    deleted,
    split,
    plugin,
    location: incoming.location,
    properties,
    typeName,
    relatesTo,
    labelAt,
  };
}
