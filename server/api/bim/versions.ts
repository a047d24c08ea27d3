import type {
  AnswerOf,
  BimChange,
  BimVersion,
  IfcHeader,
  Language,
  listBimChanges,
  QueryOf,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { FileRow } from '../../shared/files/store.ts';
import { convertedOf, stateOf, type BimFacts } from './record/record.ts';

interface VersionRow {
  version: number;
  bytes: number;
  sha256: string;
  at: string;
  by: string;
  header: IfcHeader;
  edition: number | null;
  facts: BimFacts | null;
  jobState: string | null;
  jobError: string | null;
  language: Language | null;
}

/** The contents of a model, the newest first. */
export async function versionsOf(db: Queries, row: FileRow, language: Language): Promise<BimVersion[]> {
  const rows = await db.query<VersionRow>(
    `select v.version, v.bytes, v.sha256, v.at, u.name as by, v.facts as header, c.edition, c.facts, j.state as "jobState",
       j.error as "jobError", c.language
     from file_versions v join users u on u.id = v.by_user
       left join bim_contents c on c.file_id = v.file_id and c.content = v.version left join jobs j on j.id = c.job_id
     where v.file_id = $1 order by v.version desc`,
    [row.id],
  );
  return rows.map(({ edition, facts, jobState, jobError, language: own, ...version }) => ({
    ...version,
    name: row.name,
    ...stateOf({ edition, jobState, jobError, language: own }, row.name),
    ...convertedOf(row.id, edition, facts, language),
  }));
}

/** Boxes that differ by less are the same, metres: the resolution of fragments is a hundredth of it. */
const SAME = 0.001;
const MAX_VALUES = 100;

interface ChangeRow {
  change: BimChange['change'] | 'same';
  globalId: string;
  class: string;
  name: string | null;
  moved: boolean;
  distance: number | null;
  differs: boolean;
  before: number[] | null;
  after: number[] | null;
}

/**
 * Elements of two editions by GlobalId. The values of an edition have numbers of their own, so that those of the former
 * ($1) are looked up in the later ($2) by what they say.
 */
const COMPARED = `with same as (
    select a.id as former, b.id as later from bim_values a join bim_values b on b.edition = $2 and a.edition = $1
      and (b.kind, b.set_name, b.name, b.value) = (a.kind, a.set_name, a.name, a.value) and b.unit is not distinct from a.unit
  ), sides as (
    select coalesce(b.guid, a.guid) as guid, coalesce(b.class, a.class) as class, coalesce(b.name, a.name) as name,
      a.id as was, b.id as is_, a.own || a.inherited as before, b.own || b.inherited as after,
      a.box as box_before, b.box as box_after, a.triangles as triangles_before, b.triangles as triangles_after,
      a.area as area_before, b.area as area_after, a.class as class_before
    from (select distinct on (guid) * from bim_things where edition = $1 and kind in ('element', 'node') order by guid, id) a
      full join (select distinct on (guid) * from bim_things where edition = $2 and kind in ('element', 'node') order by guid, id) b
        on b.guid = a.guid
  ), judged as (
    select *, was is not null and is_ is not null and (
        (box_before is null) <> (box_after is null) or triangles_before is distinct from triangles_after
        or coalesce(abs(area_before - area_after) > ${SAME} * greatest(1, area_before), false)
        or exists (select 1 from generate_series(1, 6) k where abs(box_before[k] - box_after[k]) > ${SAME})) as moved,
      was is not null and is_ is not null and (class <> class_before
        or (select coalesce(array_agg(s.later order by s.later), '{}') from unnest(before) v left join same s on s.former = v)
          is distinct from (select coalesce(array_agg(v order by v), '{}') from unnest(after) v)) as differs
    from sides
  )`;

const UNCHANGED = 'was is not null and is_ is not null and not moved and not differs';
/** The conditions of what is counted, and of what is listed. */
const CHANGES = {
  all: `not (${UNCHANGED})`,
  added: 'was is null',
  removed: 'is_ is null',
  moved: 'moved',
  changed: 'differs',
  same: UNCHANGED,
};

/** What a later edition changes of a former one. */
export async function changesOf(
  db: Queries,
  {
    since,
    version,
    editions: [former, later],
  }: { since: number; version: number; editions: [number, number] },
  { change, page = 1, paginate = 100 }: QueryOf<typeof listBimChanges>,
): Promise<AnswerOf<typeof listBimChanges>> {
  const [counts] = await db.query<Record<keyof typeof CHANGES, number>>(
    `${COMPARED} select ${Object.entries(CHANGES)
      .map(([name, condition]) => `count(*) filter (where ${condition})::int as "${name}"`)
      .join(', ')} from judged`,
    [former, later],
  );
  const rows = await db.query<ChangeRow>(
    `${COMPARED} select case when was is null then 'added' when is_ is null then 'removed' else 'changed' end as change,
       guid as "globalId", class, name, moved, differs, before, after,
       case when moved and box_before is not null and box_after is not null then sqrt(
         power(box_after[1] + box_after[4] - box_before[1] - box_before[4], 2)
         + power(box_after[2] + box_after[5] - box_before[2] - box_before[5], 2)
         + power(box_after[3] + box_after[6] - box_before[3] - box_before[6], 2)) / 2 end as distance
     from judged where ${CHANGES[change ?? 'all']} order by class, lower(name) nulls last, guid
     limit $3::int offset $4::int`,
    [former, later, paginate, (page - 1) * paginate],
  );
  const values = await differences(db, former, later, rows);
  return {
    since,
    version,
    counts: counts!,
    changes: rows.map(({ differs: _differs, before: _before, after: _after, ...row }, i) => ({
      ...row,
      change: row.change as BimChange['change'],
      values: values[i]!,
    })),
  };
}

interface ValueRow {
  id: number;
  set: string;
  name: string;
  value: string;
  unit: string | null;
}

async function differences(
  db: Queries,
  former: number,
  later: number,
  rows: readonly ChangeRow[],
): Promise<BimChange['values'][]> {
  const changed = rows.filter(({ differs }) => differs);
  const read = async (edition: number, ids: number[]) =>
    new Map(
      (ids.length === 0
        ? []
        : await db.query<ValueRow>(
            'select id, set_name as set, name, value, unit from bim_values where edition = $1 and id = any($2::int[])',
            [edition, [...new Set(ids)]],
          )
      ).map((row) => [row.id, row]),
    );
  const before = await read(
    former,
    changed.flatMap((row) => row.before ?? []),
  );
  const after = await read(
    later,
    changed.flatMap((row) => row.after ?? []),
  );
  return rows.map((row) => (row.differs ? compare(row.before!, before, row.after!, after) : []));
}

function compare(
  formerIds: readonly number[],
  former: Map<number, ValueRow>,
  laterIds: readonly number[],
  later: Map<number, ValueRow>,
): BimChange['values'] {
  const grouped = (ids: readonly number[], rows: Map<number, ValueRow>) => {
    const held = new Map<string, { set: string; name: string; text: string }>();
    for (const id of ids) {
      const row = rows.get(id);
      if (!row) continue;
      const key = `${row.set}\n${row.name}`;
      const text = row.unit === null ? row.value : `${row.value} ${row.unit}`;
      const known = held.get(key);
      held.set(key, { set: row.set, name: row.name, text: known ? `${known.text}, ${text}` : text });
    }
    return held;
  };
  const [a, b] = [grouped(formerIds, former), grouped(laterIds, later)];
  return [...new Set([...a.keys(), ...b.keys()])]
    .filter((key) => a.get(key)?.text !== b.get(key)?.text)
    .slice(0, MAX_VALUES)
    .map((key) => {
      const { set, name } = (b.get(key) ?? a.get(key))!;
      return { set, name, before: a.get(key)?.text ?? null, after: b.get(key)?.text ?? null };
    });
}

/** The editions of a version and of the one before it, or of `since`. Throws HttpError 404 or 409. */
export async function compared(
  db: Queries,
  row: FileRow,
  version: number,
  since: number | undefined,
): Promise<{ since: number; version: number; editions: [number, number] }> {
  const made = await db.query<{ content: number; edition: number | null }>(
    `select v.version as content, c.edition from file_versions v
       left join bim_contents c on c.file_id = v.file_id and c.content = v.version
     where v.file_id = $1 and v.version <= $2 order by v.version desc`,
    [row.id, Math.max(version, since ?? 0)],
  );
  const later = made.find(({ content }) => content === version);
  const former = made.find(({ content, edition }) =>
    since === undefined ? content < version && edition !== null : content === since,
  );
  if (!later || (since !== undefined && !former)) throw new HttpError(404, 'http.not-found');
  if (later.edition === null || former?.edition === null)
    throw new HttpError(409, 'bim.not-ready', { name: row.name });
  if (!former) throw new HttpError(409, 'bim.no-former', { name: row.name });
  return { since: former.content, version, editions: [former.edition, later.edition] };
}
