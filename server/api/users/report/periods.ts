import type { UserReport } from '#core/protocol';

/** The first day of each period; weeks begin on Monday, as in PostgreSQL. */
export function startsOf(from: string, to: string, step: UserReport['step']): string[] {
  const starts: string[] = [];
  const last = Date.parse(to);
  const day = new Date(Date.parse(from));
  if (step === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  if (step === 'month') day.setUTCDate(1);
  while (day.getTime() <= last) {
    starts.push(day.toISOString().slice(0, 10));
    if (step === 'month') day.setUTCMonth(day.getUTCMonth() + 1);
    else day.setUTCDate(day.getUTCDate() + (step === 'week' ? 7 : 1));
  }
  return starts;
}
