import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  grants,
  listContacts,
  listOrganizations,
  updateOrganization,
  type Organization,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { audit, changes } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { isDatabaseError, FOREIGN_KEY_VIOLATION } from '../../platform/db/errors.ts';
import { route, type Route } from '../../http/context.ts';
import { listClauses, listed } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import { lockRights, refuseNoAdministrator } from '../../shared/roles/holding.ts';
import { heldBy } from '../../shared/roles/reach.ts';
import { seedRoles } from '../../shared/roles/seed.ts';

const MAX_CONTACTS = 5;
/** What whoever is asked must be allowed, one of them: who are named first, and who are named, too. */
const CONTACTS = {
  access: [['*', 'admin.users'], ['projects.write']],
  'layer-servers': [['*', 'admin.organizations'], []],
} as const;

/** Organizations of the caller ($1); all for a super administrator ($2). */
const MINE = `o.id, o.name, o.version from organizations o
  where ($2::boolean or exists (select 1 from memberships m where m.organization_id = o.id and m.user_id = $1))`;
const LIST = {
  columns: { name: 'lower(o.name)' },
  searched: ['o.name'],
  defaultOrder: 'lower(o.name)',
  unique: 'o.id',
};

export const routes: Route[] = [
  route(listOrganizations, async ({ query, caller, services, reply }) =>
    listed(reply, query, (pageQuery) => {
      const params: unknown[] = [caller.userId, caller.superAdministrator];
      const { where, tail } = listClauses(pageQuery, LIST, params);
      return services.db.query<Organization & { total: number }>(
        `select count(*) over () as total, ${MINE} and ${where} ${tail}`,
        params,
      );
    }),
  ),

  route(getOrganization, async ({ params, caller, services, reply }) => {
    const organization = await find(services.db, caller, params.id);
    tagVersion(reply, organization.version);
    return organization;
  }),

  route(listContacts, async ({ params, query, caller, services }) => {
    await find(services.db, caller, params.id);
    const [first, others] = CONTACTS[query.about ?? 'access'];
    return services.db.query<{ name: string; email: string }>(
      `select u.name, u.email
       from memberships m join users u on u.id = m.user_id join roles r on r.role_id = m.role_id
       where m.organization_id = $1 and u.id <> $2 and u.active and u.deleted_at is null
         and r.authorizations && $3::text[]
       order by not r.authorizations && $4::text[], lower(u.name), u.id limit ${MAX_CONTACTS}`,
      [params.id, caller.userId, [...first, ...others], first],
    );
  }),

  route(createOrganization, async ({ body, caller, services, reply }) => {
    const organization = await services.db.transaction(async (tx) => {
      const [made] = await tx.query<Organization>(
        'insert into organizations (name) values ($1) returning id, name, version',
        [body.name],
      );
      await seedRoles(tx, made!.id);
      await joinAsFounder(tx, caller, made!.id);
      await audit(tx, { kind: 'organization.created', actor: caller, subject: subjectOf(made!) });
      return made!;
    });
    void reply.code(201);
    tagVersion(reply, organization.version);
    return organization;
  }),

  route(updateOrganization, async ({ params, body, caller, ifMatch, services, reply }) => {
    const organization = await services.db.transaction(async (tx) => {
      const before = await take(tx, caller, params.id, ifMatch);
      await tx.query('update organizations set name = $2, version = version + 1 where id = $1', [
        params.id,
        body.name,
      ]);
      const after = await find(tx, caller, params.id);
      const detail = { changed: changes(before, after, ['name']) };
      await audit(tx, { kind: 'organization.changed', actor: caller, subject: subjectOf(after), detail });
      return after;
    });
    tagVersion(reply, organization.version);
    return organization;
  }),

  route(deleteOrganization, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const administered = await lockRights(tx);
      const organization = await take(tx, caller, params.id, ifMatch);
      if (organization.id === caller.organizationId) throw new HttpError(409, 'organizations.at-work-in');
      await refuseInhabited(tx, caller, organization);
      await audit(tx, { kind: 'organization.deleted', actor: caller, subject: subjectOf(organization) });
      await tx.query('delete from organizations where id = $1', [params.id]).catch((thrown: unknown) => {
        if (isDatabaseError(thrown, FOREIGN_KEY_VIOLATION))
          throw new HttpError(409, 'organizations.not-empty', { name: organization.name });
        throw thrown;
      });
      await refuseNoAdministrator(tx, administered);
    });
    return undefined;
  }),
];

function subjectOf({ id, name }: Organization) {
  return { kind: 'organization', id, name };
}

async function find(db: Queries, caller: Caller, id: string): Promise<Organization> {
  const [organization] = await db.query<Organization>(`select ${MINE} and o.id = $3`, [
    caller.userId,
    caller.superAdministrator,
    id,
  ]);
  if (!organization) throw new HttpError(404, 'http.not-found');
  return organization;
}

async function take(tx: Queries, caller: Caller, id: string, version: number): Promise<Organization> {
  await tx.query('select 1 from organizations where id = $1 for update', [id]);
  const organization = await find(tx, caller, id);
  const held = (await heldBy(tx, caller)).get(id)!;
  if (!grants(held, 'admin.organizations'))
    throw new HttpError(403, 'auth.not-allowed', { authorization: 'admin.organizations' });
  if (organization.version !== version) throw stale(organization, organization.version);
  return organization;
}

/** With the rights that the caller has in the token's organization: in a role of the same name, made where there is none. */
async function joinAsFounder(tx: Queries, caller: Caller, organizationId: string): Promise<void> {
  await tx.query(
    `with own as (insert into roles (organization_id, role_name, authorizations) values ($2, $3, $4)
       on conflict (organization_id, role_name) do update set authorizations = excluded.authorizations
       returning role_id)
     insert into memberships (user_id, organization_id, role_id) select $1, $2, role_id from own`,
    [caller.userId, organizationId, caller.roleName, caller.authorizations],
  );
}

/** Throws 409 while anybody except the caller is a member; other content is guarded by the database. */
async function refuseInhabited(tx: Queries, caller: Caller, { id, name }: Organization): Promise<void> {
  const others = await tx.query(
    `select 1 from memberships m join users u on u.id = m.user_id and u.deleted_at is null
     where m.organization_id = $1 and m.user_id <> $2 limit 1`,
    [id, caller.userId],
  );
  if (others.length > 0) throw new HttpError(409, 'organizations.not-empty', { name });
}
