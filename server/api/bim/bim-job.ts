import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { grants, type IfcHeader } from '#core/protocol';
import { sentence } from '../../base/language.ts';
import type { Queries } from '../../platform/db/database.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import { refuseArchived } from '../../http/gate/archived.ts';
import { memberOf } from '../../shared/access/member.ts';
import { claim, release } from '../../shared/files/receive.ts';
import { seesKind } from '../../shared/files/scope.ts';
import { findFile, type FileRow } from '../../shared/files/store.ts';
import type { BimInput } from './conversion.ts';
import type { Triple } from './convert/fragments.ts';
import { inChild } from './convert/in-child.ts';
import type { Indexed } from './convert/index-rows.ts';
import type { Polygons } from './convert/outline.ts';
import type { MadePart } from './convert/part.ts';
import { bimKey } from './keys.ts';
import type { BimFacts } from './record/record.ts';
import { refuseCutIfc } from './header.ts';
import { ifcFileOf } from './ifc-file.ts';
import { tailOf } from './unpack.ts';
import { loadRows, readShapes, type PlacedShapes } from './rows.ts';

const HOUR = 3_600_000;
const MB = 1024 ** 2;
const MAX_BYTES = 64 * 1024 * MB;
/** Larger files are split into parts of about this size. */
const SPLIT_ABOVE = 300 * MB;
const PART_BYTES = 200 * MB;
/** Below it the index is made while the shapes are. */
const TOGETHER = 60 * MB;

/** A part that is in the storage already. */
type StoredPart = Omit<MadePart, 'outline'>;
interface UnderWay {
  edition: number;
  parts: StoredPart[];
  outline: Polygons;
}

/** Converts an IFC file to fragments, a search index and what maps and globes show of it. */
export const bimKind: JobKind = {
  timeLimit: 12 * HOUR,
  run: (work) => convert(work, work.input as BimInput),
  async tidy({ db }) {
    await db.query(
      `delete from bim_editions e where not exists (
         select 1 from bim_contents c where c.edition = e.edition or c.under_way = e.edition)`,
    );
  },
};

async function convert(work: Work, input: BimInput): Promise<undefined> {
  const { services, folder, signal } = work;
  const { db } = services;
  const row = await ofMaker(db, work, input);
  let furthest = 0;
  // The index and the shapes may be made alongside: the slower one does not take it back.
  const report = (part: number) =>
    work.progress((furthest = Math.max(furthest, part)), sentence(work.language, 'bim.making'));
  report(0);
  const file = await ifcFileOf(services, row, folder);
  refuseCutIfc(await tailOf(file, 4096), row.name);
  const { size } = statSync(file);
  const { schema } = row.facts as IfcHeader;
  const indexTask = {
    do: 'index' as const,
    file,
    schema,
    things: path.join(folder, 'things'),
    values: path.join(folder, 'values'),
  };
  const index = () => inChild(indexTask, row.name, signal, (part) => report(0.02 + part * 0.13));
  // One after the other where both would need much memory.
  const first = size > TOGETHER ? await index() : undefined;
  const alongside = first ? Promise.resolve(first) : index();
  alongside.catch(() => {});
  const shapes = await convertParts(work, row, file, size, (part) => report(0.15 + part * 0.75));
  const indexed = await alongside;
  const { edition } = shapes;
  const placed = await readShapes(shapes.parts.map((_, i) => path.join(folder, `${i}.rows`)));
  await db.query('delete from bim_things where edition = $1', [edition]);
  await db.query('delete from bim_values where edition = $1', [edition]);
  await loadRows(db, edition, indexTask, placed, signal, (part) => report(0.9 + part * 0.1));
  if (signal.aborted) throw new DOMException('The job was stopped.', 'AbortError');
  await db.transaction((tx) => keep(tx, work, input, shapes, factsOf(indexed, shapes, placed)));
  for (const [i] of shapes.parts.entries()) await release(services, bimKey(row.id, edition, `${i}.rows`));
  return undefined;
}

/** Makes the parts that are not in the storage yet, all with the origin of the first. */
async function convertParts(
  work: Work,
  row: FileRow,
  file: string,
  size: number,
  report: (part: number) => void,
): Promise<UnderWay> {
  const { services, folder, signal } = work;
  const { db, storage } = services;
  const under = await begin(db, work, row);
  const count = size > SPLIT_ABOVE ? Math.ceil(size / PART_BYTES) : 1;
  const splitting = 0.15;
  const files =
    count === 1
      ? [file]
      : await inChild({ do: 'split', file, folder, parts: count }, row.name, signal, (part) =>
          report(part * splitting),
        );
  const from = count === 1 ? 0 : splitting;
  for (const [i, one] of files.entries()) {
    const rows = path.join(folder, `${i}.rows`);
    const key = (kind: string) => bimKey(row.id, under.edition, `${i}.${kind}`);
    if (under.parts[i]) {
      await pipeline(await storage.read(key('rows')), createWriteStream(rows));
      continue;
    }
    const task = {
      do: 'part' as const,
      file: one,
      fragments: path.join(folder, `${i}.frag`),
      glb: path.join(folder, `${i}.glb`),
      rows,
      origin: under.parts[0]?.origin ?? null,
      outline: under.outline,
    };
    const made = await inChild(task, row.name, signal, (part) =>
      report(from + ((i + part) / files.length) * (1 - from)),
    );
    const keys = ['frag', 'glb', 'rows'].map(key);
    await db.query(
      'insert into unclaimed_keys (key) select unnest($1::text[]) on conflict (key) do update set since = now()',
      [keys],
    );
    for (const kind of ['frag', 'glb', 'rows'])
      await storage.write(key(kind), createReadStream(path.join(folder, `${i}.${kind}`)), MAX_BYTES);
    const { outline, ...part } = made;
    under.parts.push(part);
    under.outline = outline;
    await note(db, work, row, under);
    if (one !== file) await rm(one, { force: true });
    await rm(task.fragments, { force: true });
    await rm(task.glb, { force: true });
  }
  return under;
}

/** The edition that this job makes; after an interruption the same, with the parts that are made. */
async function begin(db: Queries, work: Work, { id, content, name }: FileRow): Promise<UnderWay> {
  const [held] = await db.query<{ edition: number | null; made: Omit<UnderWay, 'edition'> | null }>(
    `select under_way as edition, made from bim_contents
     where file_id = $1 and content = $2 and job_id = $3`,
    [id, content, work.id],
  );
  if (!held) throw new JobFailure('bim.gone', { name });
  if (held.edition !== null && held.made) return { edition: held.edition, ...held.made };
  const [made] = await db.query<{ edition: number }>(
    'insert into bim_editions (file_id) values ($1) returning edition',
    [id],
  );
  const under: UnderWay = { edition: made!.edition, parts: [], outline: [] };
  await note(db, work, { id, content, name }, under);
  return under;
}

async function note(
  db: Queries,
  work: Work,
  { id, content, name }: Pick<FileRow, 'id' | 'content' | 'name'>,
  { edition, parts, outline }: UnderWay,
): Promise<void> {
  const noted = await db.query(
    `update bim_contents set under_way = $4, made = $5::jsonb where file_id = $1 and content = $2 and job_id = $3 returning 1`,
    [id, content, work.id, edition, JSON.stringify({ parts, outline })],
  );
  if (noted.length === 0) throw new JobFailure('bim.gone', { name });
}

/** To a tenth of a millimetre; without negative zero. */
const round = (metres: number) => Math.round(metres * 1e4) / 1e4 + 0;

function factsOf(indexed: Indexed, { parts }: UnderWay, shapes: PlacedShapes): BimFacts {
  const boxes = parts.flatMap(({ box }) => box ?? []);
  const span = (
    pick: (box: { min: Triple; max: Triple }) => Triple,
    of: (...numbers: number[]) => number,
  ): Triple => [0, 1, 2].map((k) => round(of(...boxes.map((box) => pick(box)[k]!)))) as Triple;
  const leftOut = parts.reduce((sum, part) => sum + part.leftOut, 0);
  const notes = [...indexed.notes];
  if (shapes.size === 0) notes.push({ note: 'without-shape', values: {} });
  if (leftOut > 0) notes.push({ note: 'left-out', values: { count: leftOut } });
  if (parts.some(({ isHull }) => isHull)) notes.push({ note: 'rough-outline', values: {} });
  return {
    elements: indexed.elements,
    lengthUnit: indexed.lengthUnit,
    box:
      boxes.length === 0
        ? null
        : { min: span(({ min }) => min, Math.min), max: span(({ max }) => max, Math.max) },
    origin: parts[0]!.origin,
    parts: parts.map(({ bytes, elements }) => ({ bytes, elements })),
    isHull: parts.some(({ isHull }) => isHull),
    notes,
    levels: indexed.levels,
  };
}

/** The edition is served from now on; the files of a former one of this content are given up by the database. */
async function keep(
  tx: Queries,
  work: Work,
  input: BimInput,
  under: UnderWay,
  facts: BimFacts,
): Promise<void> {
  await tx.query('select 1 from files where id = $1 for update', [input.fileId]);
  const row = await ofMaker(tx, work, input);
  const { edition, parts, outline } = under;
  const keys = parts.flatMap((_, i) =>
    ['frag', 'glb'].map((kind) => bimKey(row.id, edition, `${i}.${kind}`)),
  );
  for (const key of keys) await claim(tx, key);
  const [former] = await tx.query<{ edition: number | null }>(
    'select edition from bim_contents where file_id = $1 and content = $2 for update',
    [row.id, row.content],
  );
  const kept = await tx.query(
    `update bim_contents set edition = $4, under_way = null, made = null, facts = $5::jsonb, outline = $6::jsonb, keys = $7::text[]
     where file_id = $1 and content = $2 and job_id = $3 returning 1`,
    [row.id, row.content, work.id, edition, JSON.stringify(facts), JSON.stringify(outline), keys],
  );
  if (kept.length === 0) throw new JobFailure('bim.gone', { name: row.name });
  if (former?.edition != null)
    await tx.query('delete from bim_editions where edition = $1', [former.edition]);
  await work.finish(tx, { id: row.id });
}

/**
 * The model, seen with the current rights of the person it is converted for. Throws JobFailure when they have lost them,
 * or the model has another content, HttpError 409 when the project is archived.
 */
async function ofMaker(db: Queries, { userId, projectId }: Work, input: BimInput): Promise<FileRow> {
  const caller = await memberOf(db, userId, projectId!);
  if (!caller || !grants(caller.authorizations, 'bim.write') || !seesKind(caller, 'bim'))
    throw new JobFailure('bim.not-allowed');
  await refuseArchived(db, caller, [projectId!]);
  const row = await findFile(db, caller, input.fileId, ['bim']).catch(() => undefined);
  if (row?.content !== input.content) throw new JobFailure('bim.gone', { name: row?.name ?? input.name });
  return row;
}
