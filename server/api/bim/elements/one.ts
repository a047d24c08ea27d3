import type { BimElement } from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { groupBy } from './group-by.ts';

interface ThingRow {
  id: number;
  globalId: string;
  part: number | null;
  line: number;
  class: string;
  name: string | null;
  path: number[];
  type: number | null;
  groups: number[];
  own: number[];
  inherited: number[];
  documents: BimElement['documents'] | null;
  box: number[] | null;
}
interface ValueRow {
  id: number;
  kind: string;
  set: string;
  name: string;
  value: string;
  number: number | null;
  unit: string | null;
  type: 'numbers' | 'boolean' | null;
}

/** All that is known of an element. Throws HttpError 404 when the edition has none of this GlobalId. */
export async function elementOf(db: Queries, edition: number, globalId: string): Promise<BimElement> {
  const [row] = await db.query<ThingRow>(
    `select id, guid as "globalId", part, line, class, name, path, type, groups, own, inherited, documents, box
     from bim_things where edition = $1 and guid = $2 order by id limit 1`,
    [edition, globalId],
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  const { id: _id, path, type, groups, own, inherited, part, line, documents, ...element } = row;
  const values = new Map(
    (
      await db.query<ValueRow>(
        `select id, kind, set_name as set, name, value, number, unit, type from bim_values where edition = $1 and id = any($2::int[])`,
        [edition, [...own, ...inherited]],
      )
    ).map((value) => [value.id, value]),
  );
  const others = new Map(
    (
      await db.query<{ id: number; globalId: string; class: string; name: string | null }>(
        `select id, guid as "globalId", class, name from bim_things where edition = $1 and id = any($2::int[])`,
        [edition, [...path, ...groups, ...(type === null ? [] : [type])]],
      )
    ).map(({ id, ...thing }) => [id, thing]),
  );
  const [of, ofType] = [own, inherited].map((ids) => ids.flatMap((id) => values.get(id) ?? []));
  const sets = (kind: string) => [...inSets(of!, kind, false), ...inSets(ofType!, kind, true)];
  const names = (kind: string) => [
    ...new Set([...of!, ...ofType!].filter((one) => one.kind === kind).map(({ value }) => value)),
  ];
  return {
    ...element,
    part,
    localId: part === null ? null : line,
    line,
    attributes: of!.filter(({ kind }) => kind === 'attribute').map(valueIn),
    properties: sets('property'),
    quantities: sets('quantity'),
    materials: names('material'),
    classifications: names('classification'),
    type: type === null ? null : (others.get(type) ?? null),
    groups: groups.flatMap((group) => others.get(group) ?? []),
    documents: documents ?? [],
    path: path.flatMap((above) => others.get(above) ?? []),
  };
}

function inSets(values: readonly ValueRow[], kind: string, isOfType: boolean): BimElement['properties'] {
  const sets = groupBy(
    values.filter((value) => value.kind === kind),
    ({ set }) => set,
  );
  return [...sets].map(([name, held]) => ({
    name,
    isOfType,
    values: held.map(valueIn),
  }));
}

/** The number of a range is one within it, by which it is found, and not its value. */
function valueIn({ name, value, number, unit, type }: ValueRow): BimElement['attributes'][number] {
  return { name, value, number: value === String(number) ? number : null, unit, type };
}
