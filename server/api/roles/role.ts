import type { Role } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale } from '../../http/versions.ts';
import { isDatabaseError, UNIQUE_VIOLATION } from '../../platform/db/errors.ts';
import type { Queries } from '../../platform/db/database.ts';
import { organizationsWith } from '../../shared/roles/reach.ts';
import { ADMINISTRATOR } from '../../shared/roles/seed.ts';

export const COLUMNS = 'role_id, role_name, organization_id as "organizationId", authorizations, version';

/**
 * The roles that the caller ($1) sees: those of the token's organization ($2), and of others in which they administer
 * people or roles.
 */
export const VISIBLE = `(organization_id = $2 or organization_id in ${organizationsWith('$1', 'admin.users')}
  or organization_id in ${organizationsWith('$1', 'admin.roles')})`;

export function subjectOf({ role_id, role_name }: Role) {
  return { kind: 'role', id: role_id, name: role_name };
}

/** Throws 404 when the caller does not see the role. */
export async function findRole(db: Queries, caller: Caller, id: string): Promise<Role> {
  const [role] = await db.query<Role>(`select ${COLUMNS} from roles where role_id = $3 and ${VISIBLE}`, [
    caller.userId,
    caller.organizationId,
    id,
  ]);
  if (!role) throw new HttpError(404, 'http.not-found');
  return role;
}

/**
 * Locks the role for a change. Throws 404 when it belongs to an organization whose roles the caller does not
 * administer, 412 when it no longer has the caller's version, 409 when it is the administrators' role.
 */
export async function takeRole(tx: Queries, caller: Caller, id: string, version: number): Promise<Role> {
  const [role] = await tx.query<Role>(
    `select ${COLUMNS} from roles where role_id = $2
       and organization_id in ${organizationsWith('$1', 'admin.roles')} for update`,
    [caller.userId, id],
  );
  if (!role) throw new HttpError(404, 'http.not-found');
  if (role.version !== version) throw stale(role, role.version);
  if (role.role_name === ADMINISTRATOR) throw new HttpError(409, 'roles.protected', { name: role.role_name });
  return role;
}

export function refuseSameName(thrown: unknown): never {
  if (isDatabaseError(thrown, UNIQUE_VIOLATION)) throw new HttpError(409, 'roles.same-name');
  throw thrown;
}
