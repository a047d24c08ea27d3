import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { UnusableCloud } from '../unusable-cloud.ts';
import type { ChunkDecoder } from './chunk-decoder.ts';
import type { LasHeader } from './las-header.ts';

interface Decompressor {
  decompress_many(out: Uint8Array): void;
  free(): void;
}
interface LazRs {
  initSync(options: { module: Uint8Array }): unknown;
  WasmLasZipDecompressor: new (file: Uint8Array) => Decompressor;
}

/** The folder of laz-rs, compiled to WebAssembly, in @loaders.gl/las, which exports only its use on whole files. */
const FOLDER = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@loaders.gl/las')),
  'libs/laz-rs-wasm',
);

let loading: Promise<LazRs> | undefined;
let loaded = 0;

/** Loads the decoder; once in a thread, and anew after damaged points, which leave it in an unknown state. */
export function loadLazDecoder(): Promise<LazRs> {
  return (loading ??= (async () => {
    const library = (await import(
      `${pathToFileURL(path.join(FOLDER, 'laz_rs_wasm.js')).href}?${loaded++}`
    )) as LazRs;
    library.initSync({ module: readFileSync(path.join(FOLDER, 'laz_rs_wasm_bg.wasm')) });
    return library;
  })());
}

const CHUNK_SIZE_AT = 12;
const RECORD_HEAD = 54;

/** Decodes single chunks: each is given to the library as a file of its own, with the header of the whole. */
export class LazDecoder implements ChunkDecoder {
  readonly #library: LazRs;
  readonly #size: number;
  readonly #head: Buffer;
  readonly #countAt: number;
  #file = Buffer.alloc(0);
  #out = new Uint8Array(0);

  /** `head`: the file's header; `laszip`: the content of its record of compression. */
  constructor(library: LazRs, head: Buffer, laszip: Buffer, { headerSize, pointSize }: LasHeader) {
    this.#library = library;
    this.#size = pointSize;
    const header = Buffer.from(head.subarray(0, headerSize));
    const record = Buffer.alloc(RECORD_HEAD);
    record.write('laszip encoded', 2);
    record.writeUInt16LE(22204, 18);
    record.writeUInt16LE(laszip.length, 20);
    header.writeUInt32LE(1, 100);
    header.writeUInt32LE(headerSize + RECORD_HEAD + laszip.length, 96);
    this.#head = Buffer.concat([header, record, laszip, Buffer.alloc(8)]);
    this.#countAt = headerSize + RECORD_HEAD + CHUNK_SIZE_AT;
  }

  decode(chunk: Uint8Array, count: number): Uint8Array {
    const length = this.#head.length + chunk.length;
    if (this.#file.length < length) this.#file = Buffer.alloc(length);
    const file = this.#file.subarray(0, length);
    this.#head.copy(file);
    file.writeUInt32LE(count, this.#countAt);
    file.set(chunk, this.#head.length);
    if (this.#out.length !== count * this.#size) this.#out = new Uint8Array(count * this.#size);
    try {
      const decompressor = new this.#library.WasmLasZipDecompressor(file);
      try {
        decompressor.decompress_many(this.#out);
      } finally {
        decompressor.free();
      }
    } catch {
      loading = undefined;
      throw new UnusableCloud('damaged-points');
    }
    return this.#out;
  }
}
