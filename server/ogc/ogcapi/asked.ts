import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#core/protocol';
import type { Root } from '../features/types.ts';
import type { Services } from '../../platform/services/services.ts';
import { Refusal } from '../../base/refusal.ts';
import { htmlPage } from './html.ts';

/** One request to the API of a root. */
export interface Asked extends Root {
  services: Services;
  /** Absolute address of the root, without a slash at its end. */
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

/** The query's parameters, each given once. @throws Refusal 400 for one that the resource does not know. */
export function checkedQuery(request: FastifyRequest, known: readonly string[]): Record<string, string> {
  const query = request.query as Record<string, string | string[]>;
  for (const [name, value] of Object.entries(query)) {
    const values = { name: name.slice(0, 60), known: known.join(', ') };
    if (!known.includes(name)) throw new Refusal(400, 'open.unknown-parameter', values);
    if (typeof value !== 'string') throw new Refusal(400, 'open.repeated', values);
  }
  return query as Record<string, string>;
}

/** HTML where it is asked for by `f`, or by a browser. */
export function wantsHtml(query: Record<string, string>, request: FastifyRequest): boolean {
  if (query['f'] !== undefined) {
    if (!['json', 'html'].includes(query['f']))
      throw new Refusal(400, 'open.bad-format', { format: query['f'].slice(0, 40) });
    return query['f'] === 'html';
  }
  const accepted = request.headers.accept ?? '';
  return /text\/html/.test(accepted) && !/json/.test(accepted);
}

/** An address under the root, with a query. */
export function address(base: string, path: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${base}${path}${search ? `?${search}` : ''}`;
}

/** The links from a resource to itself in both its media types. */
export function selfLinks({ base, html, query }: Asked, path: string, json: string): Link[] {
  const at = (f: string) => address(base, path, { ...query, f });
  return [
    { rel: html ? 'alternate' : 'self', type: json, href: at('json') },
    { rel: html ? 'self' : 'alternate', type: HTML, href: at('html') },
  ];
}

/** Answers with a resource, as JSON or as a page. */
export function answered(asked: Asked, title: string, resource: object, type = JSON_TYPE): FastifyReply {
  const { reply, html, language } = asked;
  if (html) return reply.type(`${HTML}; charset=utf-8`).send(htmlPage(title, resource, language));
  return exactly(reply, type, JSON.stringify(resource));
}

/** As bytes: to text the framework would add a parameter to the media type, which clients compare letter by letter. */
export function exactly(reply: FastifyReply, type: string, text: string | Buffer): FastifyReply {
  return reply.header('content-type', type).send(typeof text === 'string' ? Buffer.from(text) : text);
}
