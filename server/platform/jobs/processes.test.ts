import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, runArguments } from '../../base/programs.ts';
import type { Job } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { openQueue } from './database-queue.ts';
import type { JobQueue } from '../services/queue.ts';

const PROGRAM = new URL('../../testing/job-process.ts', import.meta.url);

describe.runIf(engines.includes('postgresql'))('jobs in processes of their own', () => {
  let server: TestServer;
  let admin: TestPerson;
  let queue: JobQueue;
  let workers: Worker[] = [];
  beforeAll(async () => {
    server = await startTestServer({
      engine: 'postgresql',
      jobs: async (services) => {
        const run = () => Promise.reject(new Error('This server runs no jobs itself.'));
        return (queue = await openQueue(services, { counted: { timeLimit: 1, run } }, { atOnce: 0 }));
      },
    });
    admin = await server.admin();
    await server.db.query('create table counted (job_id uuid)');
  });
  afterEach(async () => {
    for (const worker of workers) await worker.kill();
    workers = [];
  });
  afterAll(() => server.close());

  const add = () => queue.add({ kind: 'counted', userId: admin.id, projectId: null, input: {} });
  const job = async (id: string) => must(await admin.send<Job>('GET', `/jobs/${id}`), 200);
  const count = async (id: string) =>
    (await server.db.query('select 1 from counted where job_id = $1', [id])).length;

  it('are taken over when a process is killed, run once, and leave no file behind', async () => {
    const first = await work();
    const id = await add();
    const [, , folder] = await first.says(/^begun (\S+) (\S+)$/);
    expect(existsSync(path.join(folder!, 'half'))).toBe(true);
    await first.kill();
    const second = await work();
    expect((await second.says(/^begun (\S+) (\S+)$/))[1]).toBe(id);
    expect(existsSync(folder!)).toBe(false);
    second.child.stdin!.write('\n');
    await second.says(/^finished$/);
    expect(await job(id)).toMatchObject({ state: 'done', message: '', result: 'counted' });
    expect(await count(id)).toBe(1);
  });

  it('run once even when a process considered dead wakes up again', async () => {
    const first = await work();
    const id = await add();
    await first.says(/^begun (\S+) (\S+)$/);
    const second = await work();
    first.child.kill('SIGSTOP');
    await second.says(/^begun (\S+) (\S+)$/);
    second.child.stdin!.write('\n');
    await second.says(/^finished$/);
    first.child.kill('SIGCONT');
    first.child.stdin!.write('\n');
    await first.says(/^not ours$/);
    expect(await job(id)).toMatchObject({ state: 'done', result: 'counted' });
    expect(await count(id)).toBe(1);
  });

  it('are cancelled from another process', async () => {
    const worker = await work();
    const id = await add();
    await worker.says(/^begun (\S+) (\S+)$/);
    must(await admin.send('DELETE', `/jobs/${id}`), 204);
    await worker.says(/^not ours$/);
    expect((await job(id)).state).toBe('cancelled');
    expect(await count(id)).toBe(0);
  });

  it('return to the queue at once when a process is asked to stop', async () => {
    const worker = await work();
    const id = await add();
    await worker.says(/^begun (\S+) (\S+)$/);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect((await job(id)).state).toBe('queued');
    must(await admin.send('DELETE', `/jobs/${id}`), 204);
  });

  interface Worker {
    child: ChildProcess;
    ended: Promise<number | null>;
    /** The first matching line that was not returned before, whether others came before it or not. */
    says(pattern: RegExp): Promise<RegExpExecArray>;
    kill(): Promise<void>;
  }

  async function work(): Promise<Worker> {
    const { databaseUrl, data } = server.services.config;
    const env = { ...process.env, DATABASE_URL: databaseUrl, GROMA_DATA: data };
    const child = spawn(process.execPath, runArguments(PROGRAM), { cwd: ROOT, env });
    const lines: string[] = [];
    let complaint = '';
    let wake = () => {};
    child.stdout.on('data', (piece: Buffer) => {
      lines.push(...piece.toString().split('\n').filter(Boolean));
      wake();
    });
    child.stderr.on('data', (piece: Buffer) => (complaint += piece.toString()));
    const ended = new Promise<number | null>((resolve) =>
      child.once('close', (code) => {
        resolve(code);
        wake();
      }),
    );
    const says = async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        // Others stay: a worker may begin a job before it says that it is ready.
        const at = lines.findIndex((line) => pattern.test(line));
        if (at >= 0) return pattern.exec(lines.splice(at, 1)[0]!)!;
        if (child.exitCode !== null)
          throw new Error(`The worker ended before saying ${pattern}: ${complaint}`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    };
    const kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    const worker = { child, ended, says, kill };
    workers.push(worker);
    await says(/^ready$/);
    return worker;
  }
});
