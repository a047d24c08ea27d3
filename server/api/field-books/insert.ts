import { MAX_KNOWN_POINTS, type FieldBookSettings, type KnownPoint } from '#core/protocol';
import type { BookProblem, FieldBookFile } from '../../formats/instruments/model.ts';
import type { Queries } from '../../platform/db/database.ts';
import { DEFAULT_SETTINGS } from './compute/types.ts';

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

/** Points that the file gives as known, and where stations stood; the first coordinates of a name count. */
function knownOf({ records }: FieldBookFile): { known: KnownPoint[]; problems: BookProblem[] } {
  const known = new Map<string, KnownPoint>();
  const problems: BookProblem[] = [];
  for (const record of records) {
    if (record.kind === 'height' && !known.has(record.name))
      known.set(record.name, { name: record.name, east: null, north: null, height: record.height });
    const isKnown = record.kind === 'station' || (record.kind === 'point' && record.origin === 'control');
    if (!isKnown || !record.at || record.name === '') continue;
    const { east, north, height } = record.at;
    const name = record.name.slice(0, 60);
    const before = known.get(name);
    if (!before) known.set(name, { name, east, north, height: height ?? null });
    else if (Math.hypot((before.east ?? east) - east, (before.north ?? north) - north) > 0.005)
      problems.push({ line: record.line, kind: 'known-differs', values: { name } });
  }
  if (known.size > MAX_KNOWN_POINTS)
    problems.push({ line: 0, kind: 'known-too-many', values: { most: MAX_KNOWN_POINTS } });
  return { known: [...known.values()].slice(0, MAX_KNOWN_POINTS), problems };
}
