import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { openAsBlob, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { JobEvents } from './job-events.ts';

const ADMIN = { email: 'bench@example.org', password: 'a password for the bench' };

/** The measured server as a separate process, and a person who imports into it. */
export class Importing {
  #child: ChildProcess;
  #client: Client;
  #before: number;

  private constructor(child: ChildProcess, client: Client) {
    this.#child = child;
    this.#client = client;
    this.#before = residentOf(child);
  }

  static async start(data: string, databaseUrl: string | undefined): Promise<Importing> {
    const { child, url } = await startServer(data, databaseUrl);
    return new Importing(child, await Client.signIn(url));
  }

  importFile(file: string, typeName: string): Promise<void> {
    return this.#client.importFile(file, typeName);
  }

  /** Changes an attribute of all objects of a type, as a person who has selected them; returns how many. */
  changeAll(typeName: string): Promise<number> {
    return this.#client.changeAll(typeName);
  }

  /** Growth of its memory beyond its initial size and the file's size, megabytes. */
  async growth(file: string): Promise<number> {
    return peakOf(this.#child) - this.#before - (await fs.stat(file)).size / 1024 ** 2;
  }

  async stop(): Promise<void> {
    this.#client.close();
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.disconnect();
    await gone;
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

/** Megabytes; NaN where the system does not report it. */
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
  #jobs: JobEvents | undefined;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async signIn(url: string): Promise<Client> {
    const signed = await new Client(url, '').#json<{ tokens: { token: string }[] }>('/login', ADMIN);
    const { token } = signed.tokens[0]!;
    const client = new Client(url, token);
    client.#jobs = await JobEvents.open(url, { jwt: token });
    client.#projectId = (await client.#json<{ id: string }>('/projects', { projectName: 'Bench' })).id;
    return client;
  }

  close(): void {
    this.#jobs?.close();
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
    await this.#jobs!.end(jobId);
  }

  async changeAll(typeName: string): Promise<number> {
    const { types } = await this.#json<{ types: { ids: string[] }[] }>('/geometries/select', {
      typeNames: [typeName],
    });
    const { jobId } = await this.#json<{ jobId: string }>('/geometries/changemany', {
      changeId: randomUUID(),
      ids: types.flatMap(({ ids }) => ids),
      set: { name: 'Changed' },
    });
    await this.#jobs!.end(jobId);
    const { result } = await this.#send<{ result: { changed: number } }>(`/jobs/${jobId}`, {});
    return result.changed;
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
