import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import type { GeometryObject } from './geometries.ts';
import type { Job } from './jobs.ts';
import { like, uuid } from './common.ts';
import type { Notification } from './notifications.ts';

/** The events of `GET /api/events`: server-sent events, each with an id to resume after. */
export interface LiveEvents {
  /** Objects of a project changed by anyone. Large changes (imports) send `reload: true` and no objects. */
  geometries: {
    projectId: string;
    changed: GeometryObject[];
    /**
     * `typeName`: its former object type. An object whose type changes is removed from the former type, then appears
     * in the new one.
     */
    removed: { id: string; version: number; typeName?: string }[];
    reload?: boolean;
    /** The session that made the change, so that it can ignore its own changes. */
    sessionId?: string;
  };
  /** The measures stored with a project now have this version. */
  measures: { projectId: string; version: number };
  /** Topics on the BIM models of the project, or their comments, have changed. */
  bimTopics: { projectId: string };
  /** The project was changed: its name, its reference system, its units. */
  project: { projectId: string; version: number };
  /** Object types of the organization were created, changed or deleted. */
  types: Record<string, never>;
  /** Plugins from outside were installed, changed or removed in the organization. */
  plugins: Record<string, never>;
  /**
   * A job of a plugin has begun or ended that the caller has started, or that runs by the caller's rights; those who manage
   * plugins hear of all.
   */
  pluginRun: { id: string; plugin: string };
  job: Job;
  /** A notification for the caller; `text` is its subject, `id` its id. */
  notification: { text: string; id?: string; kind?: Notification['kind'] };
  /** The caller's role, authorizations or blocked layers changed, or the session ended. */
  session: { reason: 'rights-changed' | 'ended' };
  /** The server no longer has the events missed since `Last-Event-ID`. */
  reload: Record<string, never>;
}

export const events = defineCall({
  id: 'events.stream',
  method: 'GET',
  path: '/events',
  summary: 'Server-sent events of one project and of the caller; resumes after `Last-Event-ID`.',
  authorization: 'signed-in',
  query: z.object({ projectid: z.optional(uuid) }),
});

export const tile = defineCall({
  id: 'tiles.get',
  method: 'GET',
  path: '/tiles/:projectId/:z/:x/:y',
  summary: 'A vector tile of a project (y ends in .mvt); one layer per object type, with id and typeName.',
  authorization: 'geometries.read',
  params: z.object({
    projectId: uuid,
    z: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(24)),
    x: z.coerce.number().check(z.int(), z.minimum(0)),
    y: like('5.mvt', /^\d+\.mvt$/),
  }),
});

export const tileJson = defineCall({
  id: 'tiles.describe',
  method: 'GET',
  path: '/tiles/:projectId/tiles.json',
  summary:
    'The vector tiles of a project as TileJSON 3.0: their address, zooms and extent, and a layer for each object type.',
  authorization: 'geometries.read',
  params: z.object({ projectId: uuid }),
  answer: z.object({
    tilejson: z.literal('3.0.0'),
    name: z.string(),
    tiles: z.array(z.string()),
    minzoom: z.int(),
    maxzoom: z.int(),
    bounds: z.optional(z.tuple([z.number(), z.number(), z.number(), z.number()])),
    vector_layers: z.array(
      z.object({ id: z.string(), description: z.string(), fields: z.record(z.string(), z.string()) }),
    ),
  }),
});

export const tileStyle = defineCall({
  id: 'tiles.style',
  method: 'GET',
  path: '/tiles/:projectId/style.json',
  summary:
    'How the object types of a project are drawn, as a MapLibre (Mapbox GL) style of its vector tiles. Classes are distinguished by a property of the tiles, and scales are those at the equator. Labels are not part of it, nor are the shapes of points.',
  authorization: 'geometries.read',
  params: z.object({ projectId: uuid }),
  answer: z.object({
    version: z.literal(8),
    name: z.string(),
    sources: z.record(z.string(), z.looseObject({ type: z.literal('vector') })),
    layers: z.array(
      z.looseObject({
        id: z.string(),
        type: z.enum(['fill', 'line', 'circle']),
        source: z.string(),
        'source-layer': z.string(),
      }),
    ),
  }),
});

export const health = defineCall({
  id: 'health.get',
  method: 'GET',
  path: '/health',
  summary: 'Whether the server and what it stands on are well.',
  authorization: 'public',
  answer: z.object({
    status: z.enum(['ok', 'degraded', 'draining']),
    database: z.string(),
    storage: z.string(),
    jobs: z.string(),
    /** How office files are shown: `pages` where the server has LibreOffice, else their `text`. */
    office: z.enum(['pages', 'text']),
    version: z.string(),
  }),
});
