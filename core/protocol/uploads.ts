import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, projectHeader, uuid } from './common.ts';

/** What an upload becomes; each requires the authorization and the viewer of that. */
export const UPLOAD_KINDS = ['pointcloud', 'bim', 'panoramic', 'document'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];
const uploadKind = z.enum(UPLOAD_KINDS);

/** A resumable upload of the caller. */
export const upload = z.object({
  id: uuid,
  projectId: uuid,
  kind: uploadKind,
  name: z.string(),
  bytes: z.int(),
  /** Bytes that have arrived. */
  received: z.int(),
  /**
   * `receiving`: bytes are missing; `checking`: its checksum is computed and it is moved to the storage; `complete`: it can
   * be used as `uploadId`.
   */
  state: z.enum(['receiving', 'checking', 'complete', 'failed']),
  /** One sentence, when it failed. */
  error: z.nullable(z.string()),
  /** Hexadecimal, when complete. */
  sha256: z.nullable(z.string()),
  /** By which the client knows the same file again. */
  fingerprint: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** Deleted then, unless it is continued or used before. */
  expiresAt: z.iso.datetime(),
});
export type Upload = z.output<typeof upload>;

export const listUploads = defineCall({
  id: 'uploads.list',
  method: 'GET',
  path: '/uploads',
  summary: 'The caller’s uploads to a project that are not part of a record yet, newest first.',
  authorization: 'signed-in',
  headers: projectHeader,
  answer: z.array(upload),
});
export const createUpload = defineCall({
  id: 'uploads.create',
  method: 'POST',
  path: '/uploads',
  summary:
    'Begins a resumable upload (tus 1.0). `Upload-Metadata` has `filename`, and optionally `sha256` and `fingerprint`; the answer’s `Location` is its address.',
  authorization: 'signed-in',
  headers: z.object({
    projectid: uuid,
    kind: uploadKind,
    'upload-length': z.coerce.number().check(z.int(), z.minimum(1)),
    'upload-metadata': z.optional(z.string().check(z.maxLength(4000))),
  }),
});
export const getUpload = defineCall({
  id: 'uploads.get',
  method: 'GET',
  path: '/uploads/:id',
  summary: 'One upload of the caller; HEAD tells by `Upload-Offset` where to continue (tus 1.0).',
  authorization: 'signed-in',
  params: byId,
  answer: upload,
});
export const appendUpload = defineCall({
  id: 'uploads.append',
  method: 'PATCH',
  path: '/uploads/:id',
  summary: 'Adds bytes at `Upload-Offset`, as `application/offset+octet-stream` (tus 1.0).',
  authorization: 'signed-in',
  params: byId,
  timeout: TIMEOUT.files,
});
export const deleteUpload = defineCall({
  id: 'uploads.delete',
  method: 'DELETE',
  path: '/uploads/:id',
  summary: 'Cancels an upload and removes what has arrived.',
  authorization: 'signed-in',
  params: byId,
});

/** A file or folder in the server’s import folder. */
export const importEntry = z.object({
  name: z.string(),
  /** Below the import folder, with `/`. */
  path: z.string(),
  folder: z.boolean(),
  /** null for a folder. */
  bytes: z.nullable(z.int()),
  /** null for a folder of an object store. */
  modifiedAt: z.nullable(z.iso.datetime()),
});
export type ImportEntry = z.output<typeof importEntry>;

const importPath = z.string().check(z.maxLength(1000));
export const listImportFolder = defineCall({
  id: 'uploads.listFolder',
  method: 'GET',
  path: '/import-folder',
  summary:
    'Files and folders in a folder of the server’s import folder (`GROMA_IMPORT_FOLDER`, which may be in an object store), for super administrators.',
  authorization: 'admin.organizations',
  query: z.object({ path: z.optional(importPath) }),
  answer: z.array(importEntry),
});
export const takeImportFile = defineCall({
  id: 'uploads.takeFile',
  method: 'POST',
  path: '/import-folder',
  summary:
    'Makes an upload of a file in the import folder, without copying it; for super administrators. The file must stay there unchanged.',
  authorization: 'admin.organizations',
  headers: projectHeader,
  body: z.object({ path: importPath.check(z.minLength(1)), kind: uploadKind }),
  answer: upload,
});
