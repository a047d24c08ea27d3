import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import MVT from 'ol/format/MVT.js';
import type { CacheState, Project } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { makeObject, openWorkplace, type Workplace } from '../../testing/workplace.ts';

describe.each(engines)('the cache of map tiles on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
  });
  afterAll(() => place.close());

  const state = async (by = place.admin) => must(await by.send<CacheState>('GET', '/cache/state'), 200);
  const setAuto = async (autoInvalidationState: boolean) =>
    must(await place.admin.send<CacheState>('POST', '/cache/state', { autoInvalidationState }), 200);
  const invalidate = async () => must(await place.admin.send<CacheState>('POST', '/cache/invalidate'), 200);

  const ask = (by: TestPerson, project: Project, app = place.server.app, headers = {}) =>
    app.inject({
      method: 'GET',
      url: `/api/tiles/${project.id}/0/0/0.mvt`,
      headers: { jwt: by.token, ...headers },
    });
  /** How many objects of which types the tile of the whole world shows. */
  const shown = async (by: TestPerson, project: Project, app = place.server.app) => {
    const answer = await ask(by, project, app);
    expect(answer.statusCode).toBe(200);
    const features = new MVT().readFeatures(Uint8Array.from(answer.rawPayload).buffer);
    return features.map((feature) => String(feature.get('layer'))).sort();
  };
  /** Another server on the same database, which is all they share. */
  const anotherProcess = async () => {
    vi.resetModules();
    const { buildApp } = await import('../../app/app.ts');
    const { RESOURCES } = await import('../../app/resources.ts');
    return buildApp({ services: place.server.services, routes: RESOURCES });
  };

  it('is managed by those with admin.cache', async () => {
    for (const [method, path] of [
      ['GET', '/cache/state'],
      ['POST', '/cache/state'],
      ['POST', '/cache/invalidate'],
    ] as const)
      expect((await sara.send(method, path, { autoInvalidationState: false })).status).toBe(403);
    const keeper = await place.server.person(place.admin, 'Carla', ['admin.cache']);
    expect(await state(keeper)).toMatchObject({ autoInvalidationState: true });
  });

  it.each([undefined, {}, { autoInvalidationState: 'off' }, { autoInvalidationState: null }])(
    'is not switched by %j',
    async (body) => {
      expect([400, 422]).toContain((await place.admin.send('POST', '/cache/state', body)).status);
      expect(await state()).toMatchObject({ autoInvalidationState: true });
    },
  );

  it('shows a change at once while automatic invalidation is on', async () => {
    const project = await place.server.project(place.admin, 'At once', [sara]);
    await makeObject(sara, project.id);
    expect(await shown(sara, project)).toEqual(['parcel']);
    await makeObject(sara, project.id);
    expect(await shown(sara, project)).toEqual(['parcel', 'parcel']);
    const { kept } = await state();
    expect(kept.tiles).toBeGreaterThan(0);
    expect(kept.bytes).toBeGreaterThan(0);
    expect((await invalidate()).kept.tiles).toBeLessThan(kept.tiles);
  });

  it('shows the cached tile in every process while it is off, until all is invalidated', async () => {
    const project = await place.server.project(place.admin, 'Kept', [sara]);
    await makeObject(sara, project.id);
    expect(await setAuto(false)).toMatchObject({
      autoInvalidationState: false,
      kept: { tiles: 0, bytes: 0 },
    });
    const other = await anotherProcess();
    try {
      expect(await shown(sara, project)).toEqual(['parcel']);
      const { etag } = (await ask(sara, project)).headers;
      await makeObject(sara, project.id);
      expect(await shown(sara, project)).toEqual(['parcel']);
      expect(await shown(sara, project, other)).toEqual(['parcel']);
      expect((await ask(sara, project, other, { 'if-none-match': etag })).statusCode).toBe(304);
      // One tile for one set of rights; the administrator sees the same types and gets the same tile.
      expect((await state()).kept.tiles).toBe(1);
      expect(await shown(place.admin, project)).toEqual(['parcel']);
      expect((await state()).kept.tiles).toBe(1);

      const before = await state();
      const after = await invalidate();
      expect(after.kept).toEqual({ tiles: 0, bytes: 0 });
      expect(after.invalidatedAt > before.invalidatedAt).toBe(true);
      expect((await ask(sara, project, other, { 'if-none-match': etag })).statusCode).toBe(200);
      expect(await shown(sara, project, other)).toEqual(['parcel', 'parcel']);
      expect(await shown(sara, project)).toEqual(['parcel', 'parcel']);
    } finally {
      await other.close();
      await setAuto(true);
    }
  });

  it('never shows a person what only others may see', async () => {
    const guest = await place.server.person(place.admin, 'Gino', ['geometries.read'], {
      blockedLayers: ['secret'],
    });
    const stranger = await place.server.person(place.admin, 'Stefano', ['geometries.read']);
    const project = await place.server.project(place.admin, 'Secrets', [sara, guest]);
    await makeObject(sara, project.id, { typeName: 'secret' });
    await makeObject(sara, project.id, { typeName: 'parcel' });
    await setAuto(false);
    try {
      expect(await shown(sara, project)).toEqual(['parcel', 'secret']);
      expect(await shown(guest, project)).toEqual(['parcel']);
      expect((await ask(stranger, project)).statusCode).toBe(404);
    } finally {
      await setAuto(true);
    }
  });

  it('is up to date again as soon as automatic invalidation is switched on', async () => {
    const project = await place.server.project(place.admin, 'Back', [sara]);
    await setAuto(false);
    expect(await shown(sara, project)).toEqual([]);
    await makeObject(sara, project.id);
    expect(await shown(sara, project)).toEqual([]);
    await setAuto(true);
    expect(await shown(sara, project)).toEqual(['parcel']);
  });

  it('clears nothing where the switch does not change', async () => {
    await setAuto(false);
    const project = await place.server.project(place.admin, 'Twice', [sara]);
    await shown(sara, project);
    const before = await state();
    expect(await setAuto(false)).toEqual(before);
    expect(before.kept.tiles).toBe(1);
    await setAuto(true);
  });
});
