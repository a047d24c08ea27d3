import * as z from 'zod/mini';
import { defineCall, TIMEOUT, type AnswerOf } from './call.ts';
import { byId, name, uuid } from './common.ts';
import { latitude, longitude } from './degrees.ts';
import { MAX_EXPORTED_IDS } from './limits.ts';

/** Most vertices of a surface, and most surfaces of a project. */
export const MAX_SURFACE_VERTICES = 1_000_000;
export const MAX_SURFACES = 200;
/** Most triangles that `surfaces.triangles` answers. */
export const MAX_DRAWN_TRIANGLES = 20_000;
/** Most levels, and most vertices of contours in an answer. */
export const MAX_LEVELS = 2_000;
export const MAX_CONTOUR_VERTICES = 500_000;

const typeName = z.string().check(z.minLength(1), z.maxLength(120));
const metres = z.number().check(z.minimum(-20_000), z.maximum(20_000));
const placed = z.tuple([longitude, latitude]);

/** A surface of triangles that a project keeps; heights in metres above the sea, areas in the plane of its CRS. */
export const projectSurface = z.object({
  id: uuid,
  projectId: uuid,
  name: z.string(),
  crs: z.string(),
  /** The types of the objects that it was made of. */
  typeNames: z.array(z.string()),
  objects: z.int(),
  vertices: z.int(),
  triangles: z.int(),
  /** Square metres in plan and on the slopes. */
  plan: z.number(),
  slope: z.number(),
  low: z.number(),
  high: z.number(),
  /** Vertices at the place of another with another height, which were left out. */
  twice: z.int(),
  /** Edges of breaklines that cross others, which are not edges of triangles. */
  crossing: z.int(),
  /** Vertices without a height, which were left out. */
  flat: z.int(),
  /** Lines and outlines with such vertices, which are neither breaklines nor borders. */
  gaps: z.int(),
  /** By which geoid heights were computed. */
  geoid: z.string(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
});
export type ProjectSurface = z.output<typeof projectSurface>;

export const listSurfaces = defineCall({
  id: 'surfaces.list',
  method: 'GET',
  path: '/projects/:id/surfaces',
  summary:
    'The surfaces that a project keeps, the latest first, without those made of objects of types that are blocked for the caller.',
  authorization: 'geometries.read',
  params: byId,
  answer: z.array(projectSurface),
});

export const makeSurface = defineCall({
  id: 'surfaces.make',
  method: 'POST',
  path: '/projects/:id/surfaces',
  summary:
    'Makes a surface of triangles (Delaunay) of objects, in the plane of the project’s CRS, and keeps it: points, lines as breaklines, outlines of areas as borders or as breaklines.',
  authorization: 'geometries.write',
  params: byId,
  body: z.object({
    name,
    /** Objects, or all of these types. */
    of: z.union([
      z.object({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(MAX_EXPORTED_IDS)) }),
      z.object({ typeNames: z.array(typeName).check(z.minLength(1), z.maxLength(100)) }),
    ]),
    /** Edges that are longer, metres, are left out with their triangles. */
    longest: z.optional(z.number().check(z.minimum(0.01), z.maximum(100_000))),
    hasBorders: z.boolean(),
  }),
  answer: projectSurface,
  timeout: TIMEOUT.files,
});

export type MakeSurface = z.output<typeof makeSurface.body>;

export const getSurface = defineCall({
  id: 'surfaces.get',
  method: 'GET',
  path: '/surfaces/:id',
  summary: 'One surface of a project.',
  authorization: 'geometries.read',
  params: byId,
  answer: projectSurface,
});

export const renameSurface = defineCall({
  id: 'surfaces.rename',
  method: 'PUT',
  path: '/surfaces/:id',
  summary: 'Gives a surface another name.',
  authorization: 'geometries.write',
  params: byId,
  body: z.object({ name }),
  answer: projectSurface,
  versioned: true,
});

export const deleteSurface = defineCall({
  id: 'surfaces.delete',
  method: 'DELETE',
  path: '/surfaces/:id',
  summary: 'Deletes a surface. The objects that it was made of stay.',
  authorization: 'geometries.write',
  params: byId,
  versioned: true,
});

export const surfaceTriangles = defineCall({
  id: 'surfaces.triangles',
  method: 'GET',
  path: '/surfaces/:id/triangles',
  summary: `The triangles of a surface for a map: places, and three of them for each triangle. At most ${MAX_DRAWN_TRIANGLES}, otherwise 422.`,
  authorization: 'geometries.read',
  params: byId,
  answer: z.object({ places: z.array(placed), corners: z.array(z.int()) }),
});

export const surfaceContours = defineCall({
  id: 'surfaces.contours',
  method: 'GET',
  path: '/surfaces/:id/contours',
  summary:
    'Lines at the multiples of an interval, metres: height above the sea, and places with their height above the ellipsoid.',
  authorization: 'geometries.read',
  params: byId,
  query: z.object({ interval: z.coerce.number().check(z.minimum(0.001), z.maximum(1000)) }),
  answer: z.array(
    z.object({ height: z.number(), positions: z.array(z.tuple([longitude, latitude, z.number()])) }),
  ),
  timeout: TIMEOUT.files,
});
export type SurfaceContours = AnswerOf<typeof surfaceContours>;

export const surfaceVolumes = defineCall({
  id: 'surfaces.volumes',
  method: 'POST',
  path: '/surfaces/:id/volumes',
  summary:
    'Cubic metres of a surface above (cut) and below (fill) a height or another surface, where both are; exact for the triangles. The other surface is of the same CRS.',
  authorization: 'geometries.read',
  params: byId,
  body: z.object({ base: z.union([z.object({ height: metres }), z.object({ surface: uuid })]) }),
  answer: z.object({ cut: z.number(), fill: z.number(), area: z.number() }),
  timeout: TIMEOUT.files,
});
export type SurfaceVolumes = AnswerOf<typeof surfaceVolumes>;

export const surfaceSection = defineCall({
  id: 'surfaces.section',
  method: 'POST',
  path: '/surfaces/:id/section',
  summary:
    'The heights of a surface along a line, by the distance from its start in the plane, metres: a piece for each part of the line that is on the surface.',
  authorization: 'geometries.read',
  params: byId,
  body: z.object({ line: z.array(placed).check(z.minLength(2), z.maxLength(10_000)) }),
  answer: z.array(z.array(z.object({ along: z.number(), height: z.number() }))),
});
export type SurfaceSection = AnswerOf<typeof surfaceSection>;

export const surfaceFile = defineCall({
  id: 'surfaces.file',
  method: 'GET',
  path: '/surfaces/:id/file',
  summary: 'A surface as LandXML 1.2 (TIN).',
  authorization: 'geometries.read',
  params: byId,
  timeout: TIMEOUT.files,
});
