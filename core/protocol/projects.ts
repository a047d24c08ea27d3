import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { displayFormat } from './display-format.ts';
import { byId, like, listQuery, name, uuid } from './common.ts';
import { geometry } from './geometry.ts';

/** `EPSG:<code>`. */
export const crsCode = like('EPSG:7792', /^EPSG:\d{4,6}$/);

export const project = z.object({
  id: uuid,
  projectName: z.string(),
  organizationId: uuid,
  /** The CRS in which coordinates are entered and displayed; storage is always EPSG:4326. */
  crs: crsCode,
  displayFormat,
  /** Where the project lies, before it has objects. */
  location: z.nullable(geometry),
  /** minLon, minLat, maxLon, maxLat of all its visible objects; null if there are none. */
  extent: z.nullable(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  objectCount: z.int(),
  /** It can be read, and not changed until it is restored. */
  archived: z.boolean(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  version: z.int(),
});
export type Project = z.output<typeof project>;

export const listProjects = defineCall({
  id: 'projects.list',
  method: 'GET',
  path: '/projects',
  summary: 'The projects the caller is a member of, in the organization of the token.',
  authorization: 'signed-in',
  query: z.extend(listQuery, {
    /** Only archived projects, or only others; without it all. */
    archived: z.optional(z.enum(['true', 'false'])),
  }),
  answer: z.array(project),
});
export const getProject = defineCall({
  id: 'projects.get',
  method: 'GET',
  path: '/projects/:id',
  summary: 'One project.',
  authorization: 'signed-in',
  params: byId,
  answer: project,
});
export const createProject = defineCall({
  id: 'projects.create',
  method: 'POST',
  path: '/projects',
  summary: 'Creates a project; whoever creates it is its member.',
  authorization: 'projects.write',
  body: z.object({
    projectName: name,
    organizationId: z.optional(uuid),
    crs: z.optional(crsCode),
    displayFormat: z.optional(displayFormat),
    location: z.optional(z.nullable(geometry)),
  }),
  answer: project,
});
export const createSampleProject = defineCall({
  id: 'projects.createSample',
  method: 'POST',
  path: '/projects/sample',
  summary:
    'Creates a project to try things in: the edge of a small town with object types of its own, parcels, streets and survey points. Also needs `attributes.write` and `geometries.write`.',
  authorization: 'projects.write',
  /** Without a name, one in the language of the request. */
  body: z.object({ projectName: z.optional(name) }),
  answer: project,
});
export const updateProject = defineCall({
  id: 'projects.update',
  method: 'PUT',
  path: '/projects/:id',
  summary:
    'Changes what is given of a project. An archived one answers 409 to this and to all calls that change its content, until `archived` is false again; it can be read, exported, copied and deleted, and its members can be changed.',
  authorization: 'projects.write',
  params: byId,
  body: z.partial(
    z.object({
      projectName: name,
      crs: crsCode,
      displayFormat,
      location: z.nullable(geometry),
      archived: z.boolean(),
    }),
  ),
  answer: project,
  versioned: true,
});
export const deleteProject = defineCall({
  id: 'projects.delete',
  method: 'DELETE',
  path: '/projects/:id',
  summary:
    'Deletes a project with all its objects; an administrator of the database can bring it back from a backup.',
  authorization: 'projects.write',
  params: byId,
  versioned: true,
});
/** What goes with a project that is deleted, besides its objects. */
export const PROJECT_CONTENTS = [
  'types',
  'documents',
  'panoramics',
  'models',
  'pointclouds',
  'surveys',
  'terrains',
  'tilesets',
  'measures',
  'bookmarks',
] as const;
export const projectContents = defineCall({
  id: 'projects.contents',
  method: 'GET',
  path: '/projects/:id/contents',
  summary:
    'How much goes with the project when it is deleted, besides its objects: object types that only it uses and that the caller may see, files by kind, surveys, terrains, tilesets, kept measures, and the bookmarks of all members.',
  authorization: 'projects.write',
  params: byId,
  answer: z.record(z.enum(PROJECT_CONTENTS), z.int()),
});
export type ProjectContents = z.output<typeof projectContents.answer>;

export const copyProject = defineCall({
  id: 'projects.copy',
  method: 'POST',
  path: '/projects/:id/copy',
  summary:
    'Copies a project with its settings and its own object types; on request with its objects that the caller may see, its members, and the styles of its layers. Files, history, bookmarks and measures are not copied. The result, `{projectId, objects}`, is in the job; until it is done nobody sees the copy.',
  authorization: 'projects.write',
  params: byId,
  body: z.object({
    projectName: name,
    objects: z.optional(z.boolean()),
    members: z.optional(z.boolean()),
    styles: z.optional(z.boolean()),
  }),
  answer: z.object({ jobId: uuid }),
});
/** The result of a copy. */
export const copiedProject = z.object({ projectId: uuid, objects: z.int() });
export type CopiedProject = z.output<typeof copiedProject>;

export const listMembers = defineCall({
  id: 'projects.members',
  method: 'GET',
  path: '/projects/:id/members',
  summary: 'Who works on a project.',
  authorization: 'signed-in',
  params: byId,
  answer: z.array(z.object({ userId: uuid, name: z.string(), email: z.string(), member: z.boolean() })),
});
export const setMembers = defineCall({
  id: 'projects.setMembers',
  method: 'PUT',
  path: '/projects/:id/members',
  summary: "Sets who works on a project, among the organization's users.",
  authorization: 'projects.write',
  params: byId,
  /** The ids of all members; or the list that GET answers. */
  body: z.union([
    z.object({ userIds: z.array(uuid).check(z.minLength(1), z.maxLength(10_000)) }),
    z.array(z.object({ userId: uuid, member: z.boolean() })).check(z.maxLength(10_000)),
  ]),
});

export const PROJECT_EXTENTS = { max: 20_000 } as const;
export const listProjectExtents = defineCall({
  id: 'projects.extents',
  method: 'GET',
  path: '/projects/extents',
  summary:
    "Where all projects of the caller lie, in the organization of the token: newest first, at most 20,000, with their number in `X-Total-Count`. `from`: the extent is that of the project's visible objects, or, without any, of its `location` or of the area of use of its CRS, which may cross the antimeridian (west greater than east); null if that is the whole world.",
  authorization: 'signed-in',
  answer: z.array(
    z.object({
      id: uuid,
      projectName: z.string(),
      crs: crsCode,
      archived: z.boolean(),
      createdAt: z.iso.datetime(),
      extent: z.nullable(z.tuple([z.number(), z.number(), z.number(), z.number()])),
      from: z.nullable(z.enum(['objects', 'location', 'crs'])),
    }),
  ),
  timeout: TIMEOUT.files,
});

export const NEAR_PROJECTS = { radius: 10_000, maxRadius: 1_000_000, maxProjects: 500 } as const;

const given = z.union([uuid, z.array(uuid).check(z.maxLength(1000)), geometry]);
export const findNearProjects = defineCall({
  id: 'projects.findNear',
  method: 'POST',
  path: '/projects/findnear',
  summary:
    "The caller's projects near the given geometries, nearest first, each with its `distance` in metres (geodesic on the WGS84 ellipsoid, heights not counted; 0 where they meet). `point`, `linestring` and `polygon` each take the id of an object, a list of ids, or a GeoJSON geometry of that kind (also of several). A project lies where its visible objects are, or, without any, at its `location`. `radius`: metres, 10,000 unless given, at most 1,000,000. At most 500 projects, with the number of all in `X-Total-Count`.",
  authorization: 'signed-in',
  body: z.object({
    point: z.optional(given),
    linestring: z.optional(given),
    polygon: z.optional(given),
    radius: z.optional(z.number().check(z.minimum(0), z.maximum(NEAR_PROJECTS.maxRadius))),
  }),
  answer: z.array(z.extend(project, { distance: z.number() })),
  timeout: TIMEOUT.files,
});
