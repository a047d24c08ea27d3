/**
 * Importing a shapefile of 100,000 polygons through the API, from the first byte sent to the commit of the objects,
 * compared with ogr2ogr loading the same file into the same PostgreSQL. ogr2ogr creates a table of serial number,
 * geometry and the file's columns, and its spatial index after all rows are loaded. Groma adds to a table in use: for
 * each object also the GeoJSON and the attributes as the API returns them, author and time, a uuid, and three indexes
 * that are updated with each row. Then an attribute of all of them is changed in one transaction.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  postgresqlPrograms,
  startTemporaryPostgresql,
  type TemporaryCluster,
} from '../../server/testing/postgresql.ts';
import { Importing } from './import-load.ts';
import { parcels } from './import-parcels.ts';
import { untilIdle } from './processors.ts';
import { atMost, median, within, type Bench, type ReportRow } from './report.ts';

const run = promisify(execFile);
const COUNT = 100_000;
const ROUNDS = 5;

const bench: Bench = {
  name: `Import of ${COUNT.toLocaleString('en')} polygons`,
  async run() {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-bench-'));
    // Keeps this process alive: nothing else is pending here while it waits for the measured servers.
    const awake = setInterval(() => {}, 1000);
    try {
      const file = path.join(folder, 'parcels.zip');
      await fs.writeFile(file, parcels(COUNT));
      const rows = await embedded(folder, file);
      if (postgresqlPrograms()) rows.unshift(...(await postgresql(folder, file)));
      return rows;
    } finally {
      clearInterval(awake);
      await fs.rm(folder, { recursive: true, force: true });
    }
  },
};
export default bench;

async function postgresql(folder: string, file: string): Promise<ReportRow[]> {
  const cluster = await startTemporaryPostgresql({ durable: true });
  try {
    const databases = { ours: await cluster.createDatabase(), peer: await cluster.createEmptyDatabase() };
    await inDatabase(databases.peer, 'create extension postgis');
    const against = (await hasOgr()) ? 'ogr2ogr' : 'ogr2ogr is not installed';
    const { ours, peer, growth } = await race(cluster, databases, folder, file, against === 'ogr2ogr');
    const bytes = {
      ours: await bytesOf(databases.ours, 'geometries'),
      peer: peer.length > 0 ? await bytesOf(databases.peer, 'load_1') : undefined,
    };
    return [
      atMost(1.5, {
        what: 'shapefile through the API, PostgreSQL',
        ours: median(ours),
        peer: peer.length > 0 ? median(peer) : undefined,
        against,
        unit: 'ms',
      }),
      { what: 'kept of an object', ...bytes, against, unit: 'bytes', target: 'reported' },
      within(300, { what: 'growth of the server, PostgreSQL', ours: growth, unit: 'MB over the file' }),
    ];
  } finally {
    await cluster.stop();
  }
}

/** Milliseconds of each round, alternating, and the growth of the server's memory. */
async function race(
  { url }: TemporaryCluster,
  databases: { ours: string; peer: string },
  folder: string,
  file: string,
  withPeer: boolean,
): Promise<{ ours: number[]; peer: number[]; growth: number }> {
  // As on a server that has run for a while: files of the write-ahead log can be reused.
  await inDatabase(url, `alter system set min_wal_size = '1GB'`, 'select pg_reload_conf()');
  const server = await Importing.start(path.join(folder, 'postgresql'), databases.ours);
  const times = { ours: [] as number[], peer: [] as number[] };
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      // The server makes overviews of what was imported before: neither side is measured meanwhile.
      await untilIdle();
      await inDatabase(url, 'checkpoint');
      const ours = await timed(() => server.importFile(file, `Parcels ${round}`));
      await untilIdle();
      await inDatabase(url, 'checkpoint');
      const peer = withPeer ? await timed(() => ogr2ogr(databases.peer, file, `load_${round}`)) : undefined;
      // The first round fills the log and warms up both.
      if (round === 0) continue;
      times.ours.push(ours);
      if (peer !== undefined) times.peer.push(peer);
    }
    return { ...times, growth: await server.growth(file) };
  } finally {
    await server.stop();
  }
}

async function embedded(folder: string, file: string): Promise<ReportRow[]> {
  const server = await Importing.start(path.join(folder, 'embedded'), undefined);
  try {
    const times: number[] = [];
    for (let round = 0; round < 3; round++)
      times.push(await timed(() => server.importFile(file, `Parcels ${round}`)));
    const change = await timed(async () => {
      const changed = await server.changeAll('Parcels 0');
      if (changed !== COUNT) throw new Error(`${changed} objects were changed.`);
    });
    return [
      {
        what: 'shapefile through the API, embedded',
        ours: median(times),
        peer: undefined,
        against: 'none',
        unit: 'ms',
        target: 'reported',
      },
      {
        what: 'an attribute of all objects changed, embedded',
        ours: change,
        peer: undefined,
        against: 'none',
        unit: 'ms',
        target: 'reported',
      },
    ];
  } finally {
    await server.stop();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function hasOgr(): Promise<boolean> {
  return run('ogr2ogr', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Into a new table, as is its default. */
async function ogr2ogr(url: string, file: string, table: string): Promise<void> {
  const { host, database } = partsOf(url);
  const target = `PG:host=${host} user=postgres dbname=${database}`;
  await run('ogr2ogr', ['-f', 'PostgreSQL', target, `/vsizip/${file}`, '-nln', table]);
}

function partsOf(url: string): { host: string; database: string } {
  const match = /^postgresql:\/\/postgres@\/([^?]+)\?host=(.+)$/.exec(url);
  if (!match) throw new Error(`Not the address of a temporary cluster: ${url}`);
  return { host: decodeURIComponent(match[2]!), database: match[1]! };
}

/** Bytes per row, with indexes. Throws when the table does not contain what was loaded. */
async function bytesOf(url: string, table: string): Promise<number> {
  const [row] = await inDatabase(
    url,
    `select count(*)::int as rows, pg_total_relation_size('${table}')::float8 as bytes from ${table}`,
  );
  const { rows, bytes } = row as { rows: number; bytes: number };
  if (rows === 0 || rows % COUNT !== 0) throw new Error(`${table} holds ${rows} rows.`);
  return bytes / rows;
}

/** The rows of the last statement. */
async function inDatabase(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
