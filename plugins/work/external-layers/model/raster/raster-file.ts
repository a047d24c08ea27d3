import type { GeoTIFF, GeoTIFFImage, Pool } from 'geotiff';
import { AppError, isAbort } from '#core/kernel';
import { RemoteBytes, type ReadBytes } from './remote-bytes.ts';

/** Bytes that are requested at a time, and how many such blocks are kept. */
const BLOCK = 64 * 1024;
const KEPT_BLOCKS = 200;
/** Most images in a file: a pyramid of a file has some ten. */
const MAX_IMAGES = 40;
/** Most pixels that are decoded for an image. */
export const MAX_PIXELS = 8_000_000;
/** Parts of a side of a file, and pixels of a side of each, that stand for the whole file. */
const SAMPLES = 5;
const SAMPLE_SIDE = 64;
/** A finer image of the pyramid is used from this share of its pixel size on. */
const SHARE = 1.3;

const USER_DEFINED = 32_767;
/** Photometric interpretations whose values are not colours by themselves: palette, CMYK, YCbCr, CIELab. */
const CONVERTED = new Set([3, 5, 6, 8]);

/** West, south, east, north in the system of a file. */
export type RasterExtent = readonly [number, number, number, number];

/** A part of an image as it is stored, row by row from the north. */
export interface RasterWindow {
  /** Of the north-western corner, in the system of the file. */
  readonly west: number;
  readonly north: number;
  /** Size of a pixel. */
  readonly dx: number;
  readonly dy: number;
  readonly width: number;
  readonly height: number;
  /** Values of the requested bands. */
  readonly bands: readonly ArrayLike<number>[];
  /** How opaque pixels are, from 0 to `most`, where the file says it: in a band of its own, or in a mask. */
  readonly opacity?: { readonly shares: ArrayLike<number>; readonly most: number };
}

interface Level {
  readonly image: GeoTIFFImage;
  /** With 1 where the image has something, and 0 elsewhere. */
  readonly mask: GeoTIFFImage | undefined;
  readonly dx: number;
  readonly dy: number;
}

/** A GeoTIFF on another server, of which only the needed parts are read. */
export class RasterFile {
  readonly #remote: RemoteBytes;
  readonly #pool: Pool | undefined;
  /** The finest first. */
  readonly #levels: readonly Level[];

  private constructor(
    remote: RemoteBytes,
    pool: Pool | undefined,
    levels: readonly Level[],
    /** `EPSG:…`. */
    readonly crs: string,
    readonly extent: RasterExtent,
    /** The value of missing pixels. */
    readonly missing: number | undefined,
  ) {
    this.#remote = remote;
    this.#pool = pool;
    this.#levels = levels;
  }

  /** `pool`: decodes off the main thread. Throws AppError: of `read`, or with an id `raster.…` saying what the file lacks. */
  static async open(
    read: ReadBytes,
    { signal, pool }: { signal?: AbortSignal; pool?: Pool } = {},
  ): Promise<RasterFile> {
    const { fromCustomClient } = await import('geotiff');
    const remote = new RemoteBytes(read);
    try {
      const tiff = await fromCustomClient(remote, { blockSize: BLOCK, cacheSize: KEPT_BLOCKS }, signal);
      const first = await tiff.getImage(0);
      const extent = extentOf(first);
      const levels = await levelsOf(tiff, first, extent);
      const missing = await missingOf(first);
      return new RasterFile(remote, pool, levels, crsIn(first), extent, missing);
    } catch (thrown) {
      throw failureOf(thrown, remote);
    }
  }

  get width(): number {
    return this.#finest.image.getWidth();
  }
  get height(): number {
    return this.#finest.image.getHeight();
  }
  get bandCount(): number {
    return this.isConverted ? 3 : this.#finest.image.getSamplesPerPixel();
  }
  /** Whether values are whole numbers from 0 to 255. */
  get isEightBit(): boolean {
    const image = this.#finest.image;
    return this.isConverted || (image.getBitsPerSample() <= 8 && image.getSampleFormat() === 1);
  }
  /** Whether its values become red, green and blue when they are read. */
  get isConverted(): boolean {
    return CONVERTED.has(this.#finest.image.fileDirectory.getValue('PhotometricInterpretation') ?? 1);
  }
  /** Size of its coarsest pixels where they are too many to show the whole file; undefined: it has overviews for any scale. */
  get coarsestPixel(): number | undefined {
    const { image, dx } = this.#levels.at(-1)!;
    return image.getWidth() * image.getHeight() > MAX_PIXELS ? dx : undefined;
  }

  get #finest(): Level {
    return this.#levels[0]!;
  }

  /**
   * Reads a part with pixels of about this size; undefined where it lies outside. `bands` are numbered from 1. Throws AppError,
   * also where the part has too many pixels, because the file has no overviews.
   */
  async read(
    part: RasterExtent,
    size: number,
    bands: readonly number[],
    signal?: AbortSignal,
  ): Promise<RasterWindow | undefined> {
    const level = this.#levelFor(size);
    const { image, mask, dx, dy } = level;
    const [west, , , north] = this.extent;
    const left = Math.max(0, Math.floor((part[0] - west) / dx) - 1);
    const right = Math.min(image.getWidth(), Math.ceil((part[2] - west) / dx) + 1);
    const top = Math.max(0, Math.floor((north - part[3]) / dy) - 1);
    const bottom = Math.min(image.getHeight(), Math.ceil((north - part[1]) / dy) + 1);
    if (!(right > left && bottom > top)) return undefined;
    if ((right - left) * (bottom - top) > MAX_PIXELS) throw new AppError('raster.coarse', 'no overviews');
    const window = [left, top, right, bottom];
    const [values, opacity] = await Promise.all([
      this.#values(image, window, bands, signal),
      this.#opacity(image, mask, window, signal),
    ]);
    return {
      west: west + left * dx,
      north: north - top * dy,
      dx,
      dy,
      width: right - left,
      height: bottom - top,
      bands: values,
      ...(opacity ? { opacity } : {}),
    };
  }

  /** The smallest image of the whole file. */
  overview(bands: readonly number[], signal?: AbortSignal): Promise<RasterWindow | undefined> {
    return this.read(this.extent, Infinity, bands, signal);
  }

  /** Small parts all over the file, as fine as it is. */
  samples(bands: readonly number[], signal?: AbortSignal): Promise<readonly (RasterWindow | undefined)[]> {
    const { dx, dy } = this.#finest;
    const [west, south, east, north] = this.extent;
    const half = [(SAMPLE_SIDE / 2) * dx, (SAMPLE_SIDE / 2) * dy] as const;
    const middles = Array.from({ length: SAMPLES }, (_, n) => (n + 0.5) / SAMPLES);
    return Promise.all(
      middles.flatMap((row) =>
        middles.map((column) => {
          const [x, y] = [west + column * (east - west), south + row * (north - south)];
          return this.read([x - half[0], y - half[1], x + half[0], y + half[1]], dx, bands, signal);
        }),
      ),
    );
  }

  #levelFor(size: number): Level {
    return this.#levels.findLast(({ dx }) => dx <= size * SHARE) ?? this.#finest;
  }

  async #opacity(
    image: GeoTIFFImage,
    mask: GeoTIFFImage | undefined,
    window: number[],
    signal: AbortSignal | undefined,
  ): Promise<RasterWindow['opacity']> {
    const band = mask || this.isConverted ? undefined : alphaIn(image);
    const read = mask ?? (band === undefined ? undefined : image);
    if (!read) return undefined;
    try {
      const [values] = (await read.readRasters({
        window,
        samples: [mask ? 0 : band! - 1],
        ...(this.#pool ? { pool: this.#pool } : {}),
        ...(signal ? { signal } : {}),
      })) as unknown as [ArrayLike<number>];
      return { shares: values, most: mask ? maskMost(values) : 2 ** image.getBitsPerSample() - 1 };
    } catch (thrown) {
      throw failureOf(thrown, this.#remote);
    }
  }

  async #values(
    image: GeoTIFFImage,
    window: number[],
    bands: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<readonly ArrayLike<number>[]> {
    const options = {
      window,
      ...(this.#pool ? { pool: this.#pool } : {}),
      ...(signal ? { signal } : {}),
    };
    try {
      if (this.isConverted) {
        const colours = await image.readRGB({ ...options, interleave: false });
        return bands.map((band) => (colours as unknown as ArrayLike<number>[])[band - 1]!);
      }
      const samples = [...new Set(bands)].map((band) => band - 1);
      const read = (await image.readRasters({
        ...options,
        samples: [...samples],
      })) as unknown as ArrayLike<number>[];
      return bands.map((band) => read[samples.indexOf(band - 1)]!);
    } catch (thrown) {
      throw failureOf(thrown, this.#remote);
    }
  }
}

function extentOf(image: GeoTIFFImage): RasterExtent {
  const turned = image.fileDirectory.getValue('ModelTransformation');
  if (turned && (turned[1] !== 0 || turned[4] !== 0)) throw new AppError('raster.turned', 'turned');
  let box: number[];
  try {
    box = image.getBoundingBox();
  } catch {
    throw new AppError('raster.unplaced', 'unplaced');
  }
  const [west, south, east, north] = box as [number, number, number, number];
  if (!(east > west && north > south && box.every(Number.isFinite)))
    throw new AppError('raster.unplaced', 'unplaced');
  return [west, south, east, north];
}

async function levelsOf(tiff: GeoTIFF, first: GeoTIFFImage, extent: RasterExtent): Promise<readonly Level[]> {
  const count = Math.min(await tiff.getImageCount(), MAX_IMAGES);
  const images = [first];
  const masks: GeoTIFFImage[] = [];
  for (let n = 1; n < count; n++) {
    const image = await tiff.getImage(n);
    // Bit 1: a reduced image of another one; bit 4: a mask.
    const kind = (image.fileDirectory.getValue('NewSubfileType') ?? 0) & 5;
    if (kind === 1) images.push(image);
    else if (kind > 1) masks.push(image);
  }
  const [west, south, east, north] = extent;
  return images
    .map((image) => ({
      image,
      mask: masks.find(
        (mask) => mask.getWidth() === image.getWidth() && mask.getHeight() === image.getHeight(),
      ),
      dx: (east - west) / image.getWidth(),
      dy: (north - south) / image.getHeight(),
    }))
    .filter(({ dx, dy }) => Number.isFinite(dx) && Number.isFinite(dy))
    .sort((a, b) => a.dx - b.dx);
}

/** The band of opacity of an image, from 1; undefined: none. */
function alphaIn(image: GeoTIFFImage): number | undefined {
  const extra = image.fileDirectory.getValue('ExtraSamples') as ArrayLike<number> | number | undefined;
  const kinds = extra === undefined ? [] : typeof extra === 'number' ? [extra] : Array.from(extra);
  // 1 and 2: opacity, by which colours are multiplied already or not; 0: anything.
  const at = kinds.findIndex((kind) => kind === 1 || kind === 2);
  return at < 0 ? undefined : image.getSamplesPerPixel() - kinds.length + at + 1;
}

/** A mask has 0 and 1, or 0 and 255. */
function maskMost(values: ArrayLike<number>): number {
  for (let n = 0; n < values.length; n++) if (values[n]! > 1) return 255;
  return 1;
}

function crsIn(image: GeoTIFFImage): string {
  const keys = (image.getGeoKeys() ?? {}) as Readonly<Record<string, unknown>>;
  const code = keys[keys['GTModelTypeGeoKey'] === 1 ? 'ProjectedCSTypeGeoKey' : 'GeographicTypeGeoKey'];
  if (typeof code !== 'number' || code <= 0 || code >= USER_DEFINED)
    throw new AppError('raster.no-crs', 'no crs');
  return `EPSG:${code}`;
}

async function missingOf(image: GeoTIFFImage): Promise<number | undefined> {
  const text = (await image.fileDirectory.loadValue('GDAL_NODATA'))?.replace(/\0.*$/s, '').trim();
  return text === undefined || text === '' ? undefined : Number(text);
}

function failureOf(thrown: unknown, remote: RemoteBytes): unknown {
  if (isAbort(thrown) || thrown instanceof AppError) return thrown;
  return remote.problem ?? new AppError('raster.damaged', String(thrown).slice(0, 200), { cause: thrown });
}
