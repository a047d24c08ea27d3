import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SectionLine } from './section-line.ts';

/** 30 to the east, then 40 to the north. */
const BENT = new SectionLine([[100, 200], [130, 200], [130, 240]]); // prettier-ignore

describe('The line of a section', () => {
  it('gives chainage along it and offset to its right', () => {
    expect(BENT.length).toBe(70);
    expect(BENT.beside(110, 195)).toEqual({ chainage: 10, offset: 5 });
    expect(BENT.beside(110, 203)).toEqual({ chainage: 10, offset: -3 });
    // On the second leg the right is the east.
    expect(BENT.beside(131, 220)).toEqual({ chainage: 50, offset: 1 });
  });

  it('gives its ends to what lies before and after it', () => {
    expect(BENT.beside(90, 200).chainage).toBe(0);
    expect(BENT.beside(130, 300)).toMatchObject({ chainage: 70 });
  });

  it('returns to the position of a chainage and an offset', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 24, noNaN: true }),
        fc.double({ min: -4, max: 4, noNaN: true }),
        (chainage, offset) => {
          const [x, y] = BENT.at(chainage, offset);
          const back = BENT.beside(x, y);
          expect(back.chainage).toBeCloseTo(chainage, 9);
          expect(back.offset).toBeCloseTo(offset, 9);
        },
      ),
    );
  });

  it('skips repeated vertices, and refuses a line without length', () => {
    const line = new SectionLine([[0, 0], [0, 0], [10, 0], [10, 0]]); // prettier-ignore
    expect(line.at(4)).toEqual([4, 0]);
    expect(line.at(12)[0]).toBe(12);
    expect(() => new SectionLine([[1, 1], [1, 1]])).toThrow('two different vertices'); // prettier-ignore
  });

  it('has sections across it at equal steps, also at its very end', () => {
    const sections = new SectionLine([[0, 0], [0.3, 0]]).across(0.1, 5); // prettier-ignore
    // 0.3 / 0.1 is 2.9999999999999996 in binary.
    expect(sections.map(({ chainage }) => chainage.toFixed(3))).toEqual(['0.000', '0.100', '0.200', '0.300']);
    // From left (north of a line to the east) to right.
    expect(sections[1]!.line.vertices[0]![1]).toBe(5);
    expect(sections[1]!.line.vertices[1]![1]).toBe(-5);
    expect(new SectionLine([[0, 0], [25, 0]]).across(10, 1)).toHaveLength(3); // prettier-ignore
  });
});
