import type { Geometry, Position } from '#core/protocol';
import { runsOf } from './shapes.ts';

const CODE = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
} as const;
const LITTLE_ENDIAN = 1;

/** Well-known binary of ISO 13249-3, after `head` reserved bytes: types with heights start at 1001. */
export function isoWkb(geometry: Geometry, high: boolean, head = 0): Buffer {
  const size = high ? 24 : 16;
  const positions = runsOf(geometry).reduce((sum, run) => sum + run.positions.length, 0);
  // Upper bound: nine bytes of header for each part and ring.
  const buffer = Buffer.allocUnsafe(head + 18 + positions * size + runsOf(geometry).length * 18);
  let at = head;
  const number = (value: number) => (at = buffer.writeUInt32LE(value, at));
  const position = (given: Position) => {
    for (const ordinate of given) at = buffer.writeDoubleLE(ordinate, at);
  };
  const run = (given: Position[]) => {
    number(given.length);
    given.forEach(position);
  };
  const write = ({ type, coordinates }: Geometry): void => {
    buffer[at++] = LITTLE_ENDIAN;
    number(CODE[type] + (high ? 1000 : 0));
    switch (type) {
      case 'Point':
        return position(coordinates);
      case 'LineString':
        return run(coordinates);
      case 'Polygon':
        number(coordinates.length);
        return coordinates.forEach(run);
      default: {
        number(coordinates.length);
        const part = type.slice('Multi'.length) as 'Point' | 'LineString' | 'Polygon';
        for (const inner of coordinates) write({ type: part, coordinates: inner } as Geometry);
      }
    }
  };
  write(geometry);
  return buffer.subarray(0, at);
}
