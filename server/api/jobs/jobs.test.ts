import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, Problem, User } from '#core/protocol';
import type { JobServices } from '../../platform/services/services.ts';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { readUntil } from '../../testing/upload-job.ts';
import { openQueue } from '../../platform/jobs/database-queue.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import type { JobQueue } from '../../platform/services/queue.ts';
import { JOB_KINDS } from '../../app/job-kinds.ts';
import { JobRepository } from '../../platform/jobs/job-repository.ts';
import { JOB_NEEDS } from './visible-jobs.ts';

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

describe('every kind of job', () => {
  it('says what a person must be allowed to do to hear of it', () => {
    expect(Object.keys(JOB_NEEDS).sort()).toEqual(Object.keys(JOB_KINDS).sort());
  });
});

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
  const until = (id: string, state: Job['state']): Promise<Job> =>
    readUntil(
      () => job(id),
      (now) => now.state === state,
    );

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

  describe('is told of only to whom it belongs', () => {
    let owner: TestPerson;
    let project: string;
    let elsewhere: string;
    /** People by why they may hear nothing. */
    let outsiders: Record<string, TestPerson>;
    let colleague: TestPerson;

    beforeAll(async () => {
      elsewhere = (await server.organization(admin, 'Elsewhere')).id;
      const all = ['geometries.read', ...new Set(Object.values(JOB_NEEDS))];
      const { organizationIds } = must(await admin.send<User>('GET', `/users/${admin.id}`), 200);
      const home = organizationIds.find((id) => id !== elsewhere)!;
      owner = await server.person(admin, 'Owner', all, { organizationIds: [home, elsewhere] });
      owner.token = tokenIn('Groma');
      colleague = await server.person(admin, 'Colleague', all);
      const reader = await server.person(admin, 'Reader', ['geometries.read']);
      project = (await server.project(admin, 'Road', [owner, colleague, reader])).id;
      outsiders = {
        'a member without the right': reader,
        'a colleague who is not a member': await server.person(admin, 'Other', ['*']),
        'another organization': await server.person(admin, 'Stranger', ['*'], {
          organizationIds: [elsewhere],
        }),
      };
    });

    const tokenIn = (name: string) =>
      owner.login.tokens.find(({ organizationName }) => organizationName === name)!.token;
    const finished = async (kind: string) => {
      const [row] = await server.db.query<{ id: string }>(
        `insert into jobs (kind, input, project_id, user_id, result, message, state)
         values ($1, '{}', $2, $3, '{"secret":"Cassia"}', 'Cassia', 'done') returning id`,
        [kind, project, owner.id],
      );
      return row!.id;
    };
    const ask = async (as: TestPerson, id: string, headers = {}) => {
      const got = await as.send<Partial<Job> & Problem>('GET', `/jobs/${id}`, undefined, headers);
      const stopped = await as.send('DELETE', `/jobs/${id}`, undefined, headers);
      const listed = await as.send<Job[]>('GET', `/jobs?projectid=${project}`, undefined, headers);
      const own = must(await as.send<Job[]>('GET', '/jobs', undefined, headers), 200);
      const inLists = [...(listed.status === 200 ? listed.body : []), ...own].some((one) => one.id === id);
      return { status: got.status, detail: got.body.detail, stopped: stopped.status, inLists };
    };
    const unknown = async (as: TestPerson) => ask(as, '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11');

    it.each(Object.keys(JOB_KINDS))('when it is of the kind %s', async (kind) => {
      const id = await finished(kind);
      const path = `/jobs/${id}`;
      expect(must(await owner.send<Job>('GET', path), 200).result).toEqual({ secret: 'Cassia' });
      const seen = must(await colleague.send<Job>('GET', path), 200);
      expect([seen.state, seen.result]).toEqual(['done', undefined]);
      expect((await colleague.send('DELETE', path)).status).toBe(403);
      for (const [reason, person] of Object.entries(outsiders))
        expect(await ask(person, id), reason).toEqual(await unknown(person));

      expect(await ask(owner, id, { jwt: tokenIn('Elsewhere') })).toEqual(await unknown(owner));
    });

    it('also while it goes on after the membership of its owner has ended, or their right', async () => {
      const ids = await Promise.all(Object.keys(JOB_KINDS).map(finished));
      const heard = async () =>
        (await server.db.query(`select 1 from events where kind = 'job' and user_id = $1`, [owner.id]))
          .length;
      const move = async (id: string) => {
        await server.db.query(`update jobs set state = 'running', attempts = 1 where id = $1`, [id]);
        const lease = { id, kind: '', input: {}, userId: owner.id, projectId: project, attempts: 1 };
        await new JobRepository(services).progress(lease, 0.5, 'Half');
      };
      await server.db.query('delete from project_members where user_id = $1', [owner.id]);
      const before = await heard();
      for (const id of ids) {
        await move(id);
        expect(await ask(owner, id)).toEqual(await unknown(owner));
      }
      expect(await heard()).toBe(before);

      await server.db.query('insert into project_members (project_id, user_id) values ($1, $2)', [
        project,
        owner.id,
      ]);
      await move(ids[0]!);
      expect(await heard()).toBe(before + 1);
      await server.db.query(
        `update roles set authorizations = '{geometries.read}'
         where role_id in (select role_id from memberships where user_id = $1)`,
        [owner.id],
      );
      for (const id of ids) expect(await ask(owner, id)).toEqual(await unknown(owner));
    });
  });
});
