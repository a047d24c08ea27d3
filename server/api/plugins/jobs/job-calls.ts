import * as z from 'zod/mini';
import { MAX_JOB_OBJECTS, pluginDocumentName, type Language } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { HttpError } from '../../../base/http-error.ts';
import { sentence } from '../../../base/language.ts';
import type { JobServices } from '../../../platform/services/services.ts';
import { scopeOf } from '../../../shared/access/scope.ts';
import { listAll, listByIds } from '../../../shared/geometries/listing.ts';
import { sendOutgoing } from '../outgoing.ts';
import { listStored, readStored, removeStored, storeDocument } from '../stored-documents.ts';
import { usablePlugin } from '../store.ts';

const place = z.enum(['project', 'organization']);
const at = { place, name: pluginDocumentName };
const CALLS = {
  'store.get': z.strictObject(at),
  'store.set': z.strictObject({ ...at, value: z.unknown() }),
  'store.remove': z.strictObject(at),
  'store.list': z.strictObject({ place }),
  'objects.list': z.strictObject({ typeName: z.string().check(z.maxLength(120)) }),
  'objects.get': z.strictObject({ ids: z.array(z.uuid()).check(z.maxLength(MAX_JOB_OBJECTS)) }),
  fetch: z.strictObject({
    url: z.string().check(z.maxLength(8000)),
    method: z._default(z.enum(['GET', 'POST']), 'GET'),
    headers: z._default(
      z.strictObject({
        accept: z.optional(z.string().check(z.maxLength(4000))),
        'content-type': z.optional(z.string().check(z.maxLength(4000))),
        authorization: z.optional(z.string().check(z.maxLength(4000))),
      }),
      {},
    ),
    body: z.optional(z.string().check(z.maxLength(256 * 1024))),
  }),
} as const;
type Name = keyof typeof CALLS;
type Values<N extends Name> = z.output<(typeof CALLS)[N]>;

interface Run {
  readonly pluginId: string;
  readonly projectId: string | null;
  readonly signal: AbortSignal;
}

/**
 * Answers what a job asks for, by the rights of one person: the functions behind the routes of the same names, which check again
 * what was granted to the plugin and what the person may.
 */
export class JobCalls {
  readonly #services: JobServices;
  readonly #caller: Caller;
  readonly #run: Run;
  readonly #language: Language;

  constructor(services: JobServices, caller: Caller, run: Run) {
    this.#services = services;
    this.#caller = caller;
    this.#run = run;
    this.#language = caller.language ?? 'en';
  }

  /** Throws an error with a sentence. */
  async answer(name: string, values: unknown): Promise<unknown> {
    const schema = Object.hasOwn(CALLS, name) ? CALLS[name as Name] : undefined;
    const parsed = schema && z.safeParse(schema, values);
    if (!parsed?.success)
      throw new Error(sentence(this.#language, 'plugins.job.call', { name: name.slice(0, 60) }));
    try {
      return await this.#handlers[name as Name](parsed.data as never);
    } catch (thrown) {
      if (thrown instanceof HttpError) throw new Error(sentence(this.#language, thrown.key, thrown.values));
      throw thrown;
    }
  }

  readonly #handlers: { [N in Name]: (values: Values<N>) => Promise<unknown> } = {
    'store.get': async (where) => {
      const found = await readStored(this.#services.db, this.#caller, this.#where(where));
      return found && (JSON.parse(found.value) as unknown);
    },
    'store.set': ({ value, ...where }) =>
      storeDocument(this.#services.db, this.#caller, this.#where(where), JSON.stringify(value ?? null)),
    'store.remove': (where) => removeStored(this.#services.db, this.#caller, this.#where(where)),
    'store.list': ({ place: of }) =>
      listStored(this.#services.db, this.#caller, this.#where({ place: of, name: '' })),
    'objects.list': async ({ typeName }) => {
      const typeNames = await this.#readable(typeName);
      const scope = scopeOf(this.#caller, { projectId: this.#project(), typeNames });
      const { list, total } = await listAll(this.#services.db, scope, () => 'true');
      if (total > MAX_JOB_OBJECTS)
        throw new HttpError(413, 'plugins.job.too-many', { most: MAX_JOB_OBJECTS });
      return JSON.parse(String(list.json)) as unknown;
    },
    'objects.get': async ({ ids }) => {
      const typeNames = await this.#readable();
      const scope = scopeOf(this.#caller, { projectId: this.#project(), ...(typeNames && { typeNames }) });
      return JSON.parse(String((await listByIds(this.#services.db, scope, ids)).json)) as unknown;
    },
    fetch: (request) =>
      sendOutgoing(this.#services, this.#caller, this.#run.pluginId, request, this.#run.signal),
  };

  #where({ place: of, name }: { place: 'project' | 'organization'; name: string }) {
    return { id: this.#run.pluginId, projectId: of === 'project' ? this.#project() : undefined, name };
  }

  #project(): string {
    if (this.#run.projectId === null) throw new HttpError(422, 'plugins.job.no-project');
    return this.#run.projectId;
  }

  /** The types that the plugin may read; undefined: all. Throws where it may not read `wanted`. */
  async #readable(wanted?: string): Promise<string[] | undefined> {
    const { granted } = await usablePlugin(this.#services.db, this.#caller, this.#run.pluginId, 'jobs');
    if (granted.includes('objects.read:*')) return wanted === undefined ? undefined : [wanted];
    const types = granted.flatMap((each) => /^objects\.read:(.+)$/.exec(each)?.[1] ?? []);
    if (wanted === undefined) return types;
    if (!types.includes(wanted))
      throw new HttpError(403, 'plugins.not-granted', { name: '', permission: `objects.read:${wanted}` });
    return [wanted];
  }
}
