export interface SmallLas {
  minor?: 2 | 4;
  points?: number;
  /** As GeoTIFF key 3072. */
  epsg?: number;
  /** After the points, in 1.4 only. */
  wkt?: string;
  /** Instead of the diagonal, in millimetres at most 2,000 km from the first. */
  places?: readonly (readonly [number, number, number])[];
}

/** A LAS file of point format 0 whose points are along a diagonal from (0, 0, 0) to (1, 2, 3), or at places. */
export function smallLas({ minor = 2, points: count = 3, epsg, wkt, places }: SmallLas = {}): Buffer {
  const points = places?.length ?? count;
  const offset = places?.[0] ?? [0, 0, 0];
  const at = (i: number, axis: number): number =>
    places ? places[i]![axis]! : (i / Math.max(1, points - 1)) * (axis + 1);
  const headerSize = minor === 4 ? 375 : 227;
  const keys = epsg === undefined ? Buffer.alloc(0) : geoKeys(epsg);
  const pointsAt = headerSize + keys.length;
  const header = Buffer.alloc(headerSize);
  header.write('LASF', 0);
  header[24] = 1;
  header[25] = minor;
  header.write('a test', 58);
  header.writeUInt16LE(headerSize, 94);
  header.writeUInt32LE(pointsAt, 96);
  header.writeUInt32LE(epsg === undefined ? 0 : 1, 100);
  header.writeUInt16LE(20, 105);
  header.writeUInt32LE(minor === 4 ? 0 : points, 107);
  for (const axis of [0, 1, 2]) {
    header.writeDoubleLE(0.001, 131 + axis * 8);
    header.writeDoubleLE(offset[axis]!, 155 + axis * 8);
    const all = Array.from({ length: points }, (_, i) => at(i, axis));
    const extreme = (of: (one: number, other: number) => number) =>
      all.reduce((one, other) => of(one, other));
    header.writeDoubleLE(places ? extreme(Math.max) : axis + 1, 179 + axis * 16);
    header.writeDoubleLE(places ? extreme(Math.min) : 0, 187 + axis * 16);
  }
  const body = Buffer.alloc(points * 20);
  for (let i = 0; i < points; i++)
    for (const axis of [0, 1, 2])
      body.writeInt32LE(Math.round((at(i, axis) - offset[axis]!) * 1000), i * 20 + axis * 4);
  const extended = wkt === undefined ? Buffer.alloc(0) : extendedWkt(wkt);
  if (minor === 4) {
    header.writeBigUInt64LE(BigInt(points), 247);
    header.writeBigUInt64LE(BigInt(wkt === undefined ? 0 : pointsAt + body.length), 235);
    header.writeUInt32LE(wkt === undefined ? 0 : 1, 243);
  }
  return Buffer.concat([header, keys, body, extended]);
}

function geoKeys(epsg: number): Buffer {
  const record = Buffer.alloc(54 + 16);
  record.write('LASF_Projection', 2);
  record.writeUInt16LE(34735, 18);
  record.writeUInt16LE(16, 20);
  [1, 1, 0, 1, 3072, 0, 1, epsg].forEach((value, i) => record.writeUInt16LE(value, 54 + i * 2));
  return record;
}

function extendedWkt(wkt: string): Buffer {
  const head = Buffer.alloc(60);
  head.write('LASF_Projection', 2);
  head.writeUInt16LE(2112, 18);
  head.writeBigUInt64LE(BigInt(wkt.length), 20);
  return Buffer.concat([head, Buffer.from(wkt)]);
}
