import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { accepted, byId, like, listQuery, name, uuid } from './common.ts';
import { latitude, longitude } from './degrees.ts';
import { sha256 } from './files.ts';

/** Position of the origin of a tileset, or of its middle if it has no origin. */
export const tilesetPlace = z.object({
  longitude,
  latitude,
  /** Metres above the ellipsoid. */
  height: z.number().check(z.minimum(-12_000), z.maximum(100_000)),
  /** Rotation of its north, degrees clockwise. */
  heading: z.number().check(z.minimum(-360), z.maximum(360)),
  scale: z.number().check(z.minimum(0.0001), z.maximum(10_000)),
});
export type TilesetPlace = z.output<typeof tilesetPlace>;

/** Maximum number of corners of a clip: no outline needs more, and each one costs time for every pixel. */
export const MAX_CORNERS = 200;
/** The visible part of a tileset: inside or outside an outline, at any height. */
export const tilesetClip = z.object({
  keep: z.enum(['inside', 'outside']),
  /** Longitude and latitude of each corner; the first is not repeated. */
  ring: z.array(z.tuple([longitude, latitude])).check(z.minLength(3), z.maxLength(MAX_CORNERS)),
});
export type TilesetClip = z.output<typeof tilesetClip>;

const look = {
  /** null: its own position. */
  place: z.nullable(tilesetPlace),
  /** `#rrggbb`; null for its own colours. */
  tint: z.nullable(like('#e69f00', /^#[0-9a-f]{6}$/i)),
  opacity: z.number().check(z.minimum(0.05), z.maximum(1)),
  clip: z.nullable(tilesetClip),
  /** Shown when the project is opened. */
  visible: z.boolean(),
};
export const tilesetLook = z.object(look);
export type TilesetLook = z.output<typeof tilesetLook>;

/** A 3D Tiles tileset of a project. */
export const tileset = z.object({
  id: uuid,
  projectId: uuid,
  name: z.string(),
  /** Name of an uploaded archive; null if the tileset is external. */
  fileName: z.nullable(z.string()),
  /** Address of an external tileset; null if it was uploaded. */
  address: z.nullable(z.string()),
  /** Path of its tileset.json below `/tilesets/{id}/files/`. */
  root: z.string(),
  edition: z.enum(['1.0', '1.1']),
  /** Size of the archive; 0 if the tileset is external. */
  bytes: z.int(),
  ...look,
  version: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.string(),
});
export type Tileset = z.output<typeof tileset>;

/**
 * The name of a tileset as a layer that a person can be blocked from; `tiles-3d` among the viewers stands for all
 * tilesets.
 */
export function layerOfTileset(id: string): string {
  return `tiles-3d:${id}`;
}

export const listTilesets = defineCall({
  id: 'tilesets.list',
  method: 'GET',
  path: '/tilesets',
  summary:
    'The 3D Tiles sets of a project (header `projectid`), or of all that one sees, the oldest first unless asked otherwise.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: z.optional(uuid) }),
  query: listQuery,
  answer: z.array(tileset),
});
export const uploadTileset = defineCall({
  id: 'tilesets.create',
  method: 'POST',
  path: '/tilesets',
  summary: 'Adds a 3D Tiles set (1.0, 1.1) as an archive (.zip, .3tz), in a job whose result is the set.',
  authorization: 'files.write',
  headers: z.object({ projectid: uuid }),
  upload: true,
  body: z.object({ name: z.optional(name), sha256 }),
  answer: accepted,
  timeout: TIMEOUT.files,
});
export const addTileset = defineCall({
  id: 'tilesets.add',
  method: 'POST',
  path: '/tilesets/address',
  summary:
    'Adds a 3D Tiles set of another server by the address of its tileset.json. Its files are fetched by this server, from the public internet only and only from the folder of that address.',
  authorization: 'files.write',
  headers: z.object({ projectid: uuid }),
  body: z.object({
    address: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
    name: z.optional(name),
  }),
  answer: tileset,
  timeout: TIMEOUT.files,
});
export const getTileset = defineCall({
  id: 'tilesets.get',
  method: 'GET',
  path: '/tilesets/:id',
  summary: 'One 3D Tiles set: where it stands and how it looks.',
  authorization: 'geometries.read',
  params: byId,
  answer: tileset,
});
export const updateTileset = defineCall({
  id: 'tilesets.update',
  method: 'PUT',
  path: '/tilesets/:id',
  summary: 'Changes what is sent: the name of a set, its place, tint, opacity, clip, whether it is shown.',
  authorization: 'files.write',
  params: byId,
  body: z.extend(z.partial(tilesetLook), { name: z.optional(name) }),
  answer: tileset,
  versioned: true,
});
export const deleteTileset = defineCall({
  id: 'tilesets.delete',
  method: 'DELETE',
  path: '/tilesets/:id',
  summary: 'Deletes a 3D Tiles set.',
  authorization: 'files.write',
  params: byId,
  versioned: true,
});
export const tilesetFile = defineCall({
  id: 'tilesets.file',
  method: 'GET',
  path: '/tilesets/:id/files/*',
  summary: 'One file of a set by its path. Of an archive it never changes; takes If-None-Match.',
  authorization: 'geometries.read',
  params: z.object({ id: uuid, '*': z.string().check(z.minLength(1), z.maxLength(1000)) }),
  timeout: TIMEOUT.files,
});
