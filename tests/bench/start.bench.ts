/**
 * Time and memory of a server before anyone works with it, and how much slower the embedded engine is than PostgreSQL
 * for one client.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { engines, type EngineName } from '../../server/testing/databases.ts';
import { layGround, openPlace, type ServerStorage } from '../faults/kills.ts';
import { call, must, startServer, type Program } from '../processes.ts';
import { HttpClient } from './http-client.ts';
import { atMost, median, within, type Bench, type ReportRow } from './report.ts';

const STARTS = 5;
const OBJECTS = 20_000;
const ROUNDS = 40;
const MEMORY: Record<EngineName, number> = { embedded: 700, postgresql: 200 };

const bench: Bench = {
  name: 'Starting, resting, and the two engines beside each other',
  async run() {
    const rows: ReportRow[] = [];
    const times = new Map<EngineName, Record<string, number>>();
    for (const engine of engines) {
      const ground = await layGround(engine);
      let server: Program | undefined;
      try {
        rows.push(...(await starting(engine, ground)));
        server = await startServer(ground.env);
        times.set(engine, await working(ground));
        await server.end('SIGTERM');
      } finally {
        await server?.end('SIGKILL');
        await ground.remove();
      }
    }
    const [embedded, postgresql] = [times.get('embedded'), times.get('postgresql')];
    for (const [what, ours] of Object.entries(embedded ?? {}))
      rows.push(
        atMost(3, {
          what: `${what}, embedded`,
          ours,
          peer: postgresql?.[what],
          against: 'PostgreSQL',
          unit: 'ms',
        }),
      );
    return rows;
  },
};
export default bench;

/** From the command to the line that reports it ready, with an existing database; then its memory at rest. */
async function starting(engine: EngineName, ground: ServerStorage): Promise<ReportRow[]> {
  await (await startServer(ground.env)).end('SIGTERM');
  const seconds: number[] = [];
  const megabytes: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    const start = performance.now();
    const server = await startServer(ground.env);
    seconds.push((performance.now() - start) / 1000);
    // At rest: what the start leaves to be collected is collected.
    await wait(5000);
    megabytes.push(memoryOf(server.child.pid!));
    await server.end('SIGTERM');
  }
  return [
    within(5, { what: `cold start, ${engine}`, ours: median(seconds), unit: 's' }),
    within(MEMORY[engine], { what: `memory at rest, ${engine}`, ours: median(megabytes), unit: 'MB' }),
  ];
}

/** Resident memory of a process and its children, MB (Linux). */
function memoryOf(pid: number): number {
  const status = (id: string) => readFileSync(`/proc/${id}/status`, 'utf8');
  const family = new Set([String(pid)]);
  for (let known = 0; known < family.size;) {
    known = family.size;
    for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      try {
        readlinkSync(`/proc/${id}/cwd`);
        if (family.has(/PPid:\s+(\d+)/.exec(status(id))![1]!)) family.add(id);
      } catch {
        // It has ended meanwhile, or belongs to another user.
      }
  }
  const kilobytes = [...family].map((id) => Number(/VmRSS:\s+(\d+)/.exec(status(id))?.[1] ?? 0));
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

async function working(ground: ServerStorage): Promise<Record<string, number>> {
  const place = await openPlace(ground.url);
  const client = new HttpClient(ground.url, { jwt: place.token, projectid: place.projectId });
  try {
    const side = Math.sqrt(OBJECTS);
    const change = (n: number) => ({
      clientId: randomUUID(),
      typeName: place.typeName,
      location: { type: 'Point', coordinates: [9 + (n % side) / 100, 45 + Math.floor(n / side) / 100, 1] },
      properties: { owner: `Owner ${n}`, note: 'as found in the field' },
    });
    for (let n = 0; n < OBJECTS; n += 1000) {
      const changes = Array.from({ length: 1000 }, (_, k) => change(n + k));
      const headers = { projectid: place.projectId };
      must(await call(ground.url, place.token, 'POST', '/geometries/autosave', changes, headers), 200);
    }
    const times = async (ask: (n: number) => Promise<number>) => {
      const samples: number[] = [];
      for (let n = -5; n < ROUNDS; n++) {
        const took = await ask(n + 5);
        if (n >= 0) samples.push(took);
      }
      return median(samples);
    };
    // About a thousand objects: 0.32 of 1.41 degrees, in both directions.
    const box = (n: number) => [9 + n / 50, 45 + n / 60, 9.32 + n / 50, 45.32 + n / 60].join(',');
    return {
      'bbox of about 1,000 objects': await times((n) => client.time('GET', `/geometries?bbox=${box(n)}`)),
      'creating one object': await times((n) => {
        const { location, typeName, properties } = change(n);
        return client.time('POST', '/geometries', { location, typeName, properties });
      }),
      'autosave of 100 changes': await times((n) =>
        client.time(
          'POST',
          '/geometries/autosave',
          Array.from({ length: 100 }, (_, k) => change(n * 100 + k)),
        ),
      ),
      'list of projects': await times(() => client.time('GET', '/projects')),
    };
  } finally {
    await client.close();
  }
}
