import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PictureMark } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import type { Scope } from '../../../shared/access/scope.ts';
import { PICTURES, previewOf } from '../../../shared/files/pictures.ts';
import { visibleFiles } from '../../../shared/files/scope.ts';
import type { JobServices } from '../../../platform/services/services.ts';
import type { ExportPhoto } from '../content/task.ts';
import { selected, type ObjectFilter } from './ids.ts';
import { addParam } from '../../../platform/db/params.ts';

/** Most photos in one document, newest first. */
export const MAX_PHOTOS = 60;
const SIZE = 1024;

interface ExportPhotoRow {
  objectId: string;
  name: string;
  key: string;
  mediaType: string;
  marks: PictureMark[];
}

/**
 * Photos of the selected objects, re-encoded in a thread because they may be hostile; those that cannot be decoded
 * are left out.
 */
export async function gatherPhotos(
  { db, storage }: JobServices,
  caller: Caller,
  scope: Scope,
  selection: ObjectFilter,
  folder: string,
  signal: AbortSignal,
): Promise<ExportPhoto[]> {
  const params: unknown[] = [];
  const rows = await db.query<ExportPhotoRow>(
    `select f.geometry_id as "objectId", f.name, v.key, v.media_type as "mediaType",
       (select coalesce(jsonb_agg(to_jsonb(m) order by m.number, m.id), '[]')
        from (select number, id, kind, points, text, colour from picture_marks
              where file_id = f.id and content = f.content) m) as marks
     from files f join file_versions v on v.file_id = f.id and v.version = f.content
       join geometries g on g.id = f.geometry_id
     where f.kind = 'document' and v.media_type = any(${addParam(params, PICTURES)}::text[])
       and ${selected(selection, params)} and ${scope.objects('g', params)} and ${visibleFiles(caller, 'f', params)}
     order by f.created_at desc, f.id limit ${MAX_PHOTOS}`,
    params,
  );
  const photos: ExportPhoto[] = [];
  for (const [n, { objectId, name, key, mediaType, marks }] of rows.entries()) {
    signal.throwIfAborted();
    const original = await storage.localPath(key).catch(() => undefined);
    const picture = original && (await previewOf({ look: 'preview', file: original, mediaType, size: SIZE }));
    if (!picture) continue;
    const file = path.join(folder, `photo-${n}.webp`);
    await writeFile(file, picture, { mode: 0o600 });
    photos.push({ objectId, file, name, marks });
  }
  return photos;
}
