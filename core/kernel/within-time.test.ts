import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadedInTime, withinTime } from './within-time.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('what comes in time is its result, and leaves no timer', async () => {
  expect(await withinTime(Promise.resolve(7), 10, 'late')).toBe(7);
  await expect(withinTime(Promise.reject(new Error('lost')), 10, 'late')).rejects.toThrow('lost');
  expect(vi.getTimerCount()).toBe(0);
});

it('what does not come ends with the sentence', async () => {
  const code = loadedInTime(new Promise(() => undefined));
  const ended = expect(code).rejects.toThrow('its code did not arrive within 120 seconds');
  await vi.advanceTimersByTimeAsync(119_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await ended;
});
