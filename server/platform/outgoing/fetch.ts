import dns from 'node:dns';
import net from 'node:net';
import { isAbort } from '#core/kernel';
import type { Agent, fetch, Headers, RequestInit, Response } from 'undici';
import { Refusal } from '../../base/refusal.ts';
import { isPublicAddress } from './addresses.ts';

/**
 * The one door for requests to addresses that settings or people name. It reaches the public internet, and of internal
 * hosts only those that the operator's own settings name for this very purpose; where a redirect leads is checked again.
 */
export interface Outgoing {
  /**
   * As `fetch`, with its limits: answers when the headers are there, and the body ends with a Refusal when it is too
   * long or too slow. An answer whose body is not wanted is cancelled (`response.body?.cancel()`).
   * @throws Refusal 422 (not to be reached), 502 (did not answer as it should), 504 (too slow), AbortError.
   */
  fetch(address: string | URL, options?: OutgoingOptions): Promise<Response>;
  close(): Promise<void>;
}

export interface OutgoingOptions extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  /**
   * Hosts (`name:port`, as `hostOf` gives them) that the operator's environment names: these may be internal. Never
   * take them from what a person or a stored setting says.
   */
  internal?: readonly string[];
  /** Milliseconds for the whole of it; 15 seconds unless said. */
  timeout?: number;
  /** Bytes of the body, decompressed; 10 MB unless said. */
  mostBytes?: number;
  signal?: AbortSignal;
}

const TIMEOUT = 15_000;
const MOST_BYTES = 10 * 1024 * 1024;
const MOST_REDIRECTS = 5;

/** `name:port` of an address in the operator's settings, for `OutgoingOptions.internal`. */
export function hostOf(address: string | URL): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

type Resolve = (name: string) => Promise<{ address: string; family: number }[]>;
const systemResolve: Resolve = (name) => dns.promises.lookup(name, { all: true });

/** `resolve`: how a name's addresses are found; the system's way unless said. */
export function openOutgoing(resolve: Resolve = systemResolve): Outgoing {
  let sending: Promise<Sending> | undefined;
  return {
    fetch: async (address, { internal = [], timeout = TIMEOUT, mostBytes, signal, ...init } = {}) => {
      const { fetch, toAny, toPublic, ...web } = await (sending ??= openSending(resolve));
      const late = AbortSignal.timeout(timeout);
      const stop = signal ? AbortSignal.any([signal, late]) : late;
      let url = addressOf(address);
      let { headers } = init;
      for (let redirects = 0; ; redirects++) {
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
        if (!next) return limited(response, mostBytes ?? MOST_BYTES, url, explain, web);
        await response.body?.cancel();
        // A body is never sent on to somewhere else, and what opens one host's door is shown to no other.
        if ((init.method ?? 'GET') !== 'GET' || redirects === MOST_REDIRECTS)
          throw new Refusal(502, 'outgoing.redirects', { host: url.host });
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

/** The client comes with the first request: many servers never make one. */
async function openSending(resolve: Resolve): Promise<Sending> {
  const { Agent, fetch, Headers, Response } = await import('undici');
  const agent = (may: (address: string) => boolean) =>
    new Agent({ connect: { lookup: lookup(resolve, may), timeout: TIMEOUT } });
  // A connection is used again only by requests that may reach the same: an internal one never by another.
  return { fetch, Headers, Response, toPublic: agent(isPublicAddress), toAny: agent(() => true) };
}

function addressOf(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new Refusal(422, 'outgoing.address', { address: String(address).slice(0, 200) });
  return url;
}

/** A number for a name is connected to without being looked up. */
function refuseInternalLiteral(url: URL, trusted: boolean): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!trusted && net.isIP(host) !== 0 && !isPublicAddress(host))
    throw new Refusal(422, 'outgoing.internal', { host: url.host });
}

class NotPublic extends Error {}

/** The connection is made to the very address that was looked at: a name cannot point elsewhere in between. */
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
  most: number,
  url: URL,
  explain: (thrown: unknown) => unknown,
  web: Pick<Sending, 'Headers' | 'Response'>,
): Response {
  const tooLarge = () => new Refusal(502, 'outgoing.too-large', { host: url.host, most: megabytes(most) });
  const source = response.body?.getReader();
  if (!source) return response;
  let bytes = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await source.read();
        if (done) return controller.close();
        bytes += (value as Uint8Array).length;
        if (bytes > most) throw tooLarge();
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
  // What is read here is decompressed.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new web.Response(body, { status, statusText, headers });
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 102.4) / 10;
}

function explained(thrown: unknown, { host }: URL, late: AbortSignal): unknown {
  if (thrown instanceof Refusal) return thrown;
  if (late.aborted) return new Refusal(504, 'outgoing.too-slow', { host });
  if (isAbort(thrown)) return thrown;
  for (let cause = thrown; cause instanceof Error; cause = cause.cause)
    if (cause instanceof NotPublic) return new Refusal(422, 'outgoing.internal', { host });
  return new Refusal(502, 'outgoing.unreachable', { host });
}
