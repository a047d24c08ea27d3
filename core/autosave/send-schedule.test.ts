import { describe, expect, it, vi } from 'vitest';
import { SendSchedule } from './send-schedule.ts';
import { ManualTimers } from './testing/device.ts';

function scheduled() {
  const timers = new ManualTimers();
  const send = vi.fn();
  return { timers, send, schedule: new SendSchedule(timers, send) };
}

describe('The schedule of sending', () => {
  it('waits shortly after the last change', () => {
    const { timers, send, schedule } = scheduled();
    schedule.soon();
    timers.pass(400);
    schedule.soon();
    timers.pass(400);
    expect(send).not.toHaveBeenCalled();
    timers.pass(100);
    expect(send).toHaveBeenCalledOnce();
  });

  it('doubles the delay with each failure up to two minutes, and starts again after a success', () => {
    const { timers, schedule } = scheduled();
    const delays = Array.from({ length: 8 }, () => {
      schedule.failed();
      return timers.pending;
    });
    expect(delays.flat()).toEqual([2000, 4000, 8000, 16_000, 32_000, 64_000, 120_000, 120_000]);
    expect(schedule.retryAt).toEqual(new Date(120_000));
    schedule.cancel();
    schedule.succeeded();
    schedule.failed();
    expect(timers.pending).toEqual([2000]);
  });

  it('does not send for a change before the next attempt, but at once when asked to', () => {
    const { timers, schedule } = scheduled();
    schedule.failed();
    schedule.soon();
    expect(timers.pending).toEqual([2000]);
    schedule.atOnce();
    expect([timers.pending, schedule.retryAt]).toEqual([[0], undefined]);
  });

  it('sends nothing by itself when it is not automatic', () => {
    const { timers, schedule } = scheduled();
    schedule.soon();
    schedule.setAutomatic(false);
    schedule.soon();
    schedule.atOnce();
    schedule.failed();
    expect([timers.pending, schedule.retryAt]).toEqual([[], undefined]);
  });
});
