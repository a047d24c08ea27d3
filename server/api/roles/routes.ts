import {
  createRole,
  deleteRole,
  getRole,
  listRoles,
  setAuthorizations,
  updateRole,
  type Role,
} from '#core/protocol';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { isDatabaseError, FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from '../../platform/db/errors.ts';
import { route, type Route } from '../../http/context.ts';
import type { Services } from '../../platform/services/services.ts';
import { listClauses, listed } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import {
  lockRights,
  refuseMoreThanHeld,
  refuseNoAdministrator,
  refuseUnknown,
} from '../../shared/roles/holding.ts';
import { ADMINISTRATOR } from '../../shared/roles/seed.ts';

const COLUMNS = 'role_id, role_name, authorizations, version';

export const routes: Route[] = [
  route(listRoles, async ({ query, services, reply }) => {
    return listed(reply, query, (pageQuery) => {
      const params: unknown[] = [];
      const of = {
        columns: { role_name: 'lower(role_name)' },
        searched: ['role_name'],
        defaultOrder: 'lower(role_name)',
        unique: 'role_id',
      };
      const { where, tail } = listClauses(pageQuery, of, params);
      return services.db.query<Role & { total: number }>(
        `select ${COLUMNS}, count(*) over () as total from roles where ${where} ${tail}`,
        params,
      );
    });
  }),

  route(getRole, async ({ params, services, reply }) => {
    const role = await find(services.db, params.id);
    tagVersion(reply, role.version);
    return role;
  }),

  route(createRole, async ({ body, caller, services, reply }) => {
    const authorizations = body.authorizations ?? [];
    refuseMoreThanHeld(caller, authorizations);
    refuseUnknown(authorizations);
    const role = await services.db.transaction(async (tx) => {
      const [made] = await tx
        .query<Role>(`insert into roles (role_name, authorizations) values ($1, $2) returning ${COLUMNS}`, [
          body.role_name,
          distinct(authorizations),
        ])
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
      const before = await take(tx, params.id, ifMatch);
      refuseProtected(before);
      refuseMoreThanHeld(caller, before.authorizations);
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
      await lockRights(tx);
      const before = await take(tx, params.id, ifMatch);
      refuseProtected(before);
      // Neither granting nor revoking exceeds the caller's own rights.
      const given = difference(body.authorizations, before.authorizations);
      refuseMoreThanHeld(caller, given);
      refuseUnknown(given);
      refuseMoreThanHeld(caller, difference(before.authorizations, body.authorizations));
      const [after] = await tx.query<Role>(
        `update roles set authorizations = $2, version = version + 1 where role_id = $1 returning ${COLUMNS}`,
        [params.id, distinct(body.authorizations)],
      );
      await refuseNoAdministrator(tx);
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
      const before = await take(tx, params.id, ifMatch);
      refuseProtected(before);
      refuseMoreThanHeld(caller, before.authorizations);
      // Deactivated people keep their name, not their role.
      await tx.query(
        `update users set role_id = (select role_id from roles where role_id <> $1 order by cardinality(authorizations) limit 1)
         where role_id = $1 and deleted_at is not null`,
        [params.id],
      );
      await tx.query('delete from roles where role_id = $1', [params.id]).catch((thrown: unknown) => {
        if (isDatabaseError(thrown, FOREIGN_KEY_VIOLATION))
          throw new HttpError(409, 'roles.held', { name: before.role_name });
        throw thrown;
      });
      const detail = { authorizations: before.authorizations };
      await audit(tx, { kind: 'role.deleted', actor: caller, subject: subjectOf(before), detail });
    });
    return undefined;
  }),
];

function subjectOf({ role_id, role_name }: Role) {
  return { kind: 'role', id: role_id, name: role_name };
}

async function find(db: Queries, id: string, lock = false): Promise<Role> {
  const [role] = await db.query<Role>(
    `select ${COLUMNS} from roles where role_id = $1 ${lock ? 'for update' : ''}`,
    [id],
  );
  if (!role) throw new HttpError(404, 'http.not-found');
  return role;
}

/** Locks the role for an update. Throws 412 when it no longer has the caller's version. */
async function take(tx: Queries, id: string, version: number): Promise<Role> {
  const role = await find(tx, id, true);
  if (role.version !== version) throw stale(role, role.version);
  return role;
}

function refuseProtected(role: Role): void {
  if (role.role_name === ADMINISTRATOR) throw new HttpError(409, 'roles.protected', { name: role.role_name });
}

function refuseSameName(thrown: unknown): never {
  if (isDatabaseError(thrown, UNIQUE_VIOLATION)) throw new HttpError(409, 'roles.same-name');
  throw thrown;
}

async function announceToHolders(services: Services, tx: Queries, roleId: string): Promise<void> {
  const holders = await tx.query<{ id: string }>(
    'select id from users where role_id = $1 and deleted_at is null',
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
