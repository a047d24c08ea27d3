import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredMeasure, Problem } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

const FIRST: StoredMeasure = {
  id: '6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c01',
  kind: 'distance',
  vertices: [
    [12.4964, 41.9028, 57.25],
    [12.4970123456789, 41.903],
  ],
  basis: { kind: 'ground', height: 300 },
};
const SECOND: StoredMeasure = {
  id: '6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c02',
  kind: 'coordinates',
  vertices: [[12.5, 41.9]],
  basis: { kind: 'plane', crs: 'EPSG:3003' },
};

describe.each(engines)('measurements stored with a project on the %s engine', (engine) => {
  let place: Workplace;
  let path: string;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    path = `/projects/${place.project.id}/measures`;
  });
  afterAll(() => place.close());

  const keep = (measures: unknown, version: string, by = place.surveyor) =>
    by.send<StoredMeasure[]>('PUT', path, measures, { 'if-match': version });

  it('are empty at first, and then exact to the last digit for every member', async () => {
    const none = await place.surveyor.send<StoredMeasure[]>('GET', path);
    expect([none.status, none.body, none.headers.etag]).toEqual([200, [], '"0"']);
    must(await keep([FIRST], '"0"'), 200);
    const stored = await place.admin.send<StoredMeasure[]>('GET', path);
    expect([stored.body, stored.headers.etag]).toEqual([[FIRST], '"1"']);
  });

  it('are not overwritten by people who have not seen a newer version', async () => {
    const late = await keep([SECOND], '"0"');
    expect([late.status, late.body, late.headers.etag]).toEqual([412, [FIRST], '"1"']);
    must(await keep([FIRST, SECOND], '"1"'), 200);
    expect((await place.surveyor.send<StoredMeasure[]>('GET', path)).body).toEqual([FIRST, SECOND]);
    expect((await place.surveyor.send<Problem>('PUT', path, [])).status).toBe(428);
  });

  it('in space keep their heights and method', async () => {
    const IN_SPACE: StoredMeasure = {
      id: '6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c09',
      kind: 'space',
      of: 'volume',
      vertices: [[12.5, 41.9, 21.123456], [12.501, 41.9], [12.501, 41.901, -3]], // prettier-ignore
      choices: { eye: 1.7, target: 0, base: 12.5 },
    };
    const project = await place.server.project(place.admin, 'Via Salaria', [place.surveyor]);
    const there = `/projects/${project.id}/measures`;
    must(await place.surveyor.send('PUT', there, [FIRST, IN_SPACE], { 'if-match': '"0"' }), 200);
    expect((await place.admin.send('GET', there)).body).toEqual([FIRST, IN_SPACE]);
    const unknown = { ...IN_SPACE, of: 'radius' };
    expect((await place.surveyor.send('PUT', there, [unknown], { 'if-match': '"1"' })).status).toBe(400);
  });

  it('are stored once where two people save their first at the same time', async () => {
    const other = await place.server.project(place.admin, 'Via Cassia', [place.surveyor]);
    const both = [FIRST, SECOND].map((one) =>
      place.surveyor.send('PUT', `/projects/${other.id}/measures`, [one], { 'if-match': '"0"' }),
    );
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('are hidden from non-members, and written only with the right to write objects', async () => {
    const stranger = await place.server.person(place.admin, 'Nino', ['geometries.read', 'geometries.write']);
    expect((await stranger.send('GET', path)).status).toBe(404);
    expect((await keep([], '"2"', stranger)).status).toBe(404);
    const reader = await place.server.person(place.admin, 'Rita', ['geometries.read']);
    const shared = await place.server.project(place.admin, 'Via Flaminia', [reader]);
    expect((await reader.send('GET', `/projects/${shared.id}/measures`)).status).toBe(200);
    const refused = await reader.send<Problem>('PUT', `/projects/${shared.id}/measures`, [], {
      'if-match': '"0"',
    });
    expect(refused.status).toBe(403);
  });

  it('of a chainage are hidden from people blocked from the type of its line, but kept', async () => {
    const CHAINAGE: StoredMeasure = {
      id: '6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c03',
      kind: 'chainage',
      vertices: [[12.5, 41.9]],
      basis: { kind: 'geodesic' },
      line: { typeName: 'sewer', vertices: [[12.4, 41.9], [12.6, 41.9, 20]] }, // prettier-ignore
    };
    const stored = ['geometries.read', 'geometries.write'];
    const blocked = await place.server.person(place.admin, 'Bice', stored, { blockedLayers: ['sewer'] });
    const project = await place.server.project(place.admin, 'Via Ostiense', [place.surveyor, blocked]);
    const there = `/projects/${project.id}/measures`;
    const put = (by: typeof blocked, measures: StoredMeasure[], version: number) =>
      by.send<StoredMeasure[]>('PUT', there, measures, { 'if-match': `"${version}"` });
    must(await put(place.surveyor, [CHAINAGE], 0), 200);
    expect((await blocked.send('GET', there)).body).toEqual([]);
    expect((await put(blocked, [FIRST], 0)).body).toEqual([]);
    must(await put(blocked, [FIRST], 1), 200);
    expect((await place.surveyor.send('GET', there)).body).toEqual([FIRST, CHAINAGE]);
    expect((await put(blocked, [CHAINAGE], 2)).status).toBe(422);
    const many = Array.from({ length: 200 }, () => FIRST);
    expect((await put(blocked, many, 2)).status).toBe(422);
    expect((await place.surveyor.send('GET', there)).headers.etag).toBe('"2"');
  });

  it.each([
    ['a place that is none', [{ ...FIRST, vertices: [[200, 0]] }]],
    ['a kind that is none', [{ ...FIRST, kind: 'volume' }]],
    ['a chainage along no line', [{ ...FIRST, kind: 'chainage' }]],
    ['a CRS that is no code', [{ ...FIRST, basis: { kind: 'plane', crs: 'Gauss-Boaga' } }]],
    ['too many measures', Array.from({ length: 201 }, () => FIRST)],
    ['too many vertices', [{ ...FIRST, vertices: Array.from({ length: 1001 }, () => [12, 42]) }]],
  ])('refuse %s with 400 or 422 and change nothing', async (_, measures) => {
    const before = await place.surveyor.send<StoredMeasure[]>('GET', path);
    const answer = await keep(measures, String(before.headers.etag));
    expect([400, 422]).toContain(answer.status);
    expect((await place.surveyor.send<StoredMeasure[]>('GET', path)).body).toEqual(before.body);
  });

  it('notify everybody who has the project open', async () => {
    const shared = await place.server.project(place.admin, 'Via Aurelia', [place.surveyor]);
    const [before] = await place.server.db.query<{ id: number }>(
      'select coalesce(max(id), 0) as id from events',
    );
    must(
      await place.surveyor.send('PUT', `/projects/${shared.id}/measures`, [FIRST], { 'if-match': '"0"' }),
      200,
    );
    const messages = await place.server.db.query(
      `select payload from events where kind = 'measures' and id > $1 and project_id = $2`,
      [before!.id, shared.id],
    );
    expect(messages.map(({ payload }) => JSON.parse(String(payload)) as unknown)).toEqual([
      { projectId: shared.id, version: 1 },
    ]);
  });

  it('are deleted with their project', async () => {
    const gone = await place.server.project(place.admin, 'Via Salaria', [place.surveyor]);
    const there = `/projects/${gone.id}/measures`;
    must(await place.surveyor.send('PUT', there, [FIRST], { 'if-match': '"0"' }), 200);
    const { headers } = await place.admin.send('GET', `/projects/${gone.id}`);
    await place.admin.send('DELETE', `/projects/${gone.id}`, undefined, { 'if-match': String(headers.etag) });
    expect((await place.surveyor.send('GET', there)).status).toBe(404);
  });
});
