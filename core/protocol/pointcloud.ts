import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, listQuery, uuid } from './common.ts';
import { contentFields, fileName, photoFacts, place, sha256 } from './files.ts';
import { crsCode } from './projects.ts';

const triple = z.tuple([z.number(), z.number(), z.number()]);

/** The header of a LAS, LAZ or COPC file. */
export const cloudHeader = z.object({
  format: z.enum(['las', 'laz', 'copc']),
  /** `1.4`. */
  version: z.string(),
  pointFormat: z.int(),
  pointCount: z.int(),
  /** minX, minY, minZ and maxX, maxY, maxZ in its own CRS. */
  min: triple,
  max: triple,
  /** Resolution of the stored coordinates. */
  scale: triple,
  hasColour: z.boolean(),
  /** `EPSG:<code>` if one is named or matches; else null. */
  crs: z.nullable(z.string()),
  /** The name of the CRS in the file. */
  crsName: z.nullable(z.string()),
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
  photo: z.nullable(photoFacts),
});
export type CloudImage = z.output<typeof cloudImage>;

export const pointcloud = z.object({
  ...contentFields,
  surveyId: z.nullable(uuid),
  /** The CRS of its coordinates: from its header, or set by a person. */
  crs: z.nullable(z.string()),
  header: cloudHeader,
});
export type Pointcloud = z.output<typeof pointcloud>;

export const listPointclouds = defineCall({
  id: 'pointcloud.list',
  method: 'GET',
  path: '/pointcloud',
  summary: 'Point clouds the caller may see, of a project (header `projectid`) or of a survey.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: z.optional(uuid) }),
  query: z.extend(listQuery, { surveyid: z.optional(uuid) }),
  answer: z.array(pointcloud),
});
export const uploadPointcloud = defineCall({
  id: 'pointcloud.create',
  method: 'POST',
  path: '/pointcloud',
  summary:
    'Adds a LAS, LAZ or COPC file to a survey (`surveyid`) or to a project (header `projectid`); `crs` where it names none.',
  authorization: 'pointcloud.write',
  headers: z.object({ projectid: z.optional(uuid) }),
  upload: true,
  body: z.object({
    surveyid: z.optional(uuid),
    crs: z.optional(crsCode),
    name: z.optional(fileName),
    sha256,
  }),
  answer: pointcloud,
  timeout: TIMEOUT.files,
});
export const getPointcloud = defineCall({
  id: 'pointcloud.get',
  method: 'GET',
  path: '/pointcloud/:id',
  summary: 'One point cloud: its file, its header, its images.',
  authorization: 'geometries.read',
  params: byId,
  answer: z.extend(pointcloud, { images: z.array(cloudImage) }),
});
export const updatePointcloud = defineCall({
  id: 'pointcloud.update',
  method: 'PUT',
  path: '/pointcloud/:id',
  summary: 'Gives a point cloud another name, CRS or file (multipart).',
  authorization: 'pointcloud.write',
  params: byId,
  upload: true,
  body: z.object({ crs: z.optional(crsCode), name: z.optional(fileName), sha256 }),
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
  summary: 'The LAS, LAZ or COPC file, or an image of a cloud; takes Range, If-Range and If-None-Match.',
  authorization: 'geometries.read',
  params: byId,
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
