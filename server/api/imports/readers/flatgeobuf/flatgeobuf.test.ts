import { Builder } from 'flatbuffers';
import { expect, it } from 'vitest';
import { readingFolder } from '../../../../testing/reading.ts';
import { indexSize } from './flatgeobuf.ts';

const { objects } = readingFolder();

/** A table of FlatGeobuf with its size in front. */
function table(fields: number, fill: (b: Builder) => () => void): Uint8Array {
  const b = new Builder();
  const add = fill(b);
  b.startObject(fields);
  add();
  b.finishSizePrefixed(b.endObject());
  return b.asUint8Array();
}

/** A layer of points as GDAL writes it, with its index, which is not read. */
function layer(xs: readonly number[]): Uint8Array {
  const header = table(14, (b) => {
    return () => {
      b.addFieldInt8(2, 1, 0);
      b.addFieldInt64(8, BigInt(xs.length), 0n);
    };
  });
  const features = xs.map((x) =>
    table(3, (b) => {
      b.startVector(8, 2, 8);
      for (const value of [7, x]) b.addFloat64(value);
      const xy = b.endVector();
      b.startObject(8);
      b.addFieldOffset(1, xy, 0);
      const geometry = b.endObject();
      return () => b.addFieldOffset(0, geometry, 0);
    }),
  );
  const magic = Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0);
  return Buffer.concat([magic, header, Buffer.alloc(indexSize(xs.length, 16)), ...features]);
}

it.each([1, 2, 17])('finds the features behind an index of %i', async (count) => {
  const xs = Array.from({ length: count }, (_, n) => n);
  const found = await objects('a.fgb', layer(xs));
  expect(found.map(({ places }) => places[0])).toEqual(xs.map((x) => [x, 7]));
});

it('counts the nodes of an index: leaves, and a root above them even where there is one leaf', () => {
  // Sizes of the files that GDAL 3.6 writes, 40 bytes a node.
  expect([1, 2, 16, 17, 257].map((count) => indexSize(count, 16) / 40)).toEqual([2, 3, 17, 20, 277]);
});
