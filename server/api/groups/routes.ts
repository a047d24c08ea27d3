import {
  createGroup,
  deleteGroup,
  getGroup,
  listGroups,
  updateGroup,
  type Group,
  type GroupWithMembers,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { audit, changes } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { isDatabaseError, UNIQUE_VIOLATION } from '../../platform/db/errors.ts';
import { route, type Route } from '../../http/context.ts';
import { listClauses, listed } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import { setMembersOf } from './members.ts';

const COLUMNS = `g.id, g.name, g.organization_id as "organizationId", g.version`;
const COUNT = `(select count(*)::int from group_members gm where gm.group_id = g.id) as "memberCount"`;
const LIST = {
  columns: { name: 'lower(g.name)' },
  searched: ['g.name'],
  defaultOrder: 'lower(g.name)',
  unique: 'g.id',
};

export const routes: Route[] = [
  route(listGroups, async ({ query, caller, services, reply }) =>
    listed(reply, query, (pageQuery) => {
      const params: unknown[] = [caller.organizationId];
      const { where, tail } = listClauses(pageQuery, LIST, params);
      return services.db.query<Group & { total: number }>(
        `select ${COLUMNS}, ${COUNT}, count(*) over () as total
         from groups g where g.organization_id = $1 and ${where} ${tail}`,
        params,
      );
    }),
  ),

  route(getGroup, async ({ params, caller, services, reply }) => {
    const group = await find(services.db, caller, params.id);
    tagVersion(reply, group.version);
    return group;
  }),

  route(createGroup, async ({ body, caller, services, reply }) => {
    const group = await services.db.transaction(async (tx) => {
      const [made] = await tx
        .query<{ id: string }>('insert into groups (organization_id, name) values ($1, $2) returning id', [
          caller.organizationId,
          body.name,
        ])
        .catch(refuseSameName);
      await setMembers(tx, caller, made!.id, body.userIds ?? []);
      const { userIds, ...rest } = await find(tx, caller, made!.id);
      const subject = { kind: 'group', id: rest.id, name: rest.name };
      await audit(tx, { kind: 'group.created', actor: caller, subject, detail: { userIds } });
      return { ...rest, userIds };
    });
    void reply.code(201);
    tagVersion(reply, group.version);
    return group;
  }),

  route(updateGroup, async ({ params, body, caller, ifMatch, services, reply }) => {
    const group = await services.db.transaction(async (tx) => {
      const before = await take(tx, caller, params.id, ifMatch);
      await tx
        .query('update groups set name = coalesce($2, name), version = version + 1 where id = $1', [
          params.id,
          body.name ?? null,
        ])
        .catch(refuseSameName);
      if (body.userIds) await setMembers(tx, caller, params.id, body.userIds);
      const after = await find(tx, caller, params.id);
      const subject = { kind: 'group', id: after.id, name: after.name };
      const detail = { changed: changes(before, after, ['name', 'userIds']) };
      await audit(tx, { kind: 'group.changed', actor: caller, subject, detail });
      return after;
    });
    tagVersion(reply, group.version);
    return group;
  }),

  route(deleteGroup, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const { id, name, userIds } = await take(tx, caller, params.id, ifMatch);
      await setMembers(tx, caller, id, []);
      await tx.query('delete from groups where id = $1', [id]);
      const subject = { kind: 'group', id, name };
      await audit(tx, { kind: 'group.deleted', actor: caller, subject, detail: { userIds } });
    });
    return undefined;
  }),
];

async function find(db: Queries, caller: Caller, id: string): Promise<GroupWithMembers> {
  const [group] = await db.query<GroupWithMembers>(
    `select ${COLUMNS}, ${COUNT},
       array(select gm.user_id from group_members gm where gm.group_id = g.id order by 1) as "userIds"
     from groups g where g.organization_id = $1 and g.id = $2`,
    [caller.organizationId, id],
  );
  if (!group) throw new HttpError(404, 'http.not-found');
  return group;
}

async function take(tx: Queries, caller: Caller, id: string, version: number): Promise<GroupWithMembers> {
  await tx.query('select 1 from groups where id = $1 for update', [id]);
  const group = await find(tx, caller, id);
  if (group.version !== version) throw stale(group, group.version);
  return group;
}

async function setMembers(
  tx: Queries,
  caller: Caller,
  id: string,
  userIds: readonly string[],
): Promise<void> {
  const { organizationId } = caller;
  if (!(await setMembersOf(tx, { id, organizationId }, userIds)))
    throw new HttpError(422, 'groups.unknown-member');
}

function refuseSameName(thrown: unknown): never {
  if (isDatabaseError(thrown, UNIQUE_VIOLATION)) throw new HttpError(409, 'groups.same-name');
  throw thrown;
}
