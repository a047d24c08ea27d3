import { describe, expect, it } from 'vitest';
import { startsOf } from './periods.ts';

describe('periods of a report', () => {
  it('are days, weeks from Monday, and months', () => {
    expect(startsOf('2026-02-27', '2026-03-01', 'day')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    // 2026-03-04 is a Wednesday.
    expect(startsOf('2026-03-04', '2026-03-09', 'week')).toEqual(['2026-03-02', '2026-03-09']);
    expect(startsOf('2025-12-31', '2026-02-01', 'month')).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
  });
});
