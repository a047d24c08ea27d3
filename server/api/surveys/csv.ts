import { parse } from 'csv-parse/sync';
import { unproject } from '#core/geodesy';
import { plainColumn, trackColumnIn, type TrackColumn } from '#core/protocol';
import {
  MAX_POSITIONS,
  position,
  seconds,
  UnreadableTrack,
  type ReadTrack,
  type TrackPosition,
} from './track.ts';

/** How a CSV is read where its names do not tell. */
export interface CsvReading {
  /** The name of the column of a value, or from 1 its number; empty where there is none. Others are found by common names. */
  columns?: Partial<Record<TrackColumn, string>> | undefined;
  /** Of eastings and northings; it is loaded. */
  crs?: string | undefined;
}

/**
 * Reads a track from CSV with column names in the first line; separated by comma, semicolon or tab, with decimal point
 * or, unless it separates, comma. So is the `coordinates.txt` of Potree.
 */
export function readCsv(text: string, { columns = {}, crs }: CsvReading = {}): ReadTrack[] {
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
  const names = rows.shift() ?? [];
  const head = names.map(plainColumn);
  const column = (name: TrackColumn): number => {
    const chosen = columns[name]?.trim();
    if (chosen === undefined) return trackColumnIn(names, name);
    if (chosen === '') return -1;
    const at = /^\d+$/.test(chosen) ? Number(chosen) - 1 : head.indexOf(plainColumn(chosen));
    if (at < 0 || at >= head.length)
      throw new UnreadableTrack('track-no-column', { column: chosen.slice(0, 60) });
    return at;
  };
  const [lon, lat] = [column('longitude'), column('latitude')];
  if (lon < 0 || lat < 0)
    throw new UnreadableTrack('track-no-columns', { columns: head.slice(0, 12).join(', ').slice(0, 200) });
  const [height, time, heading] = [column('height'), column('time'), column('heading')];
  const [quality, pitch, roll] = [column('quality'), column('pitch'), column('roll')];
  if (rows.length > MAX_POSITIONS) throw new UnreadableTrack('track-too-long', { most: MAX_POSITIONS });
  const value = (row: string[], i: number) => (i < 0 || !row[i] ? null : Number(row[i].replace(',', '.')));
  const more = quality >= 0 || pitch >= 0 || roll >= 0;
  const positions = rows.map((row, i): TrackPosition => {
    const where = `${i + 2}`;
    const place = [value(row, lon) ?? NaN, value(row, lat) ?? NaN] as const;
    const [longitude, latitude] =
      crs === undefined ? place : unprojected(crs, [...place, value(row, height) ?? undefined]);
    const at = time < 0 ? null : seconds(row[time]);
    const read = position(where, longitude, latitude, value(row, height), at, value(row, heading));
    if (!more) return read;
    const extra = [quality, pitch, roll].map((one) => finite(value(row, one)));
    return [read[0], read[1], read[2], read[3], read[4], extra[0]!, extra[1]!, extra[2]!];
  });
  return [{ name: '', positions }];
}

function unprojected(crs: string, place: readonly [number, number, number?]): readonly [number, number] {
  if (!Number.isFinite(place[0]) || !Number.isFinite(place[1])) return [NaN, NaN];
  try {
    return unproject(crs, place);
  } catch {
    return [NaN, NaN];
  }
}

const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null);

function inFirstLine(text: string, delimiter: string): number {
  const end = text.search(/[\r\n]/);
  return text.slice(0, end < 0 ? 2000 : end).split(delimiter).length;
}
