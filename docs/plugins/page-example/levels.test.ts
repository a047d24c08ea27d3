import { expect, it } from 'vitest';
import { levelsIn } from './levels.ts';

it('takes the levels of an answer, and leaves out what is none', () => {
  const answer = [{ name: 'Bridge', level: 2.31 }, { name: 'Weir' }, 'x', null];
  expect(levelsIn(JSON.stringify(answer))).toEqual(new Map([['Bridge', 2.31]]));
});

it.each(['', '<html>', '{"name":"Bridge"}'])('has no levels in %j', (answer) => {
  expect(levelsIn(answer)).toBeUndefined();
});
