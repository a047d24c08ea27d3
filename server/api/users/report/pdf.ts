import type { Writable } from 'node:stream';
import { ACTIVITIES, type Language, type UserReport } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { Paper, type PageRectangle } from '../../../formats/pdf/index.ts';
import { sentence } from '../../../base/language.ts';
import { sheetOf } from './sheet.ts';

const CHART = { height: 130, axis: 14, ink: '#0b5cad', line: '#d5dbe1', text: '#5a6672' } as const;

/** Nine columns are many for a page: long titles are abbreviated. */
const SHORT: readonly (string | undefined)[] = [undefined, ...ACTIVITIES];

/** The report as PDF: subject, objects and sign-ins over time, and the table of people. */
export async function printReport(
  report: UserReport,
  caller: Caller,
  language: Language,
  out: Writable,
): Promise<void> {
  const translate = (key: string, values: Record<string, string | number> = {}) =>
    sentence(language, `report.${key}`, values);
  const day = (text: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(text));
  const { from, to, timeZone, totals } = report;
  const paper = new Paper(
    {
      title: translate('title'),
      subtitle: translate('subtitle', {
        organization: caller.organizationName,
        from: day(from),
        to: day(to),
      }),
      foot: translate('foot', { organization: caller.organizationName, zone: timeZone }),
      author: caller.name,
      language,
      at: new Date(),
    },
    out,
  );
  paper.paragraph(translate('scope'), { muted: true });
  const objects = (each: UserReport['totals']) => each.created + each.changed + each.deleted;
  for (const [key, valueOf] of [
    ['chart.objects', objects],
    ['chart.signIns', (each: UserReport['totals']) => each.signIns],
  ] as const) {
    const values = report.periods.map((period) => ({ start: period.start, value: valueOf(period) }));
    paper.heading(translate(key), 2);
    const max = Math.max(...values.map(({ value }) => value));
    const alternative = translate('chart.summary', { what: translate(key), total: valueOf(totals), max });
    paper.figure(CHART.height, alternative, (pdf, box) => bars(pdf, box, values, language));
  }
  paper.heading(translate('people'), 2);
  const { head, rows } = sheetOf(report, language);
  paper.table({
    columns: head.map((title, n) => ({
      title: SHORT[n] === undefined ? title : translate(`short.${SHORT[n]}`),
      align: n === 0 || n === head.length - 1 ? 'left' : 'right',
      weight: n === 0 ? 1.9 : n === head.length - 1 ? 1.7 : 1.25,
    })),
    rows,
  });
  await paper.end();
}

type ReportPdf = Paper['pdf'];

function bars(
  pdf: ReportPdf,
  { x, y, width, height }: PageRectangle,
  values: readonly { start: string; value: number }[],
  language: Language,
): void {
  const max = Math.max(1, ...values.map(({ value }) => value));
  const floor = y + height - CHART.axis;
  const room = height - CHART.axis - 14;
  const each = width / values.length;
  pdf.font('text').fontSize(7).fillColor(CHART.text);
  pdf.text(new Intl.NumberFormat(language).format(max), x, y, { lineBreak: false });
  pdf
    .moveTo(x, floor - room)
    .lineTo(x + width, floor - room)
    .lineWidth(0.4)
    .stroke(CHART.line);
  for (const [n, { value }] of values.entries()) {
    const tall = (value / max) * room;
    if (value > 0) pdf.rect(x + n * each + each * 0.15, floor - tall, each * 0.7, tall).fill(CHART.ink);
  }
  pdf
    .moveTo(x, floor)
    .lineTo(x + width, floor)
    .lineWidth(0.6)
    .stroke(CHART.text);
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  pdf.fillColor(CHART.text);
  pdf.text(day.format(new Date(values[0]!.start)), x, floor + 4, { lineBreak: false });
  if (values.length > 1) {
    const last = day.format(new Date(values.at(-1)!.start));
    pdf.text(last, x + width - pdf.widthOfString(last) - 1, floor + 4, { lineBreak: false });
  }
}
