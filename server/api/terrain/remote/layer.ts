import * as z from 'zod/mini';
import type { Terrain } from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import type { Outgoing } from '../../../platform/outgoing/fetch.ts';
import { fetchTile } from './fetch-tile.ts';
import { heightsOf, NoMesh } from './mesh.ts';

const MAX_BYTES = 4 * 1024 ** 2;
const TIMEOUT = 30_000;
/** Finest level of a world terrain; ours are numbered up to level 22. */
const FINEST = 20;
/** Heights along a tile of a mesh of the finest possible resolution for its level. */
const CELLS = 64;
const METRES_PER_DEGREE = 111_320;
/** Limit of our tile scheme. */
const MAX_LATITUDE = 85;

const degrees = (max: number) => z.number().check(z.minimum(-max), z.maximum(max));
const layerJson = z.object({
  format: z.string(),
  projection: z.optional(z.string()),
  scheme: z.optional(z.string()),
  tiles: z.array(z.string().check(z.maxLength(2000))).check(z.minLength(1)),
  version: z.optional(z.string()),
  maxzoom: z.optional(z.int().check(z.minimum(0))),
  bounds: z.optional(z.tuple([degrees(180), degrees(90), degrees(180), degrees(90)])),
  available: z.optional(z.array(z.array(z.unknown()))),
});

/** What is stored of a remote terrain. */
export type RemoteTerrain = Pick<Terrain, 'extent' | 'finest' | 'lowest' | 'highest' | 'resolution'> & {
  address: string;
  tiles: string;
};

/** Reads the layer.json of a remote terrain. Throws 422, 502 or 504 with the reason. */
export async function readRemoteTerrain(outgoing: Outgoing, given: string): Promise<RemoteTerrain> {
  if (!URL.canParse(given)) throw new HttpError(422, 'outgoing.address', { address: given.slice(0, 200) });
  const url = new URL(given);
  url.hash = '';
  const response = await outgoing.fetch(url, { maxBytes: MAX_BYTES, timeout: TIMEOUT });
  if (!response.ok) {
    await response.body?.cancel();
    throw new HttpError(502, 'terrain.answered', { host: url.host, status: response.status });
  }
  const layer = parsed(await response.text());
  if (!layer?.format.startsWith('quantized-mesh-1.')) throw new HttpError(422, 'terrain.refused.no-layer');
  const plain = (layer.projection ?? 'EPSG:4326') === 'EPSG:4326' && (layer.scheme ?? 'tms') === 'tms';
  if (!plain) throw new HttpError(422, 'terrain.refused.scheme');
  const tiles = templateOf(url, layer.tiles[0]!.replaceAll('{version}', layer.version ?? ''));
  const [west, south, east, north] = layer.bounds ?? [-180, -90, 180, 90];
  if (!(west < east && south < north)) throw new HttpError(422, 'terrain.refused.no-layer');
  const finest = Math.min(FINEST, layer.maxzoom ?? Math.max(0, (layer.available?.length ?? FINEST + 1) - 1));
  return {
    address: url.href,
    tiles,
    finest,
    extent: [west, Math.max(-MAX_LATITUDE, south), east, Math.min(MAX_LATITUDE, north)],
    resolution: (METRES_PER_DEGREE * 180) / 2 ** finest / CELLS,
    ...(await rangeOf(outgoing, tiles)),
  };
}

function parsed(text: string): z.output<typeof layerJson> | undefined {
  try {
    return z.safeParse(layerJson, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * The URL template of a tile. Only URLs beside or below the layer.json are used, with the query of its URL, which may
 * contain a key. Throws 422.
 */
function templateOf(layer: URL, given: string): string {
  const folder = new URL('.', layer);
  if (!URL.canParse(given, layer)) throw new HttpError(422, 'terrain.refused.no-layer');
  const url = new URL(given, layer);
  if (url.origin !== folder.origin || !url.pathname.startsWith(folder.pathname))
    throw new HttpError(422, 'terrain.refused.tiles-elsewhere', { host: layer.host });
  for (const [name, value] of layer.searchParams) url.searchParams.set(name, value);
  const template = url.href.replace(/%7B([zxy])%7D/gi, '{$1}');
  if (!['{z}', '{x}', '{y}'].every((part) => template.includes(part)))
    throw new HttpError(422, 'terrain.refused.no-layer');
  return template;
}

/** Height range of the whole terrain, from its one or two coarsest tiles. */
async function rangeOf(outgoing: Outgoing, tiles: string): Promise<{ lowest: number; highest: number }> {
  const coarsest = await Promise.all([0, 1].map((x) => fetchTile(outgoing, tiles, { level: 0, x, y: 0 })));
  const found = coarsest.flatMap((bytes) => (bytes ? [bytes] : []));
  try {
    const ranges = found.map((bytes) => heightsOf(bytes));
    if (ranges.length === 0) throw new NoMesh();
    return {
      lowest: Math.min(...ranges.map(({ lowest }) => lowest)),
      highest: Math.max(...ranges.map(({ highest }) => highest)),
    };
  } catch (thrown) {
    if (thrown instanceof NoMesh) throw new HttpError(422, 'terrain.refused.no-mesh');
    throw thrown;
  }
}
