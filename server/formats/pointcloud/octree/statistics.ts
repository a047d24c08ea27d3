import { readExtra } from '../extra-dimensions.ts';
import {
  NO_REST,
  POINT_WORDS,
  wordsOf,
  type IntegerBounds,
  type PointBlock,
  type PointRest,
} from '../points.ts';
import { timeReader } from '../las/las-words.ts';

export interface Range {
  min: number;
  max: number;
}

/** What is known of all points after they were read once. */
export class Statistics {
  count = 0;
  readonly bounds: IntegerBounds = {
    min: [Infinity, Infinity, Infinity],
    max: [-Infinity, -Infinity, -Infinity],
  };
  /** Number of points of each class. */
  readonly classes = new Float64Array(256);
  readonly intensity: Range = { min: 65_535, max: 0 };
  readonly returnNumber: Range = { min: 255, max: 0 };
  readonly returns: Range = { min: 255, max: 0 };
  readonly source: Range = { min: 65_535, max: 0 };
  readonly time: Range = { min: Infinity, max: -Infinity };
  readonly angle: Range = { min: Infinity, max: -Infinity };
  readonly user: Range = { min: 255, max: 0 };
  readonly flags: Range = { min: 255, max: 0 };
  readonly nir: Range = { min: 65_535, max: 0 };
  /** Of each extra dimension, as stored. */
  readonly extras: Range[];
  maxColour = 0;
  /** Whether a colour of 16 bits is another than its upper byte twice. */
  #isFine = false;
  #lowColour = 0;
  /** A sum over the coordinates that does not depend on the order of points. */
  sum = 0;
  readonly #timeOf = timeReader();
  readonly #rest: PointRest;
  readonly #stride: number;

  constructor(rest: PointRest = NO_REST) {
    this.#rest = rest;
    this.#stride = wordsOf(rest);
    this.extras = rest.extras.map(() => ({ min: Infinity, max: -Infinity }));
  }

  /** How colours are kept as 0 to 255: as they are; their upper byte, the lower being 0, the same, or any other. */
  get colour(): 'byte' | 'high' | 'doubled' | 'fine' {
    if (this.maxColour <= 255) return 'byte';
    if (this.#lowColour === 0) return 'high';
    return this.#isFine ? 'fine' : 'doubled';
  }

  add({ words, count }: PointBlock): void {
    const { classes } = this;
    let [minX, minY, minZ] = this.bounds.min;
    let [maxX, maxY, maxZ] = this.bounds.max;
    let { min: minI, max: maxI } = this.intensity;
    let { min: minRn, max: maxRn } = this.returnNumber;
    let { min: minN, max: maxN } = this.returns;
    let { min: minS, max: maxS } = this.source;
    let { min: minT, max: maxT } = this.time;
    let { min: minA, max: maxA } = this.angle;
    let { min: minU, max: maxU } = this.user;
    let { min: minF, max: maxF } = this.flags;
    let [colour, low, fine, sum] = [0, 0, 0, this.sum];
    const stride = this.#stride;
    for (let i = 0, at = 0; i < count; i++, at += stride) {
      const x = words[at]!;
      const y = words[at + 1]!;
      const z = words[at + 2]!;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
      if (z < minZ) minZ = z;
      if (z > maxZ) maxZ = z;
      sum = (sum + mixed(x, y, z)) | 0;
      const intensity = words[at + 4]! >>> 16;
      if (intensity < minI) minI = intensity;
      if (intensity > maxI) maxI = intensity;
      const returns = words[at + 5]!;
      classes[returns & 255]!++;
      const number = (returns >> 8) & 255;
      const all = returns >> 16;
      if (number < minRn) minRn = number;
      if (number > maxRn) maxRn = number;
      if (all < minN) minN = all;
      if (all > maxN) maxN = all;
      const source = words[at + 6]!;
      if (source < minS) minS = source;
      if (source > maxS) maxS = source;
      // A maximum is not needed: above 255 there is a higher bit.
      colour |= words[at + 3]! | (words[at + 3]! >>> 16) | (words[at + 4]! & 0xffff);
      const [redGreen, blue] = [words[at + 3]!, words[at + 4]! & 0xffff];
      low |= (redGreen & 0x00ff00ff) | (blue & 255);
      fine |= ((redGreen ^ (redGreen >>> 8)) & 0x00ff00ff) | ((blue ^ (blue >>> 8)) & 255);
      const packed = words[at + 9]!;
      const angle = (packed << 16) >> 16;
      const user = (packed >> 16) & 255;
      const flags = packed >>> 24;
      if (angle < minA) minA = angle;
      if (angle > maxA) maxA = angle;
      if (user < minU) minU = user;
      if (user > maxU) maxU = user;
      if (flags < minF) minF = flags;
      if (flags > maxF) maxF = flags;
      const time = this.#timeOf(words, at);
      if (time < minT) minT = time;
      if (time > maxT) maxT = time;
    }
    Object.assign(this.bounds, { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] });
    Object.assign(this.intensity, { min: minI, max: maxI });
    Object.assign(this.returnNumber, { min: minRn, max: maxRn });
    Object.assign(this.returns, { min: minN, max: maxN });
    Object.assign(this.source, { min: minS, max: maxS });
    Object.assign(this.time, { min: minT, max: maxT });
    Object.assign(this.angle, { min: minA, max: maxA });
    Object.assign(this.user, { min: minU, max: maxU });
    Object.assign(this.flags, { min: minF, max: maxF });
    this.#lowColour |= low;
    this.#isFine ||= fine !== 0;
    if (stride > POINT_WORDS) this.#addRest({ words, count });
    this.maxColour |= colour & 0xffff;
    this.sum = sum;
    this.count += count;
  }

  #addRest({ words, count }: PointBlock): void {
    const view = new DataView(words.buffer, words.byteOffset, count * this.#stride * 4);
    const { nir, extras } = this.#rest;
    for (let i = 0; i < count; i++) {
      let at = (i * this.#stride + POINT_WORDS) * 4;
      if (nir) {
        widen(this.nir, view.getUint16(at, true));
        at += 2;
      }
      for (const [n, { type, size }] of extras.entries()) {
        widen(this.extras[n]!, readExtra(view, at, type));
        at += size;
      }
    }
  }
}

function widen(range: Range, value: number): void {
  if (value < range.min) range.min = value;
  if (value > range.max) range.max = value;
}

/** A number of one position. */
export function mixed(x: number, y: number, z: number): number {
  return Math.imul(Math.imul(Math.imul(x, 0x01000193) ^ y, 0x01000193) ^ z, 0x85ebca6b);
}
