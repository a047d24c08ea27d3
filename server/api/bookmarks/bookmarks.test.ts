import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bookmark, Problem, Viewpoint } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

const ASLANT: Viewpoint = {
  viewer: '3d',
  longitude: 12.61,
  latitude: 42.9362,
  zoom: 17.5,
  heading: 30,
  tilt: 55,
};
const FLAT: Viewpoint = { viewer: '2d', longitude: -179.99, latitude: -16.5, zoom: 9 };

describe.each(engines)('bookmarked views on the %s engine', (engine) => {
  let place: Workplace;
  let path: string;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    path = `/projects/${place.project.id}/bookmarks`;
  });
  afterAll(() => place.close());

  const add = (name: string, viewpoint: unknown, by = place.surveyor) =>
    by.send<Bookmark>('POST', path, { name, viewpoint });

  it('are listed for every member by name, in the order they were added', async () => {
    must(await add('Tower', ASLANT), 201);
    must(await add('arch', FLAT), 201);
    const { body } = await place.admin.send<Bookmark[]>('GET', path);
    expect(body.map(({ name, viewpoint, createdBy }) => [name, viewpoint, createdBy !== null])).toEqual([
      ['arch', FLAT, true],
      ['Tower', ASLANT, true],
    ]);
  });

  it('are renamed and changed with their version; a conflict returns the current state', async () => {
    const { id } = must(await add('Gate', FLAT), 201);
    const change = (body: unknown, version: string) =>
      place.admin.send<Bookmark>('PUT', `/bookmarks/${id}`, body, { 'if-match': version });
    const renamed = must(await change({ name: 'North gate' }, '"1"'), 200);
    expect([renamed.name, renamed.viewpoint, renamed.version]).toEqual(['North gate', FLAT, 2]);
    expect(must(await change({ viewpoint: ASLANT }, '"2"'), 200).viewpoint).toEqual(ASLANT);
    const late = await change({ name: 'Gate' }, '"1"');
    expect([late.status, late.body.name]).toEqual([412, 'North gate']);
    const gone = await place.admin.send('DELETE', `/bookmarks/${id}`, undefined, { 'if-match': '"3"' });
    expect(gone.status).toBe(204);
    expect((await change({ name: 'x' }, '"3"')).status).toBe(404);
  });

  it('refuse an invalid place, an empty name and one bookmark too many', async () => {
    expect((await add('x', { ...FLAT, latitude: 91 })).status).toBe(400);
    expect((await add('  ', FLAT)).status).toBe(400);
    const other = await place.server.project(place.admin, 'Via Cassia', [place.surveyor]);
    await place.server.db.query(
      `insert into bookmarks (project_id, name, viewpoint) select $1, 'b' || n, '{}' from generate_series(1, 200) n`,
      [other.id],
    );
    const more = await place.surveyor.send<Problem>('POST', `/projects/${other.id}/bookmarks`, {
      name: 'one more',
      viewpoint: FLAT,
    });
    expect([more.status, more.body.detail]).toEqual([
      422,
      'A project can have at most 200 bookmarks. Delete one that you no longer need.',
    ]);
  });

  it('are neither seen nor changed by outsiders, and changed only with the right to write objects', async () => {
    const { id } = must(await add('Well', FLAT), 201);
    const stranger = await place.server.person(place.admin, 'Nino', ['geometries.read', 'geometries.write']);
    expect((await stranger.send('GET', path)).status).toBe(404);
    expect((await add('x', FLAT, stranger)).status).toBe(404);
    const version = { 'if-match': '"1"' };
    expect((await stranger.send('PUT', `/bookmarks/${id}`, { name: 'x' }, version)).status).toBe(404);
    expect((await stranger.send('DELETE', `/bookmarks/${id}`, undefined, version)).status).toBe(404);
    const reader = await place.server.person(place.admin, 'Rita', ['geometries.read']);
    expect((await reader.send('DELETE', `/bookmarks/${id}`, undefined, version)).status).toBe(403);
  });
});
