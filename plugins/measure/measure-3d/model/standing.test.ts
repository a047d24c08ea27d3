import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { standing } from './standing.ts';

describe('The surface of a vertex', () => {
  const roof: Position = [9, 45, 140];
  const kerb: Position = [9, 45, 101];
  const setAt = (vertex: Position) => (vertex === roof || vertex === kerb ? 'Old town' : undefined);

  it('is the 3D Tiles set it was placed on, at its height, even near the ground', () => {
    // The terrain has a resolution of 2 m: without the tileset, the kerb would be put on it.
    expect(standing([roof, kerb], [100, 100], 2, setAt)).toEqual([
      { place: roof, on: 'object', tileset: 'Old town', ground: 100 },
      { place: kerb, on: 'object', tileset: 'Old town', ground: 100 },
    ]);
    expect(standing([kerb], [100], 2)).toEqual([{ place: [9, 45, 100], on: 'ground', ground: 100 }]);
  });

  it('is the ground where heights do not matter, and an object once it was placed above', () => {
    const flat: Position = [9, 45];
    expect(standing([flat], [100], 2, () => 'Old town')).toEqual([
      { place: [9, 45, 100], on: 'ground', ground: 100 },
    ]);
    expect(standing([[9, 45, 150]], [100], 2, setAt)).toEqual([
      { place: [9, 45, 150], on: 'object', ground: 100 },
    ]);
    const misses = standing([[9, 45, 150]], [100], 2, setAt, () => true);
    expect(misses).toEqual([{ place: [9, 45, 150], on: 'miss', ground: 100 }]);
  });
});
