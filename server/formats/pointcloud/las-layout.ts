import type { NodePoints } from './source.ts';

/** Point formats that are written: without and with time, colour and near infrared. */
export type LasFormat = 0 | 1 | 2 | 3 | 6 | 7 | 8;

/** Bytes of a point (LAS 1.4 R15, tables 7 to 15). */
export const LAS_POINT_SIZES: Readonly<Record<LasFormat, number>> = {
  0: 20,
  1: 28,
  2: 26,
  3: 34,
  6: 30,
  7: 36,
  8: 38,
};
export const MAX_LEGACY_CLASS = 31;
/** Unit of the scan angle of LAS 1.4, degrees; before, it is whole degrees. */
const ANGLE = 0.006;

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
  const { rest } = points;
  const flags = rest?.flags[i] ?? 0;
  const angle = rest?.scanAngle[i] ?? 0;
  const [number, of] = [points.returnNumber[i]!, points.numberOfReturns[i]!];
  let next: number;
  if (format >= 6) {
    view.setUint8(at + 14, (number & 15) | ((of & 15) << 4));
    view.setUint8(at + 15, flags);
    view.setUint8(at + 16, points.classification[i]!);
    view.setUint8(at + 17, rest?.userData[i] ?? 0);
    view.setInt16(at + 18, angle, true);
    view.setUint16(at + 20, points.pointSourceId[i]!, true);
    view.setFloat64(at + 22, points.gpsTime[i]!, true);
    next = at + 30;
  } else {
    view.setUint8(at + 14, Math.min(7, number) | (Math.min(7, of) << 3) | (flags & 0xc0));
    // Overlap has no bit of its own here.
    view.setUint8(at + 15, (points.classification[i]! & MAX_LEGACY_CLASS) | ((flags & 7) << 5));
    view.setInt8(at + 16, Math.max(-128, Math.min(127, Math.round(angle * ANGLE))));
    view.setUint8(at + 17, rest?.userData[i] ?? 0);
    view.setUint16(at + 18, points.pointSourceId[i]!, true);
    next = at + 20;
    if (format === 1 || format === 3) {
      view.setFloat64(next, points.gpsTime[i]!, true);
      next += 8;
    }
  }
  if (format === 2 || format === 3 || format >= 7) {
    for (let n = 3 * i; n < 3 * i + 3; n++, next += 2)
      view.setUint16(next, rest ? rest.colour[n]! : points.rgb[n]! * 257, true);
  }
  if (format === 8) view.setUint16(next, rest?.nir[i] ?? 0, true);
}
