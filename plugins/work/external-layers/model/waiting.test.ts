import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Waiting } from './waiting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const ids = new Set<string>();
  const waiting = new Waiting((id, isWaiting) => void (isWaiting ? ids.add(id) : ids.delete(id)));
  return { ids, waiting };
}

it('a layer whose server is silent is told after five seconds, also while the map moves', () => {
  const { ids, waiting } = watched();
  for (let second = 0; second < 6; second++) {
    waiting.begin('a');
    vi.advanceTimersByTime(900);
    expect([...ids]).toEqual(second < 5 ? [] : ['a']);
    waiting.givenUp('a');
  }
  waiting.begin('a');
  vi.advanceTimersByTime(1_100);
  expect([...ids]).toEqual(['a']);
});

it('an answer ends it, and so does a layer that nobody asks any more', () => {
  const { ids, waiting } = watched();
  for (const end of ['answered', 'givenUp'] as const) {
    waiting.begin('a');
    vi.advanceTimersByTime(5_000);
    expect([...ids]).toEqual(['a']);
    waiting[end]('a');
    vi.advanceTimersByTime(1_100);
    expect([...ids]).toEqual([]);
  }
});

it('of several requests the answer to one begins a new wait for the others', () => {
  const { ids, waiting } = watched();
  waiting.begin('a');
  waiting.begin('a');
  vi.advanceTimersByTime(4_000);
  waiting.answered('a');
  vi.advanceTimersByTime(4_000);
  expect([...ids]).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect([...ids]).toEqual(['a']);
});
