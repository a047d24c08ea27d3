import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { ZipFile } from 'yazl';
import { ARCHIVE, archiveFiles } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { BYTE_ORDER_MARK } from '../../formats/csv.ts';
import { route } from '../../http/context.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { isPhoto } from '../../shared/files/pictures.ts';
import { readFiles, type FileRow } from '../../shared/files/store.ts';

const MAX_BYTES = ARCHIVE.gigabytes * 1024 ** 3;
const PAGE = 500;

/** Files in their folders, with a manifest by which the copy can be checked. Files that the person may not see are not in it. */
export const archiveRoute = route(archiveFiles, async ({ headers, body, caller, services, reply }) => {
  const { db, storage } = services;
  const { projectid: projectId } = headers;
  await requireProject(db, caller, projectId);
  const of = { kinds: ['document'] as const, projectId, ids: body.ids };
  const rows: FileRow[] = [];
  for (let page = 1; ; page++) {
    const some = await readFiles(db, caller, of, { orderby: 'folder', page, paginate: PAGE });
    rows.push(...some);
    if (some.length < PAGE) break;
  }
  if (rows.length === 0) throw new HttpError(404, 'http.not-found');
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  if (bytes > MAX_BYTES) throw new HttpError(422, 'files.archive-too-large', { most: ARCHIVE.gigabytes });
  const zip = new ZipFile();
  const paths = pathsOf(rows);
  // What comes from the storage breaks off the answer when it fails: half an archive would look complete.
  zip.on('error', (failure: Error) => reply.raw.destroy(failure));
  for (const [n, row] of rows.entries())
    zip.addReadStreamLazy(
      paths[n]!,
      // Photos and PDFs are compressed already.
      {
        mtime: new Date(row.updatedAt),
        compress: !isPhoto(row.mediaType) && row.mediaType !== 'application/pdf',
      },
      (give) => {
        storage.read(row.key).then(
          (content) => give(null, content),
          (failure: unknown) => give(failure, Readable.from([])),
        );
      },
    );
  zip.addBuffer(Buffer.from(manifest(rows, paths)), 'manifest.csv');
  zip.end();
  void reply.headers({
    'content-type': 'application/zip',
    'content-disposition': contentDisposition('files.zip', { type: 'attachment' }),
    'cache-control': 'no-store',
  });
  return reply.send(zip.outputStream);
});

/** A path for each, by its folder and name; equal ones, also on systems that ignore case, are numbered. */
export function pathsOf(rows: readonly Pick<FileRow, 'folder' | 'name'>[]): string[] {
  const taken = new Set(['manifest.csv']);
  return rows.map(({ folder, name }) => {
    const dot = name.lastIndexOf('.');
    const [base, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    for (let n = 1; ; n++) {
      const leaf = n === 1 ? name : `${base} (${n})${ending}`;
      const path = folder === '' ? leaf : `${folder}/${leaf}`;
      const key = path.normalize('NFC').toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return path;
    }
  });
}

const COLUMNS = ['path', 'version', 'bytes', 'sha256', 'type', 'changed', 'by', 'object', 'expires', 'tags'];

function manifest(rows: readonly FileRow[], paths: readonly string[]): string {
  const lines = rows.map((row, n) => [
    paths[n]!,
    row.version,
    row.bytes,
    row.sha256,
    row.mediaType,
    new Date(row.updatedAt).toISOString(),
    row.updatedBy,
    row.geometryId ?? '',
    row.expiresOn ?? '',
    row.tags.join(';'),
  ]);
  return BYTE_ORDER_MARK + [COLUMNS, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

/** RFC 4180; a text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
