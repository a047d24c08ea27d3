import dns from 'node:dns';
import net from 'node:net';
import { isAbort } from '#core/kernel';
import type { Agent, fetch, Headers, RequestInit, Response } from 'undici';
import { HttpError } from '../../base/http-error.ts';
import { isPublicAddress } from './addresses.ts';

/**
 * The only way to request URLs from settings or people. It reaches the public internet, and internal hosts only if
 * the operator's settings name them for this purpose; redirects are checked again.
 */
export interface Outgoing {
  /**
   * Like `fetch`, with limits: resolves with the headers, and the body ends with an error when it is too long or too
   * slow. Cancel a body that is not needed (`response.body?.cancel()`).
   * Throws 422 (not allowed or not reachable), 502 (invalid response), 504 (too slow), AbortError.
   */
  fetch(address: string | URL, options?: OutgoingOptions): Promise<Response>;
  close(): Promise<void>;
}

export interface OutgoingOptions extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  /**
   * Hosts (`name:port`, as returned by `hostOf`) named by the operator's environment, which may be internal. Never
   * take them from people or stored settings.
   */
  internal?: readonly string[];
  /** Throws an HttpError for a URL that may not be requested; asked for each redirect, too. */
  check?: (url: URL) => void | Promise<void>;
  /** Total milliseconds. Default: 15 seconds. */
  timeout?: number;
  /** Bytes of the decompressed body. Default: 10 MB. */
  maxBytes?: number;
  signal?: AbortSignal;
}

const TIMEOUT = 15_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 5;

/** `name:port` of a URL in the operator's settings, for `OutgoingOptions.internal`. */
export function hostOf(address: string | URL): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

type Resolve = (name: string) => Promise<{ address: string; family: number }[]>;
const systemResolve: Resolve = (name) => dns.promises.lookup(name, { all: true });

/** `resolve`: resolves host names. Default: the system's resolver. */
export function openOutgoing(resolve: Resolve = systemResolve): Outgoing {
  let sending: Promise<Sending> | undefined;
  return {
    fetch: async (address, { internal = [], timeout = TIMEOUT, check, maxBytes, signal, ...init } = {}) => {
      const { fetch, toAny, toPublic, ...web } = await (sending ??= openSending(resolve));
      const late = AbortSignal.timeout(timeout);
      const stop = signal ? AbortSignal.any([signal, late]) : late;
      let url = addressOf(address);
      let { headers } = init;
      for (let redirects = 0; ; redirects++) {
        await check?.(url);
        const trusted = internal.includes(hostOf(url));
        refuseInternalLiteral(url, trusted);
        const explain = (thrown: unknown) => explained(thrown, url, late);
        const response = await fetch(url, {
          ...init,
          headers,
          redirect: 'manual',
          signal: stop,
          dispatcher: trusted ? toAny : toPublic,
        }).catch((thrown: unknown) => Promise.reject(explain(thrown)));
        const next = redirectOf(response, url);
        if (!next) return limited(response, maxBytes ?? MAX_BYTES, url, explain, web);
        await response.body?.cancel();
        // A body is never resent, and credentials are not sent to another host.
        if ((init.method ?? 'GET') !== 'GET' || redirects === MAX_REDIRECTS)
          throw new HttpError(502, 'outgoing.redirects', { host: url.host });
        if (next.origin !== url.origin) headers = undefined;
        url = next;
      }
    },
    close: async () => {
      const open = await sending;
      await Promise.all([open?.toPublic.destroy(), open?.toAny.destroy()]);
    },
  };
}

interface Sending {
  fetch: typeof fetch;
  Headers: typeof Headers;
  Response: typeof Response;
  toPublic: Agent;
  toAny: Agent;
}

/** The client is loaded with the first request: many servers never make one. */
async function openSending(resolve: Resolve): Promise<Sending> {
  const { Agent, fetch, Headers, Response } = await import('undici');
  const agent = (may: (address: string) => boolean) =>
    new Agent({ connect: { lookup: lookup(resolve, may), timeout: TIMEOUT } });
  // Connections are reused only by requests with the same permissions: internal ones never by others.
  return { fetch, Headers, Response, toPublic: agent(isPublicAddress), toAny: agent(() => true) };
}

function addressOf(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new HttpError(422, 'outgoing.address', { address: String(address).slice(0, 200) });
  return url;
}

/** IP addresses are connected to without name resolution. */
function refuseInternalLiteral(url: URL, trusted: boolean): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!trusted && net.isIP(host) !== 0 && !isPublicAddress(host))
    throw new HttpError(422, 'outgoing.internal', { host: url.host });
}

class NotPublic extends Error {}

/** The connection goes to the address that was checked: the name cannot resolve differently in between. */
function lookup(resolve: Resolve, may: (address: string) => boolean): net.LookupFunction {
  return (name, options, done) => {
    resolve(name).then(
      (found) => {
        const allowed = found.filter(({ address }) => may(address));
        const [first] = allowed;
        if (!first) return done(found.length > 0 ? new NotPublic(name) : new Error(`${name} is unknown`), '');
        if (options.all) done(null, allowed);
        else done(null, first.address, first.family);
      },
      (failure: NodeJS.ErrnoException) => done(failure, ''),
    );
  };
}

function redirectOf(response: Response, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const location = response.headers.get('location');
  if (location === null) return undefined;
  return addressOf(URL.canParse(location, from) ? new URL(location, from) : location);
}

function limited(
  response: Response,
  max: number,
  url: URL,
  explain: (thrown: unknown) => unknown,
  web: Pick<Sending, 'Headers' | 'Response'>,
): Response {
  const tooLarge = () => new HttpError(502, 'outgoing.too-large', { host: url.host, most: megabytes(max) });
  const source = response.body?.getReader();
  if (!source) return response;
  let bytes = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await source.read();
        if (done) return controller.close();
        bytes += (value as Uint8Array).length;
        if (bytes > max) throw tooLarge();
        controller.enqueue(value as Uint8Array);
      } catch (thrown) {
        await source.cancel().catch(() => {});
        controller.error(explain(thrown));
      }
    },
    cancel: (reason) => source.cancel(reason),
  });
  const { status, statusText } = response;
  const headers = new web.Headers([...response.headers]);
  // The body is already decompressed.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new web.Response(body, { status, statusText, headers });
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 102.4) / 10;
}

function explained(thrown: unknown, { host }: URL, late: AbortSignal): unknown {
  if (thrown instanceof HttpError) return thrown;
  if (late.aborted) return new HttpError(504, 'outgoing.too-slow', { host });
  if (isAbort(thrown)) return thrown;
  for (let cause = thrown; cause instanceof Error; cause = cause.cause)
    if (cause instanceof NotPublic) return new HttpError(422, 'outgoing.internal', { host });
  return new HttpError(502, 'outgoing.unreachable', { host });
}
