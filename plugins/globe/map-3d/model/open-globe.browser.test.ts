import { expect, it } from 'vitest';
import { drawsInSpace } from './open-globe.ts';

it('takes no globe its graphics away, however often it is asked whether there are any', () => {
  const globe = document.createElement('canvas').getContext('webgl2')!;
  // A browser keeps 16 at once, and drops the oldest.
  for (let asked = 0; asked < 20; asked++) expect(drawsInSpace()).toBe(true);
  expect(globe.isContextLost()).toBe(false);
});
