import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Caller } from '../../../base/caller.ts';
import { addParam } from '../../../platform/db/params.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { JobFailure } from '../../../platform/jobs/kind.ts';
import type { JobServices } from '../../../platform/services/services.ts';
import type { Scope } from '../../../shared/access/scope.ts';
import { PICTURES } from '../../../shared/files/pictures.ts';
import { visibleFiles } from '../../../shared/files/scope.ts';
import { MAX_ATTACHMENTS, type ExportAttachment } from '../content/task.ts';
import { selected, type ObjectFilter } from './ids.ts';

const GIGABYTES = 4;
const MAX_BYTES = GIGABYTES * 1024 ** 3;

interface AttachmentRow extends ExportAttachment {
  key: string;
}

/** Files of the selected objects that the person may see: all, or only those that are no photos. */
function attachmentsOf(
  db: Queries,
  caller: Caller,
  scope: Scope,
  selection: ObjectFilter,
  which: 'all' | 'documents',
): Promise<AttachmentRow[]> {
  const params: unknown[] = [];
  const kind = which === 'all' ? 'true' : `not (v.media_type = any(${addParam(params, PICTURES)}::text[]))`;
  return db.query<AttachmentRow>(
    `select f.geometry_id as "objectId", f.name, v.key, v.bytes, v.media_type as "mediaType", v.at,
       to_char(f.expires_on, 'YYYY-MM-DD') as "expiresOn"
     from files f join file_versions v on v.file_id = f.id and v.version = f.content
       join geometries g on g.id = f.geometry_id
     where f.kind = 'document' and ${kind} and ${selected(selection, params)} and ${scope.objects('g', params)}
       and ${visibleFiles(caller, 'f', params)}
     order by f.geometry_id, lower(f.name), f.id limit ${MAX_ATTACHMENTS + 1}`,
    params,
  );
}

/** The documents that a PDF lists; one more than `MAX_ATTACHMENTS` where there are more. */
export async function listAttachments(
  db: Queries,
  caller: Caller,
  scope: Scope,
  selection: ObjectFilter,
): Promise<ExportAttachment[]> {
  const rows = await attachmentsOf(db, caller, scope, selection, 'documents');
  return rows.map(({ key: _key, ...row }) => row);
}

/** Copies the files of the selected objects to folders by object. Throws JobFailure when they are too many or too large. */
export async function copyAttachments(
  { db, storage }: JobServices,
  caller: Caller,
  scope: Scope,
  selection: ObjectFilter,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const rows = await attachmentsOf(db, caller, scope, selection, 'all');
  const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
  if (rows.length > MAX_ATTACHMENTS || bytes > MAX_BYTES)
    throw new JobFailure('export.attachments', { most: MAX_ATTACHMENTS, gigabytes: GIGABYTES });
  const taken = new Set<string>();
  for (const { objectId, name, key } of rows) {
    signal.throwIfAborted();
    const of = path.join(folder, objectId);
    await mkdir(of, { recursive: true });
    const leaf = freeName(name, (one) => taken.has(`${objectId}/${one.toLowerCase()}`));
    taken.add(`${objectId}/${leaf.toLowerCase()}`);
    await pipeline(await storage.read(key), createWriteStream(path.join(of, leaf), { mode: 0o600 }), {
      signal,
    });
  }
}

/** `plan.pdf`, `plan (2).pdf`: names that systems which ignore case can hold beside each other. */
function freeName(name: string, isTaken: (name: string) => boolean): string {
  const { name: base, ext } = path.parse(name);
  for (let n = 1; ; n++) {
    const one = n === 1 ? name : `${base} (${n})${ext}`;
    if (!isTaken(one)) return one;
  }
}
