/**
 * Importing a shapefile of 100,000 polygons through the API, from the first byte sent to the objects committed, beside
 * ogr2ogr loading the same file into the same PostgreSQL.
 */
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { openAsBlob, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { postgresqlPrograms, startTemporaryPostgresql } from '../../server/testing/postgresql.ts';
import { parcels } from './import-parcels.ts';
import { atMost, median, within, type Bench, type Row } from './report.ts';

const run = promisify(execFile);
const COUNT = 100_000;
const ROUNDS = 3;
const ADMIN = { email: 'bench@example.org', password: 'a password for the bench' };

const bench: Bench = {
  name: `Import of ${COUNT.toLocaleString('en')} polygons`,
  async run() {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-bench-'));
    // While the servers measured are waited for, nothing else may be left to do here.
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

async function postgresql(folder: string, file: string): Promise<Row[]> {
  const cluster = await startTemporaryPostgresql({ durable: true });
  try {
    const peer = (await hasOgr()) ? await ogr2ogr(await cluster.createDatabase(), file) : undefined;
    const ours = await measure(path.join(folder, 'postgresql'), file, await cluster.createDatabase());
    return [
      atMost(2, {
        what: 'shapefile through the API, PostgreSQL',
        ours: ours.milliseconds,
        peer,
        against: peer === undefined ? 'ogr2ogr is not installed' : 'ogr2ogr',
        unit: 'ms',
      }),
      within(300, { what: 'growth of the server, PostgreSQL', ours: ours.growth, unit: 'MB over the file' }),
    ];
  } finally {
    await cluster.stop();
  }
}

async function embedded(folder: string, file: string): Promise<Row[]> {
  const ours = await measure(path.join(folder, 'embedded'), file, undefined);
  return [
    {
      what: 'shapefile through the API, embedded',
      ours: ours.milliseconds,
      peer: undefined,
      against: 'none',
      unit: 'ms',
      target: 'reported',
    },
  ];
}

async function hasOgr(): Promise<boolean> {
  return run('ogr2ogr', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Median of three loads into a new table, milliseconds; COPY and a spatial index, as it does by itself. */
async function ogr2ogr(url: string, file: string): Promise<number> {
  const { host, database } = partsOf(url);
  const target = `PG:host=${host} user=postgres dbname=${database}`;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    await run('ogr2ogr', ['-f', 'PostgreSQL', target, `/vsizip/${file}`, '-nln', `load_${round}`]);
    times.push(performance.now() - begun);
  }
  return median(times);
}

function partsOf(url: string): { host: string; database: string } {
  const match = /^postgresql:\/\/postgres@\/([^?]+)\?host=(.+)$/.exec(url);
  if (!match) throw new Error(`Not the address of a temporary cluster: ${url}`);
  return { host: decodeURIComponent(match[2]!), database: match[1]! };
}

/** Median of three imports, and how far the server's memory rose above where it stood and the file's size. */
async function measure(
  data: string,
  file: string,
  databaseUrl: string | undefined,
): Promise<{ milliseconds: number; growth: number }> {
  const { child, url } = await startServer(data, databaseUrl);
  try {
    const client = await Client.signIn(url);
    const before = residentOf(child);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now();
      await client.importFile(file, `Parcels ${round}`);
      times.push(performance.now() - begun);
    }
    const size = (await fs.stat(file)).size / 1024 ** 2;
    return { milliseconds: median(times), growth: peakOf(child) - before - size };
  } finally {
    child.disconnect();
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

function startServer(
  data: string,
  databaseUrl: string | undefined,
): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(new URL('./import-server.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      PORT: '0',
      GROMA_DATA: data,
      GROMA_DEMO: '0',
      GROMA_ADMIN_EMAIL: ADMIN.email,
      GROMA_ADMIN_PASSWORD: ADMIN.password,
      DATABASE_URL: databaseUrl ?? '',
    },
  });
  return new Promise((resolve, reject) => {
    child.once('message', (url) => resolve({ child, url: String(url) }));
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)));
  });
}

/** Megabytes; NaN where the system does not tell. */
function residentOf(child: ChildProcess): number {
  return statusOf(child, 'VmRSS');
}
function peakOf(child: ChildProcess): number {
  return statusOf(child, 'VmHWM');
}
function statusOf(child: ChildProcess, name: string): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  } catch {
    return NaN;
  }
}

class Client {
  #url: string;
  #token: string;
  #projectId = '';

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async signIn(url: string): Promise<Client> {
    const signed = await new Client(url, '').#json<{ tokens: { token: string }[] }>('/login', ADMIN);
    const client = new Client(url, signed.tokens[0]!.token);
    client.#projectId = (await client.#json<{ id: string }>('/projects', { projectName: 'Bench' })).id;
    return client;
  }

  async importFile(file: string, typeName: string): Promise<void> {
    const form = new FormData();
    form.set('typeName', typeName);
    form.set('commit', 'true');
    form.set('file', await openAsBlob(file), 'parcels.zip');
    const { jobId } = await this.#send<{ jobId: string }>('/shapefiles/uploadfile', {
      method: 'POST',
      body: form,
    });
    for (;;) {
      const job = await this.#send<{ state: string; error: string | null }>(`/jobs/${jobId}`, {});
      if (job.state === 'done') return;
      if (job.state !== 'queued' && job.state !== 'running') throw new Error(job.error ?? job.state);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  #json<T>(path: string, body: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    return this.#send<T>(path, { method: 'POST', body: JSON.stringify(body), headers });
  }

  async #send<T>(path: string, request: RequestInit): Promise<T> {
    const own: Record<string, string> = this.#token ? { jwt: this.#token } : {};
    if (this.#projectId) own['projectid'] = this.#projectId;
    const answer = await fetch(`${this.#url}/api${path}`, {
      ...request,
      headers: { ...own, ...(request.headers as object) },
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
