import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, name, uuid } from './common.ts';
import { latitude, longitude } from './degrees.ts';

/** A map view: its centre, web map zoom and, on the globe, its rotation and tilt, degrees. */
export const viewpoint = z.object({
  viewer: z.enum(['2d', '3d', 'cloud', 'bim']),
  longitude,
  latitude,
  zoom: z.number().check(z.minimum(0), z.maximum(30)),
  heading: z.optional(z.number().check(z.minimum(0), z.maximum(360))),
  tilt: z.optional(z.number().check(z.minimum(0), z.maximum(90))),
});
export type Viewpoint = z.output<typeof viewpoint>;

/** A saved viewpoint of a project. */
export const bookmark = z.object({
  id: uuid,
  projectId: uuid,
  name: z.string(),
  viewpoint,
  version: z.int(),
  createdAt: z.iso.datetime(),
  /** null if the person no longer exists. */
  createdBy: z.nullable(z.string()),
});
export type Bookmark = z.output<typeof bookmark>;

/** Maximum number per project. */
export const MAX_BOOKMARKS = 200;

export const listBookmarks = defineCall({
  id: 'bookmarks.list',
  method: 'GET',
  path: '/projects/:id/bookmarks',
  summary: 'The bookmarked views of a project, by name, for everybody who may see it; at most 200.',
  authorization: 'geometries.read',
  params: byId,
  answer: z.array(bookmark),
});
export const getBookmark = defineCall({
  id: 'bookmarks.get',
  method: 'GET',
  path: '/bookmarks/:id',
  summary: 'One bookmark.',
  authorization: 'geometries.read',
  params: byId,
  answer: bookmark,
});
export const addBookmark = defineCall({
  id: 'bookmarks.create',
  method: 'POST',
  path: '/projects/:id/bookmarks',
  summary: 'Bookmarks a view for everybody who may see the project.',
  authorization: 'geometries.write',
  params: byId,
  body: z.object({ name, viewpoint }),
  answer: bookmark,
});
export const updateBookmark = defineCall({
  id: 'bookmarks.update',
  method: 'PUT',
  path: '/bookmarks/:id',
  summary: 'Names a bookmark anew, or takes another view for it.',
  authorization: 'geometries.write',
  params: byId,
  body: z.partial(z.object({ name, viewpoint })),
  answer: bookmark,
  versioned: true,
});
export const deleteBookmark = defineCall({
  id: 'bookmarks.delete',
  method: 'DELETE',
  path: '/bookmarks/:id',
  summary: 'Deletes a bookmark.',
  authorization: 'geometries.write',
  params: byId,
  versioned: true,
});
