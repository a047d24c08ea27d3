import { expect, it } from 'vitest';
import { RequestQueue } from './request-queue.ts';

it('requests tiles of the latest zoom first, in the order in which they were added', async () => {
  const begun: string[] = [];
  const end: (() => void)[] = [];
  const queue = new RequestQueue((key) => {
    begun.push(key);
    return new Promise((resolve) => end.push(resolve));
  });
  // Six at a time; the others wait.
  for (let x = 0; x < 8; x++) queue.add(`3/${x}/0`);
  await Promise.resolve();
  expect(begun).toEqual(Array.from({ length: 6 }, (_, x) => `3/${x}/0`));
  for (let x = 0; x < 3; x++) queue.add(`4/${x}/0`);
  while (end.length > 0) {
    end.shift()!();
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(begun.slice(6)).toEqual(['4/0/0', '4/1/0', '4/2/0', '3/6/0', '3/7/0']);
});
