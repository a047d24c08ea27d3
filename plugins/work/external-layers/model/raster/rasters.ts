import type { Pool } from 'geotiff';
import { loadCrs } from '#core/geodesy';
import { AppError } from '#core/kernel';
import type { ImageRequest } from '#core/mapview';
import type { SourceOf } from '#core/protocol';
import { inWords, originOf, type Translate } from '../in-words.ts';
import type { LayerData } from '../layer-data.ts';
import type { RasterFile } from './raster-file.ts';
import type { ReadBytes } from './remote-bytes.ts';

/** Decoders at work at a time. */
const MAX_WORKERS = 4;

/** The GeoTIFFs of layers; what was read of them is kept while their layers are there. */
export class Rasters {
  readonly #data: Pick<LayerData, 'fetch'>;
  readonly #t: Translate;
  #workers: Promise<Pool> | undefined;
  readonly #open = new Map<string, { url: string; file: Promise<RasterFile> }>();

  constructor(data: Pick<LayerData, 'fetch'>, t: Translate) {
    this.#data = data;
    this.#t = t;
  }

  /** An image in Web Mercator. Throws AppError saying what is wrong; status 404: the file has nothing there. */
  async image(
    id: string,
    source: SourceOf<'geotiff'>,
    image: ImageRequest,
    signal?: AbortSignal,
  ): Promise<ImageBitmap> {
    try {
      await loadCrs(source.crs);
      const file = await this.#fileOf(id, source.url);
      signal?.throwIfAborted();
      const [{ bandsOf, paintRaster, pixelSizeOf }, { PixelGrid }] = await Promise.all([
        import('./paint-raster.ts'),
        import('./pixel-grid.ts'),
      ]);
      const grid = new PixelGrid(image, source.crs);
      const part = grid.extent;
      const window = part && (await file.read(part, grid.pixelSize, bandsOf(source.display), signal));
      if (!window) throw new AppError('raster.outside', 'outside', { status: 404 });
      const painted = paintRaster(
        grid,
        window,
        source.display,
        file.missing,
        pixelSizeOf(source.crs, window),
      );
      return await createImageBitmap(painted);
    } catch (thrown) {
      throw inWords(thrown, 'raster', this.#t, originOf(source.url));
    }
  }

  /** Opens a file that is no layer yet. Throws AppError saying what is wrong. */
  async open(read: ReadBytes, host: string, signal: AbortSignal): Promise<RasterFile> {
    try {
      return await openFile(read, { signal, pool: await this.#pool() });
    } catch (thrown) {
      throw inWords(thrown, 'raster', this.#t, host);
    }
  }

  /** Forgets the files of other layers. */
  keep(ids: readonly string[]): void {
    for (const id of this.#open.keys()) if (!ids.includes(id)) this.#open.delete(id);
  }

  #fileOf(id: string, url: string): Promise<RasterFile> {
    const known = this.#open.get(id);
    if (known?.url === url) return known.file;
    const read: ReadBytes = async (from, to, signal) =>
      (await this.#data.fetch(id, url, signal, `bytes=${from}-${to}`)).arrayBuffer();
    const file = this.#pool().then((pool) => openFile(read, { pool }));
    this.#open.set(id, { url, file });
    // What failed is tried again with the next image.
    file.catch(() => this.#open.delete(id));
    return file;
  }

  /** Workers that decode, for all files; made with the first. */
  #pool(): Promise<Pool> {
    this.#workers ??= import('geotiff').then(
      ({ Pool }) => new Pool(Math.min(MAX_WORKERS, navigator.hardwareConcurrency)),
    );
    return this.#workers;
  }
}

const openFile: typeof RasterFile.open = async (read, options) =>
  (await import('./raster-file.ts')).RasterFile.open(read, options);
