import { emptyPoints, readAttribute, type Decoding, type NodePoints } from './points.ts';

/** Byte at which the colour of point formats 7 and 8 begins. */
const COLOUR = 30;

/** Reads records of the point formats 6, 7 and 8, the only ones that a COPC has. */
export class RecordReader {
  readonly points: NodePoints;
  readonly #decoding: Decoding;
  /** Shift that makes stored colours 8 bits. */
  readonly #shift: number;
  #at = 0;

  constructor(format: number, decoding: Decoding, deepColours: boolean) {
    this.#decoding = decoding;
    this.#shift = deepColours ? 8 : 0;
    this.points = emptyPoints(decoding.count, format >= 7, true, decoding.extras?.length);
  }

  /** Reads the next record, which begins at a byte of `record`. */
  read(record: DataView, at: number): void {
    const i = this.#at++;
    const { scale, offset, corner, timeOffset } = this.#decoding;
    const points = this.points;
    for (let axis = 0; axis < 3; axis++)
      points.positions[3 * i + axis] =
        record.getInt32(at + 4 * axis, true) * scale[axis]! + offset[axis]! - corner[axis]!;
    points.intensity[i] = record.getUint16(at + 12, true);
    const returns = record.getUint8(at + 14);
    points.returnNumber[i] = returns & 15;
    points.numberOfReturns[i] = returns >> 4;
    points.classification[i] = record.getUint8(at + 16);
    points.source[i] = record.getUint16(at + 20, true);
    points.time![i] = record.getFloat64(at + 22, true) - timeOffset;
    this.#decoding.extras?.forEach((place, n) => (points.extras[n]![i] = readAttribute(record, at, place)));
    if (!points.colours) return;
    for (let channel = 0; channel < 3; channel++)
      points.colours[3 * i + channel] = record.getUint16(at + COLOUR + 2 * channel, true) >> this.#shift;
  }
}

/** Whether the colour of the record at a byte needs more than 8 bits. */
export function isDeepColour(format: number, record: DataView, at: number): boolean {
  if (format < 7) return false;
  const channel = (byte: number) => record.getUint16(at + COLOUR + byte, true);
  return channel(0) > 255 || channel(2) > 255 || channel(4) > 255;
}
