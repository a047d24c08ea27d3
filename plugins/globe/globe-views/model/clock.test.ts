import { describe, expect, it } from 'vitest';
import { aheadOf, CLOCKS, instantOf, printOffset, printTime, read } from './clock.ts';

const NOON = Date.UTC(2026, 5, 21, 12);

describe("The sun's clocks", () => {
  it.each(CLOCKS)('show what they were set to, by the clock %s', (clock) => {
    const reading = { day: '2026-06-21', minutes: 605 };
    expect(read(clock, instantOf(clock, reading, 12.6), 12.6)).toEqual(reading);
  });

  it('use solar time by longitude: 12.5° east is 50 minutes', () => {
    expect(aheadOf('solar', NOON, 12.5)).toBe(50);
    expect(read('solar', NOON, 12.5)).toEqual({ day: '2026-06-21', minutes: 12 * 60 + 50 });
  });

  it('show another day where it is past midnight', () => {
    expect(read('solar', Date.UTC(2026, 5, 21, 23), 30)).toEqual({ day: '2026-06-22', minutes: 60 });
  });

  it('print the UTC offset and the time of day', () => {
    expect([120, -210, 49.6, -0.2].map(printOffset)).toEqual([
      'UTC+2:00',
      'UTC−3:30',
      'UTC+0:50',
      'UTC+0:00',
    ]);
    expect(printTime(605)).toBe('10:05');
  });
});
