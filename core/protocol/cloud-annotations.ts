import * as z from 'zod/mini';
import { viewpoint } from './bookmarks.ts';
import { defineCall } from './call.ts';
import { byId, name, uuid } from './common.ts';
import { latitude, longitude } from './degrees.ts';

/** Most annotations of a cloud. */
export const MAX_ANNOTATIONS = 2000;

const content = {
  title: name,
  text: z.string().check(z.trim(), z.maxLength(4000)),
  /** Free; annotations of one category have one colour. Empty: none. */
  category: z.string().check(z.trim(), z.maxLength(60)),
  /** Longitude, latitude and metres above the ellipsoid. */
  position: z.tuple([longitude, latitude, z.number().check(z.minimum(-12_000), z.maximum(100_000))]),
  /** From where it is seen best; null: from anywhere. */
  camera: z.nullable(viewpoint),
};

/** A sign with a text at a place of a point cloud. */
export const cloudAnnotation = z.object({
  id: uuid,
  pointcloudId: uuid,
  ...content,
  version: z.int(),
  createdAt: z.iso.datetime(),
  /** Names of people; null if they no longer exist. */
  createdBy: z.nullable(z.string()),
  updatedAt: z.iso.datetime(),
  updatedBy: z.nullable(z.string()),
});
export type CloudAnnotation = z.output<typeof cloudAnnotation>;
export type AnnotationContent = Pick<CloudAnnotation, keyof typeof content>;

export const listCloudAnnotations = defineCall({
  id: 'pointcloud.annotations',
  method: 'GET',
  path: '/pointcloud/:id/annotations',
  summary: 'The annotations of a point cloud, by title; at most 2,000.',
  authorization: 'pointcloud.read',
  link: true,
  params: byId,
  answer: z.array(cloudAnnotation),
});
export const addCloudAnnotation = defineCall({
  id: 'pointcloud.addAnnotation',
  method: 'POST',
  path: '/pointcloud/:id/annotations',
  summary: 'Annotates a place of a point cloud, for everybody who may see the cloud.',
  authorization: 'pointcloud.write',
  params: byId,
  body: z.object(content),
  answer: cloudAnnotation,
});
/** HEAD returns the same without the body. */
export const getCloudAnnotation = defineCall({
  id: 'pointcloud.annotation',
  method: 'GET',
  path: '/pointcloud/annotations/:id',
  summary: 'One annotation of a point cloud.',
  authorization: 'pointcloud.read',
  params: byId,
  answer: cloudAnnotation,
});
export const updateCloudAnnotation = defineCall({
  id: 'pointcloud.updateAnnotation',
  method: 'PUT',
  path: '/pointcloud/annotations/:id',
  summary: 'Changes the text, the category, the place or the camera of an annotation.',
  authorization: 'pointcloud.write',
  params: byId,
  body: z.partial(z.object(content)),
  answer: cloudAnnotation,
  versioned: true,
});
export const deleteCloudAnnotation = defineCall({
  id: 'pointcloud.deleteAnnotation',
  method: 'DELETE',
  path: '/pointcloud/annotations/:id',
  summary: 'Deletes an annotation of a point cloud.',
  authorization: 'pointcloud.write',
  params: byId,
  versioned: true,
});
