import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Metadata } from '@tus/server';
import {
  appendUpload,
  createUpload,
  deleteUpload,
  getUpload,
  listImportFolder,
  listUploads,
  takeImportFile,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { cleanName } from '../../shared/files/names.ts';
import { finishUpload } from '../../shared/uploads/finish.ts';
import { importedFile, importFolder } from '../../shared/uploads/import-folder.ts';
import { requireKind, UPLOAD_LIMITS } from '../../shared/uploads/kinds.ts';
import { refuseFullDisk, removePart } from '../../shared/uploads/parts.ts';
import { refuseOverQuota } from '../../shared/uploads/quota.ts';
import { asUpload, isToFinish, waitForCheck } from '../../shared/uploads/state.ts';
import {
  deleteUploadRow,
  findUpload,
  insertUpload,
  readUploads,
  touchUpload,
} from '../../shared/uploads/store.ts';
import { passToTus } from '../../shared/uploads/tus.ts';

/** Milliseconds that GET waits for a check that ends soon. */
const SHORT = 500;
const SHA256 = /^[0-9a-f]{64}$/;

export const routes: Route[] = [
  route(listUploads, async ({ headers, caller, language, services }) => {
    await requireProject(services.db, caller, headers.projectid);
    const rows = await readUploads(services.db, caller, headers.projectid);
    return Promise.all(rows.map((row) => asUpload(services, row, language)));
  }),

  route(createUpload, async ({ headers, caller, services, request, reply }) => {
    const { db, config } = services;
    const { projectid: projectId, kind, 'upload-length': bytes } = headers;
    await requireProject(db, caller, projectId);
    requireKind(caller, kind);
    const limit = UPLOAD_LIMITS[kind];
    if (bytes > limit)
      throw new HttpError(413, 'http.upload-too-large', { megabytes: Math.floor(limit / 1024 ** 2) });
    const said = metadataOf(headers['upload-metadata']);
    await refuseFullDisk(config, bytes);
    const id = randomUUID();
    await db.transaction(async (tx) => {
      // One after the other, so that two uploads do not both take the last of the quota.
      await tx.query('select 1 from organizations where id = $1 for update', [caller.organizationId]);
      await refuseOverQuota(tx, config, caller.organizationId, bytes);
      await insertUpload(tx, caller, { id, projectId, kind, bytes, outside: null, ...said });
    });
    try {
      await passToTus(config, id, request, reply);
    } catch (failure) {
      await deleteUploadRow(db, id);
      throw failure;
    }
    return reply.send();
  }),

  route(getUpload, async ({ params, caller, language, services, request, reply }) => {
    const { db, config } = services;
    const row = await findUpload(db, caller, params.id);
    if (request.method === 'HEAD') {
      const whole = row.completedAt !== null || (await isToFinish(services, row));
      if (!whole) await passToTus(config, row.id, request, reply);
      else
        void reply.headers({
          'tus-resumable': '1.0.0',
          'upload-offset': row.bytes,
          'upload-length': row.bytes,
          'cache-control': 'no-store',
        });
      return reply.send();
    }
    await waitForCheck(services, row, SHORT);
    void reply.header('cache-control', 'no-store');
    return asUpload(services, await findUpload(db, caller, row.id), language);
  }),

  route(appendUpload, async ({ params, caller, services, request, reply }) => {
    const { db, config } = services;
    const row = await findUpload(db, caller, params.id);
    requireKind(caller, row.kind);
    await refuseFullDisk(config, Number(request.headers['content-length'] ?? 0));
    await touchUpload(db, row.id);
    const offset = await passToTus(config, row.id, request, reply);
    if (offset === row.bytes) void finishUpload(services, row);
    return reply.send();
  }),

  route(deleteUpload, async ({ params, caller, services }) => {
    const { db, config } = services;
    const row = await findUpload(db, caller, params.id);
    await deleteUploadRow(db, row.id);
    // What is already in the storage, or is being moved there, is swept.
    await removePart(config, row.id);
    return undefined;
  }),

  route(listImportFolder, async ({ query, caller, services }) =>
    (await importFolder(services.config, caller)).list(query.path ?? ''),
  ),

  route(takeImportFile, async ({ headers, body, caller, language, services, reply }) => {
    const { db, config } = services;
    const folder = await importFolder(config, caller);
    await requireProject(db, caller, headers.projectid);
    requireKind(caller, body.kind);
    const bytes = await importedFile(folder, body.path);
    const id = randomUUID();
    await insertUpload(db, caller, {
      id,
      projectId: headers.projectid,
      kind: body.kind,
      name: cleanName(path.basename(body.path)) ?? 'file',
      bytes,
      fingerprint: null,
      statedSha256: null,
      outside: path.posix.normalize(body.path),
    });
    await waitForCheck(services, await findUpload(db, caller, id), SHORT);
    void reply.code(201);
    return asUpload(services, await findUpload(db, caller, id), language);
  }),
];

/** What `Upload-Metadata` says. Throws HttpError 400. */
function metadataOf(text: string | undefined) {
  let said: Record<string, string | null> = {};
  try {
    if (text) said = Metadata.parse(text);
  } catch {
    throw new HttpError(400, 'uploads.not-tus');
  }
  const sum = said['sha256']?.toLowerCase() ?? null;
  if (sum !== null && !SHA256.test(sum)) throw new HttpError(400, 'uploads.no-sum');
  return {
    name: cleanName(said['filename'] ?? undefined) ?? 'file',
    fingerprint: said['fingerprint']?.slice(0, 500) ?? null,
    statedSha256: sum,
  };
}
