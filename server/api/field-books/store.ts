import type { FieldBook, FieldBookRecord, FieldBookValues } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { BookRecord } from '../../formats/instruments/model.ts';
import { stale } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import { ofMyProjects } from '../../shared/files/scope.ts';

const COUNT = (kind: string) =>
  `(select count(*)::int from field_book_records r where r.book_id = b.id and r.kind = '${kind}')`;
const COLUMNS = `b.id, b.project_id as "projectId", b.name, b.file_name as "fileName", b.format, b.instrument, b.units,
  b.crs, b.heights, b.settings, b.known, ${COUNT('station')} as "stationCount",
  ${COUNT('observation')} as "observationCount", ${COUNT('baseline')} as "vectorCount",
  ${COUNT('point')} as "pointCount", b.problem_count as "problemCount",
  b.job_id as "jobId",
  case when b.job_id is null then 'new' when j.state is null then 'done' else j.state end as state, j.error,
  b.computed_version as "computedVersion", b.version, b.created_at as "createdAt", u.name as "createdBy"`;
const FROM = `field_books b left join jobs j on j.id = b.job_id left join users u on u.id = b.created_by`;

export function booksOf(db: Queries, caller: Caller, projectId: string): Promise<FieldBook[]> {
  const params: unknown[] = [projectId];
  return db.query<FieldBook>(
    `select ${COLUMNS} from ${FROM} where b.project_id = $1 and ${ofMyProjects(caller, 'b', params)}
     order by b.created_at desc, b.id limit 500`,
    params,
  );
}

/** Throws 404 when the caller cannot see it. */
export async function findBook(db: Queries, caller: Caller, id: string): Promise<FieldBook> {
  const params: unknown[] = [id];
  const [book] = await db.query<FieldBook>(
    `select ${COLUMNS} from ${FROM} where b.id = $1 and ${ofMyProjects(caller, 'b', params)}`,
    params,
  );
  if (!book) throw new HttpError(404, 'http.not-found');
  return book;
}

/** Locks it until the transaction ends. Throws 404, and 412 for another version. */
export async function takeBook(tx: Queries, caller: Caller, id: string, ifMatch: number): Promise<FieldBook> {
  await tx.query('select 1 from field_books b where b.id = $1 for update', [id]);
  const book = await findBook(tx, caller, id);
  if (book.version !== ifMatch) throw stale(book, book.version);
  return book;
}

export interface RecordRow {
  ordinal: number;
  record: BookRecord;
  original: BookRecord | null;
  used: boolean;
  changedAt: string | null;
  changedBy: string | null;
}

const RECORDS = `select r.ordinal, r.record, r.original, r.used, r.changed_at as "changedAt", u.name as "changedBy"
  from field_book_records r left join users u on u.id = r.changed_by`;

/** All, or from a station to the next. */
export function recordsOf(db: Queries, bookId: string, station?: number): Promise<RecordRow[]> {
  return db.query<RecordRow>(
    `${RECORDS} where r.book_id = $1 and r.ordinal >= coalesce($2::int, 0)
       and ($2::int is null or r.ordinal < coalesce((select min(n.ordinal) from field_book_records n
         where n.book_id = $1 and n.kind = 'station' and n.ordinal > $2::int), 2147483647))
     order by r.ordinal`,
    [bookId, station ?? null],
  );
}

export async function stationsOf(db: Queries, bookId: string): Promise<FieldBookRecord[]> {
  const rows = await db.query<RecordRow>(
    `${RECORDS} where r.book_id = $1 and r.kind = 'station' order by r.ordinal`,
    [bookId],
  );
  return rows.map(asRecord);
}

/** As the API answers it: every field, null where the record has none. */
export function asRecord({ record, original, ...row }: RecordRow): FieldBookRecord {
  return {
    ...row,
    kind: record.kind,
    line: record.line,
    ...valuesOf(record),
    original: original && valuesOf(original),
  };
}

function valuesOf(record: BookRecord): FieldBookValues {
  const all: Partial<Record<string, unknown>> = { ...record };
  const number = (key: string) => (all[key] as number | undefined) ?? null;
  const text = (key: string) => (all[key] as string | undefined) ?? null;
  const at = 'at' in record ? record.at : undefined;
  return {
    name: nameOf(record),
    purpose: text('purpose'),
    face: number('face'),
    circle: number('circle'),
    zenith: number('zenith'),
    slope: number('slope'),
    horizontal: number('horizontal'),
    vertical: number('vertical'),
    targetHeight: number('targetHeight'),
    instrumentHeight: number('instrumentHeight'),
    prism: number('prism'),
    ppm: number('ppm'),
    backsight: text('backsight'),
    azimuth: number('azimuth'),
    east: at?.east ?? null,
    north: at?.north ?? null,
    height: record.kind === 'height' ? record.height : (at?.height ?? null),
    code: text('code'),
  };
}

function nameOf(record: BookRecord): string {
  switch (record.kind) {
    case 'observation':
      return record.target;
    case 'note':
      return record.text;
    case 'baseline':
      return `${record.from} – ${record.to}`;
    default:
      return record.name;
  }
}
