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
  /**
   * Of a direction from magnetic north: how far that is from true north at its place and time, degrees clockwise, by which its pose
   * is turned. Missing or null where it is not known.
   */
  declination: z.optional(z.nullable(z.number())),
  /**
   * Up from the horizon, degrees: −90 looks straight down. Of a drone, its gimbal's; missing or null where the photo does
   * not say it.
   */
  pitch: z.optional(z.nullable(z.number())),
  /** Width of the upright picture as an angle, degrees: from the focal length for 35 mm film. */
  fieldOfView: z.optional(z.nullable(z.number())),
  /** Metres above the place where a drone took off. */
  heightAboveStart: z.optional(z.nullable(z.number())),
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
  /** Stable keys of unusable values: `unreadable`, `time`, `position`, `altitude`, `direction`, `pitch`, `pose`. */
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

/** Where a photo was taken and where it looks: as its metadata say, or as a person has corrected it. */
export const photoPose = z.object({
  /** Longitude and latitude, degrees; null where it is not known. */
  position: z.nullable(z.tuple([longitude, latitude])),
  /** Degrees clockwise from north. */
  heading: z.nullable(z.number().check(z.minimum(0), z.maximum(360))),
  /** Up from the horizon, degrees; −90 looks straight down. */
  pitch: z.nullable(z.number().check(z.minimum(-90), z.maximum(90))),
});
export type PhotoPose = z.output<typeof photoPose>;

/** A folder of documents: names with `/` between them; empty at the top. */
const folder = z.string().check(z.trim(), z.maxLength(200));
/** A value, or in a form its JSON. */
const inForm = <S extends z.ZodMiniType>(schema: S) =>
  z.union([schema, z.pipe(z.pipe(z.string().check(z.maxLength(4000)), z.transform(jsonIn)), schema)]);

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A list, or text joined with `;`. */
const tags = z.union([
  inForm(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100))),
  z.string().check(z.maxLength(1000)),
]);
/** What a version is for, in a person's words. */
const why = z.string().check(z.trim(), z.maxLength(500));

/** A document or picture of a project, or of one of its objects. */
export const fileRecord = z.object({
  ...contentFields,
  /** The object it belongs to; null if it belongs to the project. */
  geometryId: z.nullable(uuid),
  /** The survey in which a photo was taken. */
  surveyId: z.nullable(uuid),
  folder,
  tags: z.array(z.string()),
  /** The last day on which it is valid: of a permit or a certificate. */
  expiresOn: z.nullable(z.iso.date()),
  photo: z.nullable(photoFacts),
  /** Of a photo; by the track of its survey where it does not say itself where it was taken. */
  pose: z.nullable(z.extend(photoPose, { by: z.enum(['photo', 'person', 'track']) })),
  /** Whether `GET /files/preview` has a picture of it. */
  preview: z.boolean(),
  /** How many parts of the picture are blurred. */
  blurred: z.int(),
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
  summary:
    'Files of a project (header `projectid`), of one of its objects (`geometryid`) or surveys (`surveyid`); one by `id`.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: uuid }),
  query: z.extend(listQuery, {
    geometryid: z.optional(uuid),
    surveyid: z.optional(uuid),
    id: z.optional(uuid),
    tag: z.optional(z.string().check(z.maxLength(60))),
    /** With the folders below it. */
    folder: z.optional(folder),
    /** Only photos, or only other documents. */
    kind: z.optional(z.enum(['photo', 'document'])),
  }),
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
  body: z.object({
    geometryid: z.optional(uuid),
    surveyid: z.optional(uuid),
    name: z.optional(fileName),
    folder: z.optional(folder),
    tags: z.optional(tags),
    expiresOn: z.optional(inForm(z.nullable(z.iso.date()))),
    why: z.optional(why),
    ...fileFields,
  }),
  answer: fileRecord,
  timeout: TIMEOUT.files,
});
export const updateFile = defineCall({
  id: 'files.update',
  method: 'PUT',
  path: '/files',
  summary:
    'Changes what is given of a file (`id`): its name, folder, tags, expiry, object, pose, or its content; earlier contents are kept, and `restore` makes one of them the current one.',
  authorization: 'files.write',
  query: one,
  upload: true,
  body: z.object({
    name: z.optional(fileName),
    folder: z.optional(folder),
    tags: z.optional(tags),
    /** null: it does not expire. */
    expiresOn: z.optional(inForm(z.nullable(z.iso.date()))),
    /** The object it belongs to from now on; null: the project. */
    geometryid: z.optional(inForm(z.nullable(uuid))),
    surveyid: z.optional(inForm(z.nullable(uuid))),
    /** Of a photo; null: as its metadata say. */
    pose: z.optional(inForm(z.nullable(photoPose))),
    why: z.optional(why),
    /** The version whose content becomes the current one. */
    restore: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    ...fileFields,
  }),
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
      why: z.string(),
    }),
  ),
});

/** Characters of the text that is sent of one document. */
export const MAX_TEXT = 200_000;
export const readFileText = defineCall({
  id: 'files.text',
  method: 'GET',
  path: '/files/text/:id',
  summary: `The text of a PDF, a text file or an office file (docx, xlsx, pptx, odt, ods, odp: sheets and slides with form feeds between them, cells with tabs), or with \`version\` of an earlier content; at most ${MAX_TEXT} characters.`,
  authorization: 'geometries.read',
  params: byId,
  query: z.object({
    version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    /** `true`: office files are drawn, too, where the server has LibreOffice, which takes seconds at first. */
    pages: z.optional(z.enum(['true', 'false'])),
  }),
  answer: z.object({
    text: z.string(),
    /** Of a PDF, or of what was drawn of an office file: pages that `/files/preview` sends. */
    pages: z.nullable(z.int()),
    /** There is more than what was sent. */
    cut: z.boolean(),
  }),
  timeout: TIMEOUT.files,
});

/** A document in which words were found. */
export const foundFile = z.object({
  id: uuid,
  name: z.string(),
  mediaType: z.string(),
  geometryId: z.nullable(uuid),
  /** Where the words are in its text; empty if they are in its name, folder or tags. */
  excerpt: z.string(),
});
export type FoundFile = z.output<typeof foundFile>;
export const searchFiles = defineCall({
  id: 'files.search',
  method: 'GET',
  path: '/files/search',
  summary:
    'Documents of a project whose name, folder, tags or text (PDF and text files, by the grammar of English and Italian) have these words; the best 20.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: uuid }),
  query: z.object({ text: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)) }),
  answer: z.array(foundFile),
});

/** Most files in one archive, and their bytes together. */
export const ARCHIVE = { files: 1000, gigabytes: 4 } as const;
export const archiveFiles = defineCall({
  id: 'files.archive',
  method: 'POST',
  path: '/files/archive',
  summary:
    'A zip of files of a project in their folders, with `manifest.csv`: path, version, bytes, SHA-256, type, date, author, object and tags of each.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: uuid }),
  body: z.object({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(ARCHIVE.files)) }),
  timeout: TIMEOUT.exports,
});

/** Most photos in one list. */
export const MAX_LISTED_PHOTOS = 20_000;
/** A photo as maps and galleries need it. */
export const photoRow = z.object({
  id: uuid,
  name: z.string(),
  version: z.int(),
  geometryId: z.nullable(uuid),
  surveyId: z.nullable(uuid),
  position: z.nullable(z.tuple([z.number(), z.number()])),
  heading: z.nullable(z.number()),
  /** Of the heading that the photo says; one from magnetic north is turned to true north where its declination is known. */
  headingFrom: z.nullable(z.enum(['true', 'magnetic'])),
  pitch: z.nullable(z.number()),
  fieldOfView: z.nullable(z.number()),
  /** Height of the upright picture by its width. */
  aspect: z.nullable(z.number()),
  heightAboveStart: z.nullable(z.number()),
  /** With its offset from UTC if that is known, otherwise by the camera's clock. */
  takenAt: z.nullable(z.string()),
  /** Who added it. */
  by: z.string(),
});
export type PhotoRow = z.output<typeof photoRow>;
export const listPhotos = defineCall({
  id: 'files.photos',
  method: 'GET',
  path: '/files/photos',
  summary:
    'The photos of a project with their poses, newest first; at most 20,000, `X-Total-Count` says how many there are.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: uuid }),
  answer: z.array(photoRow),
  timeout: TIMEOUT.files,
});

/** A photo of a place. */
export const photoOf = z.extend(photoRow, {
  /** Metres on the ellipsoid from the camera to the place, or to the nearest point of the object. */
  distance: z.number(),
  /** Whether the place is in the picture, by its pose; null where the pose is not known well enough to say. */
  sees: z.nullable(z.boolean()),
});
export type PhotoOf = z.output<typeof photoOf>;
export const findPhotos = defineCall({
  id: 'files.photosOf',
  method: 'GET',
  path: '/files/photos/of',
  summary:
    'The photos of a place (`lon`, `lat`) or of an object (`geometryid`), nearest first: `top` looks down (pitch below −60°), `bottom` is all others.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: uuid }),
  query: z.object({
    lon: z.optional(z.coerce.number().check(z.minimum(-180), z.maximum(180))),
    lat: z.optional(z.coerce.number().check(z.minimum(-90), z.maximum(90))),
    geometryid: z.optional(uuid),
    /** Metres. */
    radius: z._default(z.coerce.number().check(z.minimum(1), z.maximum(1000)), 100),
  }),
  answer: z.object({ top: z.array(photoOf), bottom: z.array(photoOf) }),
});

/** Longest side, pixels. */
export const PREVIEW_SIZES = [256, 512, 1024, 2048, 4096] as const;
export const previewFile = defineCall({
  id: 'files.preview',
  method: 'GET',
  path: '/files/preview',
  summary:
    'A picture (WebP) of an image, of a DXF drawing from above, or of a page of a PDF or of an office file where the server has LibreOffice (the first by default), upright; longest side 256, 512, 1024, 2048 or 4096 pixels; with `version` of an earlier content.',
  authorization: 'geometries.read',
  query: z.object({
    id: uuid,
    size: z.optional(z.enum(['256', '512', '1024', '2048', '4096'])),
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
    version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  }),
  timeout: TIMEOUT.files,
});

export const listProjectFiles = defineCall({
  id: 'projects.files',
  method: 'GET',
  path: '/projects/files/:id',
  summary: 'Documents of a project (the id) that belong to no object.',
  authorization: 'geometries.read',
  params: byId,
  query: z.extend(listQuery, { folder: z.optional(folder) }),
  answer: z.array(fileRecord),
});
export const uploadProjectFiles = defineCall({
  id: 'projects.uploadFiles',
  method: 'POST',
  path: '/projects/files/:id',
  summary:
    'Adds up to 20 documents to a project (the id); `names` gives their names, joined with `;`, and `folder` where they are filed.',
  authorization: 'files.write',
  params: byId,
  upload: true,
  body: z.object({ names: z.optional(z.string().check(z.maxLength(6000))), folder: z.optional(folder) }),
  answer: z.array(fileRecord),
  timeout: TIMEOUT.files,
});
