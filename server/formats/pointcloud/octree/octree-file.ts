import { closeSync, openSync, writeSync } from 'node:fs';
import { POINT_WORDS } from '../points.ts';
import type { PointSet } from './point-set.ts';

/** Bytes of a point in octree.bin. */
export const POINT_BYTES = 33;
const BUFFER = 8 * 1024 * 1024;

/** A node and where its points are. */
export interface OctreeNode {
  name: string;
  count: number;
  offset: number;
}

/** octree.bin: the points of all nodes, one node after the other. */
export class OctreeFile {
  readonly nodes: OctreeNode[] = [];
  readonly #fd: number;
  /** Bits by which colours are shifted to be 0 to 255. */
  readonly #shift: number;
  #bytes = Buffer.allocUnsafe(BUFFER);
  #held = 0;
  #offset = 0;

  constructor(path: string, shift: number) {
    this.#fd = openSync(path, 'w');
    this.#shift = shift;
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#offset;
  }

  write(name: string, { words, indices, count }: PointSet): void {
    this.nodes.push({ name, count, offset: this.#offset });
    this.#offset += count * POINT_BYTES;
    for (let from = 0; from < count;) {
      const room = Math.floor((this.#bytes.length - this.#held) / POINT_BYTES);
      const some = Math.min(room, count - from);
      this.#pack(words, indices, from, from + some);
      from += some;
      if (from < count) this.#flush();
    }
  }

  #pack(words: Int32Array, indices: Uint32Array, from: number, to: number): void {
    const [bytes, shift] = [this.#bytes, this.#shift];
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = this.#held;
    for (let i = from; i < to; i++, at += POINT_BYTES) {
      const word = indices[i]! * POINT_WORDS;
      view.setInt32(at, words[word]!, true);
      view.setInt32(at + 4, words[word + 1]!, true);
      view.setInt32(at + 8, words[word + 2]!, true);
      const redGreen = words[word + 3]!;
      const blueIntensity = words[word + 4]!;
      const returns = words[word + 5]!;
      view.setUint16(at + 12, (redGreen & 0xffff) >> shift, true);
      view.setUint16(at + 14, redGreen >>> (16 + shift), true);
      view.setUint16(at + 16, (blueIntensity & 0xffff) >> shift, true);
      view.setUint16(at + 18, blueIntensity >>> 16, true);
      bytes[at + 20] = returns;
      bytes[at + 21] = returns >> 8;
      bytes[at + 22] = returns >> 16;
      view.setUint16(at + 23, words[word + 6]!, true);
      view.setInt32(at + 25, words[word + 7]!, true);
      view.setInt32(at + 29, words[word + 8]!, true);
    }
    this.#held = at;
  }

  #flush(): void {
    for (let done = 0; done < this.#held;) done += writeSync(this.#fd, this.#bytes, done, this.#held - done);
    this.#held = 0;
  }

  /** Also after a failure. */
  close(): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#fd);
    }
  }
}
