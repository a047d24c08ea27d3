import { describe, expect, it } from 'vitest';
import { placeBeside } from './beside.ts';
import { Tour } from './tour.ts';

describe('the tour of the workspace', () => {
  it('leaves out what is not on the screen, goes on and back, and ends after its last step', () => {
    const tour = new Tour((step) => step !== 'tools');
    expect(tour.isOpen).toBe(false);
    tour.start();
    expect(tour.steps).toEqual(['map', 'panels', 'search', 'status', 'menu']);
    tour.back();
    expect(tour.step).toBe('map');
    for (const step of ['panels', 'search', 'status', 'menu']) {
      tour.next();
      expect(tour.step).toBe(step);
    }
    expect(tour.isLast).toBe(true);
    tour.next();
    expect([tour.isOpen, tour.step]).toEqual([false, undefined]);
    tour.start();
    expect(tour.step).toBe('map');
  });
});

describe('a card beside a part of the window', () => {
  const window = { width: 1000, height: 600 };
  const card = { width: 300, height: 160 };
  const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });
  it.each([
    ['a strip on the left', box(0, 50, 50, 500), { left: 62, top: 220 }],
    ['a strip on the right', box(950, 50, 50, 500), { left: 638, top: 220 }],
    ['a bar at the top', box(0, 0, 1000, 50), { left: 350, top: 62 }],
    ['a bar at the bottom', box(0, 560, 1000, 40), { left: 350, top: 388 }],
    ['a button in the corner', box(8, 8, 32, 32), { left: 52, top: 12 }],
    ['the map between all of them', box(50, 50, 900, 500), { left: 350, top: 220 }],
  ])('is next to %s', (_, part, place) => {
    expect(placeBeside(part, card, window)).toEqual(place);
  });
});
