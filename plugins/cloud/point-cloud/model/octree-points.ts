import { AppError } from '#core/kernel';
import { emptyPoints, readAttribute, type Decoding, type NodePoints } from './points.ts';

/** An attribute of a Potree 2.0 octree, in the order of the bytes of a point. */
export interface OctreeAttribute {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** Reads the points of a node of a Potree 2.0 octree (encoding DEFAULT). */
export function readOctreePoints(
  bytes: ArrayBuffer,
  attributes: readonly OctreeAttribute[],
  { count, scale, offset, corner, timeOffset, extras = [] }: Decoding,
): NodePoints {
  const stride = attributes.reduce((sum, { size }) => sum + size, 0);
  if (bytes.byteLength < stride * count)
    throw new AppError('cloud-node-cut', `${stride * count} bytes expected, ${bytes.byteLength} received`);
  const places = new Map<string, number>();
  let place = 0;
  for (const { name, size } of attributes) {
    places.set(name, place);
    place += size;
  }
  const at = (name: string) => places.get(name) ?? -1;
  const [position, rgb, intensity] = [at('position'), at('rgb'), at('intensity')];
  const [classification, returnNumber] = [at('classification'), at('return number')];
  const [returns, source, time] = [at('number of returns'), at('point source id'), at('gps-time')];
  const view = new DataView(bytes);
  const points = emptyPoints(count, rgb >= 0, time >= 0, extras.length);
  for (let i = 0, start = 0; i < count; i++, start += stride) {
    for (let axis = 0; axis < 3; axis++)
      points.positions[3 * i + axis] =
        view.getInt32(start + position + 4 * axis, true) * scale[axis]! + offset[axis]! - corner[axis]!;
    if (points.colours)
      for (let channel = 0; channel < 3; channel++)
        points.colours[3 * i + channel] = view.getUint16(start + rgb + 2 * channel, true);
    if (intensity >= 0) points.intensity[i] = view.getUint16(start + intensity, true);
    if (classification >= 0) points.classification[i] = view.getUint8(start + classification);
    if (returnNumber >= 0) points.returnNumber[i] = view.getUint8(start + returnNumber);
    if (returns >= 0) points.numberOfReturns[i] = view.getUint8(start + returns);
    if (source >= 0) points.source[i] = view.getUint16(start + source, true);
    if (points.time) points.time[i] = view.getFloat64(start + time, true) - timeOffset;
    extras.forEach((place, n) => (points.extras[n]![i] = readAttribute(view, start, place)));
  }
  return points;
}
