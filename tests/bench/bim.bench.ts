/**
 * BIM models: IFC to fragments in CPU time, compared with the bare importer of the library on the same files; first and all
 * pixels of a view, compared with a bare page of the library; the search of a text among a million properties; the deviation
 * of points from triangles; very large files.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { importerOf, itemsOf, makeFragments } from '../../server/api/bim/convert/fragments.ts';
import { findElements } from '../../server/api/bim/elements/find.ts';
import { startTestServer } from '../../server/testing/server.ts';
import { engines } from '../../server/testing/databases.ts';
import type { Queries } from '../../server/platform/db/database.ts';
import { deviation } from './bim/deviation.ts';
import { large } from './bim/large.ts';
import { pixels } from './bim/pixels.ts';
import { atMost, median, within, type Bench, type ReportRow } from './report.ts';

const REAL = path.resolve(import.meta.dirname, '../../../shared/data/ifc');
/** Megabytes of files made of a real one. */
const LARGE = [500, 1000];
const RUNS = 5;
const ELEMENTS = 50_000;
/** Values of each element: a million in all, of which a third are of it alone, as quantities are. */
const EACH = 20;

const bench: Bench = {
  name: 'BIM models',
  parts: ['convert', 'pixels', 'search', 'deviation', 'large'],
  async run(requested) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'groma-bench-'));
    try {
      const rows: ReportRow[] = [];
      const names = existsSync(REAL) ? readdirSync(REAL).filter((name) => name.endsWith('.ifc')) : [];
      if (requested.has('convert')) for (const name of names) rows.push(await convert(path.join(REAL, name)));
      const real = names.find((name) => name.startsWith('AC20'));
      if (requested.has('pixels') && real !== undefined) rows.push(...(await pixels(path.join(REAL, real))));
      if (requested.has('search')) for (const engine of engines) rows.push(...(await search(engine)));
      if (requested.has('deviation')) rows.push(...deviation(folder));
      if (requested.has('large') && real !== undefined)
        for (const megabytes of LARGE) rows.push(await large(path.join(REAL, real), folder, megabytes));
      return rows;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
export default bench;

async function convert(file: string): Promise<ReportRow> {
  const [ours, peer]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    let before = cpu();
    const made = await makeFragments(file, () => {});
    deflateSync(made);
    ours.push(cpu() - before);
    before = cpu();
    const bare = importerOf();
    const others = await bare.process({ bytes: new Uint8Array(readFileSync(file)), raw: true });
    deflateSync(others);
    peer.push(cpu() - before);
    const [a, b] = [itemsOf(made), itemsOf(others)];
    if (a.shapes !== b.shapes || a.localIds.length !== b.localIds.length)
      throw new Error(`${file}: other content.`);
  }
  return atMost(1.1, {
    what: `${path.basename(file)} to fragments`,
    ours: median(ours),
    peer: median(peer),
    against: 'the bare importer',
    unit: 'ms of CPU',
  });
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function search(engine: (typeof engines)[number]): Promise<ReportRow[]> {
  const server = await startTestServer({ engine });
  try {
    await fill(server.db);
    const rows: ReportRow[] = [];
    const cases: [string, Parameters<typeof findElements>[2]][] = [
      ['a word of few', { text: 'unique-4711' }],
      ['two words of many', { text: 'brick f90' }],
      ['a number compared', { properties: [{ name: 'Quantity 3', is: 'more', value: 49_990 }] }],
    ];
    for (const [what, body] of cases) {
      const times: number[] = [];
      let count = 0;
      for (let run = 0; run < RUNS; run++) {
        const start = performance.now();
        ({ count } = await findElements(server.db, EDITION, body));
        times.push(performance.now() - start);
      }
      if (count === 0) throw new Error(`${what}: nothing found.`);
      rows.push(
        within(200, {
          what: `${what} in a million properties, ${engine}, ${count} found`,
          ours: median(times),
          unit: 'ms',
        }),
      );
    }
    return rows;
  } finally {
    await server.close();
  }
}

const EDITION = 1;

async function fill(db: Queries): Promise<void> {
  await db.query('alter table bim_things drop constraint bim_things_edition_fkey');
  await db.query('alter table bim_values drop constraint bim_values_edition_fkey');
  const own = EACH / 3;
  // Values of one element alone: a third of all; the others are shared by a thousand each.
  await db.query(
    `insert into bim_values (edition, id, kind, set_name, name, value, text, number, unit, things)
     select ${EDITION}, (e - 1) * ${Math.ceil(own)} + k, 'quantity', 'Qto', 'Quantity ' || k, 'Unique-' || e || '-' || k,
       'unique-' || e || '-' || k, e, 'm', array[e]
     from generate_series(1, ${ELEMENTS}) e, generate_series(1, ${Math.ceil(own)}) k`,
  );
  await db.query(
    `insert into bim_values (edition, id, kind, set_name, name, value, text, number, unit, things)
     select ${EDITION}, 1000000 + k * 100 + g, 'property', 'Pset ' || k, 'Property ' || k,
       case k when 1 then 'Brick ' || g when 2 then 'F' || (g % 4) * 30 else 'Value ' || k || ' ' || g end,
       lower(case k when 1 then 'Brick ' || g when 2 then 'F' || (g % 4) * 30 else 'Value ' || k || ' ' || g end), null, null,
       (select array_agg(e) from generate_series(g + 1, ${ELEMENTS}, 50) e)
     from generate_series(1, ${EACH - Math.ceil(own)}) k, generate_series(0, 49) g`,
  );
  await db.query(
    `insert into bim_things (edition, id, kind, line, part, guid, class, name, path, groups, own, inherited)
     select ${EDITION}, e, 'element', e, 0, 'guid' || e, 'IfcWall', 'Wall ' || e, '{1}', '{}', '{}', '{}'
     from generate_series(1, ${ELEMENTS}) e`,
  );
  await db.query('analyze bim_values');
  await db.query('analyze bim_things');
}
