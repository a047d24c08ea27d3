import { createLazPerf, type LazPerf } from 'laz-perf';
import { UnusableCloud } from '../unusable-cloud.ts';
import type { ChunkDecoder } from './chunk-decoder.ts';
import type { LasHeader } from './las-header.ts';

let loading: Promise<LazPerf> | undefined;

/** Loads the decoder; once in a thread, and anew after damaged points, which leave it in an unknown state. */
export const loadLazPerf = (): Promise<LazPerf> => (loading ??= createLazPerf());

/**
 * Decodes chunks of the point formats of LAS 1.4 with extra bytes by laz-perf: the faster decoder reads the extra bytes
 * of points of several scanner channels wrongly.
 */
export class ExtraDecoder implements ChunkDecoder {
  readonly #library: LazPerf;
  readonly #format: number;
  readonly #size: number;
  #out = new Uint8Array(0);

  constructor(library: LazPerf, { pointFormat, pointSize }: Pick<LasHeader, 'pointFormat' | 'pointSize'>) {
    this.#library = library;
    this.#format = pointFormat;
    this.#size = pointSize;
  }

  decode(chunk: Uint8Array, count: number): Uint8Array {
    const [library, size] = [this.#library, this.#size];
    if (this.#out.length !== count * size) this.#out = new Uint8Array(count * size);
    const bytes = library._malloc(chunk.length);
    const record = library._malloc(size);
    try {
      library.HEAPU8.set(chunk, bytes);
      const decoder = new library.ChunkDecoder();
      decoder.open(this.#format, size, bytes);
      for (let i = 0; i < count; i++) {
        decoder.getPoint(record);
        this.#out.set(library.HEAPU8.subarray(record, record + size), i * size);
      }
      decoder.delete();
    } catch {
      loading = undefined;
      throw new UnusableCloud('damaged-points');
    } finally {
      library._free(record);
      library._free(bytes);
    }
    return this.#out;
  }
}
