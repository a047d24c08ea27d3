import type * as z from 'zod/mini';
import type { Authorization } from './authorizations.ts';

type ZodSchema = z.core.$ZodType;

/**
 * The definition of one API call: the server binds its handler to it, the client builds its request from it, and the
 * OpenAPI page is generated from it.
 */
export interface CallSpec {
  /** `resource.verb`, the OpenAPI operationId. */
  id: string;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under `/api`; parameters as `:name`. */
  path: `/${string}`;
  /** One sentence for the OpenAPI page. */
  summary: string;
  /** Still answered for older clients; `summary` names the call to use instead. */
  deprecated?: true;
  /**
   * The authorization that the caller's role must have. `signed-in` requires only a valid token, `public` nothing.
   */
  authorization: Authorization | 'signed-in' | 'public';
  /**
   * Needs a session, not a personal access token: changes credentials or rights. Always so for changes that need an
   * authorization for administration.
   */
  session?: true;
  /** Open also to the link of a point cloud (cloud-links.ts), for this cloud or where it is the same for all: reads only. */
  link?: true;
  params?: ZodSchema;
  query?: ZodSchema;
  /** Request headers in addition to `jwt`, `if-match` and `accept-language`; names in lower case. */
  headers?: ZodSchema;
  body?: ZodSchema;
  answer?: ZodSchema;
  /** The body is `multipart/form-data` with one `file`; `body` describes the other fields. */
  upload?: true;
  /** PUT and DELETE of a versioned resource: `If-Match` is required (428) and must match (412). */
  versioned?: true;
  /** Timeout of the client, milliseconds. Default: TIMEOUT.default. */
  timeout?: number;
}

/** Whether a personal access token is not enough for the call. */
export function needsSession({ session, authorization, method }: CallSpec): boolean {
  return session === true || (authorization.startsWith('admin.') && method !== 'GET');
}

/* @__NO_SIDE_EFFECTS__ */
export function defineCall<const S extends CallSpec>(spec: S): S {
  return spec;
}

type In<S> = S extends ZodSchema ? z.input<S> : undefined;
type Out<S> = S extends ZodSchema ? z.output<S> : undefined;
type SchemaOf<C, K extends string> = C extends Record<K, infer S> ? S : undefined;

/** The parameters passed to a handler, after parsing. */
export type ParamsOf<C> = Out<SchemaOf<C, 'params'>>;
export type QueryOf<C> = Out<SchemaOf<C, 'query'>>;
export type HeadersOf<C> = Out<SchemaOf<C, 'headers'>>;
export type BodyOf<C> = Out<SchemaOf<C, 'body'>>;
export type AnswerOf<C> = Out<SchemaOf<C, 'answer'>>;

type InputProperty<K extends string, S> = S extends ZodSchema
  ? Record<never, unknown> extends z.input<S>
    ? { [P in K]?: In<S> }
    : { [P in K]: In<S> }
  : { [P in K]?: never };

/** The request sent by a client. */
export type RequestOf<C> = InputProperty<'params', SchemaOf<C, 'params'>> &
  InputProperty<'query', SchemaOf<C, 'query'>> &
  InputProperty<'headers', SchemaOf<C, 'headers'>> &
  InputProperty<'body', SchemaOf<C, 'body'>> & {
    file?: Blob & { name?: string };
    files?: readonly File[];
    ifMatch?: string;
  };

/** Milliseconds; from section 9 of the specification. */
export const TIMEOUT = {
  default: 10_000,
  files: 120_000,
  exports: 300_000,
  autosave: 100_000,
  uploads: 50_000,
} as const;
