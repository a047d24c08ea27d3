import { describe, expect, it } from 'vitest';
import type { LocalTransform } from '#core/protocol';
import { frameBetween } from './clash-frame.ts';

const level = (east: number, north: number, height: number, turn: number, scale = 1): LocalTransform => ({
  from: [0, 0, 0],
  to: [east, north, height],
  turn: [turn, 0, 0],
  scale: [scale, scale, 1],
});
/** E = eastings + scale · (x·cos − y·sin), N likewise: the formula of a map conversion. */
function onMap({ to, turn, scale, from }: LocalTransform, [x, y, z]: readonly number[]): number[] {
  const angle = (turn[0] * Math.PI) / 180;
  const [right, ahead] = [(x! - from[0]) * scale[0], (y! - from[1]) * scale[1]];
  return [
    to[0] + right * Math.cos(angle) - ahead * Math.sin(angle),
    to[1] + right * Math.sin(angle) + ahead * Math.cos(angle),
    to[2] + (z! - from[2]) * scale[2],
  ];
}
/** The formula backward. */
function inFile({ to, turn, scale, from }: LocalTransform, [e, n, h]: readonly number[]): number[] {
  const angle = (-turn[0] * Math.PI) / 180;
  const [de, dn] = [e! - to[0], n! - to[1]];
  return [
    from[0] + (de * Math.cos(angle) - dn * Math.sin(angle)) / scale[0],
    from[1] + (de * Math.sin(angle) + dn * Math.cos(angle)) / scale[1],
    from[2] + (h! - to[2]) / scale[2],
  ];
}
/** Column-major, as three.js has it. */
const through = (m: readonly number[], [x, y, z]: readonly number[]) =>
  [0, 1, 2].map((row) => m[row]! * x! + m[4 + row]! * y! + m[8 + row]! * z! + m[12 + row]!);

const PLACES = [[0, 0, 0], [12.5, -3.25, 7], [250, 480, -4]] as const; // prettier-ignore

describe('The coordinates of one model in those of another', () => {
  it('are a shift between two models that are not turned', () => {
    const frame = frameBetween(level(458_870, 5_438_230, 110, 0), level(458_880, 5_438_225, 113, 0));
    expect(through(frame, [1, 2, 3]).map((one) => one.toFixed(6))).toEqual([
      '11.000000',
      '-3.000000',
      '6.000000',
    ]);
  });

  it('are those of both map conversions, turned and with a factor', () => {
    const first = level(458_870.063, 5_438_232.478, 113.7, 37, 0.9996);
    const second = { ...level(458_901.5, 5_438_190.25, 110, -128.5, 1.0002), from: [4, 5, 6] as const };
    const two = { ...second, from: [...second.from] as [number, number, number] };
    const frame = frameBetween(first, two);
    for (const place of PLACES) {
      const truth = inFile(first, onMap(two, place));
      through(frame, place).forEach((value, axis) =>
        // A hundredth of a millimetre, from coordinates of 5 million metres.
        expect(Math.abs(value - truth[axis]!)).toBeLessThan(1e-5),
      );
    }
  });

  it('come from coordinates of a map in the second file without losing digits', () => {
    const first = level(458_870, 5_438_230, 110, 30);
    const second: LocalTransform = { ...level(458_870, 5_438_230, 110, 0), from: [458_870, 5_438_230, 110] };
    const [x, y, z] = through(frameBetween(first, second), [458_871, 5_438_230, 112]);
    expect(x).toBeCloseTo(Math.cos(Math.PI / 6), 6);
    expect(y).toBeCloseTo(-Math.sin(Math.PI / 6), 6);
    expect(z).toBeCloseTo(2, 6);
  });
});
