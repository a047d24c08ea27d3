import { createHash } from 'node:crypto';
import type { Geometry, LabelPlace, Properties } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Database } from '../../platform/db/database.ts';
import { countObjects } from '../../shared/counts/counts.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { labelAtSql } from '../../shared/geometries/about.ts';
import { takeClock, writeObjects } from '../../shared/geometries/store.ts';
import { creation } from '../../shared/geometries/writes.ts';

/** Objects per transaction: others do not wait for a copy. */
const AT_ONCE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Copying {
  caller: Caller;
  from: string;
  to: string;
  signal: AbortSignal;
  /** Called with the part done, 0 to 1. */
  onward(part: number): void;
}

interface CopiedRow {
  id: string;
  typeName: string;
  location: string;
  properties: Properties;
  relatesTo: string[];
  labelAt: string | null;
}

/** Copies the objects that the caller may see into another project; returns their number. */
export async function copyObjects(db: Database, of: Copying): Promise<number> {
  const scope = scopeOf(of.caller, { projectId: of.from });
  const total = await countObjects(db, scope);
  let copied = 0;
  for (let last = FIRST_ID; ;) {
    of.signal.throwIfAborted();
    const values: unknown[] = [last];
    const rows = await db.query<CopiedRow>(
      `select g.id, g.type_name as "typeName", g.location, g.properties,
         ${labelAtSql('g')} as "labelAt",
         array(select r.id from geometries r where r.id = any(g.relates_to) and r.project_id = g.project_id
           and ${scope.objects('r', values)}) as "relatesTo"
       from geometries g where g.id > $1::uuid and ${scope.objects('g', values)} order by g.id limit ${AT_ONCE}`,
      values,
    );
    if (rows.length === 0) return copied;
    await write(db, of, rows);
    copied += rows.length;
    last = rows.at(-1)!.id;
    of.onward(Math.min(1, copied / Math.max(1, total)));
  }
}

async function write(db: Database, { caller, to }: Copying, rows: readonly CopiedRow[]): Promise<void> {
  await db.transaction(async (tx) => {
    const { at, ids } = await takeClock(tx, rows.length);
    const writes = rows.map(({ id, typeName, location, properties, relatesTo, labelAt }, n) =>
      creation(
        {
          id: copyOf(id, to),
          projectId: to,
          typeName,
          properties,
          location: { geometry: JSON.parse(location) as Geometry, text: location },
          relatesTo: relatesTo.map((other) => copyOf(other, to)),
          ...(labelAt !== null && { labelAt: JSON.parse(labelAt) as LabelPlace }),
        },
        { id: ids[n]!, at, by: caller.name, kind: 'create' },
      ),
    );
    await writeObjects(tx, caller, to, writes);
  });
}

/** The id of the copy of an object: the same for every object that relates to it, in any order. */
function copyOf(id: string, projectId: string): string {
  const hex = createHash('sha256').update(`${projectId} ${id}`).digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
