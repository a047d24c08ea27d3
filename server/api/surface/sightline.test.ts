import { expect, it } from 'vitest';
import { Sightline } from './sightline.ts';

it('sees under a bridge, and not through it', () => {
  // A deck at 3 m above the eye, 20 m to 30 m away, over level ground 2 m below the eye.
  const under = new Sightline({ cuts: [20, 3, 30, 3] });
  expect(under.look(15, -2, 0)).toBe(true);
  expect(under.look(50, -2, 0)).toBe(true);
  // The deck itself is what is looked at where it is above the ground: from below.
  expect(under.look(25, -2, 0)).toBe(true);
  // 8 m above the ground at 50 m: the sightline passes the deck at 3 m, 25 m away.
  expect(under.look(50, -2, 8)).toBe(false);
});

it('has no answer where there is neither ground nor a surface', () => {
  expect(new Sightline({ cuts: [] }).look(10, undefined, 0)).toBeUndefined();
  expect(new Sightline({ cuts: [5, 1, 15, 1] }).look(10, undefined, 0)).toBe(true);
});
