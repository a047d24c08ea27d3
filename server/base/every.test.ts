import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { every } from './every.ts';

describe('every', () => {
  let written: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    vi.useFakeTimers();
    written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('calls repeatedly until it is disposed', async () => {
    const work = vi.fn(async () => {});
    const timer = every(1000, 'Counting', work);
    await vi.advanceTimersByTimeAsync(3000);
    expect(work).toHaveBeenCalledTimes(3);
    timer.dispose();
    await vi.advanceTimersByTimeAsync(3000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('continues after a failure, which is written once until a call has succeeded', async () => {
    const outcomes = ['away', 'away', undefined, 'away again'];
    const timer = every(1000, 'Counting', async () => {
      const failure = outcomes.shift();
      if (failure) throw new Error(failure);
    });
    await vi.advanceTimersByTimeAsync(4000);
    timer.dispose();
    expect(outcomes).toEqual([]);
    expect(written.mock.calls.map(([text]: unknown[]) => text)).toEqual([
      'Counting failed: away\n',
      'Counting failed: away again\n',
    ]);
  });
});
