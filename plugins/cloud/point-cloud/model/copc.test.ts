import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CopcSource, type DecodeChunk } from './copc.ts';
import { emptyPoints } from './points.ts';
import type { SourceNode } from './source.ts';

const FILE = join(import.meta.dirname, '../../../../../shared/data/las/ellipsoid.copc.laz');
const noPoints: DecodeChunk = ({ count }) =>
  Promise.resolve({ points: emptyPoints(count, false, false), deepColours: false });

/** A header with a hierarchy of two nodes. */
function smallCopc(): ArrayBuffer {
  const bytes = new ArrayBuffer(700);
  const view = new DataView(bytes);
  const text = (at: number, word: string) =>
    [...word].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
  text(0, 'LASF');
  text(377, 'copc');
  view.setUint8(104, 0x80 | 7);
  view.setUint16(105, 36, true);
  [0.01, 0.01, 0.01, 1000, 2000, 0].forEach((value, i) => view.setFloat64(131 + 8 * i, value, true));
  [1008, 1000, 2008, 2000, 8, 0].forEach((value, i) => view.setFloat64(179 + 8 * i, value, true));
  [1004, 2004, 4, 4, 0.5].forEach((value, i) => view.setFloat64(429 + 8 * i, value, true));
  view.setBigUint64(469, 600n, true);
  view.setBigUint64(477, 64n, true);
  const entry = (at: number, key: readonly number[], start: number, size: number, count: number) => {
    key.forEach((value, i) => view.setInt32(at + 4 * i, value, true));
    view.setBigUint64(at + 16, BigInt(start), true);
    view.setInt32(at + 24, size, true);
    view.setInt32(at + 28, count, true);
  };
  // The child before its parent: the order is free.
  entry(600, [1, 1, 0, 1], 650, 20, 5);
  entry(632, [0, 0, 0, 0], 664, 30, 9);
  return bytes;
}

const readerOf = (bytes: ArrayBuffer) => (start: number, end: number) =>
  Promise.resolve(bytes.slice(start, end));

describe('A COPC file', () => {
  it('is read from its header and hierarchy', async () => {
    const source = await CopcSource.open(readerOf(smallCopc()), noPoints);
    expect(source).toMatchObject({
      spacing: 0.5,
      hasColour: true,
      min: [1000, 2000, 0],
      max: [1008, 2008, 8],
    });
    expect(source.root).toMatchObject({ corner: [1000, 2000, 0], side: 8, count: 9, start: 664, size: 30 });
    // x = 1, y = 0, z = 1 of level 1 is child 4 + 1.
    expect(source.root.children[5]).toMatchObject({ corner: [1004, 2000, 4], side: 4, count: 5 });
  });

  it('has the attributes of its point format, and the extra bytes that its header describes', async () => {
    const bytes = new ArrayBuffer(1200);
    new Uint8Array(bytes).set(new Uint8Array(smallCopc()));
    const view = new DataView(bytes);
    const text = (at: number, word: string) =>
      [...word].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
    // Records of 36 bytes, a 16-bit integer of hundredths, and a number of 4 bytes that does not fit in them.
    view.setUint16(105, 38, true);
    view.setUint16(94, 700, true);
    view.setUint32(96, 1200, true);
    view.setUint32(100, 1, true);
    text(702, 'LASF_Spec');
    view.setUint16(718, 4, true);
    view.setUint16(720, 384, true);
    [['Height above ground', '[m]', 4] as const, ['Too much', '', 9] as const].forEach(
      ([name, unit, type], i) => {
        const at = 754 + 192 * i;
        view.setUint8(at + 2, type);
        view.setUint8(at + 3, 8);
        text(at + 4, name);
        view.setFloat64(at + 112, 0.01, true);
        text(at + 160, unit);
      },
    );
    let asked: unknown;
    const decode: DecodeChunk = (chunk) => {
      asked = chunk.extras;
      return noPoints(chunk);
    };
    const source = await CopcSource.open(readerOf(bytes), decode);
    expect(source.attributes).toEqual([
      { name: 'scan angle', description: '°' },
      { name: 'user data', description: '' },
      { name: 'Height above ground', description: '[m]' },
    ]);
    await source.points(source.root, undefined, ['Height above ground']);
    expect(asked).toEqual([{ byte: 36, type: 'int16', scale: 0.01, offset: 0 }]);
  });

  it('is refused when it is another file, or claims what cannot be', async () => {
    await expect(CopcSource.open(readerOf(new ArrayBuffer(700)), noPoints)).rejects.toThrow('header');
    const nowhere = smallCopc();
    new DataView(nowhere).setFloat64(131, Number.NaN, true);
    await expect(CopcSource.open(readerOf(nowhere), noPoints)).rejects.toThrow('coordinates');
    const endless = smallCopc();
    new DataView(endless).setInt32(600 + 24, 2 ** 30, true);
    await expect(CopcSource.open(readerOf(endless), noPoints)).rejects.toThrow('hierarchy');
  });

  it.runIf(existsSync(FILE))('has all points of a real file in its nodes', async () => {
    const file = readFileSync(FILE);
    const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
    const source = await CopcSource.open(readerOf(bytes), noPoints);
    const count = (node: SourceNode): number =>
      node.children.reduce((sum, child) => sum + (child ? count(child) : 0), node.count);
    expect(count(source.root)).toBe(100_000);
  });
});
