import * as z from 'zod/mini';

export const uuid = z.uuid();
/** Text of a format described to people by an example without spaces: `like('EPSG:7792', /^EPSG:\d{4,6}$/)`. */
export const like = (example: string, form: RegExp) => z.string().check(z.regex(form, `like: ${example}`));

export const byId = z.object({ id: uuid });

/** RFC 9457; `detail` is one sentence for a person, in the requested language. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** The server of layers that the organization does not allow, if that is what is wrong. */
  server: z.optional(z.string()),
});
export type Problem = z.output<typeof problem>;

/** One or more type names, comma-separated, each percent-encoded. */
const typeHeader = z.optional(z.string());
/** Header of a call on a project. */
export const projectHeader = z.object({ projectid: uuid });
/** Headers of a call on the objects of one project, of some types or of all. */
export const projectHeaders = z.object({ projectid: uuid, type: typeHeader });
/** Headers of a call on one object: the project and the types that it must be of. */
export const objectHeaders = z.object({ projectid: z.optional(uuid), type: typeHeader });

/**
 * Query of a list that is filtered, sorted and paged by the server. The response header `X-Total-Count` has the total
 * count.
 */
export const listQuery = z.object({
  search: z.optional(z.string().check(z.maxLength(200))),
  orderby: z.optional(z.string().check(z.maxLength(60))),
  order: z.optional(z.enum(['asc', 'desc'])),
  /** The first page is 1. */
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  paginate: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
});

export const localized = z.object({
  en: z.string().check(z.maxLength(200)),
  it: z.string().check(z.maxLength(200)),
});
export type Localized = z.output<typeof localized>;
export const language = z.enum(['en', 'it']);
export type Language = z.output<typeof language>;
export const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(120));
export const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());

/** Of an object type. */
export const typeName = z.string().check(z.minLength(1), z.maxLength(120));
/** Of an object. */
export const properties = z.record(z.string().check(z.maxLength(120)), z.unknown());
/** The answer to a request that a job carries out. */
export const accepted = z.object({ jobId: uuid });
