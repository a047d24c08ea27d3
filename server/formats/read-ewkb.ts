import type { GeometryType } from '#core/protocol';
import { FlatGeometry } from './flat.ts';

const TYPE: Record<number, GeometryType> = {
  1: 'Point',
  2: 'LineString',
  3: 'Polygon',
  4: 'MultiPoint',
  5: 'MultiLineString',
  6: 'MultiPolygon',
};

/**
 * Reads PostGIS' hexadecimal EWKB (little-endian, with or without Z); undefined for empty geometries and collections.
 */
export function readEwkb(hex: string): FlatGeometry | undefined {
  const bytes = Buffer.from(hex, 'hex');
  let at = 0;
  const u32 = () => bytes.readUInt32LE((at += 4) - 4);
  const head = (): { type: GeometryType | undefined; z: boolean } => {
    at++;
    const code = u32();
    if (code & 0x20000000) at += 4;
    return { type: TYPE[code & 0xff], z: (code & 0x80000000) !== 0 };
  };
  const { type, z } = head();
  if (!type) return undefined;
  const into = new FlatGeometry().reset(type, z ? 3 : 2);
  const positions = (count: number): void => {
    into.reserve(count * into.stride);
    for (let i = 0; i < count * into.stride; i++) into.flat[into.size++] = bytes.readDoubleLE((at += 8) - 8);
  };
  const rings = (): void => {
    for (let left = u32(); left > 0; left--) {
      positions(u32());
      into.endRun();
    }
    into.endPolygon();
  };
  switch (type) {
    case 'Point':
      positions(1);
      into.endRun();
      break;
    case 'LineString':
      positions(u32());
      into.endRun();
      break;
    case 'Polygon':
      rings();
      break;
    case 'MultiPoint':
      for (let left = u32(); left > 0; left--) {
        head();
        positions(1);
      }
      into.endRun();
      break;
    case 'MultiLineString':
      for (let left = u32(); left > 0; left--) {
        head();
        positions(u32());
        into.endRun();
      }
      break;
    case 'MultiPolygon':
      for (let left = u32(); left > 0; left--) {
        head();
        rings();
      }
  }
  return into.size > 0 ? into : undefined;
}
