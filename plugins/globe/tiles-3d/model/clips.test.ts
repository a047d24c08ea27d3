import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import { ringOfExtent, ringOfObjects } from './clips.ts';

type TestRing = [number, number][];
const RING: TestRing = [
  [12, 41],
  [13, 41],
  [13, 42],
  [12, 41],
];
const area = (...rings: TestRing[]) =>
  ({ location: { type: 'Polygon', coordinates: rings } }) as unknown as MapObject;

describe('the outline of a clip', () => {
  it('is that of the only selected polygon, without its repeated last corner and without holes', () => {
    expect(ringOfObjects([undefined, area(RING, RING)])).toEqual(RING.slice(0, 3));
  });

  it('is undefined for no polygon, a line, several polygons or one with too many corners', () => {
    const line = { location: { type: 'LineString', coordinates: RING } } as unknown as MapObject;
    const round = Array.from({ length: 202 }, (_, i): [number, number] => [i / 100, 40]);
    for (const objects of [[], [line], [area(RING), area(RING)], [area(round)]])
      expect(ringOfObjects(objects)).toBeUndefined();
  });

  it('is the view, and undefined where that is most of the world or crosses 180°', () => {
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
