import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ObjectType, PastExport } from '#core/protocol';
import { openJobs } from '../../app/job-kinds.ts';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { makeObject, ROME } from '../../testing/workplace.ts';
import { removeExpired } from './stored-exports.ts';
import { download, exportedResult } from '../../testing/exporting.ts';

const RIGHTS = ['geometries.read', 'geometries.write', 'export'];

describe.each(engines)('access to an export, %s', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let sara: TestPerson;
  let bruno: TestPerson;
  let blocked: TestPerson;
  let projectId: string;

  beforeAll(async () => {
    server = await startTestServer({ engine, jobs: openJobs });
    admin = await server.admin();
    sara = await server.person(admin, 'Sara', RIGHTS);
    bruno = await server.person(admin, 'Bruno', RIGHTS);
    blocked = await server.person(admin, 'Carla', RIGHTS, { blockedLayers: ['secret'] });
    projectId = (await server.project(admin, 'Via Appia', [sara, bruno, blocked])).id;
    for (const name of ['parcel', 'secret'])
      must(await admin.send<ObjectType>('POST', '/attributes', { name }), 201);
    await makeObject(sara, projectId, { typeName: 'parcel', location: ROME });
    await makeObject(sara, projectId, { typeName: 'secret', location: ROME });
  });
  afterAll(() => server?.close());

  const list = (by: TestPerson) =>
    by
      .send<PastExport[]>('GET', '/export', undefined, { projectid: projectId })
      .then((answer) => must(answer, 200));
  const make = (by: TestPerson, more: object = {}) =>
    exportedResult(by, projectId, 'data', { formats: ['geojson'], ...more });

  it('excludes types the person is blocked from', async () => {
    const mine = await make(blocked);
    expect(mine.count).toBe(1);
    expect(mine.files).toEqual(['parcel.geojson']);
  });

  it('is granted to members of the project, except those blocked from its content', async () => {
    const { nameZip } = await make(sara);
    expect((await download(server, bruno, nameZip)).status).toBe(200);
    expect((await download(server, blocked, nameZip)).status).toBe(404);
    expect((await list(bruno)).find((one) => one.nameZip === nameZip)).toMatchObject({
      mine: false,
      by: 'Sara',
      count: 2,
    });
    expect((await list(blocked)).map((one) => one.nameZip)).not.toContain(nameZip);
  });

  it('is denied to everybody else as if it did not exist', async () => {
    const { nameZip } = await make(sara);
    const stranger = await server.person(admin, 'Dora', RIGHTS);
    expect((await download(server, stranger, nameZip)).status).toBe(404);
    expect((await stranger.send('GET', '/export', undefined, { projectid: projectId })).status).toBe(404);
    expect(
      (await stranger.send('POST', '/export/data', { formats: ['csv'] }, { projectid: projectId })).status,
    ).toBe(404);
    const reader = await server.person(admin, 'Ettore', ['geometries.read']);
    expect(
      (await reader.send('POST', '/export/data', { formats: ['csv'] }, { projectid: projectId })).status,
    ).toBe(403);
    expect((await download(server, sara, '../../signing-key')).status).toBe(404);
  });

  it('supports ranges, and returns the whole file when it has changed', async () => {
    const { nameZip, size, id } = await make(sara);
    const whole = await download(server, sara, nameZip);
    expect(whole.headers).toMatchObject({
      etag: `"${id}"`,
      'accept-ranges': 'bytes',
      'content-length': String(size),
    });
    expect(whole.headers['content-disposition']).toContain(nameZip);
    const part = await download(server, sara, nameZip, { range: 'bytes=10-19' });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 10-19/${size}`);
    expect(part.bytes).toEqual(whole.bytes.subarray(10, 20));
    const end = await download(server, sara, nameZip, { range: 'bytes=-4', 'if-range': `"${id}"` });
    expect(end.bytes).toEqual(whole.bytes.subarray(size - 4));
    expect(
      (await download(server, sara, nameZip, { range: 'bytes=0-1', 'if-range': '"other"' })).status,
    ).toBe(200);
    expect((await download(server, sara, nameZip, { range: `bytes=${size}-` })).status).toBe(416);
  });

  it('may be deleted by its owner only, together with its file', async () => {
    const { nameZip, id } = await make(sara);
    expect((await bruno.send('DELETE', `/export/${id}`)).status).toBe(403);
    expect((await blocked.send('DELETE', `/export/${id}`)).status).toBe(404);
    expect((await sara.send('DELETE', `/export/${id}`)).status).toBe(204);
    expect((await download(server, sara, nameZip)).status).toBe(404);
    await expect(server.services.storage.read(`exports/${id}.geojson`)).rejects.toThrow();
  });

  it('ends after its retention time, and leaves no temporary file', async () => {
    const { id } = await make(sara);
    await server.db.query(`update exports set expires_at = now() - interval '1 second' where id = $1`, [id]);
    await removeExpired(server.services);
    await expect(server.services.storage.read(`exports/${id}.geojson`)).rejects.toThrow();
    expect(await server.db.query('select 1 from exports where id = $1', [id])).toEqual([]);
    // The job's folder is removed right after the job.
    await vi.waitFor(async () => expect(await leftBehind()).toEqual([]));
  });

  it('is not given for a cancelled job', async () => {
    const before = (await list(sara)).length;
    const { body } = await sara.send<{ jobId: string }>(
      'POST',
      '/export/data',
      { formats: ['csv'] },
      { projectid: projectId },
    );
    await sara.send('DELETE', `/jobs/${body.jobId}`);
    const { body: job } = await sara.send<{ state: string }>('GET', `/jobs/${body.jobId}`);
    // It may have finished before it was cancelled; then it is stored.
    expect((await list(sara)).length).toBe(before + (job.state === 'done' ? 1 : 0));
  });
});

/** Remaining files of jobs of this process. */
async function leftBehind(): Promise<string[]> {
  const root = path.join(os.tmpdir(), 'groma-jobs');
  const found = await fs.readdir(root, { recursive: true }).catch(() => []);
  return found.filter(
    (name) => /^\d+/.exec(name)?.[0] === String(process.pid) && /objects-|export\.zip/.test(name),
  );
}
