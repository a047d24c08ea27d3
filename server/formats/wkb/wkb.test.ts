import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Geometry, Position } from '#core/protocol';
import { ByteWriter } from '../byte-writer.ts';
import { flatOf } from '../flat.ts';
import { readFlat, readHex, WkbReader } from './read.ts';
import { ewkbHex, writeWkb } from './write.ts';

const ordinate = fc.double({ noNaN: true, noDefaultInfinity: true });

/** Geometries of every type, all positions of one with or all without height. */
const geometries = fc.constantFrom(2, 3).chain((ordinates) => {
  const position = fc.array(ordinate, {
    minLength: ordinates,
    maxLength: ordinates,
  }) as fc.Arbitrary<Position>;
  const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 5 });
  const of = (type: Geometry['type'], coordinates: fc.Arbitrary<unknown>) =>
    fc.record({ type: fc.constant(type), coordinates }) as fc.Arbitrary<Geometry>;
  return fc.oneof(
    of('Point', position),
    of('LineString', list(position)),
    of('Polygon', list(list(position))),
    of('MultiPoint', list(position)),
    of('MultiLineString', list(list(position))),
    of('MultiPolygon', list(list(list(position)))),
  );
});

describe('well-known binary', () => {
  it.each(['ewkb', 'iso'] as const)('of %s is read as it was written, several in a row', (dialect) => {
    fc.assert(
      fc.property(fc.array(geometries, { minLength: 1, maxLength: 3 }), (list) => {
        const flats = list.map(flatOf);
        const out = new ByteWriter(8);
        for (const flat of flats) writeWkb(flat, out, dialect);
        const bytes = out.take();
        const reader = new WkbReader().open(bytes);
        for (const flat of flats) expect(readFlat(reader)?.copy()).toEqual(flat.copy());
        expect(reader.at).toBe(bytes.length);
      }),
    );
  });

  it('is read in either byte order', () => {
    // POINT (1 2), big-endian: 1.0 is 3ff0…, 2.0 is 4000….
    const read = readHex('00' + '00000001' + '3ff0000000000000' + '4000000000000000');
    expect(read?.copy()).toEqual(flatOf({ type: 'Point', coordinates: [1, 2] }).copy());
  });

  it('is written as PostGIS does', () => {
    // select 'SRID=4326;POINT Z (1 2 3)'::geometry
    expect(ewkbHex({ type: 'Point', coordinates: [1, 2, 3] })).toBe(
      '01010000a0e6100000000000000000f03f00000000000000400000000000000840',
    );
  });

  it('without positions, or of a collection, is nothing', () => {
    expect(readHex('010200000000000000')).toBeUndefined();
    expect(readHex('010700000000000000')).toBeUndefined();
  });
});
