import { AUTHORIZATIONS, grants } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { HttpError } from '../../base/http-error.ts';

/**
 * People can only grant what they have: otherwise, whoever may edit roles or users could obtain everything.
 * Throws HttpError 403 naming the first authorization that is not among those `held`.
 */
export function refuseMoreThanHeld(held: readonly string[], authorizations: readonly string[]): void {
  const lacking = authorizations.find((each) => !holds(held, each));
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
 * People cannot show others layers from which they are blocked themselves. Exception: people with all authorizations.
 * Throws HttpError 403.
 */
export function refuseMoreThanSeen(caller: Caller, blockedLayers: readonly string[]): void {
  if (caller.authorizations.includes('*')) return;
  const layer = caller.blockedLayers.find((each) => !blockedLayers.includes(each));
  if (layer !== undefined) throw new HttpError(403, 'users.sees-more', { layer });
}

/** SQL: the ids of the organizations where somebody who can sign in has all authorizations. */
const ADMINISTERED = `select m.organization_id as id from memberships m
    join users u on u.id = m.user_id and u.active and u.deleted_at is null
    join roles r on r.role_id = m.role_id and '*' = any(r.authorizations)`;

/**
 * Serializes changes of rights; locked until the transaction ends. Resolves to the organizations that have an
 * administrator.
 */
export async function lockRights(tx: Queries): Promise<string[]> {
  await tx.query(`select 1 from roles where '*' = any(authorizations) order by role_id for update`);
  return (await tx.query<{ id: string }>(`${ADMINISTERED} group by 1`)).map(({ id }) => id);
}

/**
 * Called at the end of a transaction that may have revoked rights, with the result of `lockRights`.
 * Throws HttpError 409 when an organization has lost its last administrator, or the server its last super administrator.
 */
export async function refuseNoAdministrator(tx: Queries, before: readonly string[]): Promise<void> {
  const left = await tx.query(`${ADMINISTERED} where u.super_administrator limit 1`);
  const lost = await tx.query(
    `select 1 from organizations o where o.id = any($1::uuid[]) and o.id not in (${ADMINISTERED}) limit 1`,
    [before],
  );
  if (left.length === 0 || lost.length > 0) throw new HttpError(409, 'users.last-administrator');
}
