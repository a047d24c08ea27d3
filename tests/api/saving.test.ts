import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { BehaviorSubject, filter, firstValueFrom, of, timeout } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpApi, LiveStream, type Api } from '#core/api';
import type { Edit, MapObject } from '#core/document';
import { EventBus } from '#core/events';
import { AppError, newUuid } from '#core/kernel';
import { ProjectService, type OpenProject } from '#core/project';
import { autosave, countGeometries, createAttribute, createProject, login, type Me } from '#core/protocol';
import { ADMIN, startGroma, type OwnGroma } from '../journeys/harness.ts';
import { call, eventually, must } from '../processes.ts';

/** The client's autosave against the real server: browsers of two people, a lost connection, a killed server. */
let groma: OwnGroma;
let projectId: string;

beforeAll(async () => {
  // Little, so that answers that pile up would end it.
  const NODE_OPTIONS = '--max-old-space-size=400';
  groma = await startGroma({ GROMA_DEMO: '0', GROMA_CONNECTIONS_PER_ADDRESS: '0', NODE_OPTIONS });
  const { api } = await person();
  const { data: project } = await api.call(createProject, { body: { projectName: 'Saving' } });
  projectId = project.id;
  await api.call(createAttribute, { body: { name: 'pole', fields: [], projectIds: [] } });
});
afterAll(() => groma?.stop());

/** A browser in which the administrator is signed in. */
async function person() {
  const texts = {
    unreachable: () => 'The server cannot be reached.',
    timeout: () => 'Too late.',
    unexplained: String,
  };
  const session: { token?: string } = {};
  const api = new HttpApi({
    base: `${groma.url}/api`,
    credentials: {
      get token() {
        return session.token;
      },
      refresh: () => Promise.reject(new AppError('http', 'No refresh here.')),
    },
    language: () => 'en',
    texts,
  });
  const { data } = await api.call(login, { body: ADMIN });
  const { token } = data.tokens[0]!;
  session.token = token;
  return { api, token };
}

const open: { dispose(): void }[] = [];
afterAll(() => open.forEach((part) => part.dispose()));

/** `device` names the browser's storage: unsent changes are sent by the next browser on the same device. */
async function browser({
  device = newUuid(),
  intercept = (api: Api): Pick<Api, 'call' | 'bytes'> => api,
} = {}) {
  const { api, token } = await person();
  const live = new LiveStream({
    base: `${groma.url}/api`,
    credentials: { token, refresh: () => Promise.reject(new Error('No refresh here.')) },
    token$: of(token),
    visible$: of(true),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 10)),
  });
  const me = { userId: device } as Me;
  const automatic$ = new BehaviorSubject(false);
  const desk = new ProjectService({
    api: intercept(api),
    live,
    bus: new EventBus(),
    session: { me, me$: of(me) },
    settings: { observe: () => automatic$ as never, get: (() => '') as never, useProject: () => undefined },
    locks: {
      acquire: () => Promise.resolve(() => undefined),
      tryAcquire: () => Promise.resolve(() => undefined),
    },
    online$: of(true),
    translate: (key) => key,
  });
  open.push(live, desk);
  const project = await desk.open(projectId);
  await firstValueFrom(live.state$.pipe(filter((state) => state === 'connected')));
  return { api, desk, project, live };
}

const LABEL = { label: 'x', code: 'x' };
const pole = (id: string, value: number): MapObject => ({
  id,
  typeName: 'pole',
  location: { type: 'Point', coordinates: [9.19 + value / 1e5, 45.46, 120.123] },
  properties: { value },
  relatesTo: [],
});
const set =
  (id: string, value: number | undefined): Edit =>
  (document) => [{ id, before: document.get(id), after: value === undefined ? undefined : pole(id, value) }];
const value = (project: OpenProject, id: string) => project.document.get(id)?.properties.value;

/** Resolves when the document satisfies the condition. */
async function until(project: OpenProject, holds: () => boolean): Promise<void> {
  if (holds()) return;
  await firstValueFrom(project.document.changes$.pipe(filter(holds), timeout(60_000)));
}

describe('Saving to the real server', () => {
  it("shows one person's new, changed and deleted objects to another at once", async () => {
    const [one, two] = [await browser(), await browser()];
    const id = newUuid();
    one.project.history.perform(set(id, 1), LABEL);
    await one.project.autosave.flush();
    expect(one.project.autosave.state).toMatchObject({ queued: 0, error: undefined, refused: [] });
    await until(two.project, () => value(two.project, id) === 1);
    expect(two.project.document.get(id)?.location.coordinates).toEqual([9.19001, 45.46, 120.123]);
    two.project.history.perform(set(id, 2), LABEL);
    await two.project.autosave.flush();
    await until(one.project, () => value(one.project, id) === 2);
    one.project.history.perform(set(id, undefined), LABEL);
    await one.project.autosave.flush();
    await until(two.project, () => two.project.document.get(id) === undefined);
    one.project.history.undo();
    await one.project.autosave.flush();
    await until(two.project, () => value(two.project, id) === 2);
    one.desk.close();
    two.desk.close();
  });

  it('saves a change once although its response was lost', async () => {
    let broken = true;
    const { project, api, desk } = await browser({
      intercept: (real) => ({
        bytes: real.bytes.bind(real),
        call: async (call, request, options) => {
          const answer = await real.call(call, request, options);
          if (call.id === autosave.id && broken) throw new AppError('http', 'The server cannot be reached.');
          return answer;
        },
      }),
    });
    const before = (await api.call(countGeometries, { headers: { projectid: projectId } })).data.count;
    const id = newUuid();
    project.history.perform(set(id, 1), LABEL);
    await project.autosave.flush();
    expect(project.autosave.state.error).toBe('The server cannot be reached.');
    project.history.perform(set(id, 2), LABEL);
    broken = false;
    await project.autosave.flush();
    expect(project.autosave.state).toMatchObject({ queued: 0, conflicts: [], error: undefined });
    const after = (await api.call(countGeometries, { headers: { projectid: projectId } })).data.count;
    expect(after - before).toBe(1);
    // Created, then changed: two versions, not three.
    expect(project.document.recordOf(id)?.version).toBe(2);
    desk.close();
  });

  it('continues when the server is killed, and sends everything when it is back', async () => {
    const device = newUuid();
    const first = await browser({ device });
    const ids = Array.from({ length: 50 }, newUuid);
    for (const id of ids) first.project.history.perform(set(id, 1), LABEL);
    const sending = first.project.autosave.flush();
    await groma.kill();
    await sending;
    for (const id of ids) first.project.history.perform(set(id, 2), LABEL);
    await first.project.autosave.flush();
    expect(first.project.autosave.state.error).toBeDefined();
    first.desk.close();
    await groma.restart();
    const next = await browser({ device });
    expect(ids.map((id) => value(next.project, id))).toEqual(ids.map(() => 2));
    await next.project.autosave.flush();
    expect(next.project.autosave.state).toMatchObject({
      queued: 0,
      conflicts: [],
      refused: [],
      error: undefined,
    });
    const other = await browser();
    await other.project.load([9, 45, 10, 46]);
    expect(ids.map((id) => value(other.project, id))).toEqual(ids.map(() => 2));
    next.desk.close();
    other.desk.close();
  });

  it('shows an object changed in two places as a conflict, and resolves it as the person chooses', async () => {
    const [one, two] = [await browser(), await browser()];
    const id = newUuid();
    one.project.history.perform(set(id, 1), LABEL);
    await one.project.autosave.flush();
    await until(two.project, () => value(two.project, id) === 1);
    one.project.history.perform(set(id, 2), LABEL);
    two.project.history.perform(set(id, 3), LABEL);
    await one.project.autosave.flush();
    await two.project.autosave.flush();
    const [conflict] = two.project.autosave.state.conflicts;
    expect(
      [conflict?.base, conflict?.local, conflict?.remote].map((object) => object?.properties.value),
    ).toEqual([1, 3, 2]);
    expect(value(one.project, id)).toBe(2);
    two.project.autosave.resolve(id, conflict?.local);
    await two.project.autosave.flush();
    expect(two.project.autosave.state.queued).toBe(0);
    await until(one.project, () => value(one.project, id) === 3);
    one.desk.close();
    two.desk.close();
  });

  it('keeps refused changes with their message until they are discarded', async () => {
    const { project, desk } = await browser();
    const id = newUuid();
    const stranger = { ...pole(id, 1), typeName: 'no such type' };
    project.history.perform(() => [{ id, before: undefined, after: stranger }], LABEL);
    await project.autosave.flush();
    expect(project.autosave.state.refused[0]?.detail).toMatch(/no such type/);
    await project.autosave.discard(id);
    expect(project.document.get(id)).toBeUndefined();
    expect(project.autosave.state).toMatchObject({ queued: 0, refused: [] });
    desk.close();
  });
});

describe.runIf(process.platform === 'linux')('two hundred large reads by one session', () => {
  const MB = 1024 * 1024;
  /** Memory of the server's process, MB. */
  const memory = (): number =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${groma.pid}/status`, 'utf8'))![1]) / 1024;

  it(
    'are all answered, a few at a time are in memory, and it is given back',
    { timeout: 600_000 },
    async () => {
      const { token } = await person();
      const ring = Array.from({ length: 5000 }, (_, n) => {
        const angle = (n / 5000) * 2 * Math.PI;
        return [12 + Math.cos(angle) / 1000, 42 + Math.sin(angle) / 1000];
      });
      const location = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
      for (let part = 0; part < 8; part++) {
        const changes = Array.from({ length: 5 }, () => ({
          clientId: newUuid(),
          typeName: 'pole',
          location,
          properties: {},
        }));
        const saved = await call(groma.url, token, 'POST', '/geometries/autosave', changes, {
          projectid: projectId,
        });
        expect(must(saved, 200)).toHaveLength(5);
      }
      const agent = new http.Agent({ maxSockets: Infinity });
      const ask = (jwt = token) =>
        new Promise<http.IncomingMessage>((resolve, reject) =>
          http
            .get(`${groma.url}/api/geometries`, { agent, headers: { jwt, projectid: projectId } }, resolve)
            .on('error', reject),
        );
      const size = async (asked: http.IncomingMessage | Promise<http.IncomingMessage>): Promise<number> => {
        let bytes = 0;
        for await (const piece of await asked) bytes += (piece as Buffer).length;
        return bytes;
      };
      const one = await size(ask());
      // More than the buffers of both sockets hold, so that what nobody reads stays in the server.
      expect(one / MB).toBeGreaterThan(7);
      const before = memory();
      const all = Array.from({ length: 200 }, async (_, n) => ({ n, answer: await ask() }));
      const unread = new Map(all.entries());
      // Their turns need not come in the order in which they were asked for.
      const answered = () => Promise.race(unread.values());
      await answered();
      // While nobody reads these, another session is answered, and the server has the time to compose all that it would.
      const other = (await person()).token;
      for (let n = 0; n < 10; n++) expect(await size(ask(other))).toBe(one);
      let most = memory() - before;
      while (unread.size > 0) {
        const { n, answer } = await answered();
        unread.delete(n);
        // Until now nobody has read this one.
        const bytes = await size(answer);
        expect(bytes).toBe(one);
        most = Math.max(most, memory() - before);
      }
      agent.destroy();
      // All at once they are 1.5 GB; without the limit the server holds them all.
      expect((200 * one) / MB).toBeGreaterThan(1400);
      expect(most).toBeLessThan(300);
      const left = await eventually(() => {
        const more = memory() - before;
        return more < 150 ? Promise.resolve(more) : Promise.reject(new Error(`${more} MB more than before.`));
      });
      expect(left).toBeLessThan(150);
    },
  );
});
