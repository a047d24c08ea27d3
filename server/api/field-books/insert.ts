import { MAX_KNOWN_POINTS, MAX_POINT_NAME, type FieldBookSettings, type KnownPoint } from '#core/protocol';
import type { BookProblem, BookRecord, FieldBookFile } from '../../formats/instruments/model.ts';
import type { Queries } from '../../platform/db/database.ts';
import { DEFAULT_SETTINGS } from './compute/types.ts';

/** Coordinates of one name that differ by more, metres, are of different points. */
const SAME_PLACE = 0.005;

/** Stores what was read of a file, and returns the id of its book. */
export async function insertBook(
  tx: Queries,
  file: FieldBookFile,
  of: { projectId: string; name: string; fileName: string; crs: string | null; userId: string },
): Promise<string> {
  const { known, problems } = knownOf(file);
  const [row] = await tx.query<{ id: string }>(
    `insert into field_books (project_id, name, file_name, format, instrument, units, crs, settings, known, problems,
       problem_count, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8::jsonb, $9::jsonb, $10::jsonb, $11, $12, $12) returning id`,
    [
      of.projectId,
      of.name,
      of.fileName,
      file.format,
      file.instrument ?? '',
      JSON.stringify(file.units),
      of.crs,
      JSON.stringify(settingsOf(file)),
      JSON.stringify(known),
      JSON.stringify([...file.problems, ...problems]),
      file.problemCount + problems.length,
      of.userId,
    ],
  );
  await tx.query(
    `insert into field_book_records (book_id, ordinal, kind, record)
     select $1, (r.n - 1)::int, r.value ->> 'kind', r.value
     from jsonb_array_elements($2::jsonb) with ordinality as r(value, n)`,
    [row!.id, JSON.stringify(file.records)],
  );
  return row!.id;
}

function settingsOf({ refraction }: FieldBookFile): FieldBookSettings {
  const isUsable = refraction !== undefined && Math.abs(refraction) <= 2;
  return isUsable ? { ...DEFAULT_SETTINGS, refraction } : DEFAULT_SETTINGS;
}

/** Points that the file gives as known, and where stations stood; the first place and the first height of a name count. */
export function knownOf({ records }: Pick<FieldBookFile, 'records'>): {
  known: KnownPoint[];
  problems: BookProblem[];
} {
  const known = new Map<string, KnownPoint>();
  const problems: BookProblem[] = [];
  for (const record of records) {
    const found = knownIn(record);
    if (!found || found.name === '') continue;
    const { name } = found;
    const before = known.get(name);
    if (before && differ(before, found))
      problems.push({ line: record.line, kind: 'known-differs', values: { name } });
    known.set(name, {
      name,
      east: before?.east ?? found.east,
      north: before?.north ?? found.north,
      height: before?.height ?? found.height,
    });
  }
  if (known.size > MAX_KNOWN_POINTS)
    problems.push({ line: 0, kind: 'known-too-many', values: { most: MAX_KNOWN_POINTS } });
  return { known: [...known.values()].slice(0, MAX_KNOWN_POINTS), problems };
}

/** What a record gives as known: a height, a place, or both. */
function knownIn(record: BookRecord): KnownPoint | undefined {
  if (record.kind === 'height')
    return { name: record.name.slice(0, MAX_POINT_NAME), east: null, north: null, height: record.height };
  const isKnown = record.kind === 'station' || (record.kind === 'point' && record.origin === 'control');
  if (!isKnown || !record.at) return undefined;
  const { east, north, height } = record.at;
  return { name: record.name.slice(0, MAX_POINT_NAME), east, north, height: height ?? null };
}

/** What only one of them has does not differ. */
function differ(a: KnownPoint, b: KnownPoint): boolean {
  const apart = (x: number | null, y: number | null) => (x === null || y === null ? 0 : x - y);
  return Math.hypot(apart(a.east, b.east), apart(a.north, b.north), apart(a.height, b.height)) > SAME_PLACE;
}
