/**
 * What Groma offers to the jobs of a plugin, which it runs on the server: an interpreter with the language, and these calls. No
 * page, no network, no timers. Part of the plugin; do not change it.
 */

export type StorePlace = 'project' | 'organization';
export interface JobEvent {
  reason: 'event' | 'schedule' | 'call';
  event?: 'geometries' | 'project' | 'measures' | 'bimTopics';
  /** The project that it is about; `project` as a place of documents, and objects, are of this one. */
  projectId?: string;
  /** Ids of objects. */
  changed?: string[];
  removed?: string[];
  /** More has happened than is listed: read again. */
  reload?: boolean;
  /** What the plugin has passed on (`groma.jobs.run`). */
  input?: unknown;
}
export interface JobObject {
  id: string;
  typeName: string;
  location: { type: string; coordinates: unknown };
  properties: Record<string, unknown>;
}
export interface JobRequest {
  method?: 'GET' | 'POST';
  headers?: { accept?: string; 'content-type'?: string; authorization?: string };
  body?: string;
}

declare const __ask: (name: string, values: string) => Promise<string>;

async function ask<T>(name: string, values: object): Promise<T> {
  return JSON.parse(await __ask(name, JSON.stringify(values))) as T;
}

export const server = {
  store: {
    /** Needs `store`, like the other three. Null where there is none. */
    get: (place: StorePlace, name: string) => ask<unknown>('store.get', { place, name }),
    set: (place: StorePlace, name: string, value: unknown) => ask<void>('store.set', { place, name, value }),
    remove: (place: StorePlace, name: string) => ask<void>('store.remove', { place, name }),
    list: (place: StorePlace) => ask<string[]>('store.list', { place }),
  },
  objects: {
    /** All objects of a type in the project, at most 10,000. Needs `objects.read:<type>`, like the other. */
    list: (typeName: string) => ask<JobObject[]>('objects.list', { typeName }),
    /** Those of the objects that the plugin may read. */
    get: (ids: string[]) => ask<JobObject[]>('objects.get', { ids }),
  },
  /** Needs `net:<host>`. */
  fetch: (url: string, request: JobRequest = {}) =>
    ask<{ status: number; type: string; body: string }>('fetch', { url, ...request }),
  /** A line for the administrator. */
  log: (text: string) => ask<void>('log', { text }),
};

/** The jobs by their ids in the manifest. What one returns is JSON, the answer to who has started it. */
export function startJobs(jobs: Record<string, (event: JobEvent) => unknown>): void {
  Object.assign(globalThis, { __jobs: jobs });
}
