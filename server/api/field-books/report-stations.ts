import { printAngle } from '#core/geodesy';
import type { FieldBook, FieldBookResult } from '#core/protocol';
import type { Paper } from '../../formats/pdf/index.ts';
import { UNITS, type Printing } from './report-traverses.ts';

const MAX_ROWS = 500;

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
  const left = (title: string) => ({ title, align: 'left' as const, weight: 1 });
  const right = (title: string) => ({ title, align: 'right' as const, weight: 1 });
  paper.heading(t('stations'));
  paper.table({
    columns: [
      left(t('station')),
      left(t('how')),
      right(t('orientation')),
      right(t('collimation')),
      right(t('index')),
      right(t('targets')),
    ],
    rows: stations
      .slice(0, MAX_ROWS)
      .map(({ name, how, orientation, collimation, index, sights }) => [
        name,
        how === null ? '' : t(`how.${how}`),
        printAngle(orientation!, unit, 'en'),
        small(collimation),
        small(index),
        String(sights),
      ]),
  });
  if (stations.length > MAX_ROWS)
    paper.paragraph(t('more-stations', { count: stations.length - MAX_ROWS }), { muted: true });
}
