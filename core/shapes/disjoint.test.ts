import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { intersection, outlineOf, planeArea, areSurelyDisjoint, TOLERANCE, type Rings } from './index.ts';

const box = (west: number, south: number, east: number, north: number): Rings => [
  [[west, south], [east, south], [east, north], [west, north], [west, south]],
]; // prettier-ignore
const apart = (one: Rings, other: Rings): boolean => areSurelyDisjoint(outlineOf([one]), outlineOf([other]));

describe('Polygons that certainly share no area', () => {
  it('are neighbours with the same vertices, one that fills a hole, and distant ones', () => {
    expect(apart(box(0, 0, 1, 1), box(1, 0, 2, 1))).toBe(true);
    // They meet in a corner.
    expect(apart(box(0, 0, 1, 1), box(1, 1, 2, 2))).toBe(true);
    const around: Rings = [...box(0, 0, 3, 3), ...box(1, 1, 2, 2)];
    expect(apart(around, box(1, 1, 2, 2))).toBe(true);
    expect(apart(around, box(1.2, 1.2, 1.8, 1.8))).toBe(true);
    expect(apart(box(0, 0, 1, 1), box(5, 5, 6, 6))).toBe(true);
  });

  it('are not those that contain each other, are equal, or cross', () => {
    expect(apart(box(0, 0, 3, 3), box(1, 1, 2, 2))).toBe(false);
    expect(apart(box(0, 0, 1, 1), box(0, 0, 1, 1))).toBe(false);
    expect(apart(box(0, 0, 2, 2), box(1, 1, 3, 3))).toBe(false);
    // Through two corners of the other, along none of its edges.
    const diamond: Rings = [[[0, 0], [2, -1], [2, 2], [1, 1], [0, 0]]]; // prettier-ignore
    expect(apart(diamond, box(0, 0, 1, 1))).toBe(false);
  });

  it('are not those that touch only within the tolerance: an overlay decides about these', () => {
    expect(apart(box(0, 0, 1, 2), box(1, 0, 2, 1))).toBe(false);
    expect(apart(box(0, 0, 1, 1), box(1 + TOLERANCE / 2, 0, 2, 1))).toBe(false);
  });

  it('have none, whatever they are', () => {
    const at = fc.integer({ min: 0, max: 4 }).map((n) => n / 10);
    const place = fc.tuple(at, at);
    const area = (rings: Rings): number => planeArea(rings);
    const triangle = fc
      .tuple(place, place, place)
      .map(([a, b, c]): Rings => [[a, b, c, a] as Position[]])
      .filter((rings) => area(rings) > 1e-6);
    const square = fc
      .tuple(place, fc.constantFrom(0.1, 0.2, 0.3))
      .map(([[x, y], side]) => box(x, y, x + side, y + side));
    const framed = square.map(([ring]): Rings => {
      const middle = (n: 0 | 1): number => (ring![0]![n] + ring![2]![n]) / 2;
      return [ring!, ring!.map(([x, y]): Position => [(x + middle(0)) / 2, (y + middle(1)) / 2])];
    });
    const polygon = fc.oneof(triangle, square, framed);
    let found = 0;
    fc.assert(
      fc.property(polygon, polygon, (one, other) => {
        if (!apart(one, other)) return;
        found++;
        expect(intersection([one], [other]).reduce((sum, part) => sum + area(part), 0)).toBeLessThan(1e-9);
      }),
      { numRuns: 2_000 },
    );
    expect(found).toBeGreaterThan(300);
  });
});
