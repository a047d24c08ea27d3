import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { accepted, byId, projectHeader, uuid } from './common.ts';
import { geometry } from './geometry.ts';
import { MAX_EXPORTED_IDS } from './limits.ts';
import { crsCode } from './projects.ts';
import { sheetRequest } from './sheets.ts';

export const EXPORT_KINDS = ['data', 'document', 'report', 'intersections'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** GeoJSON, KML and GPX are always in WGS 84, as their standards require; the others in the requested CRS. */
export const EXPORT_FORMATS = [
  'shapefile',
  'geojson',
  'geopackage',
  'flatgeobuf',
  'kml',
  'kmz',
  'gpx',
  'dxf',
  'landxml',
  'csv',
  'xlsx',
] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const formats = z.array(z.enum(EXPORT_FORMATS)).check(z.minLength(1), z.maxLength(EXPORT_FORMATS.length));
const typeName = z.string().check(z.minLength(1), z.maxLength(120));

/** Which objects to export; an omitted condition does not filter. */
const where = {
  typeNames: z.optional(z.array(typeName).check(z.minLength(1), z.maxLength(1000))),
  /** minLon, minLat, maxLon, maxLat; minLon > maxLon crosses the antimeridian. Selects objects that intersect it. */
  bbox: z.optional(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  /** A polygon or multipolygon. Selects objects that intersect it. */
  area: z.optional(geometry),
  /** CRS of the written coordinates. Default: that of the project. */
  crs: z.optional(crsCode),
};

/** Of texts in shapefiles and CSV: older programs read only the second. */
export const TEXT_ENCODINGS = ['utf-8', 'windows-1252'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];
export const MAX_WRITTEN_DECIMALS = 9;

/** How objects are written. */
const writing = {
  formats,
  /** For CSV: a column of well-known text, or columns X, Y, Z for points. */
  csvGeometry: z.optional(z.enum(['wkt', 'xyz'])),
  /** For DXF, 1 : n: with symbols as blocks with attributes, labels and hatches of the sizes of this scale; without it geometry only. */
  drawingScale: z.optional(z.number().check(z.minimum(1), z.maximum(10_000_000))),
  /** Of coordinates; of degrees five more, which is as fine. Default: all that they have. */
  decimals: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_WRITTEN_DECIMALS))),
  /** Default: true. */
  heights: z.optional(z.boolean()),
  encoding: z.optional(z.enum(TEXT_ENCODINGS)),
};

export const dataRequest = z.object({
  ...where,
  ids: z.optional(z.array(uuid).check(z.minLength(1), z.maxLength(MAX_EXPORTED_IDS))),
  ...writing,
  /** Also the files of the objects, in folders by their ids. */
  attachments: z.optional(z.boolean()),
});
export type DataRequest = z.output<typeof dataRequest>;

export const documentRequest = z.object({
  /** In the order of the output. */
  ids: z.array(uuid).check(z.minLength(1), z.maxLength(200)),
  crs: where.crs,
  photos: z.optional(z.boolean()),
});
export type DocumentRequest = z.output<typeof documentRequest>;

export const reportRequest = z.object({
  ...where,
  title: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
  photos: z.optional(z.boolean()),
});
export type ReportRequest = z.output<typeof reportRequest>;

export const intersectionsRequest = z.object({
  /** Type names; both may be the same. */
  first: typeName,
  second: typeName,
  bbox: where.bbox,
  area: where.area,
  crs: where.crs,
  ...writing,
});
export type IntersectionsRequest = z.output<typeof intersectionsRequest>;

const exported = z.object({
  id: uuid,
  /** `points`: of point clouds; `elements`: of BIM models; `sheet`: maps to scale. */
  kind: z.enum([...EXPORT_KINDS, 'points', 'elements', 'sheet']),
  /** The name to download it by. */
  nameZip: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Number of objects in it. */
  count: z.int(),
  files: z.array(z.string()),
  /** Notes for the person, in their language: what could not be preserved, and how accurate the positions are. */
  notes: z.array(z.string()),
});

/** Result of an export job. */
export const exportResult = exported;
export type ExportResult = z.output<typeof exportResult>;

export const pastExport = z.extend(exported, {
  at: z.iso.datetime(),
  by: z.string(),
  /** Created by the caller, who can delete it. */
  mine: z.boolean(),
  /** It is stored until then. */
  expiresAt: z.iso.datetime(),
});
export type PastExport = z.output<typeof pastExport>;

const standard = {
  method: 'POST',
  authorization: 'export',
  headers: projectHeader,
  answer: accepted,
  timeout: TIMEOUT.exports,
} as const;

export const exportData = defineCall({
  ...standard,
  id: 'export.data',
  path: '/export/data',
  summary: "Writes a project's objects as files of one or more formats, in a zip. The result is in the job.",
  body: dataRequest,
});
export const exportDocument = defineCall({
  ...standard,
  id: 'export.document',
  path: '/export/document',
  summary:
    'Writes a PDF of one or more objects: map, attributes, measures, photos, list of documents. The result is in the job.',
  body: documentRequest,
});
export const exportReport = defineCall({
  ...standard,
  id: 'export.report',
  path: '/export/report',
  summary:
    'Writes a PDF of a project: map, figures, table, photos, list of documents. The result is in the job.',
  body: reportRequest,
});
export const exportIntersections = defineCall({
  ...standard,
  id: 'export.intersections',
  path: '/export/intersections',
  summary:
    'Writes where objects of one type meet those of another, with geodesic length and area. The result is in the job.',
  body: intersectionsRequest,
});
export const exportSheet = defineCall({
  ...standard,
  id: 'export.sheet',
  path: '/export/sheet',
  timeout: TIMEOUT.files,
  summary:
    'Draws sheets to scale: maps, profiles of the ground, drawings and pictures in frames, with grid, north arrow, scale bar, legend, tables and title block, as a PDF of vectors or as pictures; or what is in the frames as a DXF in layers. 422 when nothing fits on the paper. The result is in the job.',
  body: sheetRequest,
});
export const downloadExport = defineCall({
  id: 'export.download',
  method: 'POST',
  path: '/export/download',
  summary:
    'The file of an export: a zip, or its only file; in ranges where requested. 404 unless the caller may see all that is in it.',
  authorization: 'export',
  body: z.object({ nameZip: z.string().check(z.minLength(1), z.maxLength(200)) }),
  timeout: TIMEOUT.exports,
});
export const listExports = defineCall({
  id: 'export.list',
  method: 'GET',
  path: '/export',
  summary: "A project's exports that are still kept and that the caller may see, newest first.",
  authorization: 'export',
  headers: projectHeader,
  answer: z.array(pastExport),
});
export const deleteExport = defineCall({
  id: 'export.delete',
  method: 'DELETE',
  path: '/export/:id',
  summary: 'Deletes an export; only who made it can.',
  authorization: 'export',
  params: byId,
});
