import { describe, expect, it } from 'vitest';
import type { CloudRegion } from '#core/protocol';
import { isWithin } from './find-points.ts';
import type { ProfilePlace } from './profile-window.ts';
import { SectionLine } from './section-line.ts';
import { regionsOf, slabRing } from './section-region.ts';

/** What the protocol says of a lasso, for a position. */
function isIn(region: CloudRegion, [x, y, z]: readonly [number, number, number]): boolean {
  if (region.kind !== 'lasso') throw new Error('not a lasso');
  const [dx, dy, dz] = [x - region.origin[0], y - region.origin[1], z - region.origin[2]];
  const m = region.matrix;
  const clip = [0, 1, 2, 3].map((row) => m[row]! * dx + m[4 + row]! * dy + m[8 + row]! * dz + m[12 + row]!);
  const ring = region.ring.map(([chainage, height]) => ({ chainage, height }));
  const along = dx * region.direction![0] + dy * region.direction![1] + dz * region.direction![2];
  return (
    clip[3]! > 0 &&
    isWithin(clip[0]! / clip[3]!, clip[1]! / clip[3]!, ring) &&
    along >= region.near! &&
    along <= region.far!
  );
}

const places = (ring: readonly (readonly [number, number])[]): ProfilePlace[] =>
  ring.map(([chainage, height]) => ({ chainage, height }));

describe('A ring in the profile', () => {
  // At right angles to none of the axes, far from the origin as real coordinates are.
  const line = new SectionLine([[500_000, 4_500_000], [500_060, 4_500_080], [500_000, 4_500_160]]); // prettier-ignore

  it('encloses the same points on the server as in the drawing, on every leg', () => {
    const ring = places([[20, 5], [180, 1], [160, 9], [100, 4], [40, 12]]); // prettier-ignore
    const regions = regionsOf(line, 4, ring);
    expect(regions).toHaveLength(2);
    let inside = 0;
    for (let i = 0; i < 4000; i++) {
      const [chainage, height] = [((i * 37) % 400) / 2 + 0.21, ((i * 91) % 300) / 20 + 0.013];
      const offset = ((i * 53) % 90) / 10 - 4.53;
      // Near the bend a point belongs to both legs.
      if (Math.abs(chainage - 100) < 8) continue;
      const [x, y] = line.at(chainage, offset);
      const expected = isWithin(chainage, height, ring) && Math.abs(offset) <= 2;
      expect(regions.some((region) => isIn(region, [x, y, height]))).toBe(expected);
      if (expected) inside++;
    }
    expect(inside).toBeGreaterThan(300);
  });

  it('has no region on a leg that it does not reach, and none outside the line', () => {
    expect(regionsOf(line, 4, places([[10, 0], [50, 0], [50, 5], [10, 5]]))).toHaveLength(1); // prettier-ignore
    expect(regionsOf(line, 4, places([[-30, 0], [-10, 0], [-10, 5]]))).toEqual([]); // prettier-ignore
  });

  it('stays between -1 and 1, as the server demands', () => {
    for (const region of regionsOf(
      line,
      1,
      places([
        [0.1, 0.3],
        [99.9, 0.7],
        [33.3, 7.7],
      ]),
    ))
      // prettier-ignore
      if (region.kind === 'lasso')
        for (const value of region.ring.flat()) expect(Math.abs(value)).toBeLessThanOrEqual(1);
  });

  it('of a slab lies equally above and below the line through its ends', () => {
    expect(slabRing({ chainage: 0, height: 10 }, { chainage: 4, height: 12 }, 0.5)).toEqual(
      places([[0, 9.75], [4, 11.75], [4, 12.25], [0, 10.25]]), // prettier-ignore
    );
  });
});
