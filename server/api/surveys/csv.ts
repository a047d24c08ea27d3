import { parse } from 'csv-parse/sync';
import { MAX_POSITIONS, position, seconds, UnreadableTrack, type ReadTrack } from './track.ts';

/** Common column names; case, blanks and units in brackets are ignored. */
const NAMES = {
  longitude: ['longitude', 'lon', 'lng', 'long', 'x', 'longitudine'],
  latitude: ['latitude', 'lat', 'y', 'latitudine'],
  height: ['height', 'ellipsoidalheight', 'elevation', 'ele', 'altitude', 'alt', 'z', 'h', 'quota'],
  time: ['time', 'timestamp', 'datetime', 'utc', 'utctime', 'gpstime', 'ora', 'tempo'],
  heading: ['heading', 'course', 'bearing', 'azimuth', 'yaw', 'direction', 'azimut', 'direzione'],
};

/**
 * Reads a track from CSV with column names in the first line; separated by comma, semicolon or tab, decimal point.
 */
export function readCsv(text: string): ReadTrack[] {
  let rows: string[][];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'].sort((a, b) => inFirstLine(text, b) - inFirstLine(text, a))[0]!,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: MAX_POSITIONS + 2,
      max_record_size: 100_000,
    });
  } catch (failure) {
    throw new UnreadableTrack('track-not-csv', { line: (failure as { lines?: number }).lines ?? 1 });
  }
  const head = (rows.shift() ?? []).map((name) =>
    name
      .replace(/[([].*$/, '')
      .replace(/[\s_-]/g, '')
      .toLowerCase(),
  );
  const column = (names: string[]) => head.findIndex((name) => names.includes(name));
  const [lon, lat] = [column(NAMES.longitude), column(NAMES.latitude)];
  if (lon < 0 || lat < 0) throw new UnreadableTrack('track-no-columns');
  const [height, time, heading] = [column(NAMES.height), column(NAMES.time), column(NAMES.heading)];
  if (rows.length > MAX_POSITIONS) throw new UnreadableTrack('track-too-long', { most: MAX_POSITIONS });
  const value = (row: string[], i: number) => (i < 0 || !row[i] ? null : Number(row[i]));
  const positions = rows.map((row, i) =>
    position(
      `${i + 2}`,
      value(row, lon) ?? NaN,
      value(row, lat) ?? NaN,
      value(row, height),
      time < 0 ? null : seconds(row[time]),
      value(row, heading),
    ),
  );
  return [{ name: '', positions }];
}

function inFirstLine(text: string, delimiter: string): number {
  const end = text.search(/[\r\n]/);
  return text.slice(0, end < 0 ? 2000 : end).split(delimiter).length;
}
