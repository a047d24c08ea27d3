import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { HttpError } from '../../../base/http-error.ts';
import type { Outgoing } from '../../../platform/outgoing/fetch.ts';
import type { MeshTile } from './rasterize.ts';

const MAX_BYTES = 4 * 1024 ** 2;
const TIMEOUT = 30_000;
const ACCEPT = 'application/vnd.quantized-mesh,application/octet-stream;q=0.9';
const unpack = promisify(gunzip);

/** Fetches a tile of another server; undefined where it has none. Throws 422, 502 or 504. */
export async function fetchTile(
  outgoing: Outgoing,
  tiles: string,
  { level, x, y }: MeshTile,
): Promise<Buffer | undefined> {
  const url = new URL(
    tiles.replaceAll('{z}', String(level)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y)),
  );
  const options = { headers: { accept: ACCEPT }, maxBytes: MAX_BYTES, timeout: TIMEOUT };
  const response = await outgoing.fetch(url, options);
  if (response.ok) {
    const bytes = Buffer.from(await response.arrayBuffer());
    // Gzipped files are often served without a content-encoding header.
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
    return unpack(bytes, { maxOutputLength: MAX_BYTES }).catch(() => Buffer.alloc(0));
  }
  await response.body?.cancel();
  if (response.status === 404 || response.status === 410) return undefined;
  throw new HttpError(502, 'terrain.answered', { host: url.host, status: response.status });
}
