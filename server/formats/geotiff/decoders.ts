import { inflateSync } from 'node:zlib';
import { addDecoder, BaseDecoder, getDecoder, type GeoTIFFImage } from 'geotiff';
import { ZSTDDecoder } from 'zstddec';
import { UnusableDem } from './unusable.ts';

type ImageDirectory = GeoTIFFImage['fileDirectory'];
type Unpacking = BaseDecoder['parameters'] & { LercParameters?: ArrayLike<number> };

/**
 * None, LZW, deflate (two numbers), PackBits, LERC, Zstandard: lossless or bounded. JPEG and WebP distort heights.
 */
export const COMPRESSIONS: readonly number[] = [1, 5, 8, 32_773, 32_946, 34_887, 50_000];
const DEFLATE = [8, 32_946];
const LERC = 34_887;
const ZSTD = 50_000;

/** LERC with additional compression: Esri's codes of the tag LercParameters. */
const PACKED_BY = { deflate: 1, zstd: 2 };

const zstd = new ZSTDDecoder();

/**
 * Limits geotiff.js, in this thread, to the stated size of each block: otherwise a file of a few kilobytes could fill
 * the memory.
 */
export async function boundDecoders(): Promise<void> {
  await zstd.init();
  const Lerc = (await getDecoder(LERC, {} as Unpacking)).constructor as typeof BaseDecoder;
  addDecoder(DEFLATE, async () => Inflate, parametersOf, false);
  addDecoder(ZSTD, async () => Unzstd, parametersOf, false);
  addDecoder(LERC, async () => boundLerc(Lerc), parametersOf, false);
}

async function parametersOf(directory: ImageDirectory): Promise<Unpacking> {
  const of = async (tag: string) => (await directory.loadValue(tag as 'Predictor')) as unknown;
  const number = async (tag: string) => Number((await of(tag)) ?? NaN);
  const [width, height] = [await number('ImageWidth'), await number('ImageLength')];
  const strips = directory.hasTag('StripOffsets');
  return {
    tileWidth: strips ? width : await number('TileWidth'),
    // All rows in one strip: many writers use the largest number there is.
    tileHeight: strips
      ? Math.min(height, (await number('RowsPerStrip')) || height)
      : await number('TileLength'),
    planarConfiguration: (await number('PlanarConfiguration')) || 1,
    bitsPerSample: ((await of('BitsPerSample')) ?? [8]) as number[],
    predictor: (await number('Predictor')) || 1,
    LercParameters: ((await of('LercParameters')) ?? []) as number[],
  };
}

class Inflate extends BaseDecoder {
  override decodeBlock(block: ArrayBufferLike): ArrayBufferLike {
    return inflated(new Uint8Array(block), sizeOf(this.parameters));
  }
}

class Unzstd extends BaseDecoder {
  override decodeBlock(block: ArrayBufferLike): ArrayBufferLike {
    return wholeOf(zstd.decode(new Uint8Array(block), sizeOf(this.parameters)));
  }
}

function boundLerc(Lerc: typeof BaseDecoder): typeof BaseDecoder {
  return class extends Lerc {
    override decodeBlock(block: ArrayBufferLike): Promise<ArrayBufferLike> | ArrayBufferLike {
      const parameters = this.parameters as Unpacking;
      const [version = 0, packedBy = 0] = Array.from(parameters.LercParameters ?? []);
      // Overhead of LERC for heights that it cannot compress.
      const max = 2 * sizeOf(parameters) + 4096;
      const bytes = new Uint8Array(block);
      const lerc =
        packedBy === PACKED_BY.deflate
          ? inflated(bytes, max)
          : packedBy === PACKED_BY.zstd
            ? wholeOf(zstd.decode(bytes, max))
            : block;
      refuseOtherSize(lerc, parameters);
      return new Lerc({ ...parameters, LercParameters: [version, 0] } as Unpacking).decodeBlock(lerc);
    }
  };
}

/**
 * Checks the size in a LERC 2 block: rows, columns and depth follow the name, version and, from version 3 on, the
 * checksum.
 */
function refuseOtherSize(block: ArrayBufferLike, { tileWidth, tileHeight }: Unpacking): void {
  const view = new DataView(block);
  if (view.byteLength < 30 || Buffer.from(block).toString('latin1', 0, 6) !== 'Lerc2 ')
    throw new UnusableDem('damaged');
  const version = view.getInt32(6, true);
  const at = version >= 3 ? 14 : 10;
  const depth = version >= 4 ? view.getInt32(at + 8, true) : 1;
  const count = view.getInt32(at, true) * view.getInt32(at + 4, true) * depth;
  if (count < 1 || count > tileWidth * tileHeight) throw new UnusableDem('damaged');
}

function inflated(block: Uint8Array, max: number): ArrayBufferLike {
  return wholeOf(inflateSync(block, { maxOutputLength: max }));
}

/** Bytes in a buffer of their own: those of zlib may lie among others. `slice()` of a `Buffer` would copy nothing. */
function wholeOf(bytes: Uint8Array): ArrayBufferLike {
  const alone = bytes.byteLength === bytes.buffer.byteLength;
  return alone ? bytes.buffer : new Uint8Array(bytes).buffer;
}

function sizeOf({ tileWidth, tileHeight, bitsPerSample }: Unpacking): number {
  const bits = typeof bitsPerSample === 'number' ? [bitsPerSample] : Array.from(bitsPerSample);
  return Math.ceil((tileWidth * tileHeight * bits.reduce((sum, each) => sum + each, 0)) / 8);
}
