import type { FieldBookResult } from '#core/protocol';
import type { Paper } from '../../formats/pdf/index.ts';
import type { Printing } from './report-traverses.ts';

/** Lines of levels with their misclosures, and levelled heights. */
export function printLevels(
  paper: Paper,
  { heights, levelLines }: FieldBookResult,
  { t, n }: Printing,
): void {
  if (heights.length === 0) return;
  const left = (title: string) => ({ title, align: 'left' as const, weight: 1 });
  const right = (title: string) => ({ title, align: 'right' as const, weight: 1 });
  paper.heading(t('levels'));
  if (levelLines.length > 0)
    paper.table({
      columns: [left(t('level-line')), right(t('length')), right(t('rise')), right(t('misclosure'))],
      rows: levelLines.map(({ points, length, rise, misclosure }) => [
        points.join(' – '),
        n(length, 1),
        n(rise, 5),
        n(misclosure * 1000, 2),
      ]),
    });
  paper.table({
    columns: [left(t('point')), right(t('height-value')), right(t('sigma-height'))],
    rows: heights.map(({ name, height, sigmaHeight }) => [
      name,
      n(height, 4),
      n(sigmaHeight === null ? null : sigmaHeight * 1000, 2),
    ]),
  });
}
