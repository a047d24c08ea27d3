import type { BimLink, BodyOf, createBimLinks } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';
import { MAX_LINKS, readLinks } from '../../shared/bim/links.ts';
import { requireObject } from '../../shared/files/scope.ts';
import { findFile, type FileRow } from '../../shared/files/store.ts';

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
