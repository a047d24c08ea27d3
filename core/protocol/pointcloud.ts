import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { accepted, byId, listQuery, uuid } from './common.ts';
import { contentFields, fileFields, fileName, photoFacts, place } from './files.ts';
import { storedGeoreference } from './georeference.ts';
import { crsCode } from './projects.ts';

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const triple = z.tuple([z.number(), z.number(), z.number()]);

/** The formats of point clouds; `xyz` is any text with a point a line. */
export const CLOUD_FORMATS = ['las', 'laz', 'copc', 'e57', 'ply', 'pts', 'xyz'] as const;

/** What a column of a text of points holds. */
export const TEXT_COLUMNS = [
  'x',
  'y',
  'z',
  'red',
  'green',
  'blue',
  'intensity',
  'classification',
  'return',
  'returns',
  'source',
  'time',
  'skip',
] as const;

/** How a text of points is read. */
export const textColumns = z.object({
  separator: z.enum(['space', 'tab', 'comma', 'semicolon']),
  decimal: z.enum(['point', 'comma']),
  /** Lines before the first point. */
  skip: z.int().check(z.minimum(0), z.maximum(10_000)),
  /** What each column holds, from the first; x, y and z once each. Columns beyond are not read. */
  columns: z.array(z.enum(TEXT_COLUMNS)).check(z.minLength(3), z.maxLength(100)),
});
export type TextColumns = z.output<typeof textColumns>;

const SEPARATORS = { tab: /\t/, semicolon: /;/, comma: /,/, space: /[ \t]+/ } as const;
/** The fields of a line of a text of points. */
export const fieldsOf = (line: string, { separator }: Pick<TextColumns, 'separator'>): string[] =>
  line
    .trim()
    .split(SEPARATORS[separator])
    .map((field) => field.trim());

/** The columns beside a file: in a form as JSON. null: as guessed. */
const sentColumns = z.optional(
  z.union([
    z.nullable(textColumns),
    z.pipe(z.pipe(z.string().check(z.maxLength(4000)), z.transform(jsonIn)), z.nullable(textColumns)),
  ]),
);

/** Units of coordinates that a person can choose. */
export const CLOUD_UNITS = { metre: 1, foot: 0.3048, 'us-survey-foot': 1200 / 3937 } as const;
/** `stated`: as the CRS says, else as the file says, else metres; heights, where the file says nothing, as x and y. */
const cloudUnit = z.enum(['stated', 'metre', 'foot', 'us-survey-foot']);
export type CloudUnit = z.output<typeof cloudUnit>;
/** What a person says of the coordinates in a file. */
const cloudUnits = { unit: z.optional(cloudUnit), heightUnit: z.optional(cloudUnit) };

/** The header of a point cloud. */
export const cloudHeader = z.object({
  format: z.enum(CLOUD_FORMATS),
  /** `1.4`; of LAS, LAZ, COPC, E57 and PLY, else empty. */
  version: z.string(),
  /** Of LAS, LAZ and COPC. */
  pointFormat: z.nullable(z.int()),
  /** null: not stated in the file, known after the conversion. */
  pointCount: z.nullable(z.int()),
  /** minX, minY, minZ and maxX, maxY, maxZ in its own CRS; null: known after the conversion. */
  min: z.nullable(triple),
  max: z.nullable(triple),
  /** Resolution of the stored coordinates; null for decimal or floating-point numbers. */
  scale: z.nullable(triple),
  hasColour: z.boolean(),
  /** `EPSG:<code>` if one is named or matches; else null. */
  crs: z.nullable(z.string()),
  /** The name of the CRS in the file. */
  crsName: z.nullable(z.string()),
  /** `EPSG:<code>` of the heights, if one is named. */
  verticalCrs: z.nullable(z.string()),
  /** Metres per unit of x and y; null: degrees, or not stated. */
  unit: z.nullable(z.number()),
  /** Metres per unit of z; null: not stated, as x and y. */
  heightUnit: z.nullable(z.number()),
  /** Of E57: its scans, and its spherical and pinhole images. */
  scans: z.int(),
  images: z.int(),
  /** Of a text: how it is read unless told otherwise (null: a person has to say), and its first lines. */
  columns: z.nullable(textColumns),
  lines: z.array(z.string()),
  program: z.nullable(z.string()),
});
export type CloudHeader = z.output<typeof cloudHeader>;

/** Orientation of a camera; angles in degrees. */
const pose = {
  position: z.nullable(place),
  /** Clockwise from true north. */
  heading: z.nullable(z.number().check(z.minimum(0), z.maximum(360))),
  /** Upwards from the horizon. */
  pitch: z.nullable(z.number().check(z.minimum(-90), z.maximum(90))),
  roll: z.nullable(z.number().check(z.minimum(-180), z.maximum(180))),
  takenAt: z.nullable(z.iso.datetime()),
};

/** A photo taken inside a point cloud. */
export const cloudImage = z.object({
  ...contentFields,
  pointcloudId: uuid,
  ...pose,
  /** Of a pinhole picture, pixels: focal length, and the point that the camera looks at, from the left and the top. */
  lens: z.nullable(z.object({ focal: z.number(), middle: z.tuple([z.number(), z.number()]) })),
  photo: z.nullable(photoFacts),
});
export type CloudImage = z.output<typeof cloudImage>;

export const pointcloud = z.object({
  ...contentFields,
  surveyId: z.nullable(uuid),
  /** The CRS of its coordinates: from its header, or set by a person. */
  crs: z.nullable(z.string()),
  header: cloudHeader,
  /** `ready`: it can be viewed. A COPC is at once, others when they are converted. */
  state: z.enum(['queued', 'converting', 'ready', 'failed']),
  /** Counted by the conversion; before it as stated in the file; null: unknown yet. */
  pointCount: z.nullable(z.int()),
  /** The job that converts it, or did. */
  jobId: z.nullable(uuid),
  /** Why the conversion failed: a sentence. */
  error: z.nullable(z.string()),
  /**
   * Path of the octree's `metadata.json` below the API (Potree 2.0, encoding DEFAULT), with `hierarchy.bin` and
   * `octree.bin` beside it: `/pointcloud/<id>/octree/<version>/metadata.json`. null: not ready, or a COPC, which is
   * read at `/pointcloud/file/<id>`.
   */
  octree: z.nullable(z.string()),
  /**
   * CRS of the points that are shown: `crs`, except where degrees were projected or somebody has placed it elsewhere. Octrees are in metres: coordinates of
   * this CRS multiplied by `metresPerUnit`. A COPC is as it is stored.
   */
  viewCrs: z.nullable(z.string()),
  /** Of the `viewCrs`. */
  metresPerUnit: z.number(),
  /**
   * Where it is: the coordinates in its octree (metres) or COPC become those of a map. Queries, measures and exports are
   * in coordinates of this map, in metres for an octree.
   */
  georeference: storedGeoreference,
  /** Of the heights in the file. */
  metresPerHeightUnit: z.number(),
  /** The units of the coordinates in the file, where a person has named them. */
  unit: cloudUnit,
  heightUnit: cloudUnit,
  /** How a text is read: as guessed, or as a person has said; null: of another format, or nobody has said. */
  columns: z.nullable(textColumns),
  /** Number of points of each class; null before the conversion and for a COPC. */
  classes: z.nullable(z.array(z.object({ class: z.int(), count: z.int() }))),
});
export type Pointcloud = z.output<typeof pointcloud>;

export const listPointclouds = defineCall({
  id: 'pointcloud.list',
  method: 'GET',
  path: '/pointcloud',
  summary: 'Point clouds the caller may see, of a project (header `projectid`) or of a survey.',
  authorization: 'pointcloud.read',
  headers: z.object({ projectid: z.optional(uuid) }),
  query: z.extend(listQuery, { surveyid: z.optional(uuid) }),
  answer: z.array(pointcloud),
});
export const uploadPointcloud = defineCall({
  id: 'pointcloud.create',
  method: 'POST',
  path: '/pointcloud',
  summary:
    'Adds a point cloud (LAS, LAZ, COPC, E57, PLY, PTS, XYZ) to a survey (`surveyid`) or to a project (header `projectid`); `crs` where it names none, `unit` and `heightUnit` where they are others than it says, `columns` of a text (in a form as JSON) where they are others than guessed. What is no COPC is converted by a job.',
  authorization: 'pointcloud.write',
  headers: z.object({ projectid: z.optional(uuid) }),
  upload: true,
  body: z.object({
    surveyid: z.optional(uuid),
    crs: z.optional(crsCode),
    name: z.optional(fileName),
    ...cloudUnits,
    columns: sentColumns,
    ...fileFields,
  }),
  answer: pointcloud,
  timeout: TIMEOUT.files,
});
const lying = {
  /** The rectangle of its coordinates as longitudes and latitudes, closed; null without a CRS or coordinates. */
  outline: z.nullable(z.array(z.tuple([z.number(), z.number()]))),
  /** Metres to the east, to the north and up. */
  size: z.nullable(triple),
  /** Points a square metre of that rectangle. */
  density: z.nullable(z.number()),
  /** Sentences on what is missing or unlikely. */
  problems: z.array(z.string()),
};
/** What a file says of itself, before it is added. */
export const cloudLook = z.object({
  header: cloudHeader,
  /** The CRS of its header, or the one that was asked for; null: a person has to name one. */
  crs: z.nullable(z.string()),
  ...lying,
  /** Metres per unit of x and y, and of z, by which it would be read; null: degrees, or no CRS yet. */
  unit: z.nullable(z.number()),
  heightUnit: z.nullable(z.number()),
  /** Of a text: how it is read, as asked for or guessed, else with all columns ignored. */
  text: z.nullable(
    z.object({
      columns: textColumns,
      /** Sentences on the lines at its beginning that cannot be read so. */
      faults: z.array(z.string()),
    }),
  ),
});
export type CloudLook = z.output<typeof cloudLook>;
export const lookAtPointcloud = defineCall({
  id: 'pointcloud.look',
  method: 'POST',
  path: '/pointcloud/look',
  summary:
    'What an upload says of itself before it is added: header, place, density, problems; with `crs`, `unit`, `heightUnit` and `columns` as if it were in those. 409 while too little of it has arrived.',
  authorization: 'pointcloud.write',
  body: z.object({
    uploadId: uuid,
    crs: z.optional(crsCode),
    ...cloudUnits,
    columns: z.optional(textColumns),
  }),
  answer: cloudLook,
  timeout: TIMEOUT.files,
});
/** What the points of a file say, before it is added. */
export const cloudSample = z.object({
  /** How many were read. */
  points: z.int(),
  /** Whether these are all. */
  isWhole: z.boolean(),
  /** Otherwise: whether they are spread over the file, not its first ones. */
  isSpread: z.boolean(),
  /** Number of the points of each class; empty where the file has none. */
  classes: z.array(z.object({ class: z.int(), count: z.int() })),
  /** Number of the first, second and further returns; empty where the file does not say. */
  returns: z.array(z.object({ return: z.int(), count: z.int() })),
  /** Points a square metre, on those square metres that have any; null without a CRS, and of a part. */
  density: z.nullable(z.number()),
  /** Where those that were read lie, if the header does not say; `min` and `max` as stored, null of degrees. */
  place: z.nullable(z.object({ min: z.nullable(triple), max: z.nullable(triple), ...lying })),
});
export type CloudSample = z.output<typeof cloudSample>;
export const samplePointcloud = defineCall({
  id: 'pointcloud.sample',
  method: 'POST',
  path: '/pointcloud/sample',
  summary:
    'Classes, returns and density of the points of a complete upload before it is added: of all up to a million points, else of a part. `crs`, `unit`, `heightUnit` and `columns` as in the look. 409 while the upload is incomplete.',
  authorization: 'pointcloud.write',
  body: z.object({
    uploadId: uuid,
    crs: z.optional(crsCode),
    ...cloudUnits,
    columns: z.optional(textColumns),
  }),
  answer: cloudSample,
  timeout: TIMEOUT.files,
});
export const getPointcloud = defineCall({
  id: 'pointcloud.get',
  method: 'GET',
  path: '/pointcloud/:id',
  summary: 'One point cloud: its file, its header, its state, where its octree lies, its images.',
  authorization: 'pointcloud.read',
  link: true,
  params: byId,
  answer: z.extend(pointcloud, { images: z.array(cloudImage) }),
});
export const updatePointcloud = defineCall({
  id: 'pointcloud.update',
  method: 'PUT',
  path: '/pointcloud/:id',
  summary:
    'Gives a point cloud another name, CRS, unit of its coordinates, columns (of a text; in a form as JSON) or file (multipart).',
  authorization: 'pointcloud.write',
  params: byId,
  upload: true,
  body: z.object({
    crs: z.optional(crsCode),
    name: z.optional(fileName),
    ...cloudUnits,
    columns: sentColumns,
    ...fileFields,
  }),
  answer: pointcloud,
  versioned: true,
  timeout: TIMEOUT.files,
});
export const deletePointcloud = defineCall({
  id: 'pointcloud.delete',
  method: 'DELETE',
  path: '/pointcloud/:id',
  summary: 'Deletes a point cloud with its images and earlier files.',
  authorization: 'pointcloud.write',
  params: byId,
  versioned: true,
});
export const downloadPointcloud = defineCall({
  id: 'pointcloud.file',
  method: 'GET',
  path: '/pointcloud/file/:id',
  summary: 'The file of a point cloud, or an image of it; takes Range, If-Range and If-None-Match.',
  authorization: 'pointcloud.read',
  link: true,
  params: byId,
  timeout: TIMEOUT.files,
});
export const convertPointcloud = defineCall({
  id: 'pointcloud.convert',
  method: 'POST',
  path: '/pointcloud/:id/convert',
  summary:
    'Converts a point cloud again, after a failure or with what its file does not say: the units of its coordinates, the columns of a text. The CRS is that of the cloud unless it is given here.',
  authorization: 'pointcloud.write',
  params: byId,
  body: z.object({
    crs: z.optional(crsCode),
    ...cloudUnits,
    columns: z.optional(textColumns),
  }),
  answer: pointcloud,
});
export const octreeFile = defineCall({
  id: 'pointcloud.octree',
  method: 'GET',
  path: '/pointcloud/:id/octree/:version/:file',
  summary:
    'One file of the octree of a point cloud (`metadata.json`, `hierarchy.bin`, `octree.bin`), whole or one Range of it; it never changes.',
  authorization: 'pointcloud.read',
  link: true,
  params: z.object({
    id: uuid,
    version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
    file: z.enum(['metadata.json', 'hierarchy.bin', 'octree.bin']),
  }),
  timeout: TIMEOUT.files,
});
export const uploadCloudImages = defineCall({
  id: 'pointcloud.images',
  method: 'POST',
  path: '/pointcloud/images',
  summary:
    'Adds up to 20 photos to a point cloud (`pointcloudid`); their EXIF says where they stand until told otherwise.',
  authorization: 'pointcloud.write',
  upload: true,
  body: z.object({ pointcloudid: uuid }),
  answer: z.array(cloudImage),
  timeout: TIMEOUT.files,
});
export const takeCloudImages = defineCall({
  id: 'pointcloud.takeImages',
  method: 'POST',
  path: '/pointcloud/:id/images/take',
  summary:
    'Takes the pictures out of an E57 in a job: of spheres they become panoramas of its survey, of pinholes photos of the cloud, each with its pose. Those taken before are left. The result of the job says how many. Needs `files.write`, too.',
  authorization: 'pointcloud.write',
  params: byId,
  answer: accepted,
});
/** The result of the job. */
export interface CloudImagesTaken {
  panoramas: number;
  photos: number;
  /** Taken before. */
  before: number;
  /** Damaged, or of a projection that is not read. */
  left: number;
}
export const setImagesMetadata = defineCall({
  id: 'pointcloud.imagesMetadata',
  method: 'POST',
  path: '/pointcloud/:id/imagesmetadata',
  summary: 'Says of images of a point cloud, each by its id or name, how their camera stood.',
  authorization: 'pointcloud.write',
  params: byId,
  body: z
    .array(
      z.extend(z.partial(z.object(pose)), {
        id: z.optional(uuid),
        name: z.optional(z.string().check(z.maxLength(255))),
      }),
    )
    .check(z.minLength(1), z.maxLength(20_000)),
  answer: z.object({ changed: z.int(), unknown: z.array(z.string()) }),
  timeout: TIMEOUT.files,
});
