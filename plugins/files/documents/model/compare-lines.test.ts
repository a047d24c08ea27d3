import { describe, expect, it } from 'vitest';
import { compareLines, MAX_COMPARED_LINES } from './compare-lines.ts';

const compared = (first: string, second: string) =>
  compareLines(first, second)?.map(
    ({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`,
  );

describe('Two texts compared line by line', () => {
  it.each([
    ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['a\r\nb', 'a\nb', [' a', ' b']],
    ['a\fb', 'a\fb\fc', [' a', ' b', '+c']],
    ['', 'a', ['-', '+a']],
    ['a\na\nb', 'a\nb', [' a', '-a', ' b']],
  ])('%j and %j', (first, second, lines) => {
    expect(compared(first, second)).toEqual(lines);
  });

  it('give each text back', () => {
    const [a, b] = [
      'one two three four five'.replaceAll(' ', '\n'),
      'two 2 three five six'.replaceAll(' ', '\n'),
    ];
    const lines = compareLines(a, b)!;
    const of = (left: string) =>
      lines
        .filter(({ kind }) => kind !== left)
        .map(({ text }) => text)
        .join('\n');
    expect([of('added'), of('removed')]).toEqual([a, b]);
  });

  it('are not compared when they are too long and differ throughout', () => {
    const long = (word: string) =>
      Array.from({ length: MAX_COMPARED_LINES + 1 }, (_, n) => `${word}${n}`).join('\n');
    expect(compareLines(long('a'), long('b'))).toBeUndefined();
    expect(compareLines(long('a'), `${long('a')}\nmore`)).toHaveLength(MAX_COMPARED_LINES + 2);
  });
});
