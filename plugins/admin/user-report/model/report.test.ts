import { describe, expect, it } from 'vitest';
import type { Api } from '#core/api';
import { Report } from './report.ts';

type SentRequest = {
  body: { from: string; to: string; projectId?: string; timeZone: string };
  headers: object;
};

function apiThat(answer: (sent: SentRequest) => unknown): Api {
  const call = async (_: unknown, sent: SentRequest) => ({ data: await answer(sent) });
  return { call, bytes: call } as unknown as Api;
}

describe('the activity report', () => {
  it('uses local days, also across months and daylight saving time', async () => {
    const days = async (last: number, now: Date) => {
      const report = new Report(apiThat(() => undefined));
      await report.last(last, now);
      return [report.from, report.to];
    };
    expect(await days(2, new Date(2026, 2, 1, 23, 59))).toEqual(['2026-02-28', '2026-03-01']);
    // Clocks go forward on 29 March 2026 in Europe: the day still counts as one.
    expect(await days(4, new Date(2026, 3, 1))).toEqual(['2026-03-29', '2026-04-01']);
  });

  it('requests the last thirty days at first, then the chosen ones', async () => {
    const requests: string[] = [];
    const report = new Report(
      apiThat(({ body }) => requests.push(`${body.from} ${body.to} ${body.projectId ?? '-'}`)),
      new Date(2026, 2, 31, 12),
    );
    await report.load();
    await report.last(7, new Date(2026, 2, 31, 12));
    await report.ask({ project: { value: 'p', title: 'P' } });
    // 30 days from the 2nd to the 31st, 7 from the 25th.
    expect(requests).toEqual([
      '2026-03-02 2026-03-31 -',
      '2026-03-25 2026-03-31 -',
      '2026-03-25 2026-03-31 p',
    ]);
  });

  it('keeps the newest answer, and says why it failed', async () => {
    const open: ((answer: unknown) => void)[] = [];
    const report = new Report(apiThat(() => new Promise((resolve) => open.push(resolve))));
    const [first, second] = [report.last(7), report.last(30)];
    open[1]!('thirty');
    open[0]!('seven');
    await Promise.all([first, second]);
    expect([report.state, report.report]).toEqual(['ready', 'thirty']);
    const failing = new Report(apiThat(() => Promise.reject(new Error('No.'))));
    await failing.load();
    expect([failing.state, failing.error]).toEqual(['failed', 'No.']);
  });

  it('is downloaded with the same filters', async () => {
    const report = new Report(
      apiThat(({ headers }) => new TextEncoder().encode(JSON.stringify(headers)).buffer),
      new Date(2026, 2, 31, 12),
    );
    const { name, blob } = await report.file('text/csv');
    expect([name, await blob.text()]).toEqual([
      'activity-2026-03-02-2026-03-31.csv',
      '{"accept":"text/csv"}',
    ]);
  });
});
