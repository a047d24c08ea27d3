import { grants, MAX_EXTERNAL_LAYERS, type ExternalLayer, type LayerOwner } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { holdUnarchived } from '../../http/gate/archived.ts';
import { stale } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { ofMyProjects } from '../../shared/files/scope.ts';

/** A layer, and its credentials as they are stored. */
export interface LayerRow extends Omit<ExternalLayer, 'owner' | 'credentialsState' | 'mayEdit'> {
  userId: string | null;
  sealed: string | null;
}

const COLUMNS = `l.id, l.project_id as "projectId", l.user_id as "userId", l.name, l.source, l.attribution,
  l.position as "order", l.opacity, l.min_scale as "minScale", l.max_scale as "maxScale", l.visible,
  l.credentials as sealed, l.version, l.created_at as "createdAt", cu.name as "createdBy"`;
const FROM = 'external_layers l left join users cu on cu.id = l.created_by';

/** Condition on rows named `l`: of the caller, of their projects, or of the organization of their token. */
function visible(caller: Caller, params: unknown[]): string {
  return `(l.organization_id = ${addParam(params, caller.organizationId)}::uuid
    and (l.user_id is null or l.user_id = ${addParam(params, caller.userId)}::uuid)
    and (l.project_id is null or ${ofMyProjects(caller, 'l', params)}))`;
}

export function readLayers(db: Queries, caller: Caller, projectId: string): Promise<LayerRow[]> {
  const params: unknown[] = [projectId];
  return db.query<LayerRow>(
    `select ${COLUMNS} from ${FROM}
     where (l.project_id is null or l.project_id = $1::uuid) and ${visible(caller, params)}
     order by l.position, l.created_at, l.id`,
    params,
  );
}

interface NewLayer extends Pick<
  LayerRow,
  'name' | 'source' | 'attribution' | 'minScale' | 'maxScale' | 'sealed'
> {
  owner: LayerOwner;
  projectId: string;
}

/** Adds a layer on top of the others. Throws 404 for a project that the caller cannot see, 422 when there are too many. */
export async function insertLayer(tx: Queries, caller: Caller, layer: NewLayer): Promise<LayerRow> {
  const { owner, projectId } = layer;
  await requireProject(tx, caller, projectId);
  if (owner === 'project') await holdUnarchived(tx, [projectId]);
  await refuseFull(tx, caller, owner, projectId);
  const [made] = await tx.query<{ id: string }>(
    `insert into external_layers (organization_id, project_id, user_id, name, source, attribution, position,
       min_scale, max_scale, credentials, created_by)
     values ($1, $2, $3, $4, $5::jsonb, $6,
       coalesce((select max(position) from external_layers where organization_id = $1), 0) + 1, $7, $8, $9, $10)
     returning id`,
    [
      caller.organizationId,
      owner === 'project' ? projectId : null,
      owner === 'person' ? caller.userId : null,
      layer.name,
      JSON.stringify(layer.source),
      layer.attribution,
      layer.minScale,
      layer.maxScale,
      layer.sealed,
      caller.userId,
    ],
  );
  return findLayer(tx, caller, made!.id);
}

/** Throws 404 when the caller cannot see it. */
export async function findLayer(db: Queries, caller: Caller, id: string): Promise<LayerRow> {
  const params: unknown[] = [id];
  const [row] = await db.query<LayerRow>(
    `select ${COLUMNS} from ${FROM} where l.id = $1::uuid and ${visible(caller, params)}`,
    params,
    { often: true },
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  return row;
}

/** Like `findLayer`, locked for an update. Throws 403 and 412, too. */
export async function takeLayer(tx: Queries, caller: Caller, id: string, version: number): Promise<LayerRow> {
  await tx.query('select 1 from external_layers where id = $1 for update', [id]);
  const row = await findLayer(tx, caller, id);
  requireRight(caller, ownerOf(row));
  if (row.version !== version) throw stale(layerOf(caller, row, true), row.version);
  return row;
}

/** What changing a layer of an owner needs; undefined: nothing more. */
const NEEDED = { person: undefined, project: 'files.write', organization: 'admin.organizations' } as const;

/** Throws 403 when the caller may not change layers of such an owner. */
export function requireRight(caller: Caller, owner: LayerOwner): void {
  const authorization = NEEDED[owner];
  if (authorization && !grants(caller.authorizations, authorization))
    throw new HttpError(403, 'auth.not-allowed', { authorization });
}

export function ownerOf({ projectId, userId }: Pick<LayerRow, 'projectId' | 'userId'>): LayerOwner {
  return userId !== null ? 'person' : projectId !== null ? 'project' : 'organization';
}

async function refuseFull(tx: Queries, caller: Caller, owner: LayerOwner, projectId: string): Promise<void> {
  const params: unknown[] = [];
  const own = {
    person: () => `l.user_id = ${addParam(params, caller.userId)}::uuid`,
    project: () => `l.project_id = ${addParam(params, projectId)}::uuid`,
    organization: () => 'l.user_id is null and l.project_id is null',
  }[owner]();
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from external_layers l
     where ${own} and l.organization_id = ${addParam(params, caller.organizationId)}::uuid`,
    params,
  );
  if (row!.count >= MAX_EXTERNAL_LAYERS)
    throw new HttpError(422, 'external-layers.too-many', { most: MAX_EXTERNAL_LAYERS });
}

/** As the caller sees it; `readable`: whether its credentials can be decrypted. */
export function layerOf(
  caller: Caller,
  { userId, sealed, ...row }: LayerRow,
  readable: boolean,
): ExternalLayer {
  const owner = ownerOf({ projectId: row.projectId, userId });
  const needed = NEEDED[owner];
  return {
    ...row,
    owner,
    credentialsState: sealed === null ? 'none' : readable ? 'set' : 'unreadable',
    mayEdit: needed === undefined || grants(caller.authorizations, needed),
  };
}
