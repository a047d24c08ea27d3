import type { Writable } from 'node:stream';
import type { BimCheckResult, Language } from '#core/protocol';
import type { Caller } from '../../../../base/caller.ts';
import { sentence } from '../../../../base/language.ts';
import { Paper } from '../../../../formats/pdf/index.ts';
import { facetText, reasonText, sheetsOf, type Cell, type CheckSubject } from './sheets.ts';

/** Rows of one table; the others are in the CSV. */
const MAX_ROWS = 1000;

/** The result of a check as PDF. */
export async function printCheck(subject: CheckSubject, caller: Caller, out: Writable): Promise<void> {
  const { check, result, modelName, language } = subject;
  const t = (key: string, values: Record<string, string | number> = {}) =>
    sentence(language, `bim.report.${key}`, values);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const paper = new Paper(
    {
      title: check.name,
      subtitle: t('subtitle', {
        model: modelName,
        content: check.content,
        at: date.format(new Date(check.createdAt)),
      }),
      foot: t('foot', { model: modelName }),
      author: caller.name,
      language,
      at: new Date(),
    },
    out,
  );
  paper.facts(factsOf(result, t, language));
  if (result.kind === 'ids') printIds(paper, result.report, language, t);
  else {
    const [sheet] = sheetsOf(subject);
    printTable(
      paper,
      shortOf(result, sheet!.head),
      sheet!.rows.map((row) => shortOf(result, row)),
      language,
      t,
    );
  }
  await paper.end();
}

type Translate = (key: string, values?: Record<string, string | number>) => string;
type IdsReportOf = Extract<BimCheckResult, { kind: 'ids' }>['report'];

function factsOf(result: BimCheckResult, t: Translate, language: Language): [string, string][] {
  const n = (value: number, digits = 0) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      value,
    );
  const cut = result.report.isCut ? ([[t('cut'), t('cut.help')]] as [string, string][]) : [];
  const heights = (metres: number | null | undefined): [string, string][] =>
    metres === null || metres === undefined
      ? []
      : [[t('heights'), t('heights-apart', { metres: n(Math.abs(metres), 1) })]];
  switch (result.kind) {
    case 'ids': {
      const { specifications, passes, schema, title } = result.report;
      const passed = specifications.filter(({ status }) => status === 'pass').length;
      return [
        [t('ids'), title],
        [t('schema'), schema],
        [t('result'), t(passes ? 'pass' : 'fail')],
        [t('specifications'), t('of', { part: n(passed), all: n(specifications.length) })],
        ...cut,
      ];
    }
    case 'quantities':
      return [[t('elements'), n(result.report.rows.length)], ...cut];
    case 'clash':
      return [
        [t('with'), result.report.withName],
        [t('clashes'), n(result.report.clashes.length)],
        [t('pairs'), n(result.report.pairs)],
        ...heights(result.report.heightsApart),
        ...cut,
      ];
    case 'deviation': {
      const { all, cloudName } = result.report;
      return [
        [t('cloud'), cloudName],
        [t('points'), n(all?.count ?? 0)],
        ...(all
          ? ([
              [t('mean'), `${n(all.mean, 4)} m`],
              [t('sigma'), `${n(all.sigma, 4)} m`],
              [t('within'), `${n(all.within * 100, 1)} %`],
            ] as [string, string][])
          : []),
        ...heights(result.report.heightsApart),
        ...cut,
      ];
    }
  }
}

function printIds(paper: Paper, { specifications }: IdsReportOf, language: Language, t: Translate): void {
  for (const each of specifications) {
    paper.heading(each.name);
    if (each.description) paper.paragraph(each.description, { muted: true });
    paper.facts([
      [t('result'), t(each.status)],
      [t('applicable'), each.appliesTo.map((facet) => facetText(facet, language)).join('; ')],
      [t('passed'), t('of', { part: each.passed, all: each.applicable })],
    ]);
    for (const requirement of each.requirements) {
      if (requirement.failed === 0) continue;
      paper.heading(facetText(requirement, language), 2);
      const head = ['class', 'name', 'global-id', 'reason', 'found'].map((key) => t(key));
      const rows = requirement.failures.map((one) => [
        one.class,
        one.name,
        one.globalId,
        reasonText(one.reason, language),
        one.found,
      ]);
      printTable(paper, head, rows, language, t);
    }
  }
}

/** The columns that fit a page. */
function shortOf<T>(result: BimCheckResult, row: readonly T[]): T[] {
  if (result.kind === 'quantities') return [0, 1, 4, 6, 7, 8, 9].map((at) => row[at]!);
  if (result.kind === 'clash') return [0, 1, 3, 4, 6].map((at) => row[at]!);
  return row.filter((_, at) => at !== 2);
}

function printTable(
  paper: Paper,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  language: Language,
  t: Translate,
): void {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4, signDisplay: 'negative' });
  const text = (cell: Cell) => (cell === null ? '' : typeof cell === 'number' ? number.format(cell) : cell);
  const isNumber = (at: number) => rows.some((row) => typeof row[at] === 'number');
  paper.table({
    columns: head.map((title, at) => ({
      title,
      align: isNumber(at) ? ('right' as const) : ('left' as const),
      weight: isNumber(at) ? 1 : 1.6,
    })),
    rows: rows.slice(0, MAX_ROWS).map((row) => row.map(text)),
  });
  if (rows.length > MAX_ROWS)
    paper.paragraph(t('more-rows', { count: rows.length - MAX_ROWS }), { muted: true });
}
