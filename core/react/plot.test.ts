import { describe, expect, it } from 'vitest';
import { frameOf, plot } from './plot.ts';

describe('the preview', () => {
  it('draws a degree of longitude shorter than one of latitude, by the cosine', () => {
    const frame = frameOf([10, 59.5, 12, 60.5], 400, 400, 0);
    // cos 60° is 0.5: two degrees across are as wide as one up.
    expect(frame.x(12) - frame.x(10)).toBeCloseTo(400, 6);
    expect(frame.y(59.5) - frame.y(60.5)).toBeCloseTo(400, 6);
  });

  it('draws polygons, lines and points', () => {
    const frame = frameOf([0, 0, 1, 1], 100, 100, 0);
    const { areas, lines, points } = plot(
      [
        {
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [1, 0],
                [1, 1],
                [0, 0],
              ],
            ],
          },
        },
        {
          geometry: {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [1, 1],
            ],
          },
        },
        { geometry: { type: 'MultiPoint', coordinates: [[0.5, 0.5]] } },
      ],
      frame,
    );
    expect(areas).toBe('M0.0 100.0L100.0 100.0L100.0 0.0L0.0 100.0Z');
    expect(lines).toBe('M0.0 100.0L100.0 0.0');
    expect(points).toEqual([[50, 50]]);
  });
});
