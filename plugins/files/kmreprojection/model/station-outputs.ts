import { crsOf, printChainage, printPlain, project } from '#core/geodesy';
import type { PlacedChainage, PlacedEvent, StationedPoint } from './kilometres.ts';
import { csv, DIGITS } from './outputs.ts';

export type Titles = Readonly<
  Record<'name' | 'code' | 'chainage' | 'offset' | 'x' | 'y' | 'from' | 'to' | 'length' | 'note', string>
>;

/** Decimals of chainages and offsets: millimetres. */
const METRE_DIGITS = 3;

export function printMetres(metres: number, locale: string): string {
  return printPlain(metres, METRE_DIGITS, locale);
}

export function printKilometres(metres: number, locale: string): string {
  return printChainage(metres, locale, METRE_DIGITS);
}

/** `note`: what is special about a foot, in the language of the page. */
export function stationsCsv(
  rows: readonly StationedPoint[],
  locale: string,
  titles: Titles,
  note: (row: StationedPoint) => string,
): string {
  return csv(
    [
      [titles.name, titles.chainage, titles.offset, titles.code, titles.note],
      ...rows.map((row) => [
        row.name,
        printKilometres(row.chainage, locale),
        printMetres(row.offset, locale),
        row.code,
        note(row),
      ]),
    ],
    locale,
  );
}

export function placesCsv(
  rows: readonly PlacedChainage[],
  crs: string,
  locale: string,
  titles: Titles,
  note: (row: PlacedChainage) => string,
): string {
  return csv(
    [
      [titles.name, titles.chainage, titles.offset, titles.x, titles.y, titles.note],
      ...rows.map((row) => [
        row.name,
        printKilometres(row.chainage, locale),
        printMetres(row.offset, locale),
        ...printPlace(row, crs, locale),
        note(row),
      ]),
    ],
    locale,
  );
}

/** East before north; empty where the system cannot show the place. */
export function printPlace(
  { position }: Pick<PlacedChainage, 'position'>,
  crs: string,
  locale: string,
): string[] {
  const digits = crsOf(crs)?.geographic ? DIGITS.degrees : DIGITS.metres;
  try {
    return project(crs, position).map((value) => printPlain(value, digits, locale));
  } catch {
    return ['', ''];
  }
}

export function eventsCsv(rows: readonly PlacedEvent[], locale: string, titles: Titles): string {
  return csv(
    [
      [titles.name, titles.from, titles.to, titles.length],
      ...rows.map((row) => [
        row.name,
        printKilometres(row.from, locale),
        printKilometres(row.to, locale),
        printMetres(row.length, locale),
      ]),
    ],
    locale,
  );
}

/** Events on the line, as lines with their chainages as attributes (metres). */
export function eventsGeojson(rows: readonly PlacedEvent[]): string {
  const features = rows.flatMap(({ name, from, to, length, vertices }) =>
    vertices
      ? {
          type: 'Feature',
          properties: { name, from, to, length: Number(length.toFixed(METRE_DIGITS)) },
          geometry: { type: 'LineString', coordinates: vertices },
        }
      : [],
  );
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`;
}

export function placesGeojson(rows: readonly PlacedChainage[]): string {
  const features = rows.map(({ name, chainage, offset, position }) => ({
    type: 'Feature',
    properties: { name, chainage, offset },
    geometry: { type: 'Point', coordinates: position },
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`;
}
