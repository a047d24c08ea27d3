import type { LoginResult } from '#core/protocol';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';
import { beginSession, type Entered } from './sessions.ts';

/** Starts and audits a session of a person whose identity has been verified. */
export function enter(
  services: Services,
  userId: string,
  entered: Entered,
  address: string,
): Promise<LoginResult> {
  return services.db.transaction((tx) => enterWithin(tx, services, userId, entered, address));
}

export async function enterWithin(
  tx: Queries,
  { signing }: Services,
  userId: string,
  entered: Entered,
  address: string,
): Promise<LoginResult> {
  const { way, provider } = entered;
  const result = await beginSession(tx, signing, userId, entered);
  const detail = provider ? { way, provider } : { way };
  await audit(tx, { kind: 'session.signed-in', actor: { userId }, detail, address });
  return result;
}

/** `userId`: the user with this address, if one exists. */
export function noteRefused(
  db: Queries,
  { email, userId }: { email: string; userId: string | undefined },
  way: Entered['way'],
  address: string,
): Promise<void> {
  const subject = { kind: 'user', id: userId ?? '', name: email };
  return audit(db, { kind: 'session.refused', actor: null, subject, detail: { way }, address });
}
