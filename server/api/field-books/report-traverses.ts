import { printAngle } from '#core/geodesy';
import type { AngleUnit, FieldBook, FieldBookResult, FieldBookTraverse } from '#core/protocol';
import type { Paper } from '../../formats/pdf/index.ts';
import { chainOf, left, MAX_ROWS, printRows, right, type Printing } from './report-table.ts';

/** In mils no angles are printed: they are in degrees then. */
export const UNITS: Readonly<Record<string, AngleUnit>> = {
  gon: 'gradian',
  dms: 'dms',
  deg: 'degree',
  rad: 'radian',
};

/** Misclosures of the traverses, and their coordinates by Bowditch’s rule; up to `MAX_ROWS` legs. */
export function printTraverses(
  paper: Pick<Paper, 'heading' | 'facts' | 'table' | 'paragraph'>,
  { book, result }: { book: Pick<FieldBook, 'units'>; result: Pick<FieldBookResult, 'traverses'> },
  { t, n }: Printing,
): void {
  const { traverses } = result;
  const unit = UNITS[book.units.angle] ?? 'degree';
  const angle = (degrees: number) => printAngle(degrees, unit, 'en');
  let [printed, legs] = [0, 0];
  for (const traverse of traverses) {
    if (printed > 0 && legs + traverse.legs.length > MAX_ROWS) break;
    printed++;
    legs += traverse.legs.length;
    paper.heading(t('traverse', { stations: chainOf(traverse.stations) }));
    paper.facts(factsOf(traverse, unit, { t, n }));
    printRows(paper, {
      columns: [
        left(t('point')),
        ...[t('angle'), t('azimuth'), t('length'), t('east'), t('north'), t('height-value')].map(right),
      ],
      rows: traverse.legs,
      cellsOf: (leg) => [
        leg.to,
        leg.angle === null ? '' : angle(leg.angle),
        angle(leg.azimuth),
        n(leg.distance, 3),
        n(leg.east, 3),
        n(leg.north, 3),
        n(leg.height, 3),
      ],
      moreOf: (count) => t('more-legs', { count }),
    });
  }
  if (traverses.length > printed)
    paper.paragraph(t('more-traverses', { count: traverses.length - printed }), { muted: true });
}

function factsOf(traverse: FieldBookTraverse, unit: AngleUnit, { t, n }: Printing): [string, string][] {
  const { kind, length, angles, angular, east, north, height } = traverse;
  const facts: [string, string][] = [
    [t('traverse.kind'), t(`traverse.kind.${kind}`)],
    [t('traverse.length'), `${n(length, 3)} m`],
    [
      t('traverse.angular'),
      angular === null
        ? t('traverse.unchecked')
        : t('traverse.angular.value', { angle: printAngle(angular, unit, 'en'), count: angles }),
    ],
  ];
  if (east === null || north === null) return [...facts, [t('traverse.linear'), t('traverse.unchecked')]];
  const linear = Math.hypot(east, north);
  facts.push([
    t('traverse.linear'),
    t('traverse.linear.value', {
      linear: n(linear * 1000, 1),
      east: n(east * 1000, 1),
      north: n(north * 1000, 1),
      ratio: linear < 1e-6 ? '∞' : n(length / linear, 0),
    }),
  ]);
  if (height !== null) facts.push([t('traverse.height'), `${n(height * 1000, 1)} mm`]);
  return facts;
}
