import { describe, expect, it } from 'vitest';
import { listTerrains, terrainHeights, type PanoramicPlace } from '#core/protocol';
import { LocalFrame } from './local-frame.ts';
import type { Sight } from './measuring.ts';
import { crossingAt, meetTerrain } from './on-terrain.ts';

describe('A line of sight over the ground', () => {
  it('meets it between the places where it is above and below, and not beyond a gap', () => {
    expect(crossingAt([1, 2, 3], [2, 1, -1])).toBe(2.5);
    expect(crossingAt([1, 2, 3], [2, 1, 0.5])).toBeUndefined();
    expect(crossingAt([1, 2, 3], [2, undefined, -1])).toBeUndefined();
  });

  it('meets a slope of 1 in 10 where geometry says', async () => {
    const position: [number, number, number] = [9.19, 45.4642, 102];
    const frame = new LocalFrame(position);
    // The ground is 100 m at the camera, and rises to the north.
    const groundAt = ([x, y]: readonly [number, number]) => 100 + frame.toLocal([x, y, 100])[1] / 10;
    const api = {
      call: async (call: unknown, request: { body?: { places: [number, number][] } }) => ({
        data:
          call === listTerrains
            ? [{ id: 't', name: 'DTM', resolution: 1, extent: [9, 45, 10, 46] }]
            : call === terrainHeights
              ? { heights: request.body!.places.map(groundAt) }
              : undefined,
      }),
    };
    // Level to the north: 2 m above the ground it meets it after 20 m.
    const sight = {
      place: { name: 'a.jpg', position } as unknown as PanoramicPlace,
      direction: frame.inSpace([0, 1, 0]),
      origin: [0, 0, 0],
      accuracy: { position: 0.02, direction: 0.1, assumed: false },
    } as Sight;
    const found = await meetTerrain(api as never, 'p', sight);
    expect(frame.toLocal(found!.position)).toEqual([
      expect.closeTo(0, 3),
      expect.closeTo(20, 2),
      expect.closeTo(0, 3),
    ] as never);
    // An error across the ray is ten times as large along it on such a slope.
    expect(found!.within[1]).toBeGreaterThan(8 * found!.within[0]);
    expect(found!.from).toEqual(['a.jpg', 'DTM']);
  });
});
