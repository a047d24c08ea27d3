import { printAngle } from '#core/geodesy';
import type { FieldBook, FieldBookResult } from '#core/protocol';
import type { Paper } from '../../formats/pdf/index.ts';
import { left, printRows, right, type Printing } from './report-table.ts';
import { UNITS } from './report-traverses.ts';

const MAX_STATIONS = 500;

/** Orientations of the set-ups, and the errors of the instrument from both faces. */
export function printStations(
  paper: Paper,
  { book, result }: { book: FieldBook; result: FieldBookResult },
  { t, n }: Printing,
): void {
  const stations = result.stations.filter(({ orientation }) => orientation !== null);
  if (stations.length === 0) return;
  const unit = UNITS[book.units.angle] ?? 'degree';
  const small = (degrees: number | null) =>
    degrees === null
      ? ''
      : unit === 'gradian'
        ? `${n((degrees / 0.9) * 1000, 1)} mgon`
        : `${n(degrees * 3600, 1)}″`;
  paper.heading(t('stations'));
  printRows(paper, {
    columns: [
      left(t('station')),
      left(t('how')),
      right(t('orientation')),
      right(t('collimation')),
      right(t('index')),
      right(t('targets')),
    ],
    rows: stations,
    cellsOf: ({ name, how, orientation, collimation, index, sights }) => [
      name,
      how === null ? '' : t(`how.${how}`),
      printAngle(orientation!, unit, 'en'),
      small(collimation),
      small(index),
      String(sights),
    ],
    moreOf: (count) => t('more-stations', { count }),
    most: MAX_STATIONS,
  });
}
