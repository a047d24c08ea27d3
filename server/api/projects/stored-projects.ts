import {
  DEFAULT_FORMAT,
  type BodyOf,
  type createProject,
  type DisplayFormat,
  type Project,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale } from '../../http/versions.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { COUNT } from '../../shared/counts/counts.ts';
import { applyExtentChanges } from '../../shared/extents/changes.ts';

export type ProjectRow = Omit<Project, 'location' | 'extent' | 'displayFormat'> & {
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
export function projectSelect(caller: Caller, params: unknown[], from: string): string {
  return `select p.id, p.project_name as "projectName", p.organization_id as "organizationId", p.crs, p.display_format as "displayFormat", p.location,
      p.archived, p.created_at as "createdAt", coalesce(by.name, '') as "createdBy", p.version, seen.extent,
      seen.count as "objectCount", p.total
    from (${from}) p left join users by on by.id = p.created_by
      cross join lateral (${seenIn(caller, params)}) seen`;
}

/** The caller's projects in the token's organization; $1 and $2. */
export const MY_PROJECTS = `p.organization_id = $2 and exists (select 1 from project_members pm where pm.project_id = p.id and pm.user_id = $1)`;

/** Creates a project of which the caller is the member. */
export async function insertProject(
  tx: Queries,
  caller: Caller,
  { projectName, crs, location, displayFormat }: BodyOf<typeof createProject>,
): Promise<Project> {
  const [made] = await tx.query<{ id: string }>(
    `insert into projects (project_name, organization_id, crs, location, created_by, display_format)
     values ($1, $2, $3, $4, $5, $6::jsonb)
     returning id`,
    [
      projectName,
      caller.organizationId,
      crs ?? 'EPSG:4326',
      location ? JSON.stringify(location) : null,
      caller.userId,
      displayFormat ? JSON.stringify(displayFormat) : null,
    ],
  );
  await tx.query('insert into project_members (project_id, user_id) values ($1, $2)', [
    made!.id,
    caller.userId,
  ]);
  const project = await findProject(tx, caller, made!.id);
  await audit(tx, { kind: 'project.created', actor: caller, subject: subjectOf(project) });
  return project;
}

export async function findProject(db: Queries, caller: Caller, id: string): Promise<Project> {
  const params: unknown[] = [caller.userId, caller.organizationId, id];
  const [row] = await db.query<ProjectRow>(
    projectSelect(
      caller,
      params,
      `select p.*, 1 as total from projects p where ${MY_PROJECTS} and p.id = $3`,
    ),
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
    projectSelect(
      caller,
      params,
      `select p.*, 1 as total from projects p where ${MY_PROJECTS} and p.id = any($3::uuid[])`,
    ),
    params,
  );
  return new Map(rows.map(({ total: _total, ...row }) => [row.id, asProject(row)]));
}

/** Locks a project before it is changed. Throws HttpError 404, 412 (with the current project). */
export async function takeProject(
  tx: Queries,
  caller: Caller,
  id: string,
  version: number,
): Promise<Project> {
  // Not so strong that it waits for those who add to the project.
  await tx.query('select 1 from projects where id = $1 for no key update', [id]);
  const project = await findProject(tx, caller, id);
  if (project.version !== version) throw stale(project, project.version);
  return project;
}

/** For the audit. */
export function subjectOf({ id, projectName }: Pick<Project, 'id' | 'projectName'>) {
  return { kind: 'project', id, name: projectName };
}

export async function projectNamed(tx: Queries, id: string): Promise<Pick<Project, 'id' | 'projectName'>> {
  const [project] = await tx.query<{ projectName: string }>(
    'select project_name as "projectName" from projects where id = $1',
    [id],
  );
  return { id, projectName: project!.projectName };
}

export function asProject(row: ProjectRow): Project {
  return {
    ...row,
    displayFormat: { ...DEFAULT_FORMAT, ...row.displayFormat },
    location: row.location === null ? null : (JSON.parse(row.location) as Project['location']),
  };
}
