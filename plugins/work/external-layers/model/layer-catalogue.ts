import type { Api } from '#core/api';
import { AppError } from '#core/kernel';
import { withParameters } from '#core/mapview';
import { loadDefinitions } from '#core/project';
import { readLayerServer, type LayerCredentials } from '#core/protocol';
import type { OfferedService, ReadService } from '#plugins/work/map-2d/api';
import { inWords, type Translate } from './in-words.ts';
import type { ProposedRaster } from './raster/propose.ts';
import type { Rasters } from './raster/rasters.ts';
import type { ReadBytes } from './raster/remote-bytes.ts';
import type { OfferedTiles } from './vector/offered-tiles.ts';

export type ServiceKind = 'wms' | 'wmts' | 'wfs' | 'ogcapi';

/** Matrix sets of a service are computed in their systems: most services have a few. */
const MAX_SYSTEMS = 30;

interface RasterReaders {
  load(): Promise<{ readonly rasters: Pick<Rasters, 'open'> }>;
}

/** Reads which layers a server offers. */
export class LayerCatalogue {
  readonly #api: Pick<Api, 'call' | 'bytes'>;
  readonly #read: ReadService;
  readonly #readers: RasterReaders;
  readonly #t: Translate;

  constructor(api: Pick<Api, 'call' | 'bytes'>, read: ReadService, readers: RasterReaders, t: Translate) {
    this.#api = api;
    this.#read = read;
    this.#readers = readers;
    this.#t = t;
  }

  /**
   * Reads what is needed of a GeoTIFF to show it, and proposes how. Throws AppError saying what is wrong with the address or
   * the file.
   */
  async rasterAt(
    address: string,
    credentials: LayerCredentials | undefined,
    signal: AbortSignal,
  ): Promise<ProposedRaster> {
    const host = this.#hostOf(address);
    const { rasters } = await this.#readers.load();
    const file = await rasters.open(this.#bytesOf(address, credentials, signal), host, signal);
    try {
      await loadDefinitions(this.#api, [file.crs], signal);
      const { proposeRaster } = await import('./raster/propose.ts');
      return await proposeRaster(file, address, signal);
    } catch (thrown) {
      throw inWords(thrown, 'raster', this.#t, host);
    }
  }

  /** Throws AppError saying what is wrong with the address or the answer. */
  async offeredBy(
    kind: ServiceKind,
    address: string,
    credentials: LayerCredentials | undefined,
    signal: AbortSignal,
  ): Promise<OfferedService> {
    const host = this.#hostOf(address);
    const text = textOf(await this.#whole(capabilitiesAddress(kind, address), credentials, signal));
    const systems = [...text.matchAll(/SupportedCRS>[^<]*?[:/](\d{4,6})\s*</g)].map(
      ([, code]) => `EPSG:${code}`,
    );
    await loadDefinitions(this.#api, [...new Set(systems)].slice(0, MAX_SYSTEMS), signal);
    try {
      return await this.#read(text, address);
    } catch (thrown) {
      throw inWords(thrown, 'service', this.#t, host);
    }
  }

  /** Vector tiles by what a person knows of them. Throws AppError saying what is wrong with the address or the answer. */
  async vectorTilesAt(
    address: string,
    credentials: LayerCredentials | undefined,
    signal: AbortSignal,
  ): Promise<OfferedTiles> {
    const host = this.#hostOf(address.replace(/[{}]/g, ''));
    const { offeredTiles } = await import('./vector/offered-tiles.ts');
    try {
      return await offeredTiles(address, {
        bytes: (url) => this.#bytesOf(url, credentials, signal),
        text: async (url) => textOf(await this.#whole(url, credentials, signal)),
      });
    } catch (thrown) {
      throw inWords(thrown, 'vector-tiles', this.#t, host);
    }
  }

  async #whole(
    url: string,
    credentials: LayerCredentials | undefined,
    signal: AbortSignal,
  ): Promise<ArrayBuffer | undefined> {
    const body = credentials ? { url, credentials } : { url };
    return (await this.#api.bytes(readLayerServer, { body }, { signal })).data;
  }

  #bytesOf(url: string, credentials: LayerCredentials | undefined, signal: AbortSignal): ReadBytes {
    return async (from, to) => {
      const bytes: [number, number] = [from, to];
      const body = { url, bytes, ...(credentials ? { credentials } : {}) };
      const { data } = await this.#api.bytes(readLayerServer, { body }, { signal });
      return new Uint8Array(data ?? []).slice().buffer;
    };
  }

  #hostOf(address: string): string {
    if (!URL.canParse(address))
      throw new AppError('external-layer', this.#t('external-layers:add.no-address', { address }));
    return new URL(address).host;
  }
}

/** The address of the description of a service; of a WMTS it may be a file, of an OGC API it is the list of collections. */
export function capabilitiesAddress(kind: ServiceKind, address: string): string {
  if (kind === 'ogcapi') {
    const url = new URL(address);
    if (!/\/collections\/?$/.test(url.pathname))
      url.pathname = `${url.pathname.replace(/\/$/, '')}/collections`;
    return withParameters(url.href, { f: 'json' });
  }
  if (kind === 'wmts' && /\.xml$/i.test(new URL(address).pathname)) return address;
  return withParameters(address, { SERVICE: kind.toUpperCase(), REQUEST: 'GetCapabilities' });
}

/** Decoded as its XML declaration says; default: UTF-8. */
function textOf(data: ArrayBuffer | undefined): string {
  if (!data) return '';
  const head = new TextDecoder('latin1').decode(data.slice(0, 200));
  const encoding = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(encoding).decode(data);
  } catch {
    return new TextDecoder().decode(data);
  }
}
