import type { Api } from '#core/api';
import { fitPlane, loadCrs, type PlaneFit } from '#core/geodesy';
import { AppError } from '#core/kernel';
import type { ImageRequest } from '#core/mapview';
import { previewFile, type SourceOf } from '#core/protocol';
import type { Translate } from '../in-words.ts';
import type { RasterWindow } from '../raster/raster-file.ts';

type Source = SourceOf<'picture'>;

/** Pictures that are kept, each of up to 4096 pixels a side. */
const KEPT = 3;
/** Values from which on a pixel is white. */
const WHITE = 250;

interface Kept {
  readonly key: string;
  readonly bitmap: Promise<ImageBitmap>;
  /** By margins, transparency and how often its size is halved. */
  readonly windows: Map<string, RasterWindow>;
}

/** Pictures of the project's documents, placed by control points. */
export class Pictures {
  readonly #api: Pick<Api, 'bytes'>;
  readonly #t: Translate;
  #kept: readonly Kept[] = [];

  constructor(api: Pick<Api, 'bytes'>, t: Translate) {
    this.#api = api;
    this.#t = t;
  }

  /** A page as it is: at most 4096 pixels a side. Throws AppError saying what is wrong. */
  async page(file: string, page: number, signal?: AbortSignal): Promise<ImageBitmap> {
    return this.#keep(file, page, signal).bitmap;
  }

  /** An image in Web Mercator. Throws AppError saying what is wrong; status 404: the picture has nothing there. */
  async image(source: Source, image: ImageRequest, signal?: AbortSignal): Promise<ImageBitmap> {
    await loadCrs(source.crs);
    const fit = fitOf(source);
    if (!fit) throw new AppError('external-layer', this.#t('external-layers:picture.unfitted'));
    const kept = this.#keep(source.file, source.page);
    const bitmap = await kept.bitmap;
    signal?.throwIfAborted();
    const [{ paintRaster }, { PixelGrid }] = await Promise.all([
      import('../raster/paint-raster.ts'),
      import('../raster/pixel-grid.ts'),
    ]);
    const grid = new PixelGrid(image, source.crs, (place) => fit.inverse(place));
    if (!grid.extent || !meets(grid.extent, bitmap))
      throw new AppError('picture.outside', 'outside', { status: 404 });
    const halvings = Math.max(0, Math.min(8, Math.floor(Math.log2(grid.pixelSize))));
    const key = `${source.margins.join()} ${source.whiteIsClear} ${halvings}`;
    let window = kept.windows.get(key);
    if (!window) kept.windows.set(key, (window = windowOf(bitmap, source, 2 ** halvings)));
    const display = { kind: 'colours', bands: [1, 2, 3], stretch: null } as const;
    const size = { across: 1, down: 1 };
    return createImageBitmap(paintRaster(grid, window, { ...display, bands: [1, 2, 3] }, undefined, size));
  }

  #keep(file: string, page: number, signal?: AbortSignal): Kept {
    const key = `${file} ${page}`;
    const known = this.#kept.find((each) => each.key === key);
    if (known) return known;
    const loaded: Kept = { key, bitmap: this.#load(file, page, signal), windows: new Map() };
    this.#kept = [...this.#kept.slice(1 - KEPT), loaded];
    // What failed is tried again with the next image.
    loaded.bitmap.catch(() => (this.#kept = this.#kept.filter((each) => each !== loaded)));
    return loaded;
  }

  async #load(id: string, page: number, signal: AbortSignal | undefined): Promise<ImageBitmap> {
    const query = { id, size: '4096' as const, page };
    const { data } = await this.#api.bytes(previewFile, { query }, signal ? { signal } : {});
    try {
      return await createImageBitmap(new Blob([data ?? new ArrayBuffer()]));
    } catch (thrown) {
      throw new AppError('external-layer', this.#t('external-layers:picture.damaged'), { cause: thrown });
    }
  }
}

/** From pixels to the system of the picture; undefined where its points do not determine it. */
export function fitOf({ fit, points }: Pick<Source, 'fit' | 'points'>): PlaneFit | undefined {
  return fitPlane(
    fit,
    points.map(({ pixel, place }) => ({ from: pixel, to: place })),
  );
}

/** Pixels are counted to the right and up from the upper left corner. */
function meets(
  [west, south, east, north]: readonly [number, number, number, number],
  { width, height }: ImageBitmap,
) {
  return west < width && east > 0 && south < 0 && north > -height;
}

/** What is drawn of a picture, each pixel for a square of `step` pixels of it. */
function windowOf(bitmap: ImageBitmap, { margins, whiteIsClear }: Source, step: number): RasterWindow {
  const [left, top, right, bottom] = margins;
  const [x, y] = [Math.round(left * bitmap.width), Math.round(top * bitmap.height)];
  const [wide, high] = [
    Math.round((1 - right) * bitmap.width) - x,
    Math.round((1 - bottom) * bitmap.height) - y,
  ];
  const [width, height] = [Math.max(1, Math.round(wide / step)), Math.max(1, Math.round(high / step))];
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, x, y, wide, high, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const [red, green, blue, opacity] = [0, 1, 2, 3].map((band) => {
    const values = new Uint8Array(width * height);
    for (let n = 0; n < values.length; n++) values[n] = data[4 * n + band]!;
    return values;
  }) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  if (whiteIsClear)
    for (let n = 0; n < opacity.length; n++)
      if (red[n]! >= WHITE && green[n]! >= WHITE && blue[n]! >= WHITE) opacity[n] = 0;
  return {
    west: x,
    north: -y,
    dx: wide / width,
    dy: high / height,
    width,
    height,
    bands: [red, green, blue],
    opacity: { shares: opacity, most: 255 },
  };
}
