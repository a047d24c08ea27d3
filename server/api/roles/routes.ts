import {
  createRole,
  deleteRole,
  getRole,
  getRoleAuthorizations,
  getRoleOfRoles,
  listRoles,
  setAuthorizations,
  updateRole,
  type Role,
} from '#core/protocol';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { isDatabaseError, FOREIGN_KEY_VIOLATION } from '../../platform/db/errors.ts';
import { paramsInto } from '../../platform/db/params.ts';
import { route, type Route } from '../../http/context.ts';
import type { Services } from '../../platform/services/services.ts';
import { listClauses, listed } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { tagVersion } from '../../http/versions.ts';
import {
  lockRights,
  refuseMoreThanHeld,
  refuseNoAdministrator,
  refuseUnknown,
} from '../../shared/roles/holding.ts';
import { heldBy, organizationsIn } from '../../shared/roles/reach.ts';
import { COLUMNS, findRole, refuseSameName, subjectOf, takeRole, VISIBLE } from './role.ts';

export const routes: Route[] = [
  route(listRoles, async ({ query, caller, services, reply }) => {
    return listed(reply, query, (pageQuery) => {
      const params: unknown[] = [caller.userId, caller.organizationId];
      const of = {
        columns: { role_name: 'lower(role_name)' },
        searched: ['role_name'],
        // The token's organization first.
        defaultOrder: 'organization_id <> $2, lower(role_name)',
        unique: 'organization_id <> $2, role_id',
      };
      const { where, tail } = listClauses(pageQuery, of, params);
      const { organizationId } = pageQuery;
      const own =
        organizationId === undefined ? 'true' : `organization_id = ${paramsInto(params)(organizationId)}`;
      return services.db.query<Role & { total: number }>(
        `select ${COLUMNS}, count(*) over () as total from roles where ${VISIBLE} and ${own} and ${where} ${tail}`,
        params,
      );
    });
  }),

  ...[getRole, getRoleOfRoles, getRoleAuthorizations].map((call) =>
    route(call, async ({ params, caller, services, reply }) => {
      const role = await findRole(services.db, caller, params.id);
      tagVersion(reply, role.version);
      return role;
    }),
  ),

  route(createRole, async ({ body, caller, services, reply }) => {
    const authorizations = body.authorizations ?? [];
    refuseUnknown(authorizations);
    const role = await services.db.transaction(async (tx) => {
      const organizationId = body.organizationId ?? caller.organizationId;
      const held = await heldBy(tx, caller);
      if (!organizationsIn(held, 'admin.roles').includes(organizationId))
        throw new HttpError(422, 'users.no-such-organization');
      refuseMoreThanHeld(held.get(organizationId)!, authorizations);
      const [made] = await tx
        .query<Role>(
          `insert into roles (role_name, authorizations, organization_id) values ($1, $2, $3) returning ${COLUMNS}`,
          [body.role_name, distinct(authorizations), organizationId],
        )
        .catch(refuseSameName);
      const detail = { authorizations: made!.authorizations };
      await audit(tx, { kind: 'role.created', actor: caller, subject: subjectOf(made!), detail });
      return made!;
    });
    void reply.code(201);
    tagVersion(reply, role.version);
    return role;
  }),

  route(updateRole, async ({ params, body, caller, ifMatch, services, reply }) => {
    const role = await services.db.transaction(async (tx) => {
      const before = await takeRole(tx, caller, params.id, ifMatch);
      refuseMoreThanHeld((await heldBy(tx, caller)).get(before.organizationId)!, before.authorizations);
      const [after] = await tx
        .query<Role>(
          `update roles set role_name = $2, version = version + 1 where role_id = $1 returning ${COLUMNS}`,
          [params.id, body.role_name],
        )
        .catch(refuseSameName);
      const detail = { changed: { role_name: { from: before.role_name, to: after!.role_name } } };
      await audit(tx, { kind: 'role.renamed', actor: caller, subject: subjectOf(after!), detail });
      await announceToHolders(services, tx, params.id);
      return after!;
    });
    tagVersion(reply, role.version);
    return role;
  }),

  route(setAuthorizations, async ({ params, body, caller, ifMatch, services, reply }) => {
    const role = await services.db.transaction(async (tx) => {
      const administered = await lockRights(tx);
      const before = await takeRole(tx, caller, params.id, ifMatch);
      const held = (await heldBy(tx, caller)).get(before.organizationId)!;
      // Neither granting nor revoking exceeds the caller's own rights.
      const given = difference(body.authorizations, before.authorizations);
      refuseMoreThanHeld(held, given);
      refuseUnknown(given);
      refuseMoreThanHeld(held, difference(before.authorizations, body.authorizations));
      const [after] = await tx.query<Role>(
        `update roles set authorizations = $2, version = version + 1 where role_id = $1 returning ${COLUMNS}`,
        [params.id, distinct(body.authorizations)],
      );
      await refuseNoAdministrator(tx, administered);
      const detail = {
        granted: difference(after!.authorizations, before.authorizations),
        taken: difference(before.authorizations, after!.authorizations),
      };
      await audit(tx, { kind: 'role.authorizations', actor: caller, subject: subjectOf(after!), detail });
      await announceToHolders(services, tx, params.id);
      return after!;
    });
    tagVersion(reply, role.version);
    return role;
  }),

  route(deleteRole, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const before = await takeRole(tx, caller, params.id, ifMatch);
      refuseMoreThanHeld((await heldBy(tx, caller)).get(before.organizationId)!, before.authorizations);
      // Deactivated people keep their name, not their role.
      await tx.query(
        `update memberships m set role_id = other.role_id
         from users u, (select role_id from roles where organization_id = $2 and role_id <> $1
           order by cardinality(authorizations) limit 1) other
         where m.role_id = $1 and u.id = m.user_id and u.deleted_at is not null`,
        [params.id, before.organizationId],
      );
      const detail = { authorizations: before.authorizations };
      await audit(tx, { kind: 'role.deleted', actor: caller, subject: subjectOf(before), detail });
      await tx.query('delete from roles where role_id = $1', [params.id]).catch((thrown: unknown) => {
        if (isDatabaseError(thrown, FOREIGN_KEY_VIOLATION))
          throw new HttpError(409, 'roles.held', { name: before.role_name });
        throw thrown;
      });
    });
    return undefined;
  }),
];

/** Only those who hold it in its organization; a role is held nowhere else. */
async function announceToHolders(services: Services, tx: Queries, roleId: string): Promise<void> {
  const holders = await tx.query<{ id: string }>(
    `select u.id from memberships m join users u on u.id = m.user_id and u.deleted_at is null where m.role_id = $1`,
    [roleId],
  );
  const userId = holders.map(({ id }) => id);
  await services.events.announce(tx, 'session', { userId }, { reason: 'rights-changed' });
}

function distinct(items: readonly string[]): string[] {
  return [...new Set(items)].sort();
}

function difference(items: readonly string[], without: readonly string[]): string[] {
  return items.filter((item) => !without.includes(item));
}
