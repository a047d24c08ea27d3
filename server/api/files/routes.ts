import {
  countFiles,
  deleteFile,
  downloadFile,
  listFiles,
  listFileVersions,
  previewFile,
  updateFile,
  uploadFile,
  type AnswerOf,
} from '#core/protocol';
import { requireProject } from '../../shared/access/scope.ts';
import { route, type Route } from '../../http/context.ts';
import { listed } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { isUuid } from '../../base/uuid.ts';
import { tagVersion } from '../../http/versions.ts';
import { lookAt } from '../../shared/files/look.ts';
import { asFile, MAX_BYTES } from '../../shared/files/document.ts';
import { nameOf } from '../../shared/files/names.ts';
import { isPhoto } from '../../shared/files/pictures.ts';
import { sendPreview } from '../../shared/files/preview.ts';
import { onlyContent, receive } from '../../shared/files/receive.ts';
import { requireObject, type FileKind } from '../../shared/files/scope.ts';
import { send } from '../../shared/files/send.ts';
import {
  changeFile,
  countByType,
  findFile,
  insertFile,
  readFiles,
  lockFile,
  type FileRow,
} from '../../shared/files/store.ts';
import { ORPHANED_DAYS } from '../../shared/files/sweep.ts';

const DOCUMENTS: readonly FileKind[] = ['document'];
const WITH_PREVIEW: readonly FileKind[] = ['document', 'panoramic', 'pointcloud-image'];

export const routes: Route[] = [
  route(listFiles, async ({ headers, query, caller, services, reply }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const of = { kinds: DOCUMENTS, projectId, geometryId: query.geometryid, id: query.id };
    const rows = await listed(reply, query, (pageQuery) => readFiles(services.db, caller, of, pageQuery));
    if (query.id && rows[0]) tagVersion(reply, rows[0].version);
    return rows.map((row) => asFile(row));
  }),

  route(countFiles, async ({ headers, body, caller, services }) => {
    const { projectid: projectId } = headers;
    await requireProject(services.db, caller, projectId);
    const types = await countByType(services.db, caller, {
      kinds: DOCUMENTS,
      projectId,
      geometryIds: body.ids,
    });
    const sum = (rows: typeof types) => rows.reduce((all, { count }) => all + count, 0);
    const photos = sum(types.filter(({ mediaType }) => isPhoto(mediaType)));
    return { photos, documents: sum(types) - photos, keptDays: ORPHANED_DAYS };
  }),

  route(uploadFile, async ({ headers, caller, language, request, reply, services }) => {
    const { projectid: projectId } = headers;
    const allow = async ({ geometryid }: Readonly<Record<string, string | undefined>>) => {
      if (geometryid !== undefined && isUuid(geometryid))
        await requireObject(services.db, caller, projectId, geometryid);
    };
    await requireProject(services.db, caller, projectId);
    const receiving = { request, services, language, schema: uploadFile.body, limit: MAX_BYTES, allow };
    const made = await receive(receiving, async (fields, contents) => {
      const content = onlyContent(contents);
      const looked = await lookAt(services, content);
      return services.db.transaction(async (tx) => {
        await requireProject(tx, caller, projectId);
        if (fields.geometryid) await requireObject(tx, caller, projectId, fields.geometryid);
        const name = nameOf(fields.name) ?? content.name;
        const geometryId = fields.geometryid;
        const file = { kind: 'document' as const, projectId, geometryId, name, content, ...looked };
        return findFile(tx, caller, await insertFile(tx, caller, file), DOCUMENTS);
      });
    });
    void reply.code(201);
    tagVersion(reply, made.version);
    return asFile(made);
  }),

  route(updateFile, async ({ query, caller, language, ifMatch, request, reply, services }) => {
    const { db } = services;
    // Before receiving the upload: the file exists, is visible, and has the given version.
    await db.transaction((tx) => lockFile(tx, caller, query.id, DOCUMENTS, ifMatch, asFile));
    const receiving = { request, services, language, schema: updateFile.body, limit: MAX_BYTES };
    const changed = await receive(receiving, async (fields, contents) => {
      const content = contents.length > 0 ? onlyContent(contents) : undefined;
      const looked = content && (await lookAt(services, content));
      return db.transaction(async (tx) => {
        const row = await lockFile(tx, caller, query.id, DOCUMENTS, ifMatch, asFile);
        await changeFile(tx, caller, row, {
          name: nameOf(fields.name),
          ...(content && looked && { content: { content, ...looked } }),
        });
        return findFile(tx, caller, row.id, DOCUMENTS);
      });
    });
    tagVersion(reply, changed.version);
    return asFile(changed);
  }),

  route(deleteFile, async ({ query, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const row = await lockFile(tx, caller, query.id, DOCUMENTS, ifMatch, asFile);
      await tx.query('delete from files where id = $1', [row.id]);
    });
    return undefined;
  }),

  route(downloadFile, async ({ params, query, caller, request, reply, services }) => {
    const row = await findFile(services.db, caller, params.id, DOCUMENTS);
    const content = query.version === undefined ? row : await versionOf(services.db, row, query.version);
    return send(services.storage, { ...content, name: row.name, tag: content.sha256 }, request, reply);
  }),

  route(listFileVersions, async ({ params, caller, services }) => {
    const row = await findFile(services.db, caller, params.id, DOCUMENTS);
    return services.db.query<AnswerOf<typeof listFileVersions>[number]>(
      `select v.version, v.bytes, v.sha256, v.media_type as "mediaType", v.at, u.name as by
       from file_versions v join users u on u.id = v.by_user where v.file_id = $1 order by v.version desc`,
      [row.id],
    );
  }),

  route(previewFile, async ({ query, caller, request, reply, services }) => {
    const row = await findFile(services.db, caller, query.id, WITH_PREVIEW);
    return sendPreview(services, row, query.size ?? '512', request, reply);
  }),
];

async function versionOf(
  db: { query<Row>(sql: string, params: unknown[]): Promise<Row[]> },
  row: FileRow,
  version: number,
): Promise<Pick<FileRow, 'key' | 'mediaType' | 'bytes' | 'sha256'>> {
  const [found] = await db.query<Pick<FileRow, 'key' | 'mediaType' | 'bytes' | 'sha256'>>(
    `select key, media_type as "mediaType", bytes, sha256 from file_versions where file_id = $1 and version = $2`,
    [row.id, version],
  );
  if (!found) throw new HttpError(404, 'http.not-found');
  return found;
}
