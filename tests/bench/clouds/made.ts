import { closeSync, openSync, writeSync } from 'node:fs';
import { smallLas } from '../../../server/testing/las.ts';

const HEADER = 227;
const SIZE = 20;
const AT_ONCE = 100_000;
/** Units of a metre. */
const SCALE = 1000;
const SIDE = 2_000;

type Place = readonly [x: number, y: number, z: number];

/** Writes a LAS of points at places that are metres from zero, within `size`. */
export function writeLas(file: string, points: number, size: Place, placeOf: (i: number) => Place): void {
  const header = smallLas({ points: 1 }).subarray(0, HEADER);
  header.writeUInt32LE(points, 107);
  size.forEach((greatest, axis) => header.writeDoubleLE(greatest, 179 + axis * 16));
  const out = openSync(file, 'w');
  writeSync(out, header);
  const some = Buffer.alloc(AT_ONCE * SIZE);
  for (let done = 0; done < points; done += AT_ONCE) {
    const count = Math.min(AT_ONCE, points - done);
    for (let i = 0; i < count; i++) {
      const place = placeOf(done + i);
      for (let axis = 0; axis < 3; axis++)
        some.writeInt32LE(Math.floor(place[axis]! * SCALE), i * SIZE + 4 * axis);
    }
    writeSync(out, some, 0, count * SIZE);
  }
  closeSync(out);
}

/** Points of a hilly surface of 2 km by 2 km, from south to north. */
export function writeHills(file: string, points: number): void {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  writeLas(file, points, [SIDE, SIDE, 200], (i) => {
    const [x, y] = [random() * SIDE, (i / points) * SIDE];
    return [x, y, 90 * (1 + Math.sin(x / 200) * Math.cos(y / 200)) + random() * 0.1];
  });
}
