import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LayerCredentials } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import type { Services } from '../../platform/services/services.ts';
import { BackOff, ServerFailure } from './back-off.ts';
import { withCredentials } from './credentials.ts';

const MAX_BYTES = 16 * 1024 ** 2;
const TIMEOUT = 20_000;
const CACHE_BYTES = 64 * 1024 ** 2;
const MAX_CACHED = 4 * 1024 ** 2;
/** Seconds that an answer is used without asking again: at least, at most, and where the server does not say. */
const FRESH = { min: 60, max: 86_400, default: 600 } as const;

export interface ForwardedRequest {
  url: URL;
  /** Throws for servers that are not allowed. */
  check: (url: URL) => void;
  credentials: LayerCredentials | undefined;
  /**
   * Requests with the same name share cached answers, and a pause when the server fails. Undefined: nothing is cached, and the
   * pause is that of the whole server.
   */
  name: string | undefined;
  /** `bytes=0-1023`; an answer with more is refused. */
  range?: string | undefined;
  maxBytes?: number;
  signal?: AbortSignal;
}

export interface ForwardedAnswer {
  status: 200 | 206;
  type: string;
  body: Buffer;
  etag: string;
  contentRange: string | undefined;
  /** Seconds for which it needs not be requested again. */
  freshFor: number;
}

interface CachedAnswer {
  answer: ForwardedAnswer;
  /** Validators of the other server. */
  validators: Record<string, string>;
  freshUntil: number;
}

const backOff = new BackOff();
const cache = new LRUCache<string, CachedAnswer>({
  maxSize: CACHE_BYTES,
  sizeCalculation: ({ answer }) => answer.body.length + 1_000,
});

/** Requests a URL of another server. Throws 403, 404, 422, 502, 503 or 504 saying what is wrong with the answer. */
export async function forward(services: Services, request: ForwardedRequest): Promise<ForwardedAnswer> {
  const { url, check, name, range } = request;
  check(url);
  const key = name === undefined || range !== undefined ? undefined : `${name} ${url.href}`;
  const cached = key === undefined ? undefined : cache.get(key);
  if (cached && cached.freshUntil > Date.now())
    return { ...cached.answer, freshFor: Math.ceil((cached.freshUntil - Date.now()) / 1_000) };
  const fetched = await backOff.run(url.host, () => send(services, request, cached), name);
  if (key !== undefined) store(key, fetched);
  return fetched.answer;
}

type Fetched = Pick<CachedAnswer, 'answer' | 'validators'> & { cacheable: boolean };

async function send(
  { outgoing, config }: Services,
  { url, check, credentials, range, signal, maxBytes = MAX_BYTES }: ForwardedRequest,
  cached: CachedAnswer | undefined,
): Promise<Fetched> {
  const signed = withCredentials(url, credentials);
  const response = await outgoing.fetch(signed.url, {
    headers: {
      'user-agent': `Groma/${config.version}`,
      ...signed.headers,
      ...cached?.validators,
      ...(range === undefined ? {} : { range }),
    },
    internal: config.layerHosts ?? [],
    check,
    timeout: TIMEOUT,
    maxBytes,
    ...(signal ? { signal } : {}),
  });
  const { status, headers } = response;
  const freshness = freshnessOf(headers.get('cache-control'));
  if (status === 304 && cached) {
    await response.body?.cancel();
    const answer = { ...cached.answer, freshFor: freshness.seconds };
    return { answer, validators: cached.validators, cacheable: freshness.cacheable };
  }
  if (status !== 200 && status !== 206) {
    await response.body?.cancel();
    throw failureOf(url.host, status, headers.get('retry-after'));
  }
  if (range !== undefined && status !== 206) {
    await response.body?.cancel();
    throw new HttpError(502, 'external-layers.no-ranges', { host: url.host });
  }
  const body = Buffer.from(await response.arrayBuffer());
  const answer: ForwardedAnswer = {
    status,
    body,
    type: typeOf(headers.get('content-type')),
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    contentRange: headers.get('content-range') ?? undefined,
    freshFor: freshness.seconds,
  };
  return { answer, validators: validatorsOf(headers), cacheable: freshness.cacheable };
}

function store(key: string, { answer, validators, cacheable }: Fetched): void {
  if (!cacheable || answer.body.length > MAX_CACHED) cache.delete(key);
  else cache.set(key, { answer, validators, freshUntil: Date.now() + answer.freshFor * 1_000 });
}

function failureOf(host: string, status: number, retryAfter: string | null): HttpError {
  if (status === 404 || status === 410 || status === 204)
    return new HttpError(404, 'external-layers.nothing', { host });
  if (status === 401 || status === 403)
    return new HttpError(502, 'external-layers.refused', { host, status });
  if (status >= 500 || status === 429) return new ServerFailure(host, status, retryAfter);
  return new HttpError(502, 'external-layers.answered', { host, status });
}

function freshnessOf(cacheControl: string | null): { seconds: number; cacheable: boolean } {
  const directives = cacheControl?.toLowerCase() ?? '';
  const age = /(?:^|[\s,])max-age=(\d+)/.exec(directives)?.[1];
  const stated = age === undefined ? FRESH.default : Number(age);
  return {
    seconds: Math.min(FRESH.max, Math.max(FRESH.min, /\bno-cache\b/.test(directives) ? 0 : stated)),
    cacheable: !/\bno-store\b/.test(directives),
  };
}

function validatorsOf(headers: { get(name: string): string | null }): Record<string, string> {
  const [etag, modified] = [headers.get('etag'), headers.get('last-modified')];
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(modified === null ? {} : { 'if-modified-since': modified }),
  };
}

/** Types that browsers do not run; everything else becomes plain text. */
function typeOf(contentType: string | null): string {
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase();
  if (/^image\/(png|jpeg|gif|webp|avif|tiff)$/.test(type)) return type;
  if (/[/+]json$/.test(type)) return 'application/json';
  if (/[/+]xml$/.test(type) && !/svg|html/.test(type)) return contentType!;
  if (/octet-stream|protobuf|mapbox-vector-tile|pmtiles/.test(type)) return 'application/octet-stream';
  return `text/plain${/;\s*charset=[\w-]+/i.exec(contentType ?? '')?.[0] ?? ''}`;
}
