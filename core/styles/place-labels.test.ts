import { describe, expect, it } from 'vitest';
import { placeLabels } from './place-labels.ts';

describe('Placed labels', () => {
  it('do not overlap: a later one takes its next place, or is left out', () => {
    const label = (text: string, ...places: [number, number][]) => ({ text, width: 40, places });
    const placed = placeLabels([
      label('first', [100, 100]),
      // 30 pixels away: 40 wide and 3 of margin on each side, they would overlap.
      label('second', [130, 100], [130, 115]),
      label('third', [110, 104]),
      label('far', [300, 100]),
    ]);
    expect(placed).toMatchObject([
      { text: 'first', x: 100, y: 100, angle: 0 },
      { text: 'second', x: 130, y: 115, angle: 0 },
      { text: 'far', x: 300, y: 100, angle: 0 },
    ]);
  });

  it('take up the space of their rotated text', () => {
    const upright = { text: 'along', width: 100, places: [[100, 100]] as const, angle: Math.PI / 2 };
    // Rotated upright it is 14 wide (with 3 of margin on each side) and 100 high.
    expect(placeLabels([upright, { text: 'beside', width: 40, places: [[135, 100]] }])).toHaveLength(2);
    expect(placeLabels([upright, { text: 'on', width: 40, places: [[100, 140]] }])).toHaveLength(1);
  });

  it('do not cover markers', () => {
    const places = [
      [100, 100],
      [100, 115],
    ] as const;
    const beside = { text: 'beside', width: 40, places };
    // A marker is 5 pixels to each side: at 124 it begins at 119, and the text ends at 120.
    expect(placeLabels([beside], [[124, 100]])).toMatchObject([{ text: 'beside', x: 100, y: 115, angle: 0 }]);
    expect(placeLabels([beside], [[126, 100]])).toMatchObject([{ text: 'beside', x: 100, y: 100, angle: 0 }]);
    // For text rotated by 45° the corner of its box is free: 20 across, where 7 + 5 are occupied.
    const climbing = { text: 'climbing', width: 80, places: [[100, 100]] as const, angle: -Math.PI / 4 };
    expect(placeLabels([climbing], [[114, 114]])).toHaveLength(1);
    expect(placeLabels([climbing], [[114, 86]])).toHaveLength(0);
  });
});
