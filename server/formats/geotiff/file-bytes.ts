import { open, type FileHandle } from 'node:fs/promises';
import type { GeoTIFF } from 'geotiff';
import { UnusableDem } from './unusable.ts';

type GeoTiffSource = Parameters<typeof GeoTIFF.fromSource>[0];
type Slice = { offset: number; length: number };

/** Largest table or tile of a valid file. */
const MAX_AT_ONCE = 256 * 1024 ** 2;

/** TIFF and BigTIFF begin with the byte order and 42 or 43. */
export function isTiff(head: Buffer): boolean {
  return ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(head.toString('latin1', 0, 4));
}

/** A file for geotiff.js, which trusts sizes stated in the file: reads are limited to the file's size. */
export class FileBytes {
  readonly fileSize: number;
  readonly #file: FileHandle;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.fileSize = size;
  }

  static async open(path: string): Promise<FileBytes & GeoTiffSource> {
    const file = await open(path);
    const { size } = await file.stat();
    return new FileBytes(file, size);
  }

  fetch(slices: Slice[]): Promise<ArrayBuffer[]> {
    return Promise.all(slices.map((slice) => this.#read(slice)));
  }

  async fetchSlice(slice: Slice): Promise<Slice & { data: ArrayBuffer }> {
    return { ...slice, data: await this.#read(slice) };
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #read({ offset, length }: Slice): Promise<ArrayBuffer> {
    const there = Math.min(length, this.fileSize - offset);
    if (!(offset >= 0 && there > 0 && there <= MAX_AT_ONCE)) throw new UnusableDem('damaged');
    const bytes = new Uint8Array(there);
    const { bytesRead } = await this.#file.read(bytes, 0, there, offset);
    if (bytesRead < there) throw new UnusableDem('damaged');
    return bytes.buffer;
  }
}
