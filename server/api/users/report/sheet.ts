import { ACTIVITIES, type Language, type UserReport } from '#core/protocol';
import { BYTE_ORDER_MARK, csvLine, guarded } from '../../../formats/csv.ts';
import { sentence } from '../../../base/language.ts';

/** The report as a table: header and rows, the total last. */
export function sheetOf(report: UserReport, language: Language): { head: string[]; rows: string[][] } {
  const translate = (key: string) => sentence(language, `report.${key}`);
  const row = (name: string, counts: UserReport['totals'], lastAt = '') => [
    name,
    ...ACTIVITIES.map((what) => String(counts[what])),
    lastAt,
  ];
  return {
    head: [translate('name'), ...ACTIVITIES.map((what) => translate(what)), translate('lastAt')],
    rows: [
      ...report.users.map((user) =>
        row(
          user.userId === null ? translate('others') : user.name,
          user,
          localTime(user.lastAt, report.timeZone),
        ),
      ),
      row(translate('total'), report.totals),
    ],
  };
}

/** `2026-03-29 14:05` in the report's time zone: the same for people and spreadsheets, in both languages. */
function localTime(at: string | null, timeZone: string): string {
  if (at === null) return '';
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return parts.format(new Date(at));
}

/** RFC 4180 in UTF-8 with a byte order mark, by which spreadsheets recognize it. */
export function csvOf(report: UserReport, language: Language): string {
  const { head, rows } = sheetOf(report, language);
  return BYTE_ORDER_MARK + [head, ...rows].map((cells) => csvLine(cells.map(guarded))).join('');
}
