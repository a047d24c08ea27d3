import { POINT_WORDS, type IntegerBounds, type PointBlock } from '../points.ts';
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
  maxColour = 0;
  /** A sum over the coordinates that does not depend on the order of points. */
  sum = 0;
  readonly #timeOf = timeReader();

  add({ words, count }: PointBlock): void {
    const { classes } = this;
    let [minX, minY, minZ] = this.bounds.min;
    let [maxX, maxY, maxZ] = this.bounds.max;
    let { min: minI, max: maxI } = this.intensity;
    let { min: minRn, max: maxRn } = this.returnNumber;
    let { min: minN, max: maxN } = this.returns;
    let { min: minS, max: maxS } = this.source;
    let { min: minT, max: maxT } = this.time;
    let [colour, sum] = [0, this.sum];
    for (let i = 0, at = 0; i < count; i++, at += POINT_WORDS) {
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
    this.maxColour |= colour & 0xffff;
    this.sum = sum;
    this.count += count;
  }
}

/** A number of one position. */
export function mixed(x: number, y: number, z: number): number {
  return Math.imul(Math.imul(Math.imul(x, 0x01000193) ^ y, 0x01000193) ^ z, 0x85ebca6b);
}
