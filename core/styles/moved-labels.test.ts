import { describe, expect, it } from 'vitest';
import { movedLabel } from './moved-labels.ts';
import { placeLabels } from './place-labels.ts';

/** A label 40 wide and 12 + 2.5 high. */
const label = (leader?: { off?: boolean }) => ({
  text: 'Nine',
  width: 40,
  labels: { text: 'name', size: 12, ...(leader && { leader }) },
});
type Shape = Parameters<typeof movedLabel>[1];
const moved = (shape: Shape, at: readonly [number, number], leader?: { off?: boolean }) =>
  movedLabel(label(leader), shape, at);
const point = { kind: 'points', coordinates: [100, 100], ends: [2] } as const;
const line = { kind: 'lines', coordinates: [0, 100, 200, 100], ends: [4] } as const;
/** A square of 100 pixels with its middle at 150, 150. */
const square = {
  kind: 'areas',
  coordinates: [100, 100, 200, 100, 200, 200, 100, 200, 100, 100],
  ends: [10],
} as const;

describe('A label moved by hand', () => {
  it('is at its place, horizontally, though there is no room for it', () => {
    const narrow = { ...square, coordinates: square.coordinates.map((value) => value / 10) };
    for (const shape of [point, line, narrow])
      expect(moved(shape, [300, 310])).toMatchObject({ text: 'Nine', places: [[300, 310]], isMoved: true });
    expect(moved(line, [300, 310])).not.toHaveProperty('angle');
  });

  it('leads to the marker of a point, up to 6 pixels from its middle', () => {
    const { leader } = moved(point, [180, 100]);
    // From the left end of the text, 180 − 40 / 2 − 2.
    expect(leader).toEqual([158, 100, 106, 100]);
  });

  it('leads to the nearest place of a line', () => {
    const { leader } = moved(line, [120, 200]);
    // From above the text, 200 − 14.5 / 2 − 2.
    expect(leader).toEqual([120, 190.75, 120, 100]);
  });

  it('leads into an area from outside, and has no line inside of it', () => {
    expect(moved(square, [150, 300]).leader).toEqual([150, 290.75, 150, 150]);
    expect(moved(square, [120, 120])).not.toHaveProperty('leader');
  });

  it('has no line from a small distance, nor where the style has none', () => {
    // 9.25 + 9 pixels below the line, of which 9 are between both.
    expect(moved(line, [100, 118])).not.toHaveProperty('leader');
    expect(moved(line, [100, 120])).toHaveProperty('leader');
    expect(moved(line, [100, 220], { off: true })).not.toHaveProperty('leader');
  });

  it('is drawn in any case, and others make room for it', () => {
    const other = { text: 'other', width: 40, places: [[100, 100]] as const };
    const own = { text: 'moved', width: 40, places: [[110, 100]] as const, isMoved: true };
    expect(placeLabels([other, own]).map(({ text }) => text)).toEqual(['moved']);
    const both = placeLabels([own, { ...own, text: 'on it' }], [[110, 100]]);
    expect(both.map(({ text }) => text)).toEqual(['moved', 'on it']);
  });
});
