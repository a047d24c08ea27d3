import { describe, expect, it } from 'vitest';
import type { PictureMark } from '#core/protocol';
import { drawingOfMark } from './mark-drawing.ts';

const mark = { id: 'm', colour: '#c2410c' };

describe('A mark over a picture', () => {
  it('has places in pixels of the picture, and widths by its longer side', () => {
    const line: PictureMark = { ...mark, kind: 'line', points: [[0, 0], [0.5, 0.25]] }; // prettier-ignore
    expect(drawingOfMark(line, [1000, 400])).toEqual({ path: 'M0 0L500 100', width: 4, text: undefined });
    const text: PictureMark = { ...mark, kind: 'text', points: [[0.5, 0.5]], text: 'Crack' };
    expect(drawingOfMark(text, [1000, 400]).text).toEqual({ content: 'Crack', x: 500, y: 200, size: 26 });
  });

  it('points with a head at its end, not longer than most of the arrow', () => {
    const arrow = (to: number): PictureMark => ({ ...mark, kind: 'arrow', points: [[0, 0.5], [to, 0.5]] }); // prettier-ignore
    const headOf = (to: number) => /M([\d.]+) ([\d.]+)L[\d.]+ [\d.]+L/.exec(drawingOfMark(arrow(to), [1000, 1000]).path.slice(3))!; // prettier-ignore
    // 22 pixels back at 28°: cos 0.49 = 0.8823.
    expect(Number(headOf(0.5)[1])).toBeCloseTo(500 - 22 * Math.cos(0.49), 6);
    expect(Number(headOf(0.01)[1])).toBeCloseTo(10 - 6 * Math.cos(0.49), 6);
  });
});
