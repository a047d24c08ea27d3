import { createHash } from 'node:crypto';
import {
  createProject,
  DEFAULT_FORMAT,
  deleteProject,
  getProject,
  listMembers,
  listProjects,
  setMembers,
  updateProject,
  type DisplayFormat,
  type Project,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { COUNT } from '../../shared/counts/counts.ts';
import { requireProject, scopeOf } from '../../shared/access/scope.ts';
import { audit } from '../../platform/audit/audit.ts';
import { applyExtentChanges, applyExtentsFor } from '../../shared/extents/changes.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { route, type Route } from '../../http/context.ts';
import { notifyNewMembers } from '../notifications/new-members.ts';
import { holdForArchiving } from '../../http/gate/archived.ts';
import { listClauses, listed } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale, tagVersion } from '../../http/versions.ts';

type ProjectRow = Omit<Project, 'location' | 'extent' | 'displayFormat'> & {
  /** Null until it is chosen. */
  displayFormat: Partial<DisplayFormat> | null;
  location: string | null;
  extent: Project['extent'];
};

/** What is seen of a project `p`: its objects are not read. Extents must be up to date. */
function seenIn(caller: Caller, params: unknown[]): string {
  const scope = scopeOf(caller);
  return `select (select ${COUNT} from object_counts c where c.project_id = p.id and ${scope.objects('c', params)}) as count,
      case when count(*) > 0 then array[min(e.west), min(e.south), max(e.east), max(e.north)] end as extent
    from project_extents e where e.project_id = p.id and ${scope.objects('e', params)}`;
}

/** A project for the caller: extent and count exclude objects of blocked types. */
function select(caller: Caller, params: unknown[], from: string): string {
  return `select p.id, p.project_name as "projectName", p.organization_id as "organizationId", p.crs, p.display_format as "displayFormat", p.location,
      p.archived, p.created_at as "createdAt", coalesce(by.name, '') as "createdBy", p.version, seen.extent,
      seen.count as "objectCount", p.total
    from (${from}) p left join users by on by.id = p.created_by
      cross join lateral (${seenIn(caller, params)}) seen`;
}

/** The caller's projects in the token's organization; $1 and $2. */
const MINE = `p.organization_id = $2 and exists (select 1 from project_members pm where pm.project_id = p.id and pm.user_id = $1)`;

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
      select p.*, count(*) over () as total from projects p where ${MINE} and ${where} ${archived} ${tail}) p`;
      return services.db.query<ProjectRow & { total: number }>(
        `${select(caller, params, page)} order by p.place`,
        params,
      );
    });
    return rows.map(asProject);
  }),

  route(getProject, async ({ params, caller, services, reply }) => {
    await applyExtentsFor(services.db, caller);
    const project = await find(services.db, caller, params.id);
    tagVersion(reply, project.version);
    // Count and extent depend on objects and rights, the version does not: browsers must not cache it by its tag.
    void reply.header('cache-control', 'no-store');
    return project;
  }),

  route(createProject, async ({ body, caller, services, reply }) => {
    const project = await services.db.transaction(async (tx) => {
      const organizationId = body.organizationId ?? caller.organizationId;
      if (organizationId !== caller.organizationId) throw new HttpError(422, 'projects.other-organization');
      const [made] = await tx.query<{ id: string }>(
        `insert into projects (project_name, organization_id, crs, location, created_by, display_format)
         values ($1, $2, $3, $4, $5, $6::jsonb)
         returning id`,
        [
          body.projectName,
          organizationId,
          body.crs ?? 'EPSG:4326',
          body.location ? JSON.stringify(body.location) : null,
          caller.userId,
          body.displayFormat ? JSON.stringify(body.displayFormat) : null,
        ],
      );
      await tx.query('insert into project_members (project_id, user_id) values ($1, $2)', [
        made!.id,
        caller.userId,
      ]);
      const project = await find(tx, caller, made!.id);
      await audit(tx, { kind: 'project.created', actor: caller, subject: subjectOf(project) });
      return project;
    });
    void reply.code(201);
    tagVersion(reply, project.version);
    return project;
  }),

  route(updateProject, async ({ params, body, caller, ifMatch, services, reply }) => {
    await applyExtentsFor(services.db, caller);
    const project = await services.db.transaction(async (tx) => {
      if (body.archived === true) await holdForArchiving(tx, params.id);
      const before = await take(tx, caller, params.id, ifMatch);
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
      const changed = await find(tx, caller, params.id);
      const event = { projectId: changed.id, version: changed.version };
      await services.events.announce(tx, 'project', { projectId: changed.id }, event);
      return changed;
    });
    tagVersion(reply, project.version);
    return project;
  }),

  route(deleteProject, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const project = await take(tx, caller, params.id, ifMatch);
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

async function find(db: Queries, caller: Caller, id: string): Promise<Project> {
  const params: unknown[] = [caller.userId, caller.organizationId, id];
  const [row] = await db.query<ProjectRow>(
    select(caller, params, `select p.*, 1 as total from projects p where ${MINE} and p.id = $3`),
    params,
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  const { total: _total, ...project } = row as ProjectRow & { total: number };
  return asProject(project);
}

/** Those of the ids that are projects of the caller. */
export async function findProjects(
  db: Database,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, Project>> {
  await applyExtentChanges(db, ids);
  const params: unknown[] = [caller.userId, caller.organizationId, ids];
  const rows = await db.query<ProjectRow & { total: number }>(
    select(caller, params, `select p.*, 1 as total from projects p where ${MINE} and p.id = any($3::uuid[])`),
    params,
  );
  return new Map(rows.map(({ total: _total, ...row }) => [row.id, asProject(row)]));
}

async function take(tx: Queries, caller: Caller, id: string, version: number): Promise<Project> {
  // Not so strong that it waits for those who add to the project.
  await tx.query('select 1 from projects where id = $1 for no key update', [id]);
  const project = await find(tx, caller, id);
  if (project.version !== version) throw stale(project, project.version);
  return project;
}

function subjectOf({ id, projectName }: Pick<Project, 'id' | 'projectName'>) {
  return { kind: 'project', id, name: projectName };
}

async function projectNamed(tx: Queries, id: string): Promise<Pick<Project, 'id' | 'projectName'>> {
  const [project] = await tx.query<{ projectName: string }>(
    'select project_name as "projectName" from projects where id = $1',
    [id],
  );
  return { id, projectName: project!.projectName };
}

function asProject(row: ProjectRow): Project {
  return {
    ...row,
    displayFormat: { ...DEFAULT_FORMAT, ...row.displayFormat },
    location: row.location === null ? null : (JSON.parse(row.location) as Project['location']),
  };
}
