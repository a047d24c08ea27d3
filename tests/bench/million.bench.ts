/**
 * A project of a million parcels without gaps on PostgreSQL: what tiles of its overview take and weigh, and what the map
 * does on the main thread from the whole project to the zoom at which objects are loaded.
 */
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { postgresqlPrograms, startTemporaryPostgresql } from '../../server/testing/postgresql.ts';
import { ADMIN, startGroma, type OwnGroma } from '../journeys/harness.ts';
import { measureMap } from './million-map.ts';
import { middleOfParcels, parcelsWithoutGaps } from './million-parcels.ts';
import { within, type Bench, type ReportRow } from './report.ts';

const COUNT = 1_000_000;
/** From the whole project to the zoom at which objects are loaded. */
const ZOOMS = [8, 15] as const;

const bench: Bench = {
  name: `A project of ${COUNT.toLocaleString('en')} parcels without gaps, PostgreSQL`,
  async run() {
    if (!postgresqlPrograms()) throw new Error('PostgreSQL is not installed here; nothing to measure on.');
    const cluster = await startTemporaryPostgresql();
    let groma: OwnGroma | undefined;
    try {
      groma = await startGroma({ DATABASE_URL: await cluster.createDatabase(), GROMA_DEMO: '0' });
      const { id: projectId } = await groma.api<{ id: string }>('POST', '/projects', {
        projectName: 'Million',
      });
      const imported = await importParcels(groma, projectId);
      // Tiles are then made by a process that has cached nothing.
      await groma.kill();
      await groma.restart();
      const tiles = await measureTiles(groma, projectId);
      const place = middleOfParcels(COUNT);
      const map = await measureMap({ url: groma.url, account: ADMIN, projectId }, place, ZOOMS);
      return [
        {
          what: 'import through the API',
          ours: imported,
          peer: undefined,
          against: 'none',
          unit: 'ms',
          target: 'reported',
        },
        ...(await measureCounts(groma, projectId)),
        ...tiles,
        ...[...map.longest].map(([zoom, longest]) =>
          within(100, { what: `longest task of the map at zoom ${zoom}`, ours: longest, unit: 'ms' }),
        ),
        ...[...map.busiest].map(([zoom, busiest]) =>
          within(100, {
            what: `processor time of the busiest task at zoom ${zoom}`,
            ours: busiest,
            unit: 'ms',
          }),
        ),
        within(250, { what: 'heap of the page', ours: map.heap, unit: 'MB' }),
        within(300_000, { what: 'largest tile that the map requested', ours: map.tile, unit: 'bytes' }),
      ];
    } finally {
      await groma?.stop();
      await cluster.stop();
    }
  },
};
export default bench;

/** Milliseconds from the first byte sent to the commit. */
async function importParcels(groma: OwnGroma, projectId: string): Promise<number> {
  const file = join(groma.folder, 'parcels.zip');
  await writeFile(file, parcelsWithoutGaps(COUNT));
  const token = await tokenOf(groma);
  const form = new FormData();
  form.set('typeName', 'Parcels');
  form.set('commit', 'true');
  form.set('file', await openAsBlob(file), 'parcels.zip');
  const begun = performance.now();
  const answer = await fetch(`${groma.url}/api/shapefiles/uploadfile`, {
    method: 'POST',
    headers: { jwt: token, projectid: projectId },
    body: form,
  });
  const { jobId } = (await answer.json()) as { jobId: string };
  for (;;) {
    const job = await groma.api<{ state: string; error: string | null }>('GET', `/jobs/${jobId}`);
    if (job.state === 'done') break;
    if (job.state !== 'queued' && job.state !== 'running') throw new Error(job.error ?? job.state);
    await wait(50);
  }
  const taken = performance.now() - begun;
  // Overviews are built after the commit; the first tile of all waits for them.
  await tileOf(groma, projectId, token, 0);
  return taken;
}

/** Milliseconds of what counts all objects, the second of two calls. */
async function measureCounts(groma: OwnGroma, projectId: string): Promise<ReportRow[]> {
  const headers = { projectid: projectId };
  const calls = {
    'number of all objects': () => groma.api('GET', '/geometries/count', undefined, headers),
    'list of projects with their numbers': () => groma.api('GET', '/projects'),
    'first page of a table of all': () =>
      groma.api('POST', '/geometries/research', {}, { ...headers, paginate: '100', page: '1' }),
    'number of all that are selected': () => groma.api('POST', '/geometries/select', {}, headers),
  };
  const rows: ReportRow[] = [];
  for (const [what, call] of Object.entries(calls)) {
    await call();
    const begun = performance.now();
    await call();
    rows.push(within(100, { what, ours: performance.now() - begun, unit: 'ms' }));
  }
  return rows;
}

/** The first tile of each zoom in the middle of the parcels. */
async function measureTiles(groma: OwnGroma, projectId: string): Promise<ReportRow[]> {
  const token = await tokenOf(groma);
  const rows: ReportRow[] = [];
  for (let zoom = ZOOMS[0]; zoom <= ZOOMS[1]; zoom++) {
    const begun = performance.now();
    const bytes = await tileOf(groma, projectId, token, zoom);
    const what = `first tile at zoom ${zoom}`;
    rows.push(within(500, { what, ours: performance.now() - begun, unit: 'ms' }));
    rows.push(within(300_000, { what: `${what}, size`, ours: bytes, unit: 'bytes' }));
  }
  return rows;
}

async function tileOf(groma: OwnGroma, projectId: string, token: string, zoom: number): Promise<number> {
  const [longitude, latitude] = middleOfParcels(COUNT);
  const sine = Math.sin((latitude * Math.PI) / 180);
  const x = Math.floor((longitude / 360 + 0.5) * 2 ** zoom);
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom);
  const answer = await fetch(`${groma.url}/api/tiles/${projectId}/${zoom}/${x}/${y}.mvt`, {
    headers: { jwt: token },
  });
  if (!answer.ok) throw new Error(`Tile ${zoom}/${x}/${y} was answered ${answer.status}.`);
  return (await answer.arrayBuffer()).byteLength;
}

async function tokenOf({ url }: OwnGroma): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return ((await answer.json()) as { tokens: { token: string }[] }).tokens[0]!.token;
}
