import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerOf, Geometry, listProjectExtents, Position, Problem, Project } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { makeObject, openWorkplace, save, square, type Workplace } from '../../testing/workplace.ts';

type NearbyProject = Project & { distance: number };

describe.each(engines)('projects near a place on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let near: Project;
  let far: Project;
  let empty: Project;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    near = await place.server.project(place.admin, 'Near', [sara]);
    far = await place.server.project(place.admin, 'Far', [sara]);
    // A hundredth of a degree of longitude on the equator is 1113.195 m (2 pi 6378137 / 36000), of latitude 1105.743
    // m.
    await makeObject(sara, near.id, { location: point(10.01, 0, 500) });
    await makeObject(sara, near.id, { location: point(10, 0.02) });
    await makeObject(sara, far.id, { location: square(10.05, 0, 0.01) });
    const location = point(10, -0.05);
    empty = must(
      await place.admin.send<Project>('POST', '/projects', { projectName: 'Empty', location }),
      201,
    );
    const userIds = [place.admin.id, sara.id];
    must(await place.admin.send('PUT', `/projects/${empty.id}/members`, { userIds }), 204);
  });
  afterAll(() => place.close());

  const point = (...coordinates: Position): Geometry => ({ type: 'Point', coordinates });
  const find = async <T = NearbyProject[]>(body: unknown, by = sara) =>
    by.send<T>('POST', '/projects/findnear', body);
  const named = (found: readonly NearbyProject[]) =>
    found.map(({ projectName, distance }) => [projectName, Math.round(distance)]);

  it('are sorted by geodesic distance to their objects, or to their location where they have none', async () => {
    const found = must(await find({ point: point(10, 0) }), 200);
    // 0.05° of longitude: 5565.97 m; of latitude: 5528.7 m.
    expect(named(found)).toEqual([
      ['Near', 1113],
      ['Empty', 5529],
      ['Far', 5566],
    ]);
    expect(found[0]).toMatchObject({ id: near.id, objectCount: 2, organizationId: near.organizationId });
  });

  it('are those within the radius', async () => {
    expect(named(must(await find({ point: point(10, 0), radius: 1113 }), 200))).toEqual([]);
    expect(named(must(await find({ point: point(10, 0), radius: 1114 }), 200))).toEqual([['Near', 1113]]);
    expect(named(must(await find({ point: point(20, 0) }), 200))).toEqual([]);
    expect(named(must(await find({ point: point(20, 0), radius: 1_000_000 }), 200))).toEqual([]);
    expect(named(must(await find({ point: point(18.9, 0), radius: 1_000_000 }), 200))).toHaveLength(3);
  });

  it('are near any of several: lines, polygons and objects by id', async () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [10.005, -0.01],
        [10.005, 0.01],
      ],
    };
    expect(named(must(await find({ linestring: line, radius: 600 }), 200))).toEqual([['Near', 557]]);
    const polygon = square(10.055, -1, 2);
    expect(named(must(await find({ point: point(10, 0), polygon, radius: 2000 }), 200))).toEqual([
      ['Far', 0],
      ['Near', 1113],
    ]);
    const here = await makeObject(sara, place.project.id, { location: point(10.06, 0.005) });
    const ids = must(await find({ point: [here.id], radius: 100 }), 200);
    expect(named(ids)).toEqual([
      ['Far', 0],
      ['Via Appia', 0],
    ]);
    expect(named(must(await find({ point: here.id, radius: 100 }), 200))).toEqual(named(ids));
  });

  it('are found across the antimeridian, and where degrees of longitude are short', async () => {
    const east = await place.server.project(place.admin, 'Fiji', [sara]);
    await makeObject(sara, east.id, { location: point(-179.99, -17) });
    const found = must(await find({ point: point(179.99, -17) }), 200);
    // 0.02° on the parallel of 17° south: 0.02 * 106.4859 km.
    expect(named(found)).toEqual([['Fiji', 2130]]);
    const north = await place.server.project(place.admin, 'Svalbard', [sara]);
    // Nearer in degrees is not nearer in metres: at 78° a degree of longitude is a fifth of one of latitude.
    await makeObject(sara, north.id, { location: point(15, 78.01) });
    await makeObject(sara, north.id, { location: point(15.02, 78) });
    // 0.02 * 23.2191 km.
    expect(named(must(await find({ point: point(15, 78) }), 200))).toEqual([['Svalbard', 464]]);
  });

  it('are found near edges around the whole Earth', async () => {
    const world = {
      type: 'Polygon',
      coordinates: [
        [
          [-180, -90],
          [180, -90],
          [180, 90],
          [-180, 90],
          [-180, -90],
        ],
      ],
    };
    const all = must(await find({ polygon: world }), 200);
    expect(new Set(all.map(({ distance }) => distance))).toEqual(new Set([0]));
    // The stored edge follows the equator; a thousandth of a degree of latitude is 110.57 m.
    const round = {
      type: 'LineString',
      coordinates: [
        [-90, 0.001],
        [90, 0.001],
      ],
    };
    const along = must(await find({ linestring: round, radius: 200 }), 200);
    expect(named(along)).toContainEqual(['Near', 111]);
  });

  it('depend on what the person may see', async () => {
    const { server, admin } = place;
    const hidden = await server.project(admin, 'Hidden');
    await makeObject(admin, hidden.id, { location: point(30, 0) });
    const mixed = await server.project(admin, 'Mixed', [sara]);
    await makeObject(sara, mixed.id, { location: point(30, 0), typeName: 'secret' });
    await makeObject(sara, mixed.id, { location: point(30.01, 0) });
    const blocked = await server.person(admin, 'Bice', [], { blockedLayers: ['secret'] });
    must(
      await admin.send('PUT', `/projects/${mixed.id}/members`, { userIds: [admin.id, sara.id, blocked.id] }),
      204,
    );
    expect(named(must(await find({ point: point(30, 0) }), 200))).toEqual([['Mixed', 0]]);
    expect(named(must(await find({ point: point(30, 0) }, blocked), 200))).toEqual([['Mixed', 1113]]);
    const theirs = await makeObject(admin, hidden.id, { location: point(31, 0) });
    expect((await find({ point: theirs.id })).status).toBe(404);
  });

  it('are what they are when read one by one, and no geometry of theirs is read for it', async () => {
    const { server, admin } = place;
    const some = await server.project(admin, 'Extents', [sara]);
    const blocked = await server.person(admin, 'Dario', [], { blockedLayers: ['secret'] });
    const userIds = [admin.id, sara.id, blocked.id];
    must(await admin.send('PUT', `/projects/${some.id}/members`, { userIds }), 204);
    await makeObject(sara, some.id, { location: square(40, 0, 0.01) });
    await makeObject(sara, some.id, { location: point(41, 1), typeName: 'secret' });
    const gone = await makeObject(sara, some.id, { location: point(39, -1) });
    must(
      await sara.send('POST', '/geometries/deletemassive', { ids: [gone.id] }, { projectid: some.id }),
      200,
    );
    const [query, asked] = [server.db.query, [] as string[]];
    for (const by of [sara, blocked]) {
      server.db.query = (text, ...rest) => (asked.push(text), query.call(server.db, text, ...rest)) as never;
      const found = must(await find({ point: point(40, 0) }, by), 200).find(({ id }) => id === some.id);
      server.db.query = query;
      const { distance: _distance, ...project } = found!;
      expect(project).toEqual(must(await by.send<Project>('GET', `/projects/${some.id}`), 200));
    }
    const listing = asked.filter((text) => text.includes('"objectCount"'));
    expect(listing).toHaveLength(2);
    for (const text of listing) expect(text).not.toContain('g.geom');
  });

  it('are measured ring by ring: of a project that is found near no object farther away is', async () => {
    const { server, admin } = place;
    const wide = await server.project(admin, 'Wide', [sara]);
    for (const east of [0, 0.01, 0.05, 0.08])
      await makeObject(sara, wide.id, { location: point(50 + east, 0) });
    const query = server.db.query;
    const rings: unknown[][] = [];
    server.db.query = (text, params, ...rest) => {
      if (text.includes('far as materialized')) rings.push([...params!]);
      return query.call(server.db, text, params, ...rest) as never;
    };
    try {
      const found = must(await find({ point: point(50.0002, 0), radius: 10_000 }), 200);
      // 0.0002° of the equator.
      expect(named(found)).toEqual([['Wide', 22]]);
      expect(rings).toHaveLength(1);
      // From 1,113 m away the first ring that meets the project is that of 3,200 m.
      rings.length = 0;
      expect(named(must(await find({ point: point(49.99, 0), radius: 10_000 }), 200))).toEqual([
        ['Wide', 1113],
      ]);
      expect(rings).toHaveLength(1);
    } finally {
      server.db.query = query;
    }
  });

  it('are counted, also those beyond the most that are listed', async () => {
    const found = await find({ point: point(10, 0) });
    expect(found.headers['x-total-count']).toBe(String(found.body.length));
    expect(found.body.length).toBeGreaterThan(2);
    expect((await find({ point: point(-60, -60), radius: 10 })).headers['x-total-count']).toBe('0');
  });

  describe('as extents', () => {
    const extents = async (by: TestPerson) =>
      must(await by.send<AnswerOf<typeof listProjectExtents>>('GET', '/projects/extents'), 200);
    const extentOf = async (id: string, by = sara) => (await extents(by)).find((each) => each.id === id);
    const change = (location: Geometry | undefined, typeName: string, more: object = {}) => ({
      clientId: crypto.randomUUID(),
      typeName,
      properties: {},
      ...(location && { location }),
      ...more,
    });
    /** A repeatable stream of numbers from 0 to 1 (a linear congruential generator of Numerical Recipes). */
    let state = 7;
    const random = () => (state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32;

    it('follow every change of objects, as if all were read again', async () => {
      const { id } = await place.server.project(place.admin, 'Changing', [sara]);
      const blocked = await place.server.person(place.admin, 'Carlo', [], { blockedLayers: ['secret'] });
      const userIds = [place.admin.id, sara.id, blocked.id];
      must(await place.admin.send('PUT', `/projects/${id}/members`, { userIds }), 204);
      const objects = new Map<string, { typeName: string; version: number }>();
      const somewhere = () => square(20 + random() * 10, 40 + random() * 10, random());
      for (let round = 0; round < 25; round++) {
        const changes: Record<string, unknown>[] = [];
        for (const [known, { typeName, version }] of objects) {
          const dice = random();
          const of = { id: known, version };
          if (dice < 0.25) changes.push(change(somewhere(), typeName, { ...of, deleted: true }));
          else if (dice < 0.5) changes.push(change(somewhere(), typeName, of));
          else if (dice < 0.6)
            changes.push(change(somewhere(), typeName === 'secret' ? 'parcel' : 'secret', of));
        }
        // Now and then none is left.
        if (round % 8 === 7)
          changes.splice(
            0,
            Infinity,
            ...[...objects].map(([known, { typeName, version }]) =>
              change(somewhere(), typeName, { id: known, version, deleted: true }),
            ),
          );
        else for (let n = 0; n < 3; n++) changes.push(change(somewhere(), n ? 'parcel' : 'secret'));
        const answers = await save(sara, id, changes);
        for (const [n, answer] of answers.entries()) {
          expect(answer.status).toBe('saved');
          if (changes[n]!['deleted']) objects.delete(answer.id!);
          else
            objects.set(answer.id!, {
              typeName: changes[n]!['typeName'] as string,
              version: answer.version!,
            });
        }
        // Several changes are applied at once in other rounds.
        if (round % 3 === 1) continue;
        for (const by of [sara, blocked]) {
          const { extent } = must(await by.send<Project>('GET', `/projects/${id}`), 200);
          const kept = await extentOf(id, by);
          expect(kept?.extent).toEqual(extent);
          expect(kept?.from).toBe(extent ? 'objects' : null);
        }
      }
      const ids = [...objects.keys()];
      must(await sara.send('POST', '/geometries/deletemassive', { ids }, { projectid: id }), 200);
      expect(await extentOf(id)).toMatchObject({ extent: null, from: null });
    });

    it('are those of the place or of the reference system without objects, and hidden from others', async () => {
      expect(await extentOf(empty.id)).toMatchObject({
        projectName: 'Empty',
        archived: false,
        extent: [10, -0.05, 10, -0.05],
        from: 'location',
      });
      const made = must(
        await place.admin.send<Project>('POST', '/projects', { projectName: 'Gauss', crs: 'EPSG:3004' }),
        201,
      );
      const own = await extentOf(made.id, place.admin);
      // Italy east of 12° E, in the EPSG register.
      expect(own).toMatchObject({ crs: 'EPSG:3004', from: 'crs' });
      expect(own!.extent![0]).toBeCloseTo(12, 0);
      expect(await extentOf(made.id)).toBeUndefined();
      const all = await place.admin.send<unknown[]>('GET', '/projects/extents');
      expect(all.headers['x-total-count']).toBe(String(all.body.length));
    });
  });

  it('report an invalid request', async () => {
    expect((await find<Problem>({})).body.detail).toBe(
      'Give at least one of point, linestring and polygon: a geometry, or object IDs.',
    );
    expect((await find<Problem>({ point: [] })).status).toBe(422);
    expect((await find<Problem>({ polygon: point(1, 1) })).body.detail).toBe(
      'Point in body.polygon has the wrong type.',
    );
    const line = await makeObject(sara, near.id, {
      location: {
        type: 'LineString',
        coordinates: [
          [50, 0],
          [51, 0],
        ],
      },
    });
    expect((await find<Problem>({ point: line.id })).body.detail).toBe(
      'LineString in body.point has the wrong type.',
    );
    for (const body of [
      { point: 'x' },
      { point: point(200, 0) },
      { point: point(1, 1), radius: -1 },
      { point: point(1, 1), radius: 1e7 },
    ])
      expect((await find(body)).status).toBe(400);
    const many = { type: 'MultiPoint', coordinates: Array.from({ length: 10_001 }, (_, i) => [i / 1000, 0]) };
    expect((await find<Problem>({ point: many })).body.detail).toContain('10001 vertices. At most 10000');
    expect((await place.server.send('POST', '/projects/findnear', { point: point(1, 1) })).status).toBe(401);
  });
});
