import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Queries } from '../../platform/db/database.ts';
import { readHex } from '../../formats/wkb/read.ts';
import type { FlatGeometry } from '../../formats/flat.ts';
import { windRings } from '../../formats/rings.ts';
import type { FileProblem } from '../../base/problems.ts';

/** A geometry left to the database, now valid. */
export interface Judged {
  geometry: FlatGeometry;
  /** JSON text. */
  properties: string;
}

interface Doubtful {
  feature: number;
  type: string;
  cut: boolean;
  hex: string;
  properties: string;
}

interface Verdict {
  n: number;
  reason: string | null;
  repaired: string | null;
}

const BATCH = 200;

/**
 * Validates the geometries of `file` (written by the reader) and repairs invalid ones, keeping their dimension: a
 * polygon remains one, or becomes several. `db` is a transaction. Problems go to `found`, valid geometries to `keep`.
 */
export async function judge(
  db: Queries,
  file: string,
  signal: AbortSignal,
  found: (finding: FileProblem) => void,
  keep: (judged: Judged) => void,
): Promise<void> {
  let batch: Doubtful[] = [];
  const judgeBatch = async () => {
    for (const [i, verdict] of (await verdicts(db, batch)).entries())
      applyVerdict(batch[i]!, verdict, found, keep);
    batch = [];
  };
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    signal.throwIfAborted();
    const [feature, type, cut, hex, properties] = line.split('\t');
    batch.push({
      feature: Number(feature),
      type: type!,
      cut: cut === '1',
      hex: hex!,
      properties: properties!,
    });
    if (batch.length >= BATCH) await judgeBatch();
  }
  if (batch.length > 0) await judgeBatch();
}

/**
 * A geometry that makes the engine fail is found by testing each one alone. Savepoints keep such a failure from
 * ending the transaction.
 */
async function verdicts(db: Queries, batch: readonly Doubtful[]): Promise<(Verdict | undefined)[]> {
  await db.query('savepoint judging');
  try {
    const rows = await ask(db, batch);
    await db.query('release savepoint judging');
    return batch.map((_, i) => rows.find((row) => row.n === i + 1));
  } catch {
    await db.query('rollback to savepoint judging');
    if (batch.length === 1) return [undefined];
    const alone: (Verdict | undefined)[] = [];
    for (const one of batch) alone.push((await verdicts(db, [one]))[0]);
    return alone;
  }
}

function ask(db: Queries, batch: readonly Doubtful[]): Promise<Verdict[]> {
  return db.query<Verdict>(
    `select t.n::int as n,
       case when v.sound then null else ST_IsValidReason(t.hex::geometry) end as reason,
       case when v.sound then null
         else encode(ST_AsEWKB(ST_CollectionExtract(ST_MakeValid(t.hex::geometry), 3), 'NDR'), 'hex') end as repaired
     from unnest($1::text[]) with ordinality as t(hex, n), lateral (select ST_IsValid(t.hex::geometry) as sound) v`,
    [batch.map(({ hex }) => hex)],
  );
}

function applyVerdict(
  { feature, type, cut, hex, properties }: Doubtful,
  verdict: Verdict | undefined,
  found: (finding: FileProblem) => void,
  keep: (judged: Judged) => void,
): void {
  const invalid = verdict?.reason != null;
  const geometry = readHex((invalid ? verdict.repaired : hex) ?? '');
  if (!verdict || !geometry || geometry.positions === 0) {
    found({ feature, kind: 'not-repairable', values: { type } });
    return;
  }
  // Splitting at the antimeridian is completed by the repair; that is not a fault of the file.
  if (invalid && !cut) found({ feature, kind: 'invalid-geometry', values: reasonOf(verdict.reason!) });
  if (geometry.stride === 3) completeHeights(geometry.flat, geometry.size);
  if (invalid) {
    windRings(geometry);
    if (type === 'Polygon') geometry.chooseType();
  }
  keep({ geometry, properties });
}

/** `Self-intersection[11.2 46.1]` becomes a key of `import.reason.*` and a position. */
function reasonOf(reason: string): Record<string, string> {
  const [, what = reason, place = ''] = /^([^[]*)(?:\[(.*)\])?$/.exec(reason) ?? [];
  return {
    reason: what
      .trim()
      .toLowerCase()
      .replace(/[^a-z]+/g, '-'),
    place,
  };
}

/** Vertices that the repair adds where edges cross have no height: they take their neighbour's. */
function completeHeights(flat: Float64Array, size: number): void {
  let last = 0;
  for (let i = 2; i < size; i += 3)
    if (Number.isFinite(flat[i]!)) {
      last = flat[i]!;
      break;
    }
  for (let i = 2; i < size; i += 3) {
    if (Number.isFinite(flat[i]!)) last = flat[i]!;
    else flat[i] = last;
  }
}
