import { crsOf, printPlain } from '#core/geodesy';
import type { HeightMode, Reprojected } from './reproject.ts';

/** Decimals: a tenth of a millimetre, also in degrees. */
export const DIGITS = { metres: 4, degrees: 9 } as const;
const HEIGHT_DIGITS = 4;

/** Titles of the columns, in the language of the page. */
export interface ColumnTitles {
  readonly name: string;
  readonly code: string;
  readonly east: string;
  readonly north: string;
  readonly longitude: string;
  readonly latitude: string;
  readonly height: string;
}

/** The coordinates of a row as texts, in the axis order of the system. Empty where it cannot show the point. */
export function ordinatesOf({ placed }: Pick<Reprojected, 'placed'>, to: string, locale: string): string[] {
  if (!placed) return ['', ''];
  const crs = crsOf(to);
  const digits = crs?.geographic ? DIGITS.degrees : DIGITS.metres;
  const texts = placed.map((value) => printPlain(value, digits, locale));
  return crs?.axes === 'ne' ? texts.reverse() : texts;
}

/** Titles of the two coordinates, in the axis order of the system. */
export function axisTitles(to: string, titles: ColumnTitles): string[] {
  const crs = crsOf(to);
  const pair = crs?.geographic ? [titles.longitude, titles.latitude] : [titles.east, titles.north];
  return crs?.axes === 'ne' ? pair.reverse() : pair;
}

export function printHeight(height: number | undefined, locale: string): string {
  return height === undefined ? '' : printPlain(height, HEIGHT_DIGITS, locale);
}

/** The rows as a table, with a title row. Columns that are empty in all rows are left out. */
function tableOf(rows: readonly Reprojected[], to: string, locale: string, titles: ColumnTitles): string[][] {
  const all = [
    [titles.name, ...axisTitles(to, titles), titles.height, titles.code],
    ...rows.map((row) => [
      row.name,
      ...ordinatesOf(row, to, locale),
      printHeight(row.height, locale),
      row.code,
    ]),
  ];
  const used = all[0]!.map((_, column) => all.slice(1).some((row) => row[column] !== ''));
  return all.map((row) => row.filter((_, column) => used[column]));
}

/** For pasting into a spreadsheet. */
export function tabbed(
  rows: readonly Reprojected[],
  to: string,
  locale: string,
  titles: ColumnTitles,
): string {
  return tableOf(rows, to, locale, titles)
    .map((row) => row.map((field) => field.replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}

/** Separated by semicolons where the decimal separator is a comma. */
export function csv(rows: readonly (readonly string[])[], locale: string): string {
  const separator = printPlain(0.5, 1, locale).includes(',') ? ';' : ',';
  return (
    rows.map((row) => row.map((field) => quoted(field, separator)).join(separator)).join('\r\n') + '\r\n'
  );
}

export function pointsCsv(
  rows: readonly Reprojected[],
  to: string,
  locale: string,
  titles: ColumnTitles,
): string {
  return csv(tableOf(rows, to, locale, titles), locale);
}

/** Spreadsheets execute a field that begins like a formula; names are not numbers, so a quotation mark is harmless. */
function quoted(field: string, separator: string): string {
  const safe = /^[=@]|^[+-](?![\d.,]+$)/.test(field) ? `'${field}` : field;
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * GeoJSON is in WGS 84 (RFC 7946): the coordinates in the target system are attributes. Its heights are ellipsoidal:
 * one that was converted to the geoid is an attribute only.
 */
export function pointsGeojson(rows: readonly Reprojected[], to: string, heights: HeightMode): string {
  const crs = crsOf(to);
  const [x, y] = crs?.geographic ? ['longitude', 'latitude'] : ['east', 'north'];
  const digits = crs?.geographic ? DIGITS.degrees : DIGITS.metres;
  const features = rows.map(({ name, code, position: [longitude, latitude, given], height, placed }) => ({
    type: 'Feature',
    properties: {
      ...(name && { name }),
      ...(code && { code }),
      ...(placed && {
        [x]: Number(placed[0].toFixed(digits)),
        [y]: Number(placed[1].toFixed(digits)),
        crs: to,
      }),
      ...(height !== undefined && { height: Number(height.toFixed(HEIGHT_DIGITS)) }),
    },
    geometry: {
      type: 'Point',
      coordinates: [longitude, latitude, (heights === 'toGeoid' ? given : height) ?? []].flat(),
    },
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`;
}
