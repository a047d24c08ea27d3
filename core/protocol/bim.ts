import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, like, listQuery, uuid } from './common.ts';
import { bimGeoreference, bimPlacement } from './bim-place.ts';
import { contentFields, fileFields, fileName, place } from './files.ts';

const triple = z.tuple([z.number(), z.number(), z.number()]);

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The header of an IFC file. */
export const ifcHeader = z.object({
  /** `IFC2X3`, `IFC4`, `IFC4X3_ADD2`, … */
  schema: z.string(),
  /** As written by its authoring program; null if empty. */
  title: z.nullable(z.string()),
  writtenAt: z.nullable(z.string()),
  program: z.nullable(z.string()),
});
export type IfcHeader = z.output<typeof ifcHeader>;

/** A part of the fragments of a model; most models have one. */
export const bimPart = z.object({
  part: z.int(),
  /** Below the API: `/bim/<id>/fragments/<version>/<part>`; takes Range, and never changes. */
  path: z.string(),
  bytes: z.int(),
  /** Elements in it. */
  elements: z.int(),
});
export type BimPart = z.output<typeof bimPart>;

/** What the conversion of one content has made. */
const converted = {
  /** Products of the file: walls, doors, spaces, … */
  elementCount: z.nullable(z.int()),
  /** Metres per unit of length in the file. */
  lengthUnit: z.nullable(z.number()),
  /** minX, minY, minZ and maxX, maxY, maxZ in the axes of the file (z up), metres; null: without shapes. */
  box: z.nullable(z.object({ min: triple, max: triple })),
  /**
   * Where the fragments have their zero, in the axes of the file, metres. The fragments are y up: `x = X - origin.X`,
   * `y = Z - origin.Z`, `z = -(Y - origin.Y)`.
   */
  origin: z.nullable(triple),
  /** Empty until it is converted. */
  parts: z.array(bimPart),
  /** Sentences on what the conversion had to leave out or doubts. */
  notes: z.array(z.string()),
};

export const bimModel = z.object({
  ...contentFields,
  surveyId: z.nullable(uuid),
  /** Position of its origin, set by a person; null if its own georeference is used. */
  center: z.nullable(place),
  header: ifcHeader,
  /** `ready`: it can be viewed. While a new content is converted, `parts` are those of the former one. */
  state: z.enum(['queued', 'converting', 'ready', 'failed']),
  /** The job that converts it, or did. */
  jobId: z.nullable(uuid),
  /** Why the conversion failed: a sentence. */
  error: z.nullable(z.string()),
  /** As in the header: `IFC4`. */
  schema: z.string(),
  /** The number of the content that `parts`, tree, search and elements are of; null until one is converted. */
  content: z.nullable(z.int()),
  ...converted,
  georeference: z.nullable(bimGeoreference),
  /** The placement that a person has chosen instead of that of the file; null: as `georeference` says. */
  placement: z.nullable(bimPlacement),
});
export type BimModel = z.output<typeof bimModel>;

/** Form field: `12.4964,41.9028`, or with the height as third number; also in brackets, as GET answers it. */
const centerText = like(
  '12.4,41.8,57.3',
  /^\s*(\[\s*)?-?[\d.]+(e-?\d+)?\s*,\s*-?[\d.]+(e-?\d+)?\s*(,\s*-?[\d.]+(e-?\d+)?\s*)?(\]\s*)?$/,
);

/** As text in a form, or as GET answers it; null, `null` or empty: none. */
const sentCenter = z.union([centerText, z.literal(''), z.literal('null'), place, z.null()]);
/** In a form as JSON. */
const sentPlacement = z.union([
  z.nullable(bimPlacement),
  z.pipe(z.pipe(z.string().check(z.maxLength(4000)), z.transform(jsonIn)), z.nullable(bimPlacement)),
]);

export const listBim = defineCall({
  id: 'bim.list',
  method: 'GET',
  path: '/bim',
  summary: 'BIM models the caller may see, of a project (header `projectid`) or of a survey.',
  authorization: 'bim.read',
  headers: z.object({ projectid: z.optional(uuid) }),
  query: z.extend(listQuery, { surveyid: z.optional(uuid), id: z.optional(uuid) }),
  answer: z.array(bimModel),
});
export const uploadBim = defineCall({
  id: 'bim.create',
  method: 'POST',
  path: '/bim',
  summary:
    'Adds an IFC file (2x3, 4, 4x3; `.ifc`, `.ifczip`) to a survey (`surveyid`) or to a project (header `projectid`); a job converts it.',
  authorization: 'bim.write',
  headers: z.object({ projectid: z.optional(uuid) }),
  upload: true,
  body: z.object({
    surveyid: z.optional(uuid),
    center: z.optional(sentCenter),
    name: z.optional(fileName),
    ...fileFields,
  }),
  answer: bimModel,
  timeout: TIMEOUT.files,
});
/** HEAD returns the same without the body. */
export const getBim = defineCall({
  id: 'bim.get',
  method: 'GET',
  path: '/bim/:id',
  summary: 'One BIM model: its file, its header, where it stands.',
  authorization: 'bim.read',
  params: byId,
  answer: bimModel,
});
export const updateBim = defineCall({
  id: 'bim.update',
  method: 'PUT',
  path: '/bim/:id',
  summary:
    'Gives a model another name, center, placement or file (multipart), which is its next version; `center` and `placement` empty or `null` take them away.',
  authorization: 'bim.write',
  params: byId,
  upload: true,
  body: z.object({
    center: z.optional(sentCenter),
    placement: z.optional(sentPlacement),
    name: z.optional(fileName),
    ...fileFields,
  }),
  answer: bimModel,
  versioned: true,
  timeout: TIMEOUT.files,
});
export const deleteBim = defineCall({
  id: 'bim.delete',
  method: 'DELETE',
  path: '/bim/:id',
  summary: 'Deletes a model with its earlier files.',
  authorization: 'bim.write',
  params: byId,
  versioned: true,
});
export const downloadBim = defineCall({
  id: 'bim.file',
  method: 'GET',
  path: '/bim/file/:id',
  summary: 'The IFC file; takes Range, If-Range and If-None-Match.',
  authorization: 'bim.read',
  params: byId,
  timeout: TIMEOUT.files,
});
export const convertBim = defineCall({
  id: 'bim.convert',
  method: 'POST',
  path: '/bim/:id/convert',
  summary: 'Converts a model again, after a failure.',
  authorization: 'bim.write',
  params: byId,
  answer: bimModel,
});
const count = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_000_000_000));
export const bimFragments = defineCall({
  id: 'bim.fragments',
  method: 'GET',
  path: '/bim/:id/fragments/:version/:part',
  summary: 'One part of the fragments of a model, whole or one Range of it; it never changes.',
  authorization: 'bim.read',
  params: z.object({ id: uuid, version: count, part: count }),
  timeout: TIMEOUT.files,
});
export const bimGlobeFile = defineCall({
  id: 'bim.globe',
  method: 'GET',
  path: '/bim/:id/globe/:version/:file',
  summary:
    'The model for globes: `tileset.json` (3D Tiles 1.1, at the place that is applied now; 409 when there is none) and the `<part>.glb` it names, which never change.',
  authorization: 'bim.read',
  params: z.object({
    id: uuid,
    version: count,
    file: like('tileset.json', /^(tileset\.json|\d{1,6}\.glb)$/),
  }),
  timeout: TIMEOUT.files,
});
export const bimFootprint = defineCall({
  id: 'bim.footprint',
  method: 'GET',
  path: '/bim/:id/footprint',
  summary:
    'The outline of a model seen from above as a GeoJSON feature at the place that is applied now; 409 when there is none.',
  authorization: 'bim.read',
  params: byId,
  answer: z.object({
    type: z.literal('Feature'),
    /** Longitude and latitude. */
    geometry: z.object({
      type: z.literal('MultiPolygon'),
      coordinates: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))),
    }),
    properties: z.object({
      id: uuid,
      name: z.string(),
      /** `outline`: the union of its shapes; `hull`: convex, of a model too large for that. */
      kind: z.enum(['outline', 'hull']),
      /** Lowest and highest point, metres above the ellipsoid; null: its heights have no datum. */
      bottom: z.nullable(z.number()),
      top: z.nullable(z.number()),
    }),
  }),
});

/** A content that a model has or had. */
export const bimVersion = z.object({
  /** The number of the content: that of the record when it was added. */
  version: z.int(),
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
  header: ifcHeader,
  state: z.enum(['queued', 'converting', 'ready', 'failed']),
  error: z.nullable(z.string()),
  ...converted,
});
export type BimVersion = z.output<typeof bimVersion>;
export const listBimVersions = defineCall({
  id: 'bim.versions',
  method: 'GET',
  path: '/bim/:id/versions',
  summary: 'The contents a model has had, newest first, with their fragments.',
  authorization: 'bim.read',
  params: byId,
  answer: z.array(bimVersion),
});
/** What became of an element from one version to another; `moved` and `changed` may both be true of one. */
export const bimChange = z.object({
  change: z.enum(['added', 'removed', 'changed']),
  globalId: z.string(),
  class: z.string(),
  name: z.nullable(z.string()),
  /** Its shape stands elsewhere or is another. */
  moved: z.boolean(),
  /** Metres that the centre of its box has moved; null: without a shape in one of them. */
  distance: z.nullable(z.number()),
  /** Attributes and properties that differ, at most 100; `set` is empty for attributes. */
  values: z.array(
    z.object({
      set: z.string(),
      name: z.string(),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
    }),
  ),
});
export type BimChange = z.output<typeof bimChange>;
export const listBimChanges = defineCall({
  id: 'bim.changes',
  method: 'GET',
  path: '/bim/:id/versions/:version/changes',
  summary:
    'What a version has changed since the one before it, or since `since`: elements added, removed, moved or changed, by GlobalId.',
  authorization: 'bim.read',
  params: z.object({ id: uuid, version: count }),
  query: z.object({
    since: z.optional(count),
    change: z.optional(z.enum(['added', 'removed', 'moved', 'changed'])),
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    paginate: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
  }),
  answer: z.object({
    since: z.int(),
    version: z.int(),
    /** An element may be both moved and changed: `all` counts it once. */
    counts: z.object({
      all: z.int(),
      added: z.int(),
      removed: z.int(),
      moved: z.int(),
      changed: z.int(),
      same: z.int(),
    }),
    /** Of the asked kind; the count of all of them is in `counts`. */
    changes: z.array(bimChange),
  }),
});
