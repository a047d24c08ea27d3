import { AppError } from '#core/kernel';
import {
  xyzAddress,
  type ExternalFeatures,
  type LayerExtent,
  type TilePlace,
  type VectorTileLook,
} from '#core/mapview';
import type { SourceOf } from '#core/protocol';
import type { TilePainter, VectorTile } from '#plugins/work/map-2d/api';
import { inWords, type Translate } from '../in-words.ts';
import type { LayerData } from '../layer-data.ts';
import type { ReadBytes } from '../raster/remote-bytes.ts';
import type { TileArchive } from './tile-archive.ts';
import { tilesOver } from './tiles-over.ts';

/** Tiles that are kept, unpacked. */
const KEPT = 64;
/** Most bytes of a style. */
const MAX_STYLE = 4 * 1024 ** 2;
/** Most tiles whose objects are read at a time. */
const MAX_SEARCHED = 24;

type Source = SourceOf<'vector-tiles'>;

interface Services {
  readonly data: Pick<LayerData, 'fetch'>;
  readonly painter: () => Promise<TilePainter>;
  readonly t: Translate;
}

/** The vector tiles of layers; what was read of them is kept for a while. */
export class VectorTiles {
  readonly #services: Services;
  readonly #archives = new Map<string, Promise<TileArchive>>();
  readonly #styles = new Map<string, Promise<string>>();
  readonly #tiles = new Map<string, Promise<VectorTile | undefined>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** A tile as an image. Throws AppError saying what is wrong; status 404: the layer has nothing there. */
  async image(
    id: string,
    source: Source,
    shown: TilePlace,
    pixels: number,
    signal?: AbortSignal,
  ): Promise<ImageBitmap> {
    return this.#inWords(source, async () => {
      const tile = await this.#tile(id, source, placeIn(source, shown));
      signal?.throwIfAborted();
      if (!tile) throw new AppError('vector-tiles.nothing', 'nothing', { status: 404 });
      const [look, painter] = await Promise.all([this.#look(id, source), this.#services.painter()]);
      return painter.paint(tile, { look, shown, pixels }, signal);
    });
  }

  /** Objects that meet an extent, as the tiles of a level have them: at most `most`. Throws AppError saying what is wrong. */
  async find(
    id: string,
    source: Source,
    { extent, zoom, most }: { extent: LayerExtent; zoom: number; most: number },
    signal?: AbortSignal,
  ): Promise<ExternalFeatures> {
    return this.#inWords(source, async () => {
      const level = Math.max(source.minZoom, Math.min(source.maxZoom, Math.floor(zoom)));
      const places = tilesOver(extent, level, MAX_SEARCHED);
      if (!places) return { features: [], isWhole: false };
      const painter = await this.#services.painter();
      const found = await Promise.all(
        places.map(async (place) => {
          const tile = await this.#tile(id, source, place);
          signal?.throwIfAborted();
          return tile ? painter.find(tile, { extent, most }, signal) : { features: [], isWhole: true };
        }),
      );
      const features = found.flatMap((each) => each.features);
      return {
        features: features.slice(0, most),
        isWhole: features.length <= most && found.every(({ isWhole }) => isWhole),
      };
    });
  }

  /** Forgets what was read of a layer: it is loaded again. */
  forget(id: string): void {
    for (const kept of [this.#archives, this.#styles, this.#tiles])
      for (const key of kept.keys()) if (key.startsWith(`${id} `)) kept.delete(key);
  }

  async #inWords<T>(source: Source, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      throw inWords(thrown, 'vector-tiles', this.#services.t, new URL(source.url).host);
    }
  }

  async #look(id: string, { colour, style }: Source): Promise<VectorTileLook> {
    if (style === null) return { colour, style };
    const text = await remembered(this.#styles, `${id} ${style}`, KEPT, async () => {
      const { unpacked } = await import('./unpack.ts');
      const response = await this.#services.data.fetch(id, style);
      return new TextDecoder().decode(await unpacked(await response.arrayBuffer(), MAX_STYLE));
    });
    return { colour, style: text };
  }

  /** Undefined where there is none. */
  #tile(id: string, source: Source, place: TilePlace): Promise<VectorTile | undefined> {
    const key = `${id} ${source.url} ${place.z}/${place.x}/${place.y}`;
    return remembered(this.#tiles, key, KEPT, async () => {
      const bytes = await (source.archive === 'pmtiles'
        ? (await this.#archive(id, source.url)).tile(place)
        : this.#fetched(id, source, place));
      return bytes && bytes.byteLength > 0 ? { key, bytes, place } : undefined;
    });
  }

  async #fetched(id: string, source: Source, { z, x, y }: TilePlace): Promise<ArrayBuffer | undefined> {
    try {
      const response = await this.#services.data.fetch(id, xyzAddress(source, z, x, y));
      const [{ unpacked }, { MAX_TILE }] = await Promise.all([
        import('./unpack.ts'),
        import('./tile-archive.ts'),
      ]);
      return await unpacked(await response.arrayBuffer(), MAX_TILE);
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.status === 404) return undefined;
      throw thrown;
    }
  }

  #archive(id: string, url: string): Promise<TileArchive> {
    const read: ReadBytes = async (from, to, signal) =>
      (await this.#services.data.fetch(id, url, signal, `bytes=${from}-${to}`)).arrayBuffer();
    return remembered(this.#archives, `${id} ${url}`, KEPT, async () =>
      (await import('./tile-archive.ts')).TileArchive.open(read),
    );
  }
}

/** The tile of a source that has what is shown in a tile. */
function placeIn({ minZoom, maxZoom }: Source, shown: TilePlace): TilePlace {
  if (shown.z < minZoom) throw new AppError('vector-tiles.nothing', 'nothing', { status: 404 });
  const deeper = Math.max(0, shown.z - maxZoom);
  return { z: shown.z - deeper, x: shown.x >> deeper, y: shown.y >> deeper };
}

/** What was asked for under a key before, or is now; what failed is tried again. The oldest make room. */
function remembered<T>(
  all: Map<string, Promise<T>>,
  key: string,
  most: number,
  load: () => Promise<T>,
): Promise<T> {
  const known = all.get(key);
  if (known) return known;
  const loading = load();
  all.set(key, loading);
  loading.catch(() => all.delete(key));
  if (all.size > most) all.delete(all.keys().next().value!);
  return loading;
}
