import type * as z from 'zod/mini';
import type { Authorization } from './authorizations.ts';

type Schema = z.core.$ZodType;

/**
 * The definition of one API call: the server binds its handler to it, the client builds its request from it, and the
 * OpenAPI page is generated from it.
 */
export interface CallSpec {
  /** `resource.verb`, the OpenAPI operationId. */
  id: string;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
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
  params?: Schema;
  query?: Schema;
  /** Request headers in addition to `jwt`, `if-match` and `accept-language`; names in lower case. */
  headers?: Schema;
  body?: Schema;
  answer?: Schema;
  /** The body is `multipart/form-data` with one `file`; `body` describes the other fields. */
  upload?: true;
  /** PUT and DELETE of a versioned resource: `If-Match` is required (428) and must match (412). */
  versioned?: true;
  /** Timeout of the client, milliseconds. Default: TIMEOUT.default. */
  timeout?: number;
}

/* @__NO_SIDE_EFFECTS__ */
export function defineCall<const S extends CallSpec>(spec: S): S {
  return spec;
}

type In<S> = S extends Schema ? z.input<S> : undefined;
type Out<S> = S extends Schema ? z.output<S> : undefined;
type Part<C, K extends string> = C extends Record<K, infer S> ? S : undefined;

/** The parameters passed to a handler, after parsing. */
export type ParamsOf<C> = Out<Part<C, 'params'>>;
export type QueryOf<C> = Out<Part<C, 'query'>>;
export type HeadersOf<C> = Out<Part<C, 'headers'>>;
export type BodyOf<C> = Out<Part<C, 'body'>>;
export type AnswerOf<C> = Out<Part<C, 'answer'>>;

type Given<K extends string, S> = S extends Schema
  ? Record<never, unknown> extends z.input<S>
    ? { [P in K]?: In<S> }
    : { [P in K]: In<S> }
  : { [P in K]?: never };

/** The request sent by a client. */
export type RequestOf<C> = Given<'params', Part<C, 'params'>> &
  Given<'query', Part<C, 'query'>> &
  Given<'headers', Part<C, 'headers'>> &
  Given<'body', Part<C, 'body'>> & { file?: Blob & { name?: string }; ifMatch?: string };

/** Milliseconds; from section 9 of the specification. */
export const TIMEOUT = {
  default: 10_000,
  files: 120_000,
  exports: 300_000,
  autosave: 100_000,
  uploads: 50_000,
} as const;
