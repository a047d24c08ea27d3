import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('alternates between lanes, each in its own order', async () => {
  const turns = new Turns();
  const done: string[] = [];
  const append = (name: string) => async () => {
    done.push(name);
  };
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => turns.take('a', append(name))),
    turns.take('b', append('b1')),
    ...['c1', 'c2'].map((name) => turns.take('c', append(name))),
  ]);
  // a1 was alone and started at once; from then on a, b and c alternate while they have work.
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4']);
});

it('never runs two at once, and continues after a failure', async () => {
  const turns = new Turns();
  let running = 0;
  let max = 0;
  const work = async () => {
    max = Math.max(max, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    throw new Error('failed');
  };
  const results = await Promise.allSettled(['a', 'a', 'b'].map((lane) => turns.take(lane, work)));
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(max).toBe(1);
  await turns.idle();
});
