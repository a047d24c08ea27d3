import type { NodePoints } from './source.ts';

/** Point formats that are written: without and with time and colour. */
export type LasFormat = 0 | 1 | 2 | 3 | 6 | 7;

/** Bytes of a point (LAS 1.4 R15, tables 7 to 15). */
export const LAS_POINT_SIZES: Readonly<Record<LasFormat, number>> = {
  0: 20,
  1: 28,
  2: 26,
  3: 34,
  6: 30,
  7: 36,
};
export const MAX_LEGACY_CLASS = 31;

/** Writes point `i` at `at`, with the given integers for its coordinates. */
export function putPoint(
  view: DataView,
  at: number,
  format: LasFormat,
  points: NodePoints,
  i: number,
  place: readonly [number, number, number],
): void {
  for (let axis = 0; axis < 3; axis++) view.setInt32(at + 4 * axis, place[axis]!, true);
  view.setUint16(at + 12, points.intensity[i]!, true);
  const [number, of] = [points.returnNumber[i]!, points.numberOfReturns[i]!];
  let next: number;
  if (format >= 6) {
    view.setUint8(at + 14, (number & 15) | ((of & 15) << 4));
    view.setUint8(at + 15, 0);
    view.setUint8(at + 16, points.classification[i]!);
    view.setUint8(at + 17, 0);
    view.setInt16(at + 18, 0, true);
    view.setUint16(at + 20, points.pointSourceId[i]!, true);
    view.setFloat64(at + 22, points.gpsTime[i]!, true);
    next = at + 30;
  } else {
    view.setUint8(at + 14, Math.min(7, number) | (Math.min(7, of) << 3));
    view.setUint8(at + 15, points.classification[i]! & MAX_LEGACY_CLASS);
    view.setInt8(at + 16, 0);
    view.setUint8(at + 17, 0);
    view.setUint16(at + 18, points.pointSourceId[i]!, true);
    next = at + 20;
    if (format === 1 || format === 3) {
      view.setFloat64(next, points.gpsTime[i]!, true);
      next += 8;
    }
  }
  if (format === 2 || format === 3 || format === 7)
    for (let n = 0; n < 3; n++) view.setUint16(next + 2 * n, points.rgb[3 * i + n]! * 257, true);
}
