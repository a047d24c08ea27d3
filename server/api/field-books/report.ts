import type { Writable } from 'node:stream';
import type { FieldBook, FieldBookResult, Language } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { sentence } from '../../base/language.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../formats/csv.ts';
import { Paper } from '../../formats/pdf/index.ts';
import { printFit } from './report-fit.ts';
import { printLevels } from './report-levels.ts';
import { printStations } from './report-stations.ts';
import { left, printRows, right } from './report-table.ts';
import { printTraverses } from './report-traverses.ts';

/** Points as CSV: name, easting, northing, height, code, how, and their standard deviations. */
export function pointsCsv({ points, heights }: FieldBookResult): string {
  const head = [
    'point',
    'east',
    'north',
    'height',
    'code',
    'how',
    'sigma_major',
    'sigma_minor',
    'azimuth',
    'sigma_height',
  ];
  const fixed = (value: number | null | undefined, digits: number) =>
    value === null || value === undefined ? '' : value.toFixed(digits);
  const rows = points.map(({ name, east, north, height, code, how, ellipse, sigmaHeight }) => [
    name,
    fixed(east, 4),
    fixed(north, 4),
    fixed(height, 4),
    code ?? '',
    how,
    fixed(ellipse?.major, 5),
    fixed(ellipse?.minor, 5),
    fixed(ellipse?.azimuth, 2),
    fixed(sigmaHeight, 5),
  ]);
  for (const { name, height, sigmaHeight, isKnown } of heights)
    rows.push([
      name,
      '',
      '',
      fixed(height, 4),
      '',
      isKnown ? 'known' : 'levelled',
      '',
      '',
      '',
      fixed(sigmaHeight, 5),
    ]);
  return BYTE_ORDER_MARK + [head, ...rows].map((row) => csvLine(row)).join('');
}

/** Points for stake-out as GSI-16: 11 name, 81 easting, 82 northing, 83 height, in tenths of millimetres. */
export function pointsGsi({ points }: FieldBookResult): string {
  return points
    .map(({ name, east, north, height }, i) => {
      const block = String(i + 1).padStart(4, '0');
      const label = name
        .replace(/[^\x20-\x7E]/g, '?')
        .slice(-16)
        .padStart(16, '0');
      const word = (index: number, value: number) => {
        const digits = Math.abs(Math.round(value * 10_000))
          .toString()
          .padStart(16, '0');
        return `${index}..16${value < 0 ? '-' : '+'}${digits} `;
      };
      return `*11${block}+${label} ${word(81, east)}${word(82, north)}${height === null ? '' : word(83, height)}\r\n`;
    })
    .join('');
}

/** Settings, tests, points with their ellipses, and residuals. */
export async function printReport(
  { book, result, language }: { book: FieldBook; result: FieldBookResult; language: Language },
  caller: Caller,
  out: Writable,
): Promise<void> {
  const t = (key: string, values: Record<string, string | number> = {}) =>
    sentence(language, `field-book.report.${key}`, values);
  const n = (value: number | null | undefined, digits: number) =>
    value === null || value === undefined
      ? ''
      : new Intl.NumberFormat(language, {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
          useGrouping: false,
        }).format(value);
  const paper = new Paper(
    {
      title: book.name,
      subtitle: t('subtitle', { file: book.fileName, instrument: book.instrument || book.format }),
      foot: t('foot', { name: book.name }),
      author: caller.name,
      language,
      at: new Date(),
    },
    out,
  );
  const { settings } = book;
  if (book.computedVersion !== book.version) paper.paragraph(t('changed-since'));
  paper.facts([
    [t('crs'), book.crs ?? t('own-coordinates')],
    [t('lengths'), result.factor === 1 ? t('ground') : t('grid', { factor: n(result.factor, 8) })],
    [t('refraction'), n(settings.refraction, 2)],
    [
      t('sigmas'),
      t('sigmas.values', {
        direction: n(settings.sigmaDirection, 1),
        zenith: n(settings.sigmaZenith, 1),
        distance: n(settings.sigmaDistance, 1),
        ppm: n(settings.sigmaPpm, 1),
        centring: n(settings.sigmaCentring, 1),
      }),
    ],
  ]);
  for (const what of ['plan', 'height'] as const) {
    const network = result[what];
    if (!network) continue;
    paper.heading(t(what));
    const { chi } = network;
    paper.facts([
      [
        t('observations'),
        t('observations.values', {
          observations: network.observations,
          unknowns: network.unknowns,
          freedom: network.freedom,
        }),
      ],
      [
        t('sigma0'),
        network.sigma0 === null ? t('unchecked') : t('sigma0.value', { value: n(network.sigma0, 3) }),
      ],
      ...(chi
        ? [
            [
              t('chi'),
              t(chi.passed ? 'chi.passed' : chi.value < chi.lower ? 'chi.better' : 'chi.failed', {
                value: n(chi.value, 2),
                lower: n(chi.lower, 2),
                upper: n(chi.upper, 2),
              }),
            ] as [string, string],
          ]
        : []),
    ]);
  }
  if (result.problems.length > 0) {
    paper.heading(t('problems'));
    for (const { kind, values } of result.problems)
      paper.paragraph(sentence(language, `field-book.computed.${kind}`, values ?? {}));
    const more = result.problemCount - result.problems.length;
    if (more > 0) paper.paragraph(t('more-problems', { count: more }), { muted: true });
  }
  printFit(paper, result.fit, { t, n });
  printStations(paper, { book, result }, { t, n });
  printTraverses(paper, { book, result }, { t, n });
  printLevels(paper, result, { t, n });
  if (result.points.length > 0) {
    paper.heading(t('points'));
    printRows(paper, {
      columns: [
        left(t('point')),
        right(t('east')),
        right(t('north')),
        right(t('height-value')),
        right(t('major')),
        right(t('sigma-height')),
        left(t('how')),
      ],
      rows: result.points,
      cellsOf: ({ name, east, north, height, ellipse, sigmaHeight, how }) => [
        name,
        n(east, 3),
        n(north, 3),
        n(height, 3),
        n(ellipse && ellipse.major * 1000, 1),
        n(sigmaHeight === null ? null : sigmaHeight * 1000, 1),
        t(`how.${how}`),
      ],
      moreOf: (count) => t('more-points', { count }),
    });
  }
  paper.heading(t('residuals'));
  const checked = result.residuals.filter(({ w }) => w !== null);
  if (checked.length === 0) paper.paragraph(t('unchecked'));
  else
    printRows(paper, {
      columns: [
        left(t('station')),
        left(t('point')),
        left(t('measured')),
        right(t('residual')),
        right('w'),
        right(t('redundancy')),
      ],
      rows: checked,
      cellsOf: ({ station, target, measured, residual, w, redundancy, blunder }) => [
        station,
        target,
        t(`measured.${measured}`),
        n(residual * 1000, 1),
        `${n(w, 2)}${blunder ? ' !' : ''}`,
        n(redundancy, 2),
      ],
      moreOf: (count) => t('more-residuals', { count }),
    });
  await paper.end();
}
