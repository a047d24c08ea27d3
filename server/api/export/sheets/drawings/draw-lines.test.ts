import { describe, expect, it } from 'vitest';
import { drawLines } from './draw-lines.ts';
import { drawPicture } from './draw-picture.ts';

const BOX = { x: 10, y: 20, width: 100, height: 87 };
/** A room of 4 m × 3 m. */
const ROOM = { points: [0, 0, 4, 0, 4, 3, 0, 3, 0, 0] };

describe('Lines in a frame', () => {
  it('are to scale about its middle, with their title and texts', () => {
    const texts = [{ text: 'Kitchen', x: 2, y: 1.5 }, { text: 'Far', x: 50, y: 1 }]; // prettier-ignore
    const { drawing, isCut } = drawLines({ title: 'Level 1', lines: [ROOM], texts }, BOX, 100, '1:100');
    // 4 m at 1:100 are 40 mm; below 7 mm for the title the middle is at 20 + 7 + 40.
    expect(drawing.lines[0]!.points).toEqual([[40, 82], [80, 82], [80, 52], [40, 52], [40, 82]]); // prettier-ignore
    expect(drawing.texts.map(({ text, at }) => [text, ...at])).toEqual([
      ['Level 1 – 1:100', 12, 23.6],
      ['Kitchen', 60, 67],
    ]);
    expect(isCut).toBe(false);
  });

  it('are cut at the frame where they are larger, which is said', () => {
    const { drawing, isCut, size } = drawLines({ title: '', lines: [ROOM] }, BOX, 20, '1:20');
    // 200 mm × 150 mm.
    expect([isCut, size]).toEqual([true, [4, 3]]);
    for (const { points } of drawing.lines)
      for (const [x, y] of points) expect([x >= 10, x <= 110, y >= 27, y <= 107]).not.toContain(false);
  });
});

describe('A picture in a frame', () => {
  it('is as large as fits, in its own proportions, and says that it is to no scale', () => {
    const picture = { image: Buffer.alloc(0), width: 200, height: 50 };
    const { picture: placed, texts } = drawPicture('Globe', picture, BOX, 'not to scale');
    // 100 mm × 25 mm, in the middle of 81 mm.
    expect(placed!.at).toEqual({ x: 10, y: 48, width: 100, height: 25 });
    expect(texts.map(({ text }) => text)).toEqual(['Globe – not to scale']);
  });
});
