import { describe, expect, it } from 'vitest';
import { MetPlaces } from './met-places.ts';

describe('What a place was met on', () => {
  it('is known of copies of it, and not of others', () => {
    const places = new MetPlaces();
    places.note([12, 43, 20], 'tower');
    expect(places.surfaceOf([12, 43, 20])).toBe('tower');
    expect(places.surfaceOf([12, 43, 21])).toBeUndefined();
  });

  it('is forgotten when the pointer has long gone on, but for what was asked for', () => {
    const places = new MetPlaces();
    places.note([12, 43, 20], 'tower');
    places.note([12, 43, 21], 'tower');
    places.surfaceOf([12, 43, 20]);
    for (let i = 0; i < 1_000; i++) places.note([12, 43 + i / 1e6, 5], 'roof');
    expect(places.surfaceOf([12, 43, 20])).toBe('tower');
    expect(places.surfaceOf([12, 43, 21])).toBeUndefined();
  });
});
