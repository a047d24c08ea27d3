import type { FieldBookResult } from '#core/protocol';
import type { Paper } from '../../formats/pdf/index.ts';
import { chainOf, left, printRows, right, type Printing } from './report-table.ts';

/** Lines of levels with their misclosures, and levelled heights. */
export function printLevels(
  paper: Pick<Paper, 'heading' | 'table' | 'paragraph'>,
  { heights, levelLines }: Pick<FieldBookResult, 'heights' | 'levelLines'>,
  { t, n }: Printing,
): void {
  if (heights.length === 0) return;
  paper.heading(t('levels'));
  if (levelLines.length > 0)
    printRows(paper, {
      columns: [left(t('level-line')), right(t('length')), right(t('rise')), right(t('misclosure'))],
      rows: levelLines,
      cellsOf: ({ points, length, rise, misclosure }) => [
        chainOf(points),
        n(length, 1),
        n(rise, 5),
        n(misclosure * 1000, 2),
      ],
      moreOf: (count) => t('more-level-lines', { count }),
    });
  printRows(paper, {
    columns: [left(t('point')), right(t('height-value')), right(t('sigma-height'))],
    rows: heights,
    cellsOf: ({ name, height, sigmaHeight }) => [
      name,
      n(height, 4),
      n(sigmaHeight === null ? null : sigmaHeight * 1000, 2),
    ],
    moreOf: (count) => t('more-points', { count }),
  });
}
