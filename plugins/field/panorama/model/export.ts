import type { MeasuredPoint } from './measuring.ts';
import { areaBetween, legsOf } from './values.ts';

/** Columns of a point; metres, degrees, WGS 84 with ellipsoidal heights; ± is half the width of the 95 % interval. */
const COLUMNS = [
  'point',
  'longitude',
  'latitude',
  'height',
  'within_east',
  'within_north',
  'within_up',
  'radius_95',
  'angle',
  'miss',
  'found_on',
  'from',
  'doubts',
] as const;

/** CSV (RFC 4180): one line per point, then one per value from each point to the next, and the area of all. */
export function csvOf(points: readonly MeasuredPoint[]): string {
  const lines = points.map((point, i) => rowOf(point, i).map(cell).join(','));
  const values = rowsBetween(points).map((row) => VALUES.map((name) => row[name] ?? '').join(','));
  const more = values.length > 0 ? ['', VALUES.join(','), ...values] : [];
  return [COLUMNS.join(','), ...lines, ...more, ''].join('\r\n');
}

/** GeoJSON (RFC 7946): a feature per point. */
export function geoJsonOf(points: readonly MeasuredPoint[]): string {
  const features = points.map((point, i) => {
    const row = rowOf(point, i);
    const properties = Object.fromEntries(
      COLUMNS.map((name, n) => [name, row[n]!]).filter(([name]) => !PLACE.has(name as string)),
    );
    return { type: 'Feature', geometry: { type: 'Point', coordinates: [...point.position] }, properties };
  });
  const values = rowsBetween(points);
  return `${JSON.stringify({ type: 'FeatureCollection', features, ...(values.length > 0 && { values }) }, null, 2)}\n`;
}
const VALUES = ['from', 'to', 'quantity', 'value', 'within'] as const;
const PLACE = new Set(['longitude', 'latitude', 'height']);

type ValueRow = Partial<Record<(typeof VALUES)[number], string | number>>;

/** What is measured between the points; `from` and `to` are their numbers. */
function rowsBetween(points: readonly MeasuredPoint[]): ValueRow[] {
  const legs = legsOf(points).flatMap(({ from, to, amounts }) =>
    amounts.map(({ quantity, amount, within }) => ({ from, to, quantity, value: amount, within })),
  );
  const area = areaBetween(points);
  return area ? [...legs, { quantity: area.quantity, value: area.amount, within: area.within }] : legs;
}

function rowOf(point: MeasuredPoint, i: number): (string | number)[] {
  const { position, within, radius, angle, miss, on, from, warnings, assumed, lacksHeight } = point;
  const doubts = [...warnings, ...(assumed ? ['assumed'] : []), ...(lacksHeight ? ['height'] : [])];
  const place = [...position, ...within, radius, on ? '' : angle, miss];
  return [i + 1, ...place, on ?? 'rays', from.join('; '), doubts.join('; ')];
}

/** A text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
