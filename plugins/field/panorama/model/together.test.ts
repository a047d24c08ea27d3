import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Together } from './together.ts';

it('what comes one after the other is given together', async () => {
  const together = new Together(10_000);
  const given: string[] = [];
  let comes = (_: string) => {};
  const late = together.join(new Promise<string>((resolve) => (comes = resolve)));
  const early = together.join(Promise.resolve('early'));
  for (const each of [early, late]) void each.then((one) => given.push(one));
  await wait(5);
  expect(given).toEqual([]);
  comes('late');
  await late;
  await wait(0);
  expect(given.toSorted()).toEqual(['early', 'late']);
});

it('what has come waits only some time for the rest, and a failure is told at once', async () => {
  const together = new Together(20);
  void together.join(new Promise(() => {}));
  await expect(together.join(Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  await expect(together.join(Promise.resolve(1))).resolves.toBe(1);
});
