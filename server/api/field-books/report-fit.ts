import type { FieldBookFit } from '#core/protocol';
import type { Paper } from '../../formats/pdf/index.ts';
import { left, printRows, right, type Printing } from './report-table.ts';

/** The fit to control points, with what is left at each. */
export function printFit(
  paper: Pick<Paper, 'heading' | 'table' | 'paragraph' | 'facts'>,
  fit: FieldBookFit | undefined,
  { t, n }: Printing,
): void {
  if (!fit) return;
  paper.heading(t('fit'));
  const scales = fit.method === 'affine' ? fit.scale : fit.scale.slice(0, 1);
  const within = (value: string, sigma: string) => (sigma === '' ? value : `${value} ± ${sigma}`);
  paper.facts([
    [t('fit.method'), t(`fit.${fit.method}`)],
    [t('fit.scale'), within(scales.map((scale) => n(scale, 8)).join(', '), n(fit.sigmaScale, 8))],
    [t('fit.turn'), `${within(n(fit.turn, 6), n(fit.sigmaTurn, 6))}°`],
    [t('fit.sigma'), fit.sigma === null ? t('unchecked') : `${n(fit.sigma * 1000, 1)} mm`],
  ]);
  printRows(paper, {
    columns: [left(t('point')), right(t('fit.east')), right(t('fit.north')), left(t('fit.used'))],
    rows: fit.points,
    cellsOf: ({ name, east, north, isUsed }) => [
      name,
      n(east * 1000, 1),
      n(north * 1000, 1),
      t(isUsed ? 'fit.yes' : 'fit.no'),
    ],
    moreOf: (count) => t('more-points', { count }),
  });
}
