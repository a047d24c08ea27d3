import { createHash } from 'node:crypto';
import {
  createProject,
  deleteProject,
  getProject,
  listMembers,
  listProjects,
  setMembers,
  updateProject,
} from '#core/protocol';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { audit } from '../../platform/audit/audit.ts';
import { applyExtentsFor } from '../../shared/extents/changes.ts';
import { route, type Route } from '../../http/context.ts';
import { notifyNewMembers } from '../notifications/new-members.ts';
import { holdForArchiving } from '../../http/gate/archived.ts';
import { listClauses, listed } from '../../http/list.ts';
import {
  asProject,
  findProject,
  insertProject,
  MY_PROJECTS,
  projectNamed,
  projectSelect,
  subjectOf,
  takeProject,
  type ProjectRow,
} from './stored-projects.ts';
import { HttpError } from '../../base/http-error.ts';
import { tagVersion } from '../../http/versions.ts';

export const routes: Route[] = [
  route(listProjects, async ({ query, caller, services, reply }) => {
    await applyExtentsFor(services.db, caller);
    const rows = await listed(reply, query, (pageQuery) => {
      const params: unknown[] = [caller.userId, caller.organizationId];
      const columns = { projectName: 'lower(p.project_name)', createdAt: 'p.created_at', crs: 'p.crs' };
      const of = {
        columns,
        searched: ['p.project_name'],
        defaultOrder: 'lower(p.project_name)',
        unique: 'p.id',
      };
      const { where, tail } = listClauses(pageQuery, of, params);
      const archived = query.archived === undefined ? '' : `and p.archived = ${query.archived === 'true'}`;
      const page = `select p.*, row_number() over () as place from (
      select p.*, count(*) over () as total from projects p where ${MY_PROJECTS} and ${where} ${archived} ${tail}) p`;
      return services.db.query<ProjectRow & { total: number }>(
        `${projectSelect(caller, params, page)} order by p.place`,
        params,
      );
    });
    return rows.map(asProject);
  }),

  route(getProject, async ({ params, caller, services, reply }) => {
    await applyExtentsFor(services.db, caller);
    const project = await findProject(services.db, caller, params.id);
    tagVersion(reply, project.version);
    // Count and extent depend on objects and rights, the version does not: browsers must not cache it by its tag.
    void reply.header('cache-control', 'no-store');
    return project;
  }),

  route(createProject, async ({ body, caller, services, reply }) => {
    const project = await services.db.transaction(async (tx) => {
      if ((body.organizationId ?? caller.organizationId) !== caller.organizationId)
        throw new HttpError(422, 'projects.other-organization');
      return insertProject(tx, caller, body);
    });
    void reply.code(201);
    tagVersion(reply, project.version);
    return project;
  }),

  route(updateProject, async ({ params, body, caller, ifMatch, services, reply }) => {
    await applyExtentsFor(services.db, caller);
    const project = await services.db.transaction(async (tx) => {
      if (body.archived === true) await holdForArchiving(tx, params.id);
      const before = await takeProject(tx, caller, params.id, ifMatch);
      const archived = body.archived ?? before.archived;
      if (before.archived && archived)
        throw new HttpError(409, 'projects.archived', { name: before.projectName });
      await tx.query(
        `update projects set project_name = coalesce($2, project_name), crs = coalesce($3, crs),
           location = case when $4 then $5 else location end, display_format = coalesce($6::jsonb, display_format),
           archived = $7, version = version + 1 where id = $1`,
        [
          params.id,
          body.projectName ?? null,
          body.crs ?? null,
          body.location !== undefined,
          body.location ? JSON.stringify(body.location) : null,
          body.displayFormat ? JSON.stringify(body.displayFormat) : null,
          archived,
        ],
      );
      if (archived !== before.archived)
        await audit(tx, {
          kind: archived ? 'project.archived' : 'project.restored',
          actor: caller,
          subject: subjectOf(before),
        });
      const changed = await findProject(tx, caller, params.id);
      const event = { projectId: changed.id, version: changed.version };
      await services.events.announce(tx, 'project', { projectId: changed.id }, event);
      return changed;
    });
    tagVersion(reply, project.version);
    return project;
  }),

  route(deleteProject, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const project = await takeProject(tx, caller, params.id, ifMatch);
      const detail = { objectCount: project.objectCount };
      await audit(tx, { kind: 'project.deleted', actor: caller, subject: subjectOf(project), detail });
      await tx.query('delete from projects where id = $1', [params.id]);
      // Its own object types go with it; one that was for several projects must not become one for all.
      await tx.query('delete from object_types t where t.project_ids = array[$1]::uuid[]', [params.id]);
      await tx.query(
        `update object_types t set project_ids = array_remove(t.project_ids, $1::uuid)
         where $1::uuid = any(t.project_ids)`,
        [params.id],
      );
      await announceTypes(tx, services.events, caller);
    });
    return undefined;
  }),

  route(listMembers, async ({ params, caller, services, reply }) => {
    await requireProject(services.db, caller, params.id);
    const members = await services.db.query<{ userId: string; name: string; email: string; member: boolean }>(
      `select u.id as "userId", u.name, u.email, pm.user_id is not null as member
       from memberships m join users u on u.id = m.user_id and u.deleted_at is null
         left join project_members pm on pm.user_id = u.id and pm.project_id = $2
       where m.organization_id = $1 order by lower(u.name), u.id`,
      [caller.organizationId, params.id],
    );
    const hash = createHash('sha256').update(JSON.stringify(members)).digest('base64url');
    void reply.header('etag', `"${hash.slice(0, 22)}"`);
    return members;
  }),

  route(setMembers, async ({ params, body, caller, services }) => {
    const userIds = Array.isArray(body)
      ? body.filter(({ member }) => member).map(({ userId }) => userId)
      : body.userIds;
    if (userIds.length === 0) throw new HttpError(422, 'projects.nobody');
    await services.db.transaction(async (tx) => {
      await requireProject(tx, caller, params.id);
      const known = await tx.query(
        `select 1 from memberships m join users u on u.id = m.user_id and u.deleted_at is null
         where m.organization_id = $1 and m.user_id = any($2::uuid[])`,
        [caller.organizationId, userIds],
      );
      if (known.length !== new Set(userIds).size) throw new HttpError(422, 'projects.unknown-member');
      const changed = await tx.query<{ id: string; come: boolean }>(
        `with gone as (delete from project_members where project_id = $1 and not (user_id = any($2::uuid[])) returning user_id),
           come as (insert into project_members (project_id, user_id) select $1, unnest($2::uuid[])
             on conflict do nothing returning user_id)
         select user_id as id, false as come from gone union select user_id, true from come`,
        [params.id, userIds],
      );
      const idsOf = (come: boolean) => changed.filter((each) => each.come === come).map(({ id }) => id);
      if (changed.length > 0) {
        const subject = subjectOf(await projectNamed(tx, params.id));
        const detail = { come: idsOf(true), gone: idsOf(false) };
        await audit(tx, { kind: 'project.members', actor: caller, subject, detail });
        await notifyNewMembers(tx, services, caller, subject, idsOf(true));
      }
      const userId = changed.map(({ id }) => id);
      await services.events.announce(tx, 'session', { userId }, { reason: 'rights-changed' });
    });
    return undefined;
  }),
];
