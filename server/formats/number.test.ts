import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeNumber } from './number.ts';

const bytes = new Uint8Array(32);

function printed(value: number): string {
  return Buffer.from(bytes.buffer, 0, writeNumber(value, bytes, 0)).toString('latin1');
}

/** The double `steps` places above (or below) `value`. */
function neighbour(value: number, steps: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(steps));
  return view.getFloat64(0);
}

/** Checks a number and its two neighbours on either side, where the shortest digits change. */
function expectAsStrings(value: number): void {
  for (let steps = -2; steps <= 2; steps++) {
    const near = neighbour(value, steps);
    expect(printed(near)).toBe(String(near));
    expect(printed(-near)).toBe(String(-near));
  }
}

describe('printing coordinates', () => {
  it('writes the digits of String() for any coordinate', () => {
    const coordinate = fc.double({ min: 1, max: 256, noNaN: true });
    fc.assert(fc.property(coordinate, expectAsStrings), { numRuns: 20_000 });
  });

  it('writes them for coordinates with few decimals', () => {
    const decimals = fc.tuple(
      fc.integer({ min: 1, max: 180 }),
      fc.nat(99_999_999),
      fc.integer({ min: 1, max: 8 }),
    );
    const property = fc.property(decimals, ([whole, part, count]) =>
      expectAsStrings(Number(`${whole}.${String(part).padStart(count, '0').slice(-count)}`)),
    );
    fc.assert(property, { numRuns: 5000 });
  });

  it('writes them for halves of halves, where two decimals may be equally near', () => {
    for (let whole = 1; whole < 256; whole += 3)
      for (let power = 1; power <= 50; power++) expectAsStrings(whole + 2 ** -power);
  });

  it('writes them below 1, from 256 on and for NaN', () => {
    const others = [0, -0, 0.1, 0.9999999999999999, 1, 255.99999999999997, 256, 1e21, 5e-324, Infinity, NaN];
    for (const value of others) expect(printed(value)).toBe(String(value));
  });
});
