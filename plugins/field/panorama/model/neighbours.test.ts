import { describe, expect, it } from 'vitest';
import type { PanoramicPlace } from '#core/protocol';
import { along, around } from './neighbours.ts';

const place = (id: string, east: number, north: number, trackId: string | null = 't') =>
  ({
    id,
    surveyId: 's',
    trackId,
    position: [9 + east / 78_850, 45 + north / 111_130],
  }) as unknown as PanoramicPlace;

describe('Along a track', () => {
  it('the next and the previous are of the same track; its ends have none', () => {
    const [a, b, c] = [place('a', 0, 0), place('b', 0, 5), place('c', 0, 10, 'other')];
    const places = [a, b, c];
    expect([along(places, a, 1)?.id, along(places, b, -1)?.id]).toEqual(['b', 'a']);
    expect([along(places, a, -1), along(places, b, 1)]).toEqual([undefined, undefined]);
  });
});

describe('Neighbours by place', () => {
  it('are the nearest in each direction, within 60 m', () => {
    const here = place('here', 0, 0);
    const near = [
      place('north', 0, 8),
      place('farther-north', 1, 20),
      place('east', 12, 1),
      place('far', 0, -80),
      here,
    ];
    expect(around(near, here).map(({ place, distance }) => [place.id, Math.round(distance)])).toEqual([
      ['north', 8],
      ['east', 12],
    ]);
  });
});
