import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '#core/protocol';
import type { JobServices } from '../../platform/services/services.ts';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { openQueue } from '../../platform/jobs/database-queue.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import type { JobQueue } from '../../platform/services/queue.ts';

/** A job kind whose runs are controlled by the test. */
class Led implements JobKind {
  timeLimit = 60_000;
  readonly runs: { work: Work; end: (result: unknown) => void; fail: (failure: Error) => void }[] = [];
  #waiting: (() => void)[] = [];

  run(work: Work): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.runs.push({ work, end: resolve, fail: reject });
      const stopped = () => reject(new DOMException('Stopped.', 'AbortError'));
      if (work.signal.aborted) stopped();
      work.signal.addEventListener('abort', stopped);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  /** The `n`-th run, from 0, once it has started. */
  async nth(n: number): Promise<Led['runs'][number]> {
    while (!this.runs[n]) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.runs[n];
  }
}

describe.each(engines)('the queue of long work, %s', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let services: JobServices;
  let queue: JobQueue;
  let led: Led;

  const opened: JobQueue[] = [];
  const open = async (kind: JobKind) => {
    const another = await openQueue(services, { led: kind }, { atOnce: 1, waitAfterCrashes: 0.2 });
    opened.push(another);
    return another;
  };
  beforeAll(async () => {
    led = new Led();
    server = await startTestServer({
      engine,
      jobs: async (given) => {
        services = given;
        queue = await open(led);
        return queue;
      },
    });
    admin = await server.admin();
  });
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()));
    await server.close();
  });

  const add = (input: unknown = {}) => queue.add({ kind: 'led', userId: admin.id, projectId: null, input });
  const job = async (id: string) => must(await admin.send<Job>('GET', `/jobs/${id}`), 200);
  const until = async (id: string, state: Job['state']): Promise<Job> => {
    for (;;) {
      const now = await job(id);
      if (now.state === state) return now;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('runs one after the other, reports progress, and stores the result', async () => {
    const first = await add();
    const second = await add();
    const run = await led.nth(0);
    expect(run.work.id).toBe(first);
    expect((await job(second)).state).toBe('queued');
    run.work.progress(0.25, 'A quarter');
    let messages = await job(first);
    while (messages.progress === 0) messages = await job(first);
    expect([messages.state, messages.progress, messages.message]).toEqual(['running', 0.25, 'A quarter']);
    run.end({ found: 3 });
    expect(await until(first, 'done')).toMatchObject({ progress: 1, result: { found: 3 }, error: null });
    (await led.nth(1)).end(null);
    await until(second, 'done');
    const list = must(await admin.send<Job[]>('GET', '/jobs?kind=led'), 200);
    expect(list.map(({ id }) => id)).toEqual([second, first]);
  });

  it('is cancelled by its owner, and leaves no file behind', async () => {
    const id = await add();
    const { work } = await led.nth(2);
    await writeFile(path.join(work.folder, 'half'), 'written');
    must(await admin.send('DELETE', `/jobs/${id}`), 204);
    expect(work.signal.aborted).toBe(true);
    expect((await job(id)).state).toBe('cancelled');
    // The next one runs only after the cancelled one has been cleaned up.
    const next = await add();
    (await led.nth(3)).end(null);
    await until(next, 'done');
    expect(existsSync(work.folder)).toBe(false);
    await expect(server.db.transaction((tx) => work.finish(tx, {}))).rejects.toThrow('cancelled');
  });

  it("fails with the reason in the person's language", async () => {
    const id = await add({ language: 'it' });
    (await led.nth(4)).fail(new JobFailure('import.nothing-to-write'));
    expect((await until(id, 'failed')).error).toMatch(/^Il file non contiene oggetti importabili/);
  });

  it('reveals nothing internal of an unexpected error', async () => {
    const id = await add();
    (await led.nth(5)).fail(new Error('secret at /etc/passwd'));
    const { error } = await until(id, 'failed');
    expect(error).toContain(id);
    expect(error).not.toContain('secret');
  });

  it('is stopped when it runs too long', async () => {
    led.timeLimit = 1;
    const id = await add();
    expect((await until(id, 'failed')).error).toContain('took longer than 0 minutes');
    led.timeLimit = 60_000;
  });

  it('returns to the queue when the server stops, and is done by the next one', async () => {
    const id = await add();
    const run = await led.nth(7);
    await queue.close();
    expect(run.work.signal.aborted).toBe(true);
    expect((await job(id)).state).toBe('queued');
    const next = new Led();
    queue = await open(next);
    (await next.nth(0)).end('again');
    expect((await until(id, 'done')).result).toBe('again');
    await queue.close();
  });

  it('is retried after a crash, and fails after the third', async () => {
    const crashed = async (attempts: number) => {
      const [row] = await server.db.query<{ id: string }>(
        `insert into jobs (kind, input, user_id, state, attempts, started_at, heartbeat_at)
         values ('led', '{}', $1, 'running', $2, now() - interval '1 hour', now() - interval '1 hour') returning id`,
        [admin.id, attempts],
      );
      return row!.id;
    };
    const [twice, thrice] = [await crashed(2), await crashed(3)];
    const next = new Led();
    queue = await open(next);
    const run = await next.nth(0);
    expect(run.work.id).toBe(twice);
    run.end(null);
    await until(twice, 'done');
    expect((await job(thrice)).error).toBe(
      'The server stopped 3 times during this job. It is not tried again.',
    );
  });
});
