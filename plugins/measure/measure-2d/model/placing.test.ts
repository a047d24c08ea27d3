import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { placeBubbles, type Placeable } from './placing.ts';

const bubble = (id: string, x: number, y: number, more: Partial<Placeable> = {}): Placeable => ({
  id,
  anchor: [x, y],
  width: 120,
  height: 40,
  offset: undefined,
  ...more,
});
const overlap = (bubbles: readonly Placeable[]): boolean => {
  const placed = placeBubbles(bubbles);
  const boxes = bubbles.map(({ id, anchor, width, height }) => {
    const [dx, dy] = placed.get(id)!;
    return { x: anchor[0] + dx, y: anchor[1] + dy, width, height };
  });
  return boxes.some((a, i) =>
    boxes.some(
      (b, j) =>
        i < j && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
    ),
  );
};

describe('placing bubbles', () => {
  it('puts a single one above and to the right of its anchor', () => {
    // 40 high, 12 off.
    expect(placeBubbles([bubble('a', 100, 100)]).get('a')).toEqual([12, -52]);
  });

  it('leaves dragged ones in place, and others avoid them', () => {
    const byHand = bubble('a', 100, 100, { offset: [12, -52] });
    const placed = placeBubbles([bubble('b', 100, 100), byHand]);
    expect(placed.get('a')).toEqual([12, -52]);
    expect(placed.get('b')).not.toEqual([12, -52]);
  });

  it('stays on the screen, and avoids elements over the viewer', () => {
    const screen = { width: 400, height: 300, keepClear: [{ left: 340, top: 0, right: 400, bottom: 140 }] };
    // At the top edge it is below its anchor; next to the buttons it is on the left.
    expect(placeBubbles([bubble('a', 100, 10)], screen).get('a')).toEqual([12, 12]);
    expect(placeBubbles([bubble('a', 240, 100)], screen).get('a')).toEqual([-132, -52]);
  });

  it('slides one that is too wide for either side along the edge, and leaves the anchor visible', () => {
    const buttons = { left: 334, top: 12, right: 378, bottom: 220 };
    const phone = { width: 390, height: 560, keepClear: [buttons] };
    const wide = bubble('a', 227, 241, { width: 300, height: 160 });
    // From 8 to 308, left of the buttons, and 12 above the anchor: 8 - 227, -12 - 160.
    expect(placeBubbles([wide], phone).get('a')).toEqual([-219, -172]);
  });

  it('covers its own anchor rather than leave a small screen', () => {
    const buttons = { left: 334, top: 12, right: 378, bottom: 220 };
    const low = { width: 390, height: 270, keepClear: [buttons] };
    // 230 high, neither above nor below the anchor at 67: from 8 to 308 and, 8 from the top, to 238.
    const tall = bubble('a', 240, 67, { width: 300, height: 230 });
    expect(placeBubbles([tall], low).get('a')).toEqual([8 - 240, 8 - 67]);
  });

  it('covers buttons rather than leave the screen, but no other bubble', () => {
    const buttons = { left: 250, top: 12, right: 378, bottom: 258 };
    const low = { width: 390, height: 270, keepClear: [buttons] };
    const wide = { width: 300, height: 200 };
    // Slid to 8 from the left and from the top.
    expect(placeBubbles([bubble('a', 100, 60, wide)], low).get('a')).toEqual([8 - 100, 8 - 60]);
    const other = bubble('b', 100, 150, { width: 300, height: 200, offset: [-90, -140] });
    const [x, y] = placeBubbles([other, bubble('a', 100, 60, wide)], low).get('a')!;
    // The other is at 10 to 310 and 10 to 210.
    expect(100 + x + 300 <= 10 || 100 + x >= 310 || 60 + y + 200 <= 10 || 60 + y >= 210).toBe(true);
  });

  it('leaves its own figure visible where one side is free', () => {
    // The line comes from the upper right, through the default position, (112, 48) to (232, 88).
    const lines = [[180, 0, 100, 100]];
    expect(placeBubbles([bubble('a', 100, 100, { lines })]).get('a')).toEqual([-132, -52]);
    // With a line straight from the right it is 12 below that.
    expect(placeBubbles([bubble('a', 100, 100, { lines: [[400, 100, 100, 100]] })]).get('a')).toEqual([
      12, -52,
    ]);
    // Around a small area, 60 wide, no side is free: it stays near.
    const ring = [70, 70, 130, 70, 130, 130, 70, 130, 70, 70];
    expect(placeBubbles([bubble('a', 100, 100, { lines: [ring] })]).get('a')).toEqual([12, -52]);
    // With lines everywhere, every 10 pixels, it is where it would be without.
    const hatched = Array.from({ length: 200 }, (_, i) => [-2000, i * 10 - 900, 2000, i * 10 - 900]);
    expect(placeBubbles([bubble('a', 100, 100, { lines: hatched })]).get('a')).toEqual([12, -52]);
  });

  it('stays on the screen rather than avoid its figure', () => {
    const screen = { width: 400, height: 300, keepClear: [] };
    // At the right edge it can only be on the left, where the line comes from above; below is free too.
    const lines = [[250, 20, 390, 150]];
    expect(placeBubbles([bubble('a', 390, 150, { lines })], screen).get('a')).toEqual([-132, 12]);
  });

  it('never lets up to eight cover each other', () => {
    const place = fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 600 }));
    fc.assert(
      fc.property(fc.array(place, { maxLength: 8 }), (places) => {
        expect(overlap(places.map(([x, y], i) => bubble(String(i), x, y)))).toBe(false);
      }),
    );
  });
});
