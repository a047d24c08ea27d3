import type { BimLink, BodyOf, createBimLinks } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { requireObject, visibleFiles } from '../../shared/files/scope.ts';
import { findFile, type FileRow } from '../../shared/files/store.ts';

/** Most links of a model. */
const MAX_LINKS = 20_000;

interface LinksOf {
  modelId?: string | undefined;
  projectId?: string | undefined;
  globalId?: string | undefined;
  geometryId?: string | undefined;
  fileId?: string | undefined;
  ids?: readonly string[] | undefined;
}

/** Links between what the caller may see: models, objects and files that are hidden from them are left out. */
export function readLinks(db: Queries, caller: Caller, of: LinksOf): Promise<BimLink[]> {
  const params: unknown[] = [];
  const given = (value: unknown) => addParam(params, value ?? null);
  return db.query<BimLink>(
    `select l.id, f.id as "modelId", f.name as "modelName", l.guid as "globalId", t.class, t.name,
       l.geometry_id as "geometryId", l.target_id as "fileId", coalesce(o.type_name, d.name) as target, l.note,
       t.id is not null as "isPresent", l.created_at as "createdAt", u.name as "createdBy"
     from bim_links l join files f on f.id = l.file_id join users u on u.id = l.created_by
       left join geometries o on o.id = l.geometry_id left join files d on d.id = l.target_id
       left join lateral (
         select t.id, t.class, t.name from bim_things t where t.guid = l.guid and t.edition = (
           select c.edition from bim_contents c where c.file_id = f.id and c.edition is not null
           order by c.content desc limit 1) limit 1) t on true
     where ${visibleFiles(caller, 'f', params)}
       and (l.geometry_id is null or (o.project_id = f.project_id and ${scopeOf(caller).objects('o', params)}))
       and (l.target_id is null or ${visibleFiles(caller, 'd', params)})
       and (${given(of.modelId)}::uuid is null or f.id = $${params.length})
       and (${given(of.projectId)}::uuid is null or f.project_id = $${params.length})
       and (${given(of.globalId)}::text is null or l.guid = $${params.length})
       and (${given(of.geometryId)}::uuid is null or l.geometry_id = $${params.length})
       and (${given(of.fileId)}::uuid is null or l.target_id = $${params.length})
       and (${given(of.ids)}::uuid[] is null or l.id = any($${params.length}))
     order by l.created_at desc, l.id limit ${MAX_LINKS}`,
    params,
  );
}

/** Throws HttpError 404 for an object or file that the caller may not see, 422 for an element the model does not have. */
export async function addLinks(
  tx: Queries,
  caller: Caller,
  model: FileRow,
  edition: number,
  links: BodyOf<typeof createBimLinks>,
): Promise<BimLink[]> {
  const guids = [...new Set(links.map(({ globalId }) => globalId))];
  const known = await tx.query<{ guid: string }>(
    'select distinct guid from bim_things where edition = $1 and guid = any($2::text[])',
    [edition, guids],
  );
  const missing = guids.find((guid) => !known.some((row) => row.guid === guid));
  if (missing !== undefined)
    throw new HttpError(422, 'bim.no-element', { name: model.name, globalId: missing });
  const ids: string[] = [];
  for (const { globalId, geometryId, fileId, note } of links) {
    if ((geometryId === undefined) === (fileId === undefined)) throw new HttpError(422, 'bim.link-target');
    if (geometryId !== undefined) await requireObject(tx, caller, model.projectId, geometryId);
    if (fileId !== undefined) {
      const file = await findFile(tx, caller, fileId, ['document', 'panoramic', 'bim', 'pointcloud']);
      if (file.projectId !== model.projectId) throw new HttpError(404, 'http.not-found');
    }
    const [made] = await tx.query<{ id: string }>(
      `insert into bim_links (file_id, guid, geometry_id, target_id, note, created_by) values ($1, $2, $3, $4, $5, $6)
       on conflict (file_id, guid, geometry_id, target_id) do update set note = excluded.note returning id`,
      [model.id, globalId, geometryId ?? null, fileId ?? null, note ?? '', caller.userId],
    );
    ids.push(made!.id);
  }
  const [held] = await tx.query<{ count: number }>(
    'select count(*)::int as count from bim_links where file_id = $1',
    [model.id],
  );
  if (held!.count > MAX_LINKS) throw new HttpError(422, 'bim.too-many-links', { most: MAX_LINKS });
  return readLinks(tx, caller, { ids });
}

/** Throws HttpError 404 when the model has no such link, or its object or file is hidden from the caller. */
export async function removeLink(
  tx: Queries,
  caller: Caller,
  modelId: string,
  linkId: string,
): Promise<void> {
  const [link] = await readLinks(tx, caller, { modelId, ids: [linkId] });
  if (!link) throw new HttpError(404, 'http.not-found');
  await tx.query('delete from bim_links where id = $1', [link.id]);
}
