import { AUTHORIZATIONS, grants } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { HttpError } from '../../base/http-error.ts';

/**
 * People can only grant what they have: otherwise, whoever may edit roles or users could obtain everything.
 * Throws HttpError 403 naming the first authorization the caller lacks.
 */
export function refuseMoreThanHeld(caller: Caller, authorizations: readonly string[]): void {
  const lacking = authorizations.find((each) => !holds(caller.authorizations, each));
  if (lacking !== undefined) throw new HttpError(403, 'roles.more-than-held', { authorization: lacking });
}

const WITHOUT_PREFIX: readonly string[] = ['*', ...AUTHORIZATIONS];

/**
 * A misspelt authorization would be stored and allow nothing. Tools and plugins are known to the client only.
 * Throws HttpError 422 naming the first authorization that does not exist.
 */
export function refuseUnknown(authorizations: readonly string[]): void {
  const unknown = authorizations.find(
    (each) => !WITHOUT_PREFIX.includes(each) && !/^(tool|plugin):./.test(each),
  );
  if (unknown !== undefined)
    throw new HttpError(422, 'roles.unknown-authorization', { authorization: unknown });
}

/** Only `tool:*` or `*` includes `tool:*`; a list of all existing tools does not. */
function holds(held: readonly string[], required: string): boolean {
  return required === '*' ? held.includes('*') : grants(held, required);
}

/**
 * People cannot give others access that they lack: to layers they are blocked from, or organizations they do not
 * belong to. Exception: people with all authorizations.
 * Throws HttpError 403.
 */
export function refuseFurtherThanReached(
  caller: Caller,
  own: readonly string[],
  person: { blockedLayers: readonly string[]; organizationIds: readonly string[] },
): void {
  if (caller.authorizations.includes('*')) return;
  const layer = caller.blockedLayers.find((each) => !person.blockedLayers.includes(each));
  if (layer !== undefined) throw new HttpError(403, 'users.sees-more', { layer });
  if (person.organizationIds.some((id) => !own.includes(id)))
    throw new HttpError(403, 'users.reaches-further');
}

/**
 * Called at the end of a transaction that may have revoked rights. The administrators' rows are locked first, so that
 * two parallel changes cannot together remove the last two.
 * Throws HttpError 409 when no active administrator would be left.
 */
export async function refuseNoAdministrator(tx: Queries): Promise<void> {
  const left = await tx.query(
    `select 1 from users u join roles r using (role_id)
     where '*' = any(r.authorizations) and u.active and u.deleted_at is null
       and exists (select 1 from memberships m where m.user_id = u.id) limit 1`,
  );
  if (left.length === 0) throw new HttpError(409, 'users.last-administrator');
}

/** Serializes changes of rights; locked until the transaction ends. */
export async function lockRights(tx: Queries): Promise<void> {
  await tx.query(`select 1 from roles where '*' = any(authorizations) order by role_id for update`);
}
