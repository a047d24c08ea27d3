import type { AccessRequest, Language } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { HttpError } from '../../base/http-error.ts';

/** Requests for the token's organization ($1), and those without one for super administrators ($2). */
export const CONCERNS = `(q.organization_id = $1::uuid or (q.organization_id is null and $2::boolean))`;

export interface PendingAccessRequest {
  id: string;
  name: string;
  email: string;
  wish: string;
  language: Language;
  state: AccessRequest['state'];
}

export function concerned(caller: Caller): [string, boolean] {
  return [caller.organizationId, caller.superAdministrator];
}

/** Locks the request. Throws 404 when the caller may not decide it, 409 when it is already decided. */
export async function take(tx: Queries, caller: Caller, id: string): Promise<PendingAccessRequest> {
  const [request] = await tx.query<PendingAccessRequest>(
    `select q.id, q.name, q.email, q.wish, q.language, q.state from access_requests q
     where ${CONCERNS} and q.id = $3 for update`,
    [...concerned(caller), id],
  );
  if (!request) throw new HttpError(404, 'http.not-found');
  if (request.state !== 'pending') throw new HttpError(409, 'requests.decided');
  return request;
}

export async function decide(
  tx: Queries,
  caller: Caller,
  id: string,
  state: 'accepted' | 'refused',
): Promise<void> {
  await tx.query(
    `update access_requests set state = $2, decided_by = $3, decided_at = now(), organization_id = $4 where id = $1`,
    [id, state, caller.userId, caller.organizationId],
  );
}
