import { expect, it } from 'vitest';
import { drawsInSpace } from './open-globe.ts';

it('leaves a globe its WebGL context, however often support is tested', () => {
  const globe = document.createElement('canvas').getContext('webgl2')!;
  // A browser keeps 16 at a time, and drops the oldest.
  for (let attempt = 0; attempt < 20; attempt++) expect(drawsInSpace()).toBe(true);
  expect(globe.isContextLost()).toBe(false);
});
