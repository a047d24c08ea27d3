import * as z from 'zod/mini';
import { defineCall, TIMEOUT, type AnswerOf } from './call.ts';
import { uuid } from './common.ts';
import { latitude, longitude } from './degrees.ts';
import { terrainVolume, volumeBase } from './terrain.ts';

/** Most 3D Tiles sets per call. */
export const MAX_SETS = 50;
const sets = z.array(uuid).check(z.minLength(1), z.maxLength(MAX_SETS));

/** What was read of each set. */
const setsRead = z.array(
  z.object({
    id: uuid,
    name: z.string(),
    triangles: z.int(),
    /** Metres: the geometric error of tiles that stand for finer ones, of which there are too many; 0: the finest. */
    error: z.number(),
    /** Number of contents that were not read: points, instances, implicit tiling, damaged or missing files. */
    unread: z.int(),
  }),
);
export type SetsRead = z.output<typeof setsRead>;

export const surfaceVolume = defineCall({
  id: 'surface.volume',
  method: 'POST',
  path: '/surface/volume',
  summary:
    'The volume between a base and the upper surface of 3D Tiles sets within an outline, and the terrain where no set lies, as `terrain.volume` sums it. The surface is a raster of square cells, as fine as 4 million of them allow and not finer than 5 cm; a cell has the height of the highest triangle at a place in it. `uncertainty` includes what heights within a cell differ. `meshed` is the share of the area whose heights are those of sets; where it is 0 the volume is that of the terrain’s own cells. `sets` says what was read of each.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: uuid }),
  body: z.object({
    outline: terrainVolume.body.shape.outline,
    base: volumeBase,
    terrain: z.optional(uuid),
    sets,
  }),
  answer: z.extend(terrainVolume.answer, {
    cellsOf: z.enum(['model', 'tiles', 'surface']),
    meshed: z.number(),
    sets: setsRead,
  }),
  timeout: TIMEOUT.files,
});
export type SurfaceVolume = AnswerOf<typeof surfaceVolume>;

const metresUp = z.number().check(z.minimum(0), z.maximum(1000));

export const surfaceViewshed = defineCall({
  id: 'surface.viewshed',
  method: 'POST',
  path: '/surface/viewshed',
  summary:
    'Which places around an eye ([longitude, latitude, metres above the ellipsoid]) are seen, on 3D Tiles sets and the terrain: `rays` directions clockwise from north with `steps` places each, in the middle of equal steps. The terrain hides what is behind it, between these places; of sets, every triangle that a sightline passes through. With the curvature of the earth and standard refraction (0.13). `seen` has 1 or 0 for each place, ray by ray; `gaps`: places without a height are not seen.',
  authorization: 'geometries.read',
  headers: z.object({ projectid: uuid }),
  body: z.object({
    eye: z.tuple([longitude, latitude, z.number().check(z.minimum(-20_000), z.maximum(100_000))]),
    radius: z.number().check(z.minimum(0.01), z.maximum(100_000)),
    rays: z.int().check(z.minimum(1), z.maximum(120)),
    steps: z.int().check(z.minimum(1), z.maximum(80)),
    target: metresUp,
    terrain: z.optional(uuid),
    sets,
  }),
  answer: z.object({ seen: z.string(), gaps: z.boolean(), sets: setsRead }),
  timeout: TIMEOUT.files,
});
export type SurfaceViewshed = AnswerOf<typeof surfaceViewshed>;
