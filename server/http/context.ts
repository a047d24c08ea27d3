import type { AnswerOf, BodyOf, CallSpec, HeadersOf, Language, ParamsOf, QueryOf } from '#core/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../base/caller.ts';
import type { Precomposed } from '../base/precomposed.ts';
import type { Services } from '../platform/services/services.ts';

/** What a handler receives for one request, validated against its call. */
export interface Handling<C extends CallSpec> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  headers: HeadersOf<C>;
  body: BodyOf<C>;
  /** Present unless the call is public. */
  caller: C['authorization'] extends 'public' ? Caller | undefined : Caller;
  /** Version in `If-Match`; present on versioned calls. */
  ifMatch: number;
  language: Language;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Returns a value (sent as JSON), or undefined for 204; a handler that has sent through `reply` returns `reply`. */
export type Handler<C extends CallSpec> = (
  handling: Handling<C>,
) => Promise<AnswerOf<C> | undefined | FastifyReply | Precomposed>;

/** A route of a resource; each folder in server/api exports its own. */
export interface Route {
  call: CallSpec;
  handle: Handler<CallSpec>;
}

/** Binds a handler to its call; server/app/app.ts registers the routes of all resources. */
export function route<const C extends CallSpec>(call: C, handle: Handler<C>): Route {
  return { call, handle: handle };
}
