import { describe, expect, it } from 'vitest';
import type { KnownPoint } from '#core/protocol';
import { readBook } from '../../../formats/instruments/read-book.ts';
import { computeBook } from './compute.ts';
import { DEFAULT_SETTINGS } from './types.ts';

const word = (head: string, value: number) => `${head}+${String(value).padStart(8, '0')}`;
const name = (text: string) => `110001+${text.padStart(8, '0')}`;
/** Unit 8: hundredths of millimetres. */
const reading = (kind: 331 | 332 | 333, target: string, millimetres: number, metres = 30) =>
  `${name(target)} ${word('32...8', metres * 1e5)} ${word(`${kind}.08`, Math.round(millimetres * 100))} `;
const read = (lines: readonly string[]) => readBook(new TextEncoder().encode(lines.join('\r\n')));
const compute = (lines: readonly string[], known: KnownPoint[]) =>
  computeBook({
    records: read(lines).records.map((record, ordinal) => ({ ...record, ordinal, used: true })),
    known,
    settings: DEFAULT_SETTINGS,
  });
const height = (point: string, value: number): KnownPoint => ({
  name: point,
  east: null,
  north: null,
  height: value,
});

/** A at 100 m, over 1 to B at 102 m: +0.5, then +1.503 m, which is 3 mm too much. */
const LINE = [
  `${name('A')} ${word('83..08', 10_000_000)} `,
  reading(331, 'A', 1500),
  reading(332, '1', 1000),
  reading(333, 'X', 900),
  reading(331, '1', 2103),
  reading(332, 'B', 600),
];

describe('readings of a digital level', () => {
  it('are stations whose height is the line of sight, and the height of a start is known', () => {
    const { records, problems } = read(LINE);
    expect(problems).toEqual([]);
    expect(records[0]).toMatchObject({ kind: 'height', name: 'A', height: 100 });
    expect(records.map(({ kind }) => kind)).toEqual([
      'height',
      ...['station', 'observation', 'observation', 'observation'],
      ...['station', 'observation', 'observation'],
    ]);
    expect(records[2]).toMatchObject({ target: 'A', purpose: 'backsight', vertical: -1.5, horizontal: 30 });
  });

  it('are adjusted between known heights, with the misclosure of the line', () => {
    const result = compute(LINE, [height('A', 100), height('B', 102)]);
    expect(result.problems).toEqual([]);
    expect(result.levelLines).toEqual([
      {
        points: ['A', '1', 'B'],
        length: 120,
        rise: expect.closeTo(2.003, 9),
        misclosure: expect.closeTo(0.003, 9),
      },
    ]);
    const found = new Map(result.heights.map((one) => [one.name, one]));
    // Four equal lines of sight share 3 mm: after two of them half is gone; X keeps what its set-up has moved.
    expect(found.get('1')!.height).toBeCloseTo(100.4985, 9);
    expect(found.get('X')!.height).toBeCloseTo(100 + 0.6 - 0.00075, 9);
    expect([...found.keys()].toSorted()).toEqual(['1', 'A', 'B', 'X']);
    // 5″ of 30 m is 0.727 mm; 1 is between two pairs of them: 0.727 mm × √(2 × 2/4).
    const { sigma0 } = result.height!;
    expect(found.get('1')!.sigmaHeight).toBeCloseTo((5 / 206_264.806) * 30 * Math.max(1, sigma0!), 6);
    expect(result.plan).toBeNull();
  });

  it('do not make known the heights that the level has computed', () => {
    const computed = (point: string, metres: number) =>
      `${name(point)} ${word('573..8', 0)} ${word('574..8', 6_000_000)} ${word('83..08', metres * 1e5)} `;
    const plain = (point: string, metres: number) => `${name(point)} ${word('83..08', metres * 1e5)} `;
    const [start, back, fore] = LINE as [string, string, string];
    const { records, problems } = read([start, back, fore, computed('1', 100.5), plain('1', 100.5)]);
    expect(records.filter(({ kind }) => kind === 'height')).toMatchObject([{ name: 'A', height: 100 }]);
    expect(problems).toMatchObject([{ kind: 'not-used', values: { what: 'word 83' } }]);
    // The next line begins with a code, and may begin at the same point.
    const next = read([start, back, fore, '410005+?......1 ', plain('1', 100.5)]);
    expect(
      next.records.filter(({ kind }) => kind === 'height').map((record) => 'name' in record && record.name),
    ).toEqual(['A', '1']);
  });

  it('without a known height are not computed, which is said', () => {
    const result = compute(LINE.slice(1), []);
    expect(result.problems.map(({ kind }) => kind)).toEqual(['level-without-height', 'level-without-height']);
  });

  it('forward before any back are left out, which is said', () => {
    expect(read([reading(332, 'B', 600)]).problems.map(({ kind }) => kind)).toContain('level-without-back');
  });
});
