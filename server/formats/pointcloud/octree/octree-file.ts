import { closeSync, openSync, writeSync } from 'node:fs';
import { POINT_WORDS } from '../points.ts';
import type { PointSet } from './point-set.ts';

/** Bytes of what every point has in octree.bin. */
const COMMON_BYTES = 33;
const BUFFER = 8 * 1024 * 1024;

/** A node and where its points are. */
export interface OctreeNode {
  name: string;
  count: number;
  offset: number;
}

/** What a point of octree.bin has beyond what every point has, in this order. */
export interface RestColumns {
  /** Lower bytes of colours whose upper ones are the colours that are shown. */
  colourLow: boolean;
  angle: boolean;
  user: boolean;
  flags: boolean;
  /** Bytes of near infrared and of extra dimensions. */
  tail: number;
}

export function pointBytesOf({ colourLow, angle, user, flags, tail }: RestColumns): number {
  return COMMON_BYTES + (colourLow ? 3 : 0) + (angle ? 2 : 0) + (user ? 1 : 0) + (flags ? 1 : 0) + tail;
}

/** octree.bin: the points of all nodes, one node after the other. */
export class OctreeFile {
  readonly nodes: OctreeNode[] = [];
  readonly #fd: number;
  /** Bits by which colours are shifted to be 0 to 255. */
  readonly #shift: number;
  readonly #rest: RestColumns;
  readonly pointBytes: number;
  #bytes = Buffer.allocUnsafe(BUFFER);
  #held = 0;
  #offset = 0;

  constructor(path: string, shift: number, rest: RestColumns) {
    this.#fd = openSync(path, 'w');
    this.#shift = shift;
    this.#rest = rest;
    this.pointBytes = pointBytesOf(rest);
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#offset;
  }

  write(name: string, { words, stride, indices, count }: PointSet): void {
    const { pointBytes } = this;
    this.nodes.push({ name, count, offset: this.#offset });
    this.#offset += count * pointBytes;
    for (let from = 0; from < count;) {
      const room = Math.floor((this.#bytes.length - this.#held) / pointBytes);
      const some = Math.min(room, count - from);
      this.#pack(words, stride, indices, from, from + some);
      from += some;
      if (from < count) this.#flush();
    }
  }

  #pack(words: Int32Array, stride: number, indices: Uint32Array, from: number, to: number): void {
    const [bytes, shift, pointBytes] = [this.#bytes, this.#shift, this.pointBytes];
    const hasRest = pointBytes > COMMON_BYTES;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = this.#held;
    for (let i = from; i < to; i++, at += pointBytes) {
      const word = indices[i]! * stride;
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
      if (hasRest) this.#packRest(words, word, at + COMMON_BYTES);
    }
    this.#held = at;
  }

  #packRest(words: Int32Array, word: number, to: number): void {
    const [bytes, { colourLow, angle, user, flags, tail }] = [this.#bytes, this.#rest];
    let at = to;
    if (colourLow) {
      bytes[at++] = words[word + 3]!;
      bytes[at++] = words[word + 3]! >>> 16;
      bytes[at++] = words[word + 4]!;
    }
    const packed = words[word + 9]!;
    if (angle) {
      bytes[at++] = packed;
      bytes[at++] = packed >> 8;
    }
    if (user) bytes[at++] = packed >> 16;
    if (flags) bytes[at++] = packed >> 24;
    for (let n = 0; n < tail; n++) bytes[at++] = words[word + POINT_WORDS + (n >> 2)]! >> (8 * (n & 3));
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
