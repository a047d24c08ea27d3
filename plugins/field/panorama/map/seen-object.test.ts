import { describe, expect, it } from 'vitest';
import type { Vector } from '#core/geodesy';
import type { Geometry, Position } from '#core/protocol';
import { seenOf } from './seen-object.ts';

/** Positions are east, north and up here. */
const place = ([x, y, z = -2]: Position): Vector => [x, y, z];
const behind = ([, north]: Vector) => north > 10;

describe('What is seen of an object', () => {
  it('is the upright wall before what hides it, filled as far as it is seen', () => {
    const wall: Geometry = {
      type: 'Polygon',
      coordinates: [[[3, 5, 0], [3, 15, 0], [3, 15, 4], [3, 5, 4], [3, 5, 0]]], // prettier-ignore
    };
    const { runs, fills } = seenOf(wall, place, behind);
    expect(Math.max(...runs.flatMap(({ places }) => places.map(([, north]) => north)))).toBeLessThan(10.1);
    const area = fills.reduce((sum, [a, b, c]) => {
      const [y, z, v, w] = [b![1] - a![1], b![2] - a![2], c![1] - a![1], c![2] - a![2]];
      return sum + Math.abs(y * w - z * v) / 2;
    }, 0);
    // 5 of 10 m, 4 m high.
    expect(area).toBeGreaterThan(19);
    expect(area).toBeLessThan(21);
  });

  it('is all of it where its heights are not known, or nothing is known around', () => {
    const flat: Geometry = { type: 'LineString', coordinates: [[0, 5], [0, 15]] }; // prettier-ignore
    expect(seenOf(flat, place, behind).runs[0]!.places).toHaveLength(2);
    const high: Geometry = { type: 'MultiPoint', coordinates: [[0, 5, 0], [0, 15, 0]] }; // prettier-ignore
    expect(seenOf(high, place, undefined).runs[0]!.places).toHaveLength(2);
    expect(seenOf(high, place, behind).runs[0]!.places).toEqual([[0, 5, 0]]);
  });
});
