/** Time scale of the time of day: UTC, the device's, or mean solar time at a place. */
export type TimeScale = 'utc' | 'device' | 'solar';
export const CLOCKS: readonly TimeScale[] = ['device', 'utc', 'solar'];

const MINUTE = 60_000;
export const DAY_MINUTES = 1440;

/** A day as `2026-06-21`, and minutes since midnight. */
export interface ClockTime {
  readonly day: string;
  readonly minutes: number;
}

/** Offset of a clock from UTC at an instant, minutes. Solar time shifts four minutes per degree. */
export function aheadOf(clock: TimeScale, instant: number, longitude: number): number {
  if (clock === 'utc') return 0;
  return clock === 'solar' ? 4 * longitude : -new Date(instant).getTimezoneOffset();
}

export function read(clock: TimeScale, instant: number, longitude: number): ClockTime {
  const local = new Date(instant + aheadOf(clock, instant, longitude) * MINUTE);
  const minutes = local.getUTCHours() * 60 + local.getUTCMinutes() + local.getUTCSeconds() / 60;
  return { day: local.toISOString().slice(0, 10), minutes: Math.floor(minutes) };
}

/** The instant at which a clock shows this. A time skipped by daylight saving means the hour after it. */
export function instantOf(clock: TimeScale, { day, minutes }: ClockTime, longitude: number): number {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  if (clock === 'device') return new Date(year, month - 1, date, 0, minutes).getTime();
  return Date.UTC(year, month - 1, date, 0, minutes) - aheadOf(clock, 0, longitude) * MINUTE;
}

/** `UTC+1:30`. */
export function printOffset(minutes: number): string {
  const whole = Math.round(Math.abs(minutes));
  const rest = String(whole % 60).padStart(2, '0');
  return `UTC${minutes < 0 && whole > 0 ? '−' : '+'}${Math.floor(whole / 60)}:${rest}`;
}

/** `6:05`, 24-hour clock. */
export function printTime(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
