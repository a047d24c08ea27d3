import { describe, expect, it } from 'vitest';
import { HitSurfaces } from './hit-surfaces.ts';

describe('What is known of a place that was hit', () => {
  it('holds for copies of it, and not for other places', () => {
    const places = new HitSurfaces();
    places.note([12, 43, 20], 'tower');
    expect(places.surfaceOf([12, 43, 20])).toBe('tower');
    expect(places.surfaceOf([12, 43, 21])).toBeUndefined();
  });

  it('is forgotten when the pointer has moved on, unless it was queried', () => {
    const places = new HitSurfaces();
    places.note([12, 43, 20], 'tower');
    places.note([12, 43, 21], 'tower');
    places.surfaceOf([12, 43, 20]);
    for (let i = 0; i < 1_000; i++) places.note([12, 43 + i / 1e6, 5], 'roof');
    expect(places.surfaceOf([12, 43, 20])).toBe('tower');
    expect(places.surfaceOf([12, 43, 21])).toBeUndefined();
  });
});
