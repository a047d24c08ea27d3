import type { PMTiles, Source } from 'pmtiles';
import { AppError, isAbort } from '#core/kernel';
import type { TilePlace } from '#core/mapview';
import type { ReadBytes } from '../raster/remote-bytes.ts';
import { damaged, gunzip } from './unpack.ts';

/** Most bytes of a tile, unpacked; good tiles have at most half a megabyte. */
export const MAX_TILE = 8 * 1024 ** 2;
const MAX_DIRECTORY = 4 * 1024 ** 2;
/** Most bytes of a part of a file; the server refuses more, too. */
const MAX_PART = 16 * 1024 ** 2;
/** Most directories that are kept. */
const KEPT = 100;

/** Numbers of PMTiles. */
const [NO_COMPRESSION, GZIP] = [1, 2];
const MVT = 1;

/** A PMTiles file on another server, of which only the needed parts are read. */
export class TileArchive {
  readonly #file: PMTiles;
  readonly #source: RemoteSource;

  private constructor(
    file: PMTiles,
    source: RemoteSource,
    readonly minZoom: number,
    readonly maxZoom: number,
  ) {
    this.#file = file;
    this.#source = source;
  }

  /** Throws AppError: of `read`, or with an id `vector-tiles.…` saying what is wrong with the file. */
  static async open(read: ReadBytes): Promise<TileArchive> {
    const { PMTiles, SharedPromiseCache } = await import('pmtiles');
    const source = new RemoteSource(read);
    const file = new PMTiles(source, new SharedPromiseCache(KEPT, true, unpackDirectory), unpackTile);
    try {
      const { tileType, minZoom, maxZoom, specVersion } = await file.getHeader();
      if (specVersion !== 3) throw damaged(`version ${specVersion}`);
      if (tileType !== MVT) throw new AppError('vector-tiles.images', 'no MVT');
      return new TileArchive(file, source, Math.min(minZoom, 30), Math.min(maxZoom, 30));
    } catch (thrown) {
      throw failureOf(thrown, source);
    }
  }

  /** Undefined where the file has none. Throws AppError. */
  async tile({ z, x, y }: TilePlace, signal?: AbortSignal): Promise<ArrayBuffer | undefined> {
    try {
      return (await this.#file.getZxy(z, x, y, signal))?.data;
    } catch (thrown) {
      throw failureOf(thrown, this.#source);
    }
  }
}

/** The bytes of a file, through our server. */
class RemoteSource implements Source {
  readonly #read: ReadBytes;
  /** Why the last request failed; the library may replace it with an error of its own. */
  problem: AppError | undefined;

  constructor(read: ReadBytes) {
    this.#read = read;
  }

  getKey(): string {
    return '';
  }

  async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<{ data: ArrayBuffer }> {
    if (!(length > 0 && Number.isSafeInteger(offset + length))) throw damaged(`${length} bytes at ${offset}`);
    if (length > MAX_PART) throw new AppError('vector-tiles.large', `${length} bytes`);
    try {
      const data = await this.#read(offset, offset + length - 1, signal);
      this.problem = undefined;
      return { data };
    } catch (thrown) {
      if (thrown instanceof AppError) this.problem = thrown;
      throw thrown;
    }
  }
}

async function unpackDirectory(bytes: ArrayBuffer, compression: number): Promise<ArrayBuffer> {
  const directory = await unpack(bytes, compression, MAX_DIRECTORY);
  const { readVarint } = await import('pmtiles');
  const count = readVarint({ buf: new Uint8Array(directory), pos: 0 });
  // Four numbers of at least one byte for each entry.
  if (4 * count > directory.byteLength) throw damaged(`${count} entries`);
  return directory;
}

function unpackTile(bytes: ArrayBuffer, compression: number): Promise<ArrayBuffer> {
  return unpack(bytes, compression, MAX_TILE);
}

async function unpack(bytes: ArrayBuffer, compression: number, most: number): Promise<ArrayBuffer> {
  if (compression === GZIP) return gunzip(bytes, most);
  if (compression !== NO_COMPRESSION) throw new AppError('vector-tiles.packed', 'not gzip');
  if (bytes.byteLength > most) throw new AppError('vector-tiles.large', `${bytes.byteLength} bytes`);
  return bytes;
}

function failureOf(thrown: unknown, { problem }: RemoteSource): unknown {
  if (isAbort(thrown) || thrown instanceof AppError) return thrown;
  return problem ?? damaged(thrown);
}
