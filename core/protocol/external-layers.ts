import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { byId, like, listQuery, name, projectHeader, uuid } from './common.ts';
import { layerSource, type LayerSource } from './layer-sources.ts';

const text = (max: number) => z.string().check(z.maxLength(max));
const crsCode = like('EPSG:6706', /^EPSG:\d{4,6}$/);
const byteOffset = z.int().check(z.minimum(0));

/** Whether its data is a file that a person has given, kept by this server: objects (`file`), or a GeoTIFF. */
export function isGivenFile(source: LayerSource): boolean {
  return 'url' in source && source.url.startsWith('file:');
}

/** Sent with requests to the server of a layer, by this server only. Nobody can read them again. */
export const layerCredentials = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('basic'), user: text(200), password: text(500) }),
  z.object({
    kind: z.literal('header'),
    name: like('X-Api-Key', /^[A-Za-z][A-Za-z0-9-]{0,60}$/),
    value: text(2000),
  }),
  z.object({ kind: z.literal('query'), name: like('apikey', /^[A-Za-z][\w-]{0,60}$/), value: text(2000) }),
]);
export type LayerCredentials = z.output<typeof layerCredentials>;

/** For whom a layer is there: one person, the people of one project, or everybody in the organization. */
export const layerOwner = z.enum(['person', 'project', 'organization']);
export type LayerOwner = z.output<typeof layerOwner>;

/** Scale denominators. */
const scale = z.number().check(z.minimum(1), z.maximum(1e9));
const look = {
  name,
  source: layerSource,
  attribution: text(500),
  opacity: z.number().check(z.minimum(0), z.maximum(1)),
  /** Shown where the scale is at most 1:`maxScale` (the larger number) and at least 1:`minScale`; null: no limit. */
  minScale: z.nullable(scale),
  maxScale: z.nullable(scale),
  /** Shown to people who have not chosen otherwise. */
  visible: z.boolean(),
  /** Place among the others, the lowest first. */
  order: z.number().check(z.minimum(-1e9), z.maximum(1e9)),
};

/** A layer of another server. */
export const externalLayer = z.object({
  id: uuid,
  owner: layerOwner,
  projectId: z.nullable(uuid),
  ...look,
  /** What is sent to its server; `unreadable`: must be entered again. */
  credentialsState: z.enum(['none', 'set', 'unreadable']),
  /** Whether the caller may change and delete it. */
  mayEdit: z.boolean(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
});
export type ExternalLayer = z.output<typeof externalLayer>;

/** Most layers of one owner. */
export const MAX_EXTERNAL_LAYERS = 100;

export const listExternalLayers = defineCall({
  id: 'externalLayers.list',
  method: 'GET',
  path: '/external-layers',
  summary:
    'The layers of other servers in a project: those of the caller, of the project and of the organization, the lowest first.',
  authorization: 'geometries.read',
  headers: projectHeader,
  answer: z.array(externalLayer),
});
export const addExternalLayer = defineCall({
  id: 'externalLayers.create',
  method: 'POST',
  path: '/external-layers',
  summary:
    'Adds a layer of another server, on top of the others. For a project it needs `files.write`, for the organization `admin.organizations`. An administrator must have allowed the server.',
  authorization: 'geometries.read',
  headers: projectHeader,
  body: z.object({
    owner: layerOwner,
    name,
    source: layerSource,
    attribution: z._default(text(500), ''),
    minScale: z._default(z.nullable(scale), null),
    maxScale: z._default(z.nullable(scale), null),
    credentials: z.optional(layerCredentials),
  }),
  answer: externalLayer,
});
/** Most objects of a file that are shown, most megabytes of a file with objects, and of a GeoTIFF. */
export const MAX_FILE_OBJECTS = 50_000;
export const MAX_FILE_MEGABYTES = 100;
export const MAX_RASTER_MEGABYTES = 500;

const fileLayerFields = z.object({
  owner: layerOwner,
  /** For a file that names no system: `EPSG:<code>`. */
  crs: z.optional(crsCode),
  /** JSON list of the names of layers of the file. Default: its only one with objects. */
  layers: z.optional(text(20_000)),
  /** For a GeoTIFF: JSON of how it is drawn, a source of kind `geotiff`. */
  raster: z.optional(text(10_000)),
  /** For a GeoTIFF without overviews. */
  maxScale: z.optional(text(20)),
});
export const addFileLayer = defineCall({
  id: 'externalLayers.createFromFile',
  method: 'POST',
  path: '/external-layers/files',
  summary:
    'Shows a file as a layer without importing it: GeoJSON, KML, GPX, shapefile, GeoPackage or another format of imports, or a GeoTIFF. Where it has several layers, or names no reference system, nothing is added, and `asks` says so.',
  authorization: 'geometries.read',
  headers: projectHeader,
  upload: true,
  body: fileLayerFields,
  answer: z.object({
    added: z.array(externalLayer),
    asks: z.nullable(
      z.object({
        /** Whether the reference system must be given. */
        crs: z.boolean(),
        /** Those of which some must be chosen; empty: it is clear which. */
        layers: z.array(z.object({ name: z.string(), count: z.int() })),
      }),
    ),
  }),
  timeout: TIMEOUT.uploads,
});
export const getExternalLayer = defineCall({
  id: 'externalLayers.get',
  method: 'GET',
  path: '/external-layers/:id',
  summary: 'One layer of another server.',
  authorization: 'geometries.read',
  params: byId,
  answer: externalLayer,
});
export const updateExternalLayer = defineCall({
  id: 'externalLayers.update',
  method: 'PUT',
  path: '/external-layers/:id',
  summary:
    'Changes what is sent. `credentials` null removes them; they are removed, too, when the source moves to another server.',
  authorization: 'geometries.read',
  params: byId,
  body: z.extend(z.partial(z.object(look)), { credentials: z.optional(z.nullable(layerCredentials)) }),
  answer: externalLayer,
  versioned: true,
});
export const deleteExternalLayer = defineCall({
  id: 'externalLayers.delete',
  method: 'DELETE',
  path: '/external-layers/:id',
  summary: 'Deletes a layer of another server. Nothing changes there.',
  authorization: 'geometries.read',
  params: byId,
  versioned: true,
});
export const externalLayerData = defineCall({
  id: 'externalLayers.data',
  method: 'GET',
  path: '/external-layers/:id/data',
  summary:
    'What another server answers to a request of a layer, by its whole address (`url`). Only servers that an administrator has allowed, on the public internet; at most 16 MB. Takes If-None-Match. Of a layer of a file: the file, or its objects as GeoJSON.',
  authorization: 'geometries.read',
  params: byId,
  query: z.object({ url: text(8000).check(z.minLength(1)) }),
  timeout: TIMEOUT.uploads,
});
export const readLayerServer = defineCall({
  id: 'externalLayers.read',
  method: 'POST',
  path: '/external-layers/read',
  summary:
    'What an allowed server answers before one of its layers is added, such as its capabilities; at most 10 MB. `bytes`: only those of the file, from the first to the last.',
  authorization: 'geometries.read',
  body: z.object({
    url: text(8000).check(z.minLength(1)),
    credentials: z.optional(layerCredentials),
    bytes: z.optional(z.tuple([byteOffset, byteOffset])),
  }),
  timeout: TIMEOUT.uploads,
});

/** A server from which an organization's people may show layers. */
export const layerServer = z.object({
  id: uuid,
  /** `maps.example.org`, `*.example.org` with all below it, or with a port: `maps.example.org:8080`. */
  name: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
});
export type LayerServer = z.output<typeof layerServer>;
const layerServerName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(260),
    z.regex(/^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, 'like: maps.example.org'),
  );

export const listLayerServers = defineCall({
  id: 'layerServers.list',
  method: 'GET',
  path: '/layer-servers',
  summary: 'The servers from which layers may be shown in the organization.',
  authorization: 'geometries.read',
  query: listQuery,
  answer: z.array(layerServer),
});
export const allowLayerServer = defineCall({
  id: 'layerServers.create',
  method: 'POST',
  path: '/layer-servers',
  summary: 'Allows layers of a server in the organization; nothing changes where it is allowed already.',
  authorization: 'admin.organizations',
  body: z.object({ name: layerServerName }),
  answer: layerServer,
});
export const forbidLayerServer = defineCall({
  id: 'layerServers.delete',
  method: 'DELETE',
  path: '/layer-servers/:id',
  summary: 'No longer allows layers of a server. Those that are there say so, and stay.',
  authorization: 'admin.organizations',
  params: byId,
});
