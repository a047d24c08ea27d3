import { Readable } from 'node:stream';
import type { Tileset } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import type { Outgoing } from '../../platform/outgoing/fetch.ts';
import { mediaTypeOf } from './kinds.ts';
import { pathOf, readTree } from './tree.ts';
import { shown, UnusableTileset } from './unusable.ts';

const MAX_ROOT = 32 * 1024 ** 2;
const MAX_FILE = 256 * 1024 ** 2;
const TIMEOUT = 60_000;

export interface RemoteRoot {
  /** As stored: without a fragment. */
  address: string;
  root: string;
  edition: Tileset['edition'];
}

/** Reads the root of a remote tileset. Throws 422, 502 or 504 with the reason. */
export async function readRemoteRoot(outgoing: Outgoing, given: string): Promise<RemoteRoot> {
  if (!URL.canParse(given)) throw new HttpError(422, 'outgoing.address', { address: given.slice(0, 200) });
  const url = new URL(given);
  url.hash = '';
  const root = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  const name = shown(root === '' ? url.href : decodeURI(root));
  if (mediaTypeOf(root) !== 'application/json')
    throw new HttpError(422, 'tilesets.refused.no-tileset', { name });
  const response = await outgoing.fetch(url, { maxBytes: MAX_ROOT, timeout: TIMEOUT });
  if (!response.ok) {
    await response.body?.cancel();
    throw new HttpError(502, 'tilesets.answered', { host: url.host, status: response.status });
  }
  try {
    const { edition } = readTree(await response.text(), root);
    return { address: url.href, root: decodeURIComponent(root), edition };
  } catch (thrown) {
    if (thrown instanceof UnusableTileset)
      throw new HttpError(422, `tilesets.refused.${thrown.key}`, thrown.values);
    throw thrown;
  }
}

export interface RemoteFile {
  status: 200 | 304;
  etag: string | undefined;
  mediaType: string;
  body: Readable;
}

/**
 * Fetches a file of a remote tileset, in or below the folder of its URL, with that URL's query, which may contain a
 * key. A file the browser has is requested with its ETag.
 */
export async function fetchRemote(
  outgoing: Outgoing,
  address: string,
  path: string,
  known: string | undefined,
): Promise<RemoteFile> {
  const mediaType = mediaTypeOf(path);
  if (mediaType === undefined) throw new HttpError(404, 'http.not-found');
  const url = urlOf(address, path);
  const response = await outgoing.fetch(url, {
    headers: known === undefined ? {} : { 'if-none-match': known },
    maxBytes: MAX_FILE,
    timeout: TIMEOUT,
  });
  const { status, body } = response;
  const etag = response.headers.get('etag') ?? undefined;
  if (known !== undefined && status === 304)
    return { status, etag: etag ?? known, mediaType, body: Readable.from([]) };
  if (!response.ok || !body) {
    await body?.cancel();
    if (status === 404 || status === 410) throw new HttpError(404, 'http.not-found');
    throw new HttpError(502, 'tilesets.answered', { host: url.host, status });
  }
  return { status: 200, etag, mediaType, body: Readable.fromWeb(body as never) };
}

/** Throws 404 for a path outside the URL's folder. */
function urlOf(address: string, path: string): URL {
  const base = new URL(address);
  const folder = base.pathname.slice(0, base.pathname.lastIndexOf('/') + 1);
  try {
    const below = pathOf(encodeURI(path).replace(/[?#]/g, encodeURIComponent), '');
    base.pathname = folder + below.split('/').map(encodeURIComponent).join('/');
  } catch {
    throw new HttpError(404, 'http.not-found');
  }
  if (!base.pathname.startsWith(folder)) throw new HttpError(404, 'http.not-found');
  return base;
}
