import type { Queries } from '../../platform/db/database.ts';
import { HttpError } from '../../base/http-error.ts';
import { refuseMoreThanHeld } from '../../shared/roles/holding.ts';
import { organizationsIn, type Held } from '../../shared/roles/reach.ts';
import type { Memberships } from './belonging.ts';

export interface Assigned {
  roleId?: string | undefined;
  roleIds?: readonly string[] | undefined;
  organizationIds?: readonly string[] | undefined;
}

interface AssignedRole {
  roleId: string;
  roleName: string;
  organizationId: string;
  authorizations: string[];
}

/**
 * The memberships that a person has after the caller's assignment. A role names its organization; an organization
 * without one gets the role that has the same name there. Only organizations administered by the caller change, and only
 * within the rights that the caller has in each.
 * Throws 403 or 422 with the reason.
 */
export async function assigned(
  tx: Queries,
  held: Held,
  before: Memberships,
  given: Assigned,
): Promise<Memberships> {
  const own = organizationsIn(held, 'admin.users');
  const roles = await rolesOf(tx, own, given);
  const others = [...before.keys()].filter((id) => !own.includes(id));
  const named = given.organizationIds ?? [...before.keys(), ...(before.size === 0 ? roles.keys() : [])];
  if (named.some((id) => !own.includes(id) && !others.includes(id)))
    throw new HttpError(422, 'users.no-such-organization');
  const after = new Map([...before].filter(([id]) => others.includes(id)));
  for (const id of new Set(named.filter((one) => own.includes(one)))) {
    const role = roles.get(id) ?? before.get(id) ?? (await sameNamed(tx, roles, id));
    after.set(id, { roleId: role.roleId, authorizations: role.authorizations });
  }
  if ([...roles.keys()].some((id) => !after.has(id))) throw new HttpError(422, 'users.role-elsewhere');
  for (const id of own) {
    const [was, is] = [before.get(id), after.get(id)];
    if (was?.roleId === is?.roleId) continue;
    refuseMoreThanHeld(held.get(id)!, [...(was?.authorizations ?? []), ...(is?.authorizations ?? [])]);
  }
  return after;
}

/** By organization. Throws 422 for a role that the caller cannot see. */
async function rolesOf(
  tx: Queries,
  own: readonly string[],
  { roleId, roleIds = [] }: Assigned,
): Promise<Map<string, AssignedRole>> {
  const ids = [...new Set([...roleIds, ...(roleId === undefined ? [] : [roleId])])];
  const found = await tx.query<AssignedRole>(
    `select role_id as "roleId", role_name as "roleName", organization_id as "organizationId", authorizations
     from roles where role_id = any($1::uuid[]) and organization_id = any($2::uuid[])`,
    [ids, own],
  );
  if (found.length < ids.length) throw new HttpError(422, 'users.no-such-role');
  const roles = new Map(found.map((role) => [role.organizationId, role]));
  if (roles.size < found.length) throw new HttpError(422, 'users.one-role-each');
  return roles;
}

async function sameNamed(
  tx: Queries,
  roles: ReadonlyMap<string, AssignedRole>,
  organizationId: string,
): Promise<AssignedRole> {
  const [role] = await tx.query<AssignedRole>(
    `select role_id as "roleId", role_name as "roleName", organization_id as "organizationId", authorizations
     from roles where organization_id = $1 and role_name = any($2::text[]) limit 1`,
    [organizationId, [...roles.values()].map(({ roleName }) => roleName)],
  );
  if (role) return role;
  const [organization] = await tx.query<{ name: string }>('select name from organizations where id = $1', [
    organizationId,
  ]);
  throw new HttpError(422, 'users.role-needed', { organization: organization?.name ?? organizationId });
}
