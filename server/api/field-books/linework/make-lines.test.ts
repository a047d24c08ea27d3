import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CodeReader, EMPTY_CODE_LIST, type FieldCode, type FieldCodeList } from '#core/protocol';
import type { Coordinates } from '../../../formats/instruments/model.ts';
import { readBook } from '../../../formats/instruments/read-book.ts';
import { makeLines, type MadeLine, type Surveyed } from './make-lines.ts';
import { surveyedOf } from './surveyed.ts';

const rule = (code: string, kind: 'line' | 'area' | null = 'line'): FieldCode => ({
  code,
  pointType: 'Points',
  line: kind && { typeName: `${code} lines`, kind },
  color: null,
  attributes: [],
});
const LIST: FieldCodeList = {
  ...EMPTY_CODE_LIST,
  codes: [rule('FENCE'), rule('EP'), rule('LIGHT POLE', null), rule('HOUSE', 'area')],
};
const measured = (...shots: [code: string, east: number, north: number, height?: number][]): Surveyed[] =>
  shots.map(([code, east, north, height], i) => ({
    name: String(i + 1),
    code,
    line: i + 1,
    at: height === undefined ? { east, north } : { east, north, height },
  }));
const lengthOf = ({ corners }: MadeLine) =>
  corners
    .slice(1)
    .reduce((sum, at, i) => sum + Math.hypot(at.east - corners[i]!.east, at.north - corners[i]!.north), 0);
const inOrder = (lines: MadeLine[]) => lines.map(({ name, points }) => `${name}: ${points.join(' ')}`);
const problem = (kind: string) => expect.objectContaining({ kind }) as unknown;

describe('codes of points', () => {
  const reader = new CodeReader(LIST);
  const said = (text: string) =>
    reader.read(text).parts.map(({ code, line, controls, offset }) => ({
      code,
      line,
      controls: [...controls],
      ...(offset !== undefined && { offset }),
    }));

  it('are several, each with the line and the words that belong to it', () => {
    expect(said('fence2 B+EP E O-1,5')).toEqual([
      { code: 'FENCE', line: '2', controls: ['begin'] },
      { code: 'EP', line: '', controls: ['end', 'offset'], offset: -1.5 },
    ]);
    expect(said('Light  Pole')).toEqual([{ code: 'LIGHT POLE', line: '', controls: [] }]);
    expect(said('big old tree')).toEqual([{ code: 'big old tree', line: '', controls: [] }]);
    expect(reader.read('E')).toEqual({ parts: [], alone: ['E'] });
  });

  it('have numbers that begin a line, where the list says so', () => {
    const begins = new CodeReader({ ...LIST, numbers: 'begin' });
    const [part] = begins.read('FENCE1').parts;
    expect([part!.code, part!.line, [...part!.controls]]).toEqual(['FENCE', '', ['begin']]);
    expect(new CodeReader({ ...LIST, numbers: 'code' }).read('FENCE1').parts[0]!.rule).toBeUndefined();
  });
});

describe('lines from codes', () => {
  it('join the points of a code, several lines at once, and share points', () => {
    const { lines, problems } = makeLines(
      measured(
        ['FENCE B', 0, 0],
        ['EP1 B', 0, 5],
        ['FENCE EP1', 3, 4],
        ['LIGHT POLE', 9, 9],
        ['EP1 E', 9, 5],
        ['FENCE E', 6, 8],
        ['FENCE', 0, 20],
        ['FENCE', 0, 30],
      ),
      LIST,
    );
    // 3-4-5 twice.
    expect(inOrder(lines)).toEqual(['FENCE: 1 3 6', 'EP1: 2 3 5', 'FENCE: 7 8']);
    expect(lengthOf(lines[0]!)).toBeCloseTo(10, 9);
    expect(problems).toEqual([]);
  });

  it('from one point have a key each', () => {
    const [post, one, two] = measured(['FENCE B', 0, 0], ['FENCE E', 9, 0], ['FENCE E', 0, 9]);
    const { lines } = makeLines([post!, one!, post!, two!], LIST);
    expect(lines.map(({ key, points }) => [key, points])).toEqual([
      ['FENCE 1', ['1', '2']],
      ['FENCE 1 #2', ['1', '3']],
    ]);
  });

  it('close, and are the borders of areas', () => {
    const { lines } = makeLines(
      measured(
        ['FENCE B', 0, 0],
        ['FENCE', 30, 0],
        ['FENCE C', 30, 40],
        ['HOUSE', 0, 0],
        ['HOUSE', 2, 0],
        ['HOUSE', 2, 1],
      ),
      LIST,
    );
    expect(lines.map(({ isClosed }) => isClosed)).toEqual([true, true]);
    // The sides of a triangle: 30 + 40 + 50.
    expect(lengthOf(lines[0]!)).toBeCloseTo(120, 9);
    expect(lines[1]!.corners[0]).toEqual(lines[1]!.corners.at(-1));
  });

  it('are arcs through three points, as long as the circle is', () => {
    const { lines } = makeLines(
      measured(['EP B', -10, 0], ['EP A', 0, 0, 1], ['EP', 10, 10, 2], ['EP', 20, 0, 3], ['EP E', 20, -5]),
      LIST,
    );
    const [line] = lines;
    // Half of a circle of 10 m about 10, 0 between two straight pieces; chords are at most 5 mm inside.
    const arc = line!.corners.filter(({ north }) => north > 1e-9);
    for (const { east, north } of arc) expect(Math.hypot(east - 10, north)).toBeCloseTo(10, 9);
    expect(lengthOf(line!)).toBeGreaterThan(10 + 10 * Math.PI + 5 - 0.02);
    expect(lengthOf(line!)).toBeLessThan(10 + 10 * Math.PI + 5);
    // Heights rise evenly along the arc: a quarter of the way is half between 1 and 2.
    const quarter = line!.corners.reduce((best, at) =>
      Math.abs(Math.atan2(at.north, 10 - at.east) - Math.PI / 4) <
      Math.abs(Math.atan2(best.north, 10 - best.east) - Math.PI / 4)
        ? at
        : best,
    );
    expect(quarter.height).toBeCloseTo(1.5, 1);
  });

  it('have arcs of several pieces up to the code that ends them, also over the closing side', () => {
    const circle = (degrees: number): [number, number] => [
      5 * Math.cos((degrees * Math.PI) / 180),
      5 * Math.sin((degrees * Math.PI) / 180),
    ];
    const { lines, problems } = makeLines(
      measured(
        ['FENCE B BC', ...circle(0)],
        ['FENCE', ...circle(80)],
        ['FENCE', ...circle(140)],
        ['FENCE', ...circle(200)],
        ['FENCE EC A', ...circle(240)],
        ['FENCE C', ...circle(300)],
      ),
      LIST,
    );
    expect(problems).toEqual([]);
    for (const { east, north } of lines[0]!.corners) expect(Math.hypot(east, north)).toBeCloseTo(5, 9);
    expect(lengthOf(lines[0]!)).toBeCloseTo(2 * Math.PI * 5, 1);
  });

  it('have lines beside them, to the right of their direction', () => {
    const { lines } = makeLines(
      measured(['EP B O2', 0, 0], ['EP', 0, 10], ['EP E', 10, 10], ['FENCE C O1', 0, 0]).toSpliced(
        3,
        1,
        ...measured(['FENCE B O-1', 0, 0], ['FENCE', 10, 0], ['FENCE', 10, 10], ['FENCE C', 0, 10]).map(
          (one) => ({ ...one, name: `f${(one as { name: string }).name}` }),
        ),
      ),
      LIST,
    );
    const plain = (corners: Coordinates[]) =>
      corners.map(({ east, north }) => [Number(east.toFixed(9)), Number(north.toFixed(9))]);
    expect(plain(lines[1]!.corners)).toEqual([
      [2, 0],
      [2, 8],
      [10, 8],
    ]);
    // One metre to the left, which is inside of a square that runs against the clock: 8 m by 8 m are left.
    expect(lines[3]!.name).toBe('FENCE −1 m');
    expect(lengthOf(lines[3]!)).toBeCloseTo(32, 9);
  });

  it('that are not ended, too short or broken are told', () => {
    const { lines, problems } = makeLines(
      measured(
        ['FENCE B', 0, 0],
        ['FENCE', 1, 0],
        ['EP2', 5, 5],
        ['HOUSE', 0, 0],
        ['HOUSE', 1, 0],
        ['E', 9, 9],
        ['LIGHT POLE B', 9, 9],
        ['EP7 E', 3, 3],
        ['EP9 B', 0, 0],
        ['EP9 A E', 1, 1],
      ),
      LIST,
    );
    expect(inOrder(lines)).toEqual(['FENCE: 1 2', 'EP9: 9 10']);
    expect(lines[0]!.isOpen).toBe(true);
    for (const kind of ['line-open', 'line-short', 'code-alone', 'code-not-line', 'line-not-begun'])
      expect(problems).toContainEqual(problem(kind));
    expect(problems.filter(({ kind }) => kind === 'line-short')).toHaveLength(3);
  });

  it('begin and end by notes of the file', () => {
    const lines = makeLines(
      [
        { note: 'BEG' },
        ...measured(['FENCE', 0, 0], ['FENCE', 1, 0]),
        { note: 'END' },
        ...measured(['FENCE', 5, 0], ['FENCE', 6, 0], ['FENCE', 7, 0]),
      ],
      LIST,
    ).lines;
    expect(lines.map(({ points }) => points.length)).toEqual([2, 3]);
  });
});

const RW5 = new URL('../../../../../shared/data/instruments/carlson_rw5/Leica1200.rw5', import.meta.url);
describe.skipIf(!existsSync(RW5))('a file of a Leica 1200', () => {
  it('has lines that its numbers and notes begin', () => {
    const { records } = readBook(readFileSync(RW5));
    const numbered = records.map((record, ordinal) => ({ ...record, ordinal, used: true }));
    const places = new Map(
      ['102', '103', '104', '105', '106', '107', '108', '109'].map((name, i) => [
        name,
        { east: i, north: 0 },
      ]),
    );
    const surveyed = surveyedOf(numbered, places, { refraction: 0.13 });
    const { lines } = makeLines(surveyed, { ...LIST, numbers: 'begin' });
    expect(inOrder(lines)).toEqual(['FENCE: 102 103 104', 'EP: 105 106 107', 'FENCE: 108 109']);
  });
});
