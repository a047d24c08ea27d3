import { describe, expect, it } from 'vitest';
import { inverse } from '#core/geodesy';
import type { FieldBookPoint, Position } from '#core/protocol';
import { drawnEllipses, ellipseScale, MOST_ELLIPSES } from './ellipses.ts';

const point = (name: string, position: Position, major: number): FieldBookPoint =>
  ({ name, position, ellipse: { major, minor: major / 2, azimuth: 30 } }) as FieldBookPoint;

describe('error ellipses on the map', () => {
  // A tenth of a degree of latitude is 11,132 m, of which a twentieth is 557 m: 27,830 times 20 mm.
  const points = [point('a', [11, 46], 0.02), point('b', [11, 46.1], 0.01)];

  it('are enlarged by a round number, which the panel says', () => {
    expect(ellipseScale(points)).toBe(20_000);
    expect(ellipseScale([points[0]!])).toBeUndefined();
    expect(ellipseScale(points.map((each) => ({ ...each, ellipse: null })))).toBeUndefined();
    const many = Array.from({ length: MOST_ELLIPSES + 1 }, (_, n) =>
      point(String(n), [11, 46 + n / 1e4], 0.02),
    );
    expect(ellipseScale(many)).toBeUndefined();
  });

  it('have their half axes, enlarged, along and across their azimuth', () => {
    const [ring] = drawnEllipses(points);
    const corners = ring!.coordinates as Position[];
    const from = (n: number) => inverse([11, 46], corners[n]!);
    expect(from(0)).toMatchObject({ distance: expect.closeTo(400, 6) as number });
    expect(from(9).distance).toBeCloseTo(200, 6);
    expect(from(0).azimuth).toBeCloseTo(30, 6);
  });
});
