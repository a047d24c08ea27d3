import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import { ringOfExtent, ringOfObjects } from './clips.ts';

type Ring = [number, number][];
const RING: Ring = [
  [12, 41],
  [13, 41],
  [13, 42],
  [12, 41],
];
const area = (...rings: Ring[]) =>
  ({ location: { type: 'Polygon', coordinates: rings } }) as unknown as MapObject;

describe('the outline of a clip', () => {
  it('is that of the one selected area, its last corner not repeated, its holes left out', () => {
    expect(ringOfObjects([undefined, area(RING, RING)])).toEqual(RING.slice(0, 3));
  });

  it('is none where nothing, a line, several areas or one of too many corners is selected', () => {
    const line = { location: { type: 'LineString', coordinates: RING } } as unknown as MapObject;
    const round = Array.from({ length: 202 }, (_, i): [number, number] => [i / 100, 40]);
    for (const objects of [[], [line], [area(RING), area(RING)], [area(round)]])
      expect(ringOfObjects(objects)).toBeUndefined();
  });

  it('goes around what is in view, and is none where that is most of the world or crosses 180°', () => {
    expect(ringOfExtent([12, 41, 13, 42])).toEqual([
      [12, 41],
      [13, 41],
      [13, 42],
      [12, 42],
    ]);
    for (const extent of [
      [-170, -60, 170, 60],
      [179, 0, -179, 1],
      [179, 0, 181, 1],
    ] as const)
      expect(ringOfExtent([...extent])).toBeUndefined();
  });
});
