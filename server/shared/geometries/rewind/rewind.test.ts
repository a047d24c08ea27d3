import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AnswerOf,
  GeometryObject,
  listProjectTransactions,
  PluginUndo,
  Problem,
  RestoreDifference,
} from '#core/protocol';
import { openJobs } from '../../../app/job-kinds.ts';
import { expectCounts } from '../../../testing/counting.ts';
import { importFile } from '../../../testing/importing.ts';
import { engines } from '../../../testing/databases.ts';
import { must, type TestPerson } from '../../../testing/server.ts';
import {
  EVERYTHING_ON_OBJECTS,
  list,
  makeObject,
  openWorkplace,
  type Workplace,
} from '../../../testing/workplace.ts';

type JournalAnswer = AnswerOf<typeof listProjectTransactions>;
const POINT = (lon: number) => ({ type: 'Point' as const, coordinates: [lon, 45] as [number, number] });

describe.each(engines)('the history of a project, %s', (engine) => {
  let place: Workplace;
  let rita: TestPerson;
  beforeAll(async () => {
    place = await openWorkplace(engine, { jobs: openJobs });
    rita = await place.server.person(place.admin, 'Rita', [...EVERYTHING_ON_OBJECTS, 'import']);
  });
  afterAll(async () => {
    await expectCounts(place.server.db);
    await place.close();
  });

  const project = async () => (await place.server.project(place.admin, 'Rewound', [rita])).id;
  const journal = async (id: string, query = '', by = rita) =>
    must(await by.send<JournalAnswer>('GET', `/projects/${id}/transactions${query}`), 200);
  const look = (id: string, to: string, by = rita) =>
    by.send<RestoreDifference>('GET', `/projects/${id}/restoreat?transaction_id=${to}`);
  const restore = (id: string, to: string, newest: string, by = rita) =>
    by.send<Problem>('POST', `/projects/${id}/restoreat`, { transaction_id: to, newest });
  const change = async ({ id, metadata }: GeometryObject, body: object) =>
    must(await rita.send('PUT', `/geometries/${id}`, body, { 'if-match': `"${metadata.version}"` }), 200);
  const remove = async (id: string, ids: string[]) =>
    must(await rita.send('POST', '/geometries/deletemassive', { ids }, { projectid: id }), 200);
  const there = async (id: string) =>
    (await list(rita, id, '?bbox=-180,-90,180,90'))
      .map(({ properties, location }) => `${String(properties.name)} ${JSON.stringify(location.coordinates)}`)
      .sort();

  /** a changed, b deleted, c created after the returned moment. */
  async function changed() {
    const id = await project();
    const a = await makeObject(rita, id, { location: POINT(9), properties: { name: 'a' } });
    const b = await makeObject(rita, id, { location: POINT(10), properties: { name: 'b' } });
    const then = await there(id);
    const moment = (await journal(id)).entries[0]!.id;
    await change(a, { location: POINT(9.5) });
    await remove(id, [b.id]);
    const c = await makeObject(rita, id, { location: POINT(11), properties: { name: 'c' } });
    return { id, a, b, c, moment, then };
  }

  it('lists who did what, newest first, one entry per request, and can be filtered', async () => {
    const { id, a, b, c } = await changed();
    await remove(id, [a.id, c.id]);
    const { entries, more } = await journal(id);
    const changes = entries.map(({ by, done }) => [by, ...done.map(({ kind, count }) => `${kind} ${count}`)]);
    expect(changes).toEqual([
      ['Rita', 'delete 2'],
      ['Rita', 'create 1'],
      ['Rita', 'delete 1'],
      ['Rita', 'update 1'],
      ['Rita', 'create 1'],
      ['Rita', 'create 1'],
    ]);
    expect(more).toBe(false);
    expect(entries[0]!.objectIds.toSorted()).toEqual([a.id, c.id].sort());
    expect(entries[2]!.objectIds).toEqual([b.id]);
    expect((await journal(id, `?before=${entries[3]!.id}`)).entries).toEqual(entries.slice(4));
    expect((await journal(id, '?typeName=other')).entries).toEqual([]);
    expect((await journal(id, `?by=${id}`)).entries).toEqual([]);
    expect((await journal(id, '?to=2020-01-01T00:00:00Z')).entries).toEqual([]);
    expect((await journal(id, '?from=2020-01-01T00:00:00Z')).entries).toHaveLength(6);
  });

  it('previews the restoring of a moment, restores it, and can be undone the same way', async () => {
    const { id, a, b, c, moment, then } = await changed();
    const later = await there(id);
    const difference = must(await look(id, moment), 200);
    expect(difference).toMatchObject({ comes: 1, goes: 1, changes: 1, lost: [] });
    expect(difference.byType).toEqual([{ typeName: 'parcel', comes: 1, goes: 1, changes: 1 }]);
    const shapes = new Map(difference.shapes.map((shape) => [shape.id, shape]));
    expect(shapes.get(a.id)).toMatchObject({ what: 'changes', now: POINT(9.5), then: POINT(9) });
    expect(shapes.get(b.id)).toMatchObject({ what: 'comes', now: null, then: POINT(10) });
    expect(shapes.get(c.id)).toMatchObject({ what: 'goes', now: POINT(11), then: null });
    const before = (await journal(id)).entries[0]!.id;
    expect(must(await restore(id, moment, difference.newest), 200)).toEqual({
      comes: 1,
      goes: 1,
      changes: 1,
    });
    expect(await there(id)).toEqual(then);
    const [entry] = (await journal(id)).entries;
    expect(entry!.done.map(({ kind, count }) => `${kind} ${count}`)).toEqual(['restore 2', 'delete 1']);
    // Nothing differs now; and the moment before the restoring can be restored like any other.
    expect(must(await look(id, moment), 200)).toMatchObject({ comes: 0, goes: 0, changes: 0, shapes: [] });
    const back = must(await look(id, before), 200);
    expect(back).toMatchObject({ comes: 1, goes: 1, changes: 1 });
    must(await restore(id, before, back.newest), 200);
    expect(await there(id)).toEqual(later);
    // The history of each object contains it, and continues its versions.
    const [event] = must(
      await rita.send<{ kind: string; after: GeometryObject }[]>('GET', `/geometries/${b.id}/transactions`),
      200,
    );
    expect(event).toMatchObject({ kind: 'delete', after: null });
  });

  it('restores nothing when the project was changed after the preview', async () => {
    const { id, moment } = await changed();
    const { newest } = must(await look(id, moment), 200);
    await makeObject(rita, id, { location: POINT(12), properties: { name: 'd' } });
    const now = await there(id);
    const late = await restore(id, moment, newest);
    expect(late.status).toBe(409);
    expect(late.body.detail).toContain('changed since the comparison');
    expect(await there(id)).toEqual(now);
  });

  it('removes objects of a later import, and names an import that cannot be restored', async () => {
    const id = await project();
    await makeObject(rita, id, { location: POINT(9), properties: { name: 'a' } });
    const first = (await journal(id)).entries[0]!.id;
    const text = JSON.stringify({
      type: 'FeatureCollection',
      features: [13, 14].map((lon) => ({
        type: 'Feature',
        properties: { name: `i${lon}` },
        geometry: POINT(lon),
      })),
    });
    const job = await importFile(place.server, rita, id, 'posts.geojson', text, {
      commit: 'true',
      typeName: 'parcel',
    });
    const [entry] = (await journal(id)).entries;
    expect(entry!.done).toMatchObject([{ kind: 'import', count: 2, fileName: 'posts.geojson' }]);
    const difference = must(await look(id, first), 200);
    expect(difference).toMatchObject({ comes: 0, goes: 2, changes: 0, lost: [] });
    must(await rita.send('POST', `/shapefiles/undo/${job.result!.importId}`), 200);
    expect(must(await look(id, entry!.id), 200)).toMatchObject({
      comes: 0,
      goes: 0,
      lost: ['posts.geojson'],
    });
  });

  it('reveals and restores nothing of a blocked type, and does not exist for others', async () => {
    const id = await project();
    await makeObject(place.admin, id, { typeName: 'secret' });
    const open = await makeObject(place.admin, id, { location: POINT(9) });
    const moment = (await journal(id)).entries[0]!.id;
    await makeObject(place.admin, id, { typeName: 'secret' });
    must(await rita.send('DELETE', `/geometries/${open.id}`, undefined, { 'if-match': '"1"' }), 204);
    const blind = await place.server.person(place.admin, 'Bice', EVERYTHING_ON_OBJECTS, {
      blockedLayers: ['secret'],
    });
    must(
      await place.admin.send('PUT', `/projects/${id}/members`, {
        userIds: [rita.id, blind.id, place.admin.id],
      }),
      204,
    );
    expect(JSON.stringify(await journal(id, '', blind))).not.toContain('secret');
    const difference = must(await look(id, moment, blind), 200);
    expect(difference).toMatchObject({ comes: 1, goes: 0 });
    must(await restore(id, moment, difference.newest, blind), 200);
    expect(await list(place.admin, id, '?bbox=-180,-90,180,90', 'secret')).toHaveLength(2);
    const stranger = await place.server.person(place.admin, 'Nino', EVERYTHING_ON_OBJECTS);
    expect((await look(id, moment, stranger)).status).toBe(404);
    expect((await restore(id, moment, '1', stranger)).status).toBe(404);
    const other = await project();
    expect((await look(other, moment)).status).toBe(404);
  });

  it('undoes all that a plugin did, at one moment, and keeps what others have changed since', async () => {
    const id = await project();
    const a = await makeObject(rita, id, { location: POINT(9), properties: { name: 'a' } });
    const b = await makeObject(rita, id, { location: POINT(10), properties: { name: 'b' } });
    const before = await there(id);
    const save = async (plugin: string | undefined, ...changes: object[]) => {
      const sent = changes.map((each) => ({ clientId: crypto.randomUUID(), plugin, ...each }));
      const answers = must(
        await rita.send<{ id: string; status: string }[]>('POST', '/geometries/autosave', sent, {
          projectid: id,
        }),
        200,
      );
      expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 'saved'));
      return answers.map((each) => each.id);
    };
    const point = (lon: number, name: string) => ({
      location: POINT(lon),
      typeName: a.typeName,
      properties: { name },
    });
    const [made, touched] = await save('acme-wells@1.0.0', point(11, 'made'), point(12, 'touched'));
    await save('acme-wells@1.1.0', { id: a.id, version: 1, properties: { name: 'A' } });
    await save('acme-wells@1.1.0', { id: b.id, version: 1, deleted: true });
    await save(undefined, { id: touched, version: 1, properties: { name: 'by hand' } });
    await save('acme-other@1.0.0', point(13, 'other'));

    const plugins = must(
      await rita.send<{ plugin: string; objects: number }[]>('GET', `/projects/${id}/plugins`),
      200,
    );
    expect(plugins.map(({ plugin, objects }) => [plugin, objects])).toEqual([
      ['acme-other@1.0.0', 1],
      ['acme-wells@1.0.0', 2],
      ['acme-wells@1.1.0', 2],
    ]);
    const listed = (await journal(id, '?plugin=acme-wells')).entries;
    expect(listed.map((entry) => entry.plugins)).toEqual([
      ['acme-wells@1.1.0'],
      ['acme-wells@1.1.0'],
      ['acme-wells@1.0.0'],
    ]);
    expect((await journal(id, '?plugin=acme-wells@1.0.0')).entries).toHaveLength(1);

    const file = Buffer.from(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [{ type: 'Feature', geometry: POINT(20), properties: {} }],
      }),
    );
    await importFile(place.server, rita, id, 'july.geojson', file, {
      commit: 'true',
      typeName: a.typeName,
      plugin: 'acme-wells@1.1.0',
    });
    const imported = (await journal(id, '?plugin=acme-wells@1.1.0')).entries[0]!;
    expect([imported.plugins, imported.done[0]!.kind]).toEqual([['acme-wells@1.1.0'], 'import']);
    const path = `/projects/${id}/undoplugin`;
    const look = must(await rita.send<PluginUndo>('GET', `${path}?plugin=acme-wells`), 200);
    expect(look).toMatchObject({
      comes: 1,
      goes: 1,
      changes: 1,
      kept: 1,
      keptIds: [touched],
      imports: ['july.geojson'],
    });
    const reader = await place.server.person(place.admin, 'Rolf', ['geometries.read']);
    expect((await reader.send('GET', `${path}?plugin=acme-wells`)).status).toBe(403);
    const stale = await rita.send<Problem>('POST', path, { plugin: 'acme-wells', newest: '1' });
    expect(stale.status).toBe(409);
    const done = await rita.send('POST', path, { plugin: 'acme-wells', newest: look.newest });
    expect(must(done, 200)).toEqual({ comes: 1, goes: 1, changes: 1, kept: 1 });
    const rest = [
      `by hand ${JSON.stringify([12, 45])}`,
      `other ${JSON.stringify([13, 45])}`,
      `undefined ${JSON.stringify([20, 45])}`,
    ];
    expect(await there(id)).toEqual([...before, ...rest].sort());
    expect((await rita.send('GET', `/geometries/${made}`)).status).toBe(404);
    // One moment, which is taken back like any other.
    const [undone, last] = (await journal(id)).entries;
    expect(undone!.done.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    must(await restore(id, last!.id, undone!.id), 200);
    expect((await rita.send('GET', `/geometries/${made}`)).status).toBe(200);
    expect(must(await rita.send<PluginUndo>('GET', `${path}?plugin=acme-unknown`), 200)).toMatchObject({
      comes: 0,
      goes: 0,
      changes: 0,
      kept: 0,
    });
  });
});
