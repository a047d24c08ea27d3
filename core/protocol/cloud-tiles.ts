import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, like } from './common.ts';

/** What the points of a cloud on the globe are coloured by. */
export const TILE_COLOURS = ['rgb', 'class', 'height'] as const;
const colour = z.enum(TILE_COLOURS);
export type TileColour = z.output<typeof colour>;

export const cloudTileset = defineCall({
  id: 'pointcloud.tileset',
  method: 'GET',
  path: '/pointcloud/:id/tiles',
  summary:
    'The point cloud as 3D Tiles 1.0: its tileset.json, in geocentric coordinates by its georeference. `colour`: `rgb` (default if it has colours), `class`, `height`. Its tiles are made from the nodes of the octree or of the COPC when they are asked for, with the present classes; noise (7, 18) is left out.',
  authorization: 'pointcloud.read',
  params: byId,
  query: z.object({ colour: z.optional(colour) }),
  timeout: TIMEOUT.files,
});
export const cloudTile = defineCall({
  id: 'pointcloud.tile',
  method: 'GET',
  path: '/pointcloud/:id/tiles/:version/:file',
  summary:
    'A tile (`<node>.pnts`) or the part of the tileset below a node (`<node>.json`). It never changes: what a cloud becomes by a new file, place or classes has another version.',
  authorization: 'pointcloud.read',
  params: z.extend(byId, {
    version: like('1-1-0-3', /^\d{1,9}-\d{1,9}-\d{1,9}-\d{1,9}$/),
    file: like('r024.pnts', /^(r[0-7]{0,30}|\d{1,2}(-\d{1,9}){3})\.(json|pnts)$/),
  }),
  query: z.object({ colour: z.optional(colour) }),
  timeout: TIMEOUT.files,
});
