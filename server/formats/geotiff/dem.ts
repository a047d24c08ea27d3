import { GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { LRUCache } from 'lru-cache';
import type { HeightUnit } from '#core/protocol';
import { affineOf, type Affine, type RasterPlacing } from './affine.ts';
import { COMPRESSIONS } from './decoders.ts';
import { FileBytes } from './file-bytes.ts';
import { systemsOf, type Systems } from './geo-keys.ts';
import { heightUnitOf, METRES, type HeightsIn } from './height-unit.ts';
import { missingOf } from './missing.ts';
import { UnusableDem } from './unusable.ts';

/** Most heights of a model: 16,000 by 16,000. */
const MAX_HEIGHTS = 256e6;
/** Most heights decoded at once. */
const MAX_BLOCK = 32e6;
const CACHE_BYTES = 256 * 1024 ** 2;

/** A digital elevation model in a file, read block by block. */
export class Dem {
  readonly width: number;
  readonly height: number;
  readonly #file: FileBytes;
  readonly #image: GeoTIFFImage;
  readonly #blocks = new LRUCache<number, Float32Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
  });

  private constructor(
    file: FileBytes,
    image: GeoTIFFImage,
    readonly affine: Affine,
    readonly systems: Systems,
    readonly unit: HeightsIn,
    readonly metres: (value: number) => number,
  ) {
    this.#file = file;
    this.#image = image;
    this.width = image.getWidth();
    this.height = image.getHeight();
  }

  /** `unit`: of the heights, instead of what the file says. Throws UnusableDem. */
  static async open(path: string, unit?: HeightUnit): Promise<Dem> {
    const file = await FileBytes.open(path);
    try {
      const tiff = await GeoTIFF.fromSource(file).catch((thrown: unknown) => {
        throw thrown instanceof UnusableDem ? thrown : new UnusableDem('no-tiff');
      });
      const image = await tiff.getImage(0);
      refuseUnfit(image);
      const keys = (image.getGeoKeys() ?? {}) as Record<string, unknown>;
      const systems = systemsOf(keys);
      const affine = affineOf(await placingOf(image, keys['GTRasterTypeGeoKey'] === 2));
      const heightsIn = await heightUnitOf(image, systems.unit, unit);
      const metres = await missingOf(image, METRES[heightsIn.unit]);
      return new Dem(file, image, affine, systems, heightsIn, metres);
    } catch (thrown) {
      await file.close();
      throw thrown;
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** Heights in metres, row by row; NaN where there is none, and outside the model. */
  async window(left: number, top: number, width: number, height: number): Promise<Float32Array> {
    const heights = new Float32Array(width * height).fill(NaN);
    const [across, down] = [this.#image.getTileWidth(), this.#image.getTileHeight()];
    const right = Math.min(this.width, left + width);
    const bottom = Math.min(this.height, top + height);
    const [from, below] = [Math.max(0, left), Math.max(0, top)];
    for (let y = Math.floor(below / down); y * down < bottom; y++)
      for (let x = Math.floor(from / across); x * across < right; x++) {
        const block = await this.#block(x, y);
        const columns = Math.min(across, this.width - x * across);
        const [first, last] = [Math.max(from, x * across), Math.min(right, x * across + columns)];
        for (let row = Math.max(below, y * down); row < Math.min(bottom, (y + 1) * down); row++) {
          const at = (row - y * down) * columns - x * across;
          heights.set(block.subarray(at + first, at + last), (row - top) * width + first - left);
        }
      }
    return heights;
  }

  async #block(x: number, y: number): Promise<Float32Array> {
    const image = this.#image;
    const [across, down] = [image.getTileWidth(), image.getTileHeight()];
    const number = y * Math.ceil(this.width / across) + x;
    const cached = this.#blocks.get(number);
    if (cached) return cached;
    const [left, top] = [x * across, y * down];
    const window = [left, top, Math.min(this.width, left + across), Math.min(this.height, top + down)];
    const [read] = (await image.readRasters({ window, samples: [0] })) as unknown as [ArrayLike<number>];
    // Float32Array.from takes several times as long.
    const block = new Float32Array(read.length);
    for (let n = 0; n < block.length; n++) block[n] = this.metres(read[n]!);
    this.#blocks.set(number, block);
    return block;
  }
}

async function placingOf(image: GeoTIFFImage, pixelIsPoint: boolean): Promise<RasterPlacing> {
  const numbers = async (tag: 'ModelTransformation' | 'ModelPixelScale' | 'ModelTiepoint') => {
    const value = await image.fileDirectory.loadValue(tag);
    return value === undefined ? undefined : Array.from(value as ArrayLike<number>);
  };
  return {
    transformation: await numbers('ModelTransformation'),
    scale: await numbers('ModelPixelScale'),
    tiePoint: await numbers('ModelTiepoint'),
    pixelIsPoint,
  };
}

function refuseUnfit(image: GeoTIFFImage): void {
  const [width, height] = [image.getWidth(), image.getHeight()];
  const whole = (side: number) => Number.isInteger(side) && side > 0;
  if (![width, height, image.getTileWidth(), image.getTileHeight()].every(whole))
    throw new UnusableDem('damaged');
  const bands = image.getSamplesPerPixel();
  if (bands !== 1) throw new UnusableDem('bands', { bands });
  if (width < 2 || height < 2) throw new UnusableDem('one-row', { width, height });
  if (width * height > MAX_HEIGHTS)
    throw new UnusableDem('too-many-heights', { width, height, most: MAX_HEIGHTS / 1e6 });
  if (image.getTileWidth() * image.getTileHeight() > MAX_BLOCK)
    throw new UnusableDem('large-blocks', { most: MAX_BLOCK / 1e6 });
  const compression = Number(image.fileDirectory.getValue('Compression') ?? 1);
  if (!COMPRESSIONS.includes(compression)) throw new UnusableDem('compression', { compression });
}
