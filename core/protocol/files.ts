import * as z from 'zod/mini';
import { defineCall, TIMEOUT, type AnswerOf } from './call.ts';
import { byId, like, listQuery, uuid } from './common.ts';
import { latitude, longitude } from './degrees.ts';

/** [longitude, latitude] in degrees, optionally with the height above the ellipsoid in metres as third number. */
export const place = z.union([
  z.tuple([longitude, latitude]),
  z.tuple([longitude, latitude, z.number().check(z.minimum(-12_000), z.maximum(100_000))]),
]);
export type FilePlace = z.output<typeof place>;

/** Metadata of a photo (EXIF and XMP); invalid values are omitted and noted. */
export const photoFacts = z.object({
  /** Pixels, as stored: before the picture is rotated by its orientation. */
  width: z.int(),
  height: z.int(),
  /** EXIF orientation, 1 to 8. */
  orientation: z.int(),
  /** Known only if the camera recorded its offset from UTC, or GPS the time. */
  takenAt: z.nullable(z.iso.datetime()),
  /** The camera's clock, `2024-05-17T10:31:02`, in the time zone it was set to. */
  takenAtLocal: z.nullable(z.string()),
  /** Longitude and latitude, degrees. */
  position: z.nullable(z.tuple([z.number(), z.number()])),
  /** Metres above sea level. */
  altitude: z.nullable(z.number()),
  /** Viewing direction of the camera, degrees clockwise from north. */
  direction: z.nullable(z.number()),
  directionFrom: z.nullable(z.enum(['true', 'magnetic'])),
  camera: z.nullable(z.string()),
  /** Present for a spherical picture; the part of the sphere it covers, in pixels of the full panorama. */
  panorama: z.nullable(
    z.object({
      projection: z.string(),
      fullWidth: z.nullable(z.int()),
      fullHeight: z.nullable(z.int()),
      left: z.nullable(z.int()),
      top: z.nullable(z.int()),
      /** Of the part, in the same pixels; missing in what was read before. */
      width: z.optional(z.nullable(z.int())),
      height: z.optional(z.nullable(z.int())),
      /** Of its middle: degrees clockwise from north, above the horizon, and clockwise roll of the camera. */
      heading: z.optional(z.nullable(z.number())),
      pitch: z.optional(z.nullable(z.number())),
      roll: z.optional(z.nullable(z.number())),
    }),
  ),
  /** Stable keys of unusable values: `unreadable`, `time`, `position`, `direction`, `pose`. */
  notes: z.array(z.string()),
});
export type PhotoFacts = z.output<typeof photoFacts>;

/** Fields that describe the content and history of every upload. */
export const contentFields = {
  id: uuid,
  projectId: uuid,
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  /** Hexadecimal. */
  sha256: z.string(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.string(),
};

/** A document or picture of a project, or of one of its objects. */
export const fileRecord = z.object({
  ...contentFields,
  /** The object it belongs to; null if it belongs to the project. */
  geometryId: z.nullable(uuid),
  photo: z.nullable(photoFacts),
  /** Whether `GET /files/preview` has a picture of it. */
  preview: z.boolean(),
});
export type FileRecord = z.output<typeof fileRecord>;

/** File name for downloads. */
export const fileName = z.string().check(z.trim(), z.minLength(1), z.maxLength(255));
/** Hexadecimal SHA-256 of the content; an upload that does not match is rejected. */
export const sha256 = z.optional(
  like('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', /^[0-9a-fA-F]{64}$/),
);
/** Fields of a call that takes a file: its sum, and a complete resumable upload instead of the file itself. */
export const fileFields = { sha256, uploadId: z.optional(uuid) };
const one = z.object({ id: uuid });

export const listFiles = defineCall({
  id: 'files.list',
  method: 'GET',
  path: '/files',
  summary: 'Files of a project (header `projectid`), or of one of its objects (`geometryid`); one by `id`.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: uuid }),
  query: z.extend(listQuery, { geometryid: z.optional(uuid), id: z.optional(uuid) }),
  answer: z.array(fileRecord),
});
/** Maximum number of objects whose files are counted in one call. */
export const MAX_COUNTED = 10_000;
export const countFiles = defineCall({
  id: 'files.count',
  method: 'POST',
  path: '/files/count',
  summary:
    'How many photos and how many other documents belong to these objects, and for how many days they outlive a deletion.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: uuid }),
  body: z.object({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(MAX_COUNTED)) }),
  answer: z.object({ photos: z.int(), documents: z.int(), keptDays: z.int() }),
});
export type FileCount = AnswerOf<typeof countFiles>;
export const uploadFile = defineCall({
  id: 'files.create',
  method: 'POST',
  path: '/files',
  summary: 'Attaches a file to a project, or with `geometryid` to one of its objects.',
  authorization: 'files.write',
  headers: z.object({ projectid: uuid }),
  upload: true,
  body: z.object({ geometryid: z.optional(uuid), name: z.optional(fileName), sha256 }),
  answer: fileRecord,
  timeout: TIMEOUT.files,
});
export const updateFile = defineCall({
  id: 'files.update',
  method: 'PUT',
  path: '/files',
  summary: 'Gives a file (`id`) another name, another content, or both; earlier contents are kept.',
  authorization: 'files.write',
  query: one,
  upload: true,
  body: z.object({ name: z.optional(fileName), sha256 }),
  answer: fileRecord,
  versioned: true,
  timeout: TIMEOUT.files,
});
export const deleteFile = defineCall({
  id: 'files.delete',
  method: 'DELETE',
  path: '/files',
  summary: 'Deletes a file (`id`) with its earlier contents.',
  authorization: 'files.write',
  query: one,
  versioned: true,
});
export const downloadFile = defineCall({
  id: 'files.download',
  method: 'GET',
  path: '/files/file/:id',
  summary: 'The content, or with `version` an earlier one; takes Range, If-Range and If-None-Match.',
  authorization: 'geometries.read',
  params: byId,
  query: z.object({ version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
  timeout: TIMEOUT.files,
});
export const listFileVersions = defineCall({
  id: 'files.versions',
  method: 'GET',
  path: '/files/versions/:id',
  summary: 'The contents a file has had, newest first.',
  authorization: 'geometries.read',
  params: byId,
  answer: z.array(
    z.object({
      version: z.int(),
      bytes: z.int(),
      sha256: z.string(),
      mediaType: z.string(),
      at: z.iso.datetime(),
      by: z.string(),
    }),
  ),
});

/** Longest side, pixels. */
export const PREVIEW_SIZES = [256, 512, 1024, 2048] as const;
export const previewFile = defineCall({
  id: 'files.preview',
  method: 'GET',
  path: '/files/preview',
  summary:
    'A picture (WebP) of an image or of the first page of a PDF, upright; longest side 256, 512, 1024 or 2048 pixels.',
  authorization: 'geometries.read',
  query: z.object({ id: uuid, size: z.optional(z.enum(['256', '512', '1024', '2048'])) }),
  timeout: TIMEOUT.files,
});

export const listProjectFiles = defineCall({
  id: 'projects.files',
  method: 'GET',
  path: '/projects/files/:id',
  summary: 'Documents of a project (the id) that belong to no object.',
  authorization: 'geometries.read',
  params: byId,
  query: listQuery,
  answer: z.array(fileRecord),
});
export const uploadProjectFiles = defineCall({
  id: 'projects.uploadFiles',
  method: 'POST',
  path: '/projects/files/:id',
  summary: 'Adds up to 20 documents to a project (the id); `names` gives their names, joined with `;`.',
  authorization: 'files.write',
  params: byId,
  upload: true,
  body: z.object({ names: z.optional(z.string().check(z.maxLength(6000))) }),
  answer: z.array(fileRecord),
  timeout: TIMEOUT.files,
});
