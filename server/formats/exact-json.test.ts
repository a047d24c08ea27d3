import { describe, expect, it } from 'vitest';
import { findRounded, isHeld, numberOf, parseExactly, UnheldNumber } from './exact-json.ts';

describe('numbers that a JavaScript number cannot hold', () => {
  // 2^53 = 9007199254740992; its odd neighbour above lies between two doubles.
  it.each([
    ['9007199254740991', true],
    ['9007199254740992', true],
    ['9007199254740993', false],
    ['-9007199254740993', false],
    ['1152921504606846976', false],
    ['1152921504606847000', true],
    ['9'.repeat(400), false],
    ['1e308', true],
    ['1e400', false],
    ['-1e400', false],
    ['0.1234567890123456789', true],
    ['12345678901234567.5', true],
  ])('%s is held: %s', (text, held) => {
    expect(isHeld(text)).toBe(held);
    const value = parseExactly(`{"a":${text}}`);
    expect(value).toEqual(held ? undefined : { a: new UnheldNumber(text) });
  });

  it('agree with what JSON writes again, for every size of whole number', () => {
    for (let exponent = 1n; exponent < 80n; exponent++)
      for (const step of [-3n, -1n, 0n, 1n, 5n]) {
        const text = String(2n ** exponent + step);
        expect([text, isHeld(text)]).toEqual([text, JSON.stringify(JSON.parse(text)) === text]);
      }
  });

  it('are found beside strings with quotes, escapes and digits', () => {
    const text = String.raw`{"a\"9007199254740993":"9007199254740993","b\\":[1,"\\",9007199254740993],"c":"1e400"}`;
    expect(parseExactly(text)).toEqual({
      'a"9007199254740993': '9007199254740993',
      'b\\': [1, '\\', new UnheldNumber('9007199254740993')],
      c: '1e400',
    });
  });

  it('have a path, however deep they are', () => {
    expect(findRounded(parseExactly('{"changes":[{"properties":{"code":9007199254740993}}]}'))).toEqual({
      path: 'changes[0].properties.code',
      value: '9007199254740993',
    });
    const deep = `${'['.repeat(100_000)}9007199254740993${']'.repeat(100_000)}`;
    expect(findRounded(parseExactly(deep))?.value).toBe('9007199254740993');
    expect(findRounded(parseExactly('{"a":1e400}'))).toBeUndefined();
  });

  it('are no numbers of a text', () => {
    expect([' 12 ', '1.5', '', 'x', '1e400', '9007199254740993'].map(numberOf)).toEqual([
      12,
      1.5,
      ...Array.from({ length: 4 }, () => undefined),
    ]);
  });
});
