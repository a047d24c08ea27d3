import type { Triple } from '../points.ts';
import { UnusableCloud } from '../unusable-cloud.ts';

const HEADER = 227;
const HEADER_14 = 375;
/** Sizes of the point formats 0 to 10, bytes (LAS 1.4 R15, tables 7 to 18). */
export const POINT_SIZES: readonly number[] = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];
/** Where red begins, by point format. */
export const COLOUR_AT: readonly (number | undefined)[] = [
  undefined,
  undefined,
  20,
  28,
  undefined,
  28,
  undefined,
  30,
  30,
  undefined,
  30,
];
/** Where near infrared is, by point format. */
export const NIR_AT: readonly (number | undefined)[] = Object.assign(Array<undefined>(11).fill(undefined), {
  8: 36,
  10: 36,
});
/** Points with the place of a waveform, which is not kept. */
export const WAVEFORMS: readonly number[] = [4, 5, 9, 10];
const MAX_OFFSET = 1e12;

export type LasHeader = ReturnType<typeof parseLasHeader>;

/** Parses the first bytes of a LAS, LAZ or COPC file. Throws UnusableCloud. */
export function parseLasHeader(head: Buffer) {
  if (head.toString('latin1', 0, 4) !== 'LASF') throw new UnusableCloud('not-las');
  if (head.length < HEADER) throw new UnusableCloud('cut-off');
  const [major, minor] = [head[24]!, head[25]!];
  const version = `${major}.${minor}`;
  if (major !== 1 || minor > 4) throw new UnusableCloud('other-version', { version });
  const headerSize = head.readUInt16LE(94);
  const minSize = minor === 4 ? HEADER_14 : HEADER;
  if (headerSize < minSize || head.length < minSize) throw new UnusableCloud('cut-off');
  const compressed = (head[104]! & 0xc0) !== 0;
  const pointFormat = head[104]! & 0x3f;
  const pointSize = head.readUInt16LE(105);
  if (pointFormat >= POINT_SIZES.length || pointSize < POINT_SIZES[pointFormat]!)
    throw new UnusableCloud('other-format', { format: pointFormat });
  const pointCount = (minor === 4 && Number(head.readBigUInt64LE(247))) || head.readUInt32LE(107);
  if (pointCount === 0) throw new UnusableCloud('empty');
  const triple = (at: number, step = 8): Triple => [
    head.readDoubleLE(at),
    head.readDoubleLE(at + step),
    head.readDoubleLE(at + 2 * step),
  ];
  const [scale, offset] = [triple(131), triple(155)];
  const [max, min] = [triple(179, 16), triple(187, 16)];
  const sound =
    min.every((low, i) => Number.isFinite(low) && low <= max[i]! && Number.isFinite(max[i])) &&
    scale.every((step) => step > 0 && step < 1e6) &&
    offset.every((value) => Math.abs(value) < MAX_OFFSET);
  if (!sound || !Number.isSafeInteger(pointCount)) throw new UnusableCloud('damaged');
  return {
    version,
    headerSize,
    encoding: head.readUInt16LE(6),
    pointsAt: head.readUInt32LE(96),
    records: head.readUInt32LE(100),
    extendedAt: minor === 4 ? Number(head.readBigUInt64LE(235)) : 0,
    extended: minor === 4 ? head.readUInt32LE(243) : 0,
    compressed,
    pointFormat,
    pointSize,
    pointCount,
    scale,
    offset,
    min,
    max,
    program:
      head
        .toString('latin1', 58, 90)
        .replace(/[^\x20-\x7e].*$/s, '')
        .trim() || null,
  };
}
