import { describe, expect, it } from 'vitest';
import { isPlain, Rate } from './limits.ts';

describe('a message of a plugin', () => {
  it('is plain data', () => {
    expect(isPlain({ a: [1, 'x', true, null, undefined, { b: [] }], bytes: new Uint8Array(4) })).toBe(true);
  });

  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  const deep = Array.from({ length: 50 }).reduce<unknown>((inner) => [inner], 1);
  it.each([
    ['a key that reaches a prototype', JSON.parse('{"a":{"__proto__":{"isAdmin":true}}}')],
    ['a constructor', { constructor: { prototype: {} } }],
    ['a cycle', cycle],
    ['nesting without end', deep],
    ['too much text', { text: 'x'.repeat(8_000_001) }],
    ['too many numbers', Array.from({ length: 1_100_000 }, () => 0)],
    ['a list of holes', new Array(4_294_967_295)],
    ['a map', new Map()],
    ['a date', new Date()],
    ['too many bytes', new Uint8Array(8_000_001)],
    ['numbers in a buffer', new Float64Array(4)],
    ['a big integer', 1n],
  ])('is not one with %s', (_what, message) => {
    expect(isPlain(message)).toBe(false);
  });
});

describe('a rate', () => {
  it('lets a burst through, and then what the seconds bring', () => {
    let now = 0;
    const rate = new Rate(3, 2, () => now);
    const taken = () => Array.from({ length: 5 }, () => rate.take()).filter(Boolean).length;
    expect(taken()).toBe(3);
    now = 1_000;
    expect(taken()).toBe(2);
    now = 60_000;
    expect(taken()).toBe(3);
  });
});
