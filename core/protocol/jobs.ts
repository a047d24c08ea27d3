import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { accepted, byId, projectHeader, uuid } from './common.ts';
import { pluginLabel } from './plugin-package.ts';
import { field } from './attributes.ts';

export const importProblem = z.object({
  /** Index of the feature in its file, from 0; null if the problem concerns the whole file. */
  feature: z.nullable(z.int()),
  /** Stable: `null-geometry`, `invalid-geometry`, `truncated`, `crs-unknown`, ... */
  kind: z.string(),
  /** One sentence: what is wrong, where, and what was done or can be done about it. */
  message: z.string(),
});
export type ImportProblem = z.output<typeof importProblem>;

export const importResult = z.object({
  count: z.int(),
  geometryTypes: z.record(z.string(), z.int()),
  /** `EPSG:<code>`, `WKT:<name>` if no code matches, null if the person must specify it. */
  crs: z.nullable(z.string()),
  encoding: z.nullable(z.string()),
  fields: z.array(field),
  problems: z.array(importProblem),
  /** Only the first 1,000 problems are listed; all are counted. */
  problemCount: z.int(),
  extent: z.nullable(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  committed: z.boolean(),
  /** The layers of the file; one is read per import. */
  layers: z.array(z.object({ name: z.string(), count: z.int(), geometryType: z.nullable(z.string()) })),
  layer: z.nullable(z.string()),
  /** Up to 500 features for the map preview, as GeoJSON in EPSG:4326. */
  preview: z.nullable(z.unknown()),
  /** Up to 20 rows decoded with the encoding, to judge it by. */
  sample: z.array(z.record(z.string(), z.unknown())),
  /** For a committed import: the id to undo it with. */
  importId: z.nullable(uuid),
  typeName: z.nullable(z.string()),
  /** Answers to the questions of the format that were used, given or detected. */
  options: z.record(z.string(), z.string()),
  /** For tables: the columns of the file, in order. */
  columns: z.array(z.string()),
  /** For a committed import: the layers that were written, with their object types and numbers of objects. */
  written: z.optional(z.array(z.object({ layer: z.string(), typeName: z.string(), count: z.int() }))),
});
export type ImportResult = z.output<typeof importResult>;

export const job = z.object({
  id: uuid,
  kind: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  progress: z.number(),
  /** What it is doing; empty before it runs and after it has ended. */
  message: z.string(),
  result: z.optional(z.nullable(z.unknown())),
  error: z.optional(z.nullable(z.string())),
  createdAt: z.iso.datetime(),
  projectId: z.nullable(uuid),
});
export type Job = z.output<typeof job>;

export const listJobs = defineCall({
  id: 'jobs.list',
  method: 'GET',
  path: '/jobs',
  summary: "The caller's jobs, newest first.",
  authorization: 'signed-in',
  query: z.object({ kind: z.optional(z.string()), projectid: z.optional(uuid) }),
  answer: z.array(job),
});
export const getJob = defineCall({
  id: 'jobs.get',
  method: 'GET',
  path: '/jobs/:id',
  summary: 'One job: state, progress, result or error.',
  authorization: 'signed-in',
  params: byId,
  answer: job,
});
export const cancelJob = defineCall({
  id: 'jobs.cancel',
  method: 'DELETE',
  path: '/jobs/:id',
  summary: 'Cancels a job; what it has written is taken back.',
  authorization: 'signed-in',
  params: byId,
});

/** The formats that the server reads, with the endings of their files: for imports, and for conversions without a project. */
export const IMPORT_FORMATS = {
  shapefile: ['.zip'],
  geojson: ['.geojson', '.json', '.geojsonl', '.ndjson', '.geojsons', '.topojson'],
  gpx: ['.gpx'],
  kml: ['.kml', '.kmz'],
  csv: ['.csv', '.tsv', '.txt', '.xyz'],
  xlsx: ['.xlsx'],
  geopackage: ['.gpkg'],
  dxf: ['.dxf'],
  flatgeobuf: ['.fgb'],
  gml: ['.gml', '.xml', '.citygml', '.rss', '.georss', '.atom', '.landxml'],
  mapinfo: ['.mif'],
  nmea: ['.nmea', '.pos', '.log'],
  cxf: ['.cxf'],
} as const satisfies Readonly<Record<string, readonly `.${string}`[]>>;
export type ImportFormat = keyof typeof IMPORT_FORMATS;

export const importFields = z.object({
  typeName: z.optional(z.string()),
  crs: z.optional(z.string()),
  encoding: z.optional(z.string()),
  layer: z.optional(z.string()),
  /**
   * Several layers that are written in one transaction, each into an object type, instead of `layer`, `typeName` and
   * `mapping`: JSON list of `{ layer, typeName }`, at most 100.
   */
  layers: z.optional(z.string()),
  commit: z.optional(z.enum(['true', 'false'])),
  /** Instead of a file: one already uploaded for an earlier inspection, which returned this job id. */
  upload: z.optional(uuid),
  /** JSON object from field names of the file to attribute names; a field mapped to null is skipped. */
  mapping: z.optional(z.string()),
  /** JSON object of answers to the questions of the format, by name; what is missing is detected. */
  options: z.optional(z.string()),
  /** The plugin from outside that has read the file; the history names it. */
  plugin: z.optional(pluginLabel),
});

export const uploadShapefile = defineCall({
  id: 'shapefiles.uploadFile',
  method: 'POST',
  path: '/shapefiles/uploadfile',
  summary:
    'Reads a zipped shapefile; with `commit=true` writes it in one transaction. The result is in the job.',
  authorization: 'import',
  headers: projectHeader,
  upload: true,
  body: importFields,
  answer: accepted,
  timeout: TIMEOUT.uploads,
});
export const uploadGeojson = defineCall({
  id: 'shapefiles.uploadGeojson',
  method: 'POST',
  path: '/shapefiles/uploadgeojson',
  summary: 'Reads a GeoJSON file; with `commit=true` writes it in one transaction. The result is in the job.',
  authorization: 'import',
  headers: projectHeader,
  upload: true,
  body: importFields,
  answer: accepted,
  timeout: TIMEOUT.uploads,
});
export const uploadVector = defineCall({
  id: 'shapefiles.uploadVector',
  method: 'POST',
  path: '/shapefiles/uploadvector',
  summary:
    'Reads a file of any supported format, told by the ending of its name and its content; with `commit=true` writes it in one transaction. The result is in the job.',
  authorization: 'import',
  headers: projectHeader,
  upload: true,
  body: importFields,
  answer: accepted,
  timeout: TIMEOUT.uploads,
});
export const uploadMetadata = defineCall({
  id: 'shapefiles.uploadMetadata',
  method: 'POST',
  path: '/shapefiles/uploadmetadata',
  summary: 'Reads only the headers of a zipped shapefile: layers, types, fields, CRS, encoding.',
  authorization: 'import',
  headers: projectHeader,
  upload: true,
  body: importFields,
  answer: importResult,
  timeout: TIMEOUT.uploads,
});
export const undoImport = defineCall({
  id: 'shapefiles.undo',
  method: 'POST',
  path: '/shapefiles/undo/:id',
  summary:
    'Undoes a whole import, with all layers that were imported together, except objects changed since: `kept` names the first 1,000 of them, `keptCount` counts all.',
  authorization: 'import',
  params: byId,
  answer: z.object({
    removed: z.int(),
    kept: z.array(z.object({ id: uuid, reason: z.string() })),
    keptCount: z.int(),
    /** The object type that the import made, removed because nothing else uses it. */
    typeRemoved: z.nullable(z.string()),
  }),
  timeout: TIMEOUT.files,
});
export const redoImport = defineCall({
  id: 'shapefiles.redo',
  method: 'POST',
  path: '/shapefiles/redo/:id',
  summary:
    'Redoes an import that was undone, with all layers that were undone with it, within a day: the objects that the undo deleted come back as they were, with the object type that it removed. 409 where they are no longer kept, the object type was changed since, or another object has a value that must be unique.',
  authorization: 'import',
  params: byId,
  answer: z.object({ restored: z.int() }),
  timeout: TIMEOUT.files,
});
export const listImports = defineCall({
  id: 'shapefiles.list',
  method: 'GET',
  path: '/shapefiles',
  summary: "A project's imports, newest first.",
  authorization: 'import',
  headers: projectHeader,
  answer: z.array(
    z.object({
      id: uuid,
      fileName: z.string(),
      typeName: z.string(),
      count: z.int(),
      at: z.iso.datetime(),
      by: z.string(),
      undoneAt: z.nullable(z.iso.datetime()),
      /** `EPSG:3003`, or `WKT:` and a name; null for old imports that did not store it. */
      crs: z.nullable(z.string()),
      /** Metres by which it lies off because the parameters of its CRS were wrong then; null if they were right. */
      offBy: z.nullable(z.number()),
      /** Other layers of the file that were imported with it, and are undone with it. */
      together: z.int(),
    }),
  ),
});
