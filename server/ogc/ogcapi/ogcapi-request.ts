import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#core/protocol';
import type { Root } from '../features/types.ts';
import type { Services } from '../../platform/services/services.ts';
import { HttpError } from '../../base/http-error.ts';
import { htmlPage } from './html.ts';

/** A request to the API of a root. */
export interface OgcApiRequest extends Root {
  services: Services;
  /** Absolute URL of the root, without a trailing slash. */
  base: string;
  query: Record<string, string>;
  language: Language;
  html: boolean;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface Link {
  rel: string;
  type: string;
  href: string;
  title?: string;
  hreflang?: string;
}

export const GEOJSON = 'application/geo+json';
export const JSON_TYPE = 'application/json';
export const HTML = 'text/html';

/** The query parameters, each at most once. Throws 400 for unknown ones. */
export function checkedQuery(request: FastifyRequest, known: readonly string[]): Record<string, string> {
  const query = request.query as Record<string, string | string[]>;
  for (const [name, value] of Object.entries(query)) {
    const values = { name: name.slice(0, 60), known: known.join(', ') };
    if (!known.includes(name)) throw new HttpError(400, 'open.unknown-parameter', values);
    if (typeof value !== 'string') throw new HttpError(400, 'open.repeated', values);
  }
  return query as Record<string, string>;
}

/** HTML if requested by `f` or by a browser. */
export function wantsHtml(query: Record<string, string>, request: FastifyRequest): boolean {
  if (query['f'] !== undefined) {
    if (!['json', 'html'].includes(query['f']))
      throw new HttpError(400, 'open.bad-format', { format: query['f'].slice(0, 40) });
    return query['f'] === 'html';
  }
  const accepted = request.headers.accept ?? '';
  return /text\/html/.test(accepted) && !/json/.test(accepted);
}

/** A URL below the root, with a query. */
export function address(base: string, path: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${base}${path}${search ? `?${search}` : ''}`;
}

/** Links from a resource to itself in both media types. */
export function selfLinks({ base, html, query }: OgcApiRequest, path: string, json: string): Link[] {
  const at = (f: string) => address(base, path, { ...query, f });
  return [
    { rel: html ? 'alternate' : 'self', type: json, href: at('json') },
    { rel: html ? 'self' : 'alternate', type: HTML, href: at('html') },
  ];
}

/** Sends a resource as JSON or HTML. */
export function answered(
  context: OgcApiRequest,
  title: string,
  resource: object,
  type = JSON_TYPE,
): FastifyReply {
  const { reply, html, language } = context;
  if (html) return reply.type(`${HTML}; charset=utf-8`).send(htmlPage(title, resource, language));
  return exactly(reply, type, JSON.stringify(resource));
}

/** Sent as bytes: Fastify would add a charset to the media type of text, which some clients compare literally. */
export function exactly(reply: FastifyReply, type: string, text: string | Buffer): FastifyReply {
  return reply.header('content-type', type).send(typeof text === 'string' ? Buffer.from(text) : text);
}
