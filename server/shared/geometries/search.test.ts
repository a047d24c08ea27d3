import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Geometry, GeometryObject, Position, Problem } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { scopeOf } from '../access/scope.ts';
import { selectByExpression } from './research/by-expression.ts';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { makeObject, openWorkplace, square, type Workplace } from '../../testing/workplace.ts';

describe.each(engines)('finding objects on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let id: string;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    id = place.project.id;
  });
  afterAll(() => place.close());

  const ids = (objects: readonly GeometryObject[]) => objects.map((object) => object.id);
  const point = (...coordinates: Position): Geometry => ({ type: 'Point', coordinates });

  describe('at a place', () => {
    const at = async <T = GeometryObject[]>(query: string, by = sara, type?: string) =>
      by.send<T>('GET', `/geometries/3D?${query}`, undefined, { projectid: id, ...(type ? { type } : {}) });

    it('returns those within the radius, nearest first, with their heights', async () => {
      // At the equator a ten-thousandth of a degree of longitude is 11.13 m, of latitude 11.06 m.
      const north = await makeObject(sara, id, { location: point(10, 0.0001, 50) });
      const here = await makeObject(sara, id, { location: point(10, 0, 60) });
      const east = await makeObject(sara, id, { location: point(10.0001, 0, 70) });
      expect(ids(must(await at('x=10&y=0'), 200))).toEqual([here.id]);
      expect(must(await at('x=10&y=0&radius=11.1'), 200).map((each) => each.location)).toEqual([
        here.location,
        north.location,
      ]);
      expect(ids(must(await at('x=10&y=0&radius=12'), 200))).toEqual([here.id, north.id, east.id]);
      expect(ids(must(await at('x=10&y=0&radius=12&limit=2'), 200))).toEqual([here.id, north.id]);
    });

    it('returns the area it is in, not one whose extent it is in', async () => {
      const around = await makeObject(sara, id, { location: square(60, 45) });
      const location: Geometry = {
        type: 'LineString',
        coordinates: [
          [60, 45],
          [60, 45.001],
          [60.001, 45.001],
        ],
      };
      await makeObject(sara, id, { location });
      expect(ids(must(await at('x=60.0007&y=45.0003'), 200))).toEqual([around.id]);
    });

    it('finds what is beyond the antimeridian', async () => {
      const east = await makeObject(sara, id, { location: point(-179.99999, 5) });
      const west = await makeObject(sara, id, { location: point(179.99998, 5) });
      expect(ids(must(await at('x=180&y=5&radius=3'), 200))).toEqual([east.id, west.id]);
      expect(ids(must(await at('x=-180&y=5&radius=3'), 200))).toEqual([east.id, west.id]);
    });

    it('finds the middle of a long edge where it is drawn', async () => {
      // The geodesic between the ends runs hundreds of metres north of it; the stored edge does not.
      const location: Geometry = {
        type: 'LineString',
        coordinates: [
          [70, 50],
          [71, 50],
        ],
      };
      const long = await makeObject(sara, id, { location });
      expect(ids(must(await at('x=70.5&y=50'), 200))).toEqual([long.id]);
    });

    it('refuses an invalid place', async () => {
      for (const query of [
        'x=181&y=0',
        'x=&y=0',
        'y=0',
        'x=1&y=abc',
        'x=1&y=1e309',
        'x=1&y=1&radius=-1',
        'x=1&y=1&limit=0',
      ])
        expect((await at<Problem>(query)).status, query).toBe(400);
    });

    it('omits blocked types, other types than requested, and other projects', async () => {
      const open = await makeObject(sara, id, { location: point(80, 0) });
      const secret = await makeObject(sara, id, { location: point(80, 0), typeName: 'secret' });
      const { server, admin } = place;
      const blocked = await server.person(admin, 'Bice', ['geometries.read'], { blockedLayers: ['secret'] });
      const outside = await server.person(admin, 'Ugo', ['geometries.read']);
      must(
        await admin.send('PUT', `/projects/${id}/members`, { userIds: [admin.id, sara.id, blocked.id] }),
        204,
      );
      expect(ids(must(await at('x=80&y=0', sara, 'secret'), 200))).toEqual([secret.id]);
      expect(ids(must(await at('x=80&y=0', blocked), 200))).toEqual([open.id]);
      expect((await at('x=80&y=0', outside)).status).toBe(404);
    });
  });

  describe('by a shape', () => {
    const search = async <T = GeometryObject[]>(
      body: unknown,
      headers: Record<string, string> = {},
      by = sara,
    ) => by.send<T>('POST', '/geometries/searching', body, { projectid: id, ...headers });

    it('returns those that intersect it, or are within it', async () => {
      const within = await makeObject(sara, id, { location: square(100.1, 0.1, 0.1) });
      const across = await makeObject(sara, id, { location: square(100.9, 0.1, 0.5) });
      await makeObject(sara, id, { location: square(103, 0) });
      const body = { location: square(100, 0, 1) };
      const meets = ids([within, across]).sort();
      expect(ids(must(await search(body), 200)).sort()).toEqual(meets);
      expect(ids(must(await search(body, { intersection: 'true' }), 200)).sort()).toEqual(meets);
      expect(ids(must(await search(body, { intersection: 'false' }), 200))).toEqual([within.id]);
      expect(must(await search({ ...body, typeNames: ['secret'] }), 200)).toEqual([]);
      expect(ids(must(await search({ ...body, typeNames: ['parcel', 'nul\0'] }), 200)).sort()).toEqual(meets);
      expect(must(await search({ ...body, typeNames: ['parcel'] }, { type: 'secret' }), 200)).toEqual([]);
    });

    it('uses the shape itself, and accepts lines and points', async () => {
      const field = await makeObject(sara, id, { location: square(110, 0) });
      const triangle = {
        type: 'Polygon',
        coordinates: [
          [
            [110.003, 0],
            [110.003, 0.003],
            [110, 0.003],
            [110.003, 0],
          ],
        ],
      };
      expect(must(await search({ location: triangle }), 200)).toEqual([]);
      const line = {
        type: 'LineString',
        coordinates: [
          [109, 0.0005],
          [111, 0.0005],
        ],
      };
      expect(ids(must(await search({ location: line }), 200))).toEqual([field.id]);
      expect(ids(must(await search({ location: point(110, 0) }), 200))).toEqual([field.id]);
    });

    it('refuses a shape that intersects itself, with the place', async () => {
      const bow = {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [4, 4],
            [4, 0],
            [0, 4],
            [0, 0],
          ],
        ],
      };
      const answer = await search<Problem>({ location: bow });
      expect([answer.status, answer.body.detail]).toEqual([
        422,
        'The search geometry is not valid: it crosses itself or its rings overlap near 2.0000000 2.0000000.',
      ]);
      expect((await search({ location: square(0, 0) }, { intersection: 'maybe' })).status).toBe(400);
      expect((await search({})).status).toBe(400);
    });

    it('finds stored objects that intersect themselves', async () => {
      const crossed = await makeObject(sara, id, { location: square(120, 0, 4) });
      // Stored before such outlines were refused.
      await place.server.db.query(
        `update geometries set geom = st_geomfromtext('POLYGON((120 0,124 4,124 0,120 4,120 0))', 4326) where id = $1::uuid`,
        [crossed.id],
      );
      const body = { location: square(119, -1, 6) };
      expect(ids(must(await search(body, { intersection: 'false' }), 200))).toEqual([crossed.id]);
      expect(ids(must(await search({ location: square(123.9, 0, 3) }), 200))).toEqual([crossed.id]);
    });

    it('refuses more than 20,000 with their count', async () => {
      const many = await place.server.project(place.admin, 'Many', [sara]);
      await place.server.db.query(
        `insert into geometries (id, project_id, type_name, geom, location, about, created_by, updated_by)
         select gen_random_uuid(), $1::uuid, 'parcel', st_setsrid(st_makepoint(n / 10000.0, 0), 4326), '{}', '}', $2::uuid, $2::uuid
         from generate_series(1, 20001) n`,
        [many.id, sara.id],
      );
      const body = { location: square(-1, -1, 10) };
      const answer = await search<Problem>(body, { projectid: many.id });
      expect([answer.status, answer.body.detail]).toEqual([
        413,
        'There are 20001 objects. One response contains at most 20000. Request a smaller box.',
      ]);
    });

    it('requires membership', async () => {
      const outside = await place.server.person(place.admin, 'Zenobio', ['geometries.read']);
      expect((await search({ location: square(100, 0, 1) }, {}, outside)).status).toBe(404);
    });
  });

  describe('to be selected', () => {
    interface Selected {
      count: number;
      types: { typeName: string; count: number; ids: string[] }[];
    }
    const select = async <T = Selected>(body: unknown, by = sara) =>
      by.send<T>('POST', '/geometries/select', body, { projectid: id });

    it('by an expression on values and geometry, beside other conditions', async () => {
      const oak = await makeObject(sara, id, {
        location: square(-100, 0, 0.001),
        properties: { kind: 'oak', height: 12 },
      });
      const elm = await makeObject(sara, id, {
        location: square(-99.9, 0, 0.002),
        properties: { kind: 'elm', height: 20 },
      });
      const bare = await makeObject(sara, id, { location: point(-99.8, 0) });
      const found = async (expression: string, more: object = {}) =>
        must(await select({ expression, bbox: '-101,-1,-99,1', ...more }), 200).types.flatMap(
          (type) => type.ids,
        );
      expect(await found("kind = 'oak' or height > 15")).toEqual(expect.arrayContaining([oak.id, elm.id]));
      expect(await found("kind = 'oak' and height > 15")).toEqual([]);
      expect(await found('height is null')).toEqual([bare.id]);
      // 0.001° of longitude and latitude at the equator are 111.32 by 110.57 m: 12,309 m²; the other has four times that.
      expect(await found('$area > 12000 and $area < 13000')).toEqual([oak.id]);
      expect(await found('$area > 12000', { ids: [elm.id, bare.id] })).toEqual([elm.id]);
      expect(
        await found('height > 1', { filter: { field: 'properties.kind', op: 'eq', value: 'elm' } }),
      ).toEqual([elm.id]);
      expect(await found('height > 1', { typeNames: ['secret'] })).toEqual([]);
      for (const [expression, sentence] of [
        ['height >', 'The expression is incomplete.'],
        ['$area', 'The expression is no condition, which is true or false: $area'],
        [`${'('.repeat(900)}1${')'.repeat(900)}`, 'The expression is too long or too deeply nested.'],
        ['sleep(1)', 'The expression cannot be read at: sleep('],
      ]) {
        const refused = await select<Problem>({ expression });
        expect([refused.status, refused.body.detail]).toEqual([422, sentence]);
      }
      expect((await select({ expression: 'x'.repeat(2001) })).status).toBe(400);
    });

    it('by an expression that takes too long is refused, with what was seen', async () => {
      const caller = { userId: sara.id, organizationId: place.project.organizationId, blockedLayers: [] };
      const scope = scopeOf(caller as unknown as Caller, { projectId: id });
      await expect(
        selectByExpression(place.server.db, scope, {
          expression: 'true',
          conditions: [],
          params: [],
          patience: -1,
        }),
      ).rejects.toMatchObject({ status: 422, key: 'geometries.expression-slow', values: { seen: 0 } });
    });

    it('lists their ids by type, in a box or an area, wholly or touched', async () => {
      const within = await makeObject(sara, id, { location: square(130.1, 0.1, 0.1) });
      const across = await makeObject(sara, id, { location: square(130.9, 0.1, 0.5) });
      const secret = await makeObject(sara, id, { location: point(130.5, 0.5), typeName: 'secret' });
      const expected = (parcels: GeometryObject[]) => ({
        count: parcels.length + 1,
        types: [
          { typeName: 'parcel', count: parcels.length, ids: ids(parcels).sort() },
          { typeName: 'secret', count: 1, ids: [secret.id] },
        ],
      });
      const sorted = ({ count, types }: Selected) => ({
        count,
        types: types.map((type) => ({ ...type, ids: type.ids.toSorted() })),
      });
      for (const place of [{ bbox: '130,0,131,1' }, { area: square(130, 0, 1) }]) {
        expect(sorted(must(await select(place), 200))).toEqual(expected([within, across]));
        expect(must(await select({ ...place, wholly: true }), 200)).toEqual(expected([within]));
        expect(must(await select({ ...place, excluded: ['parcel'] }), 200)).toMatchObject({ count: 1 });
        expect(must(await select({ ...place, typeNames: ['secret'] }), 200)).toMatchObject({ count: 1 });
      }
    });

    it('applies a filter, and all conditions together', async () => {
      const oak = await makeObject(sara, id, { location: point(140, 0), properties: { kind: 'oak' } });
      await makeObject(sara, id, { location: point(140, 0), properties: { kind: 'elm' } });
      await makeObject(sara, id, { location: point(141, 0), properties: { kind: 'oak' } });
      const filter = { field: 'properties.kind', op: 'eq', value: 'oak' };
      const found = must(await select({ bbox: '139.9,-1,140.1,1', filter }), 200);
      expect(found.types.flatMap((type) => type.ids)).toEqual([oak.id]);
      expect((await select<Problem>({ filter: { field: 'kind', op: 'is' } })).status).toBe(422);
      expect((await select<Problem>({ bbox: '0,1,1,0' })).status).toBe(400);
      expect((await select<Problem>({ area: { type: 'Polygon', coordinates: [] } })).status).toBe(400);
    });

    it('finds what intersects other objects, without these', async () => {
      const field = await makeObject(sara, id, { location: square(150, 0) });
      const tree = await makeObject(sara, id, { location: point(150.0005, 0.0005), typeName: 'secret' });
      await makeObject(sara, id, { location: point(150.002, 0) });
      expect(must(await select({ meets: [field.id] }), 200)).toEqual({
        count: 1,
        types: [{ typeName: 'secret', count: 1, ids: [tree.id] }],
      });
      expect(must(await select({ meets: [field.id], excluded: ['secret'] }), 200)).toEqual({
        count: 0,
        types: [],
      });
      expect(must(await select({ meets: [tree.id], typeNames: ['parcel'] }), 200).types).toEqual([
        { typeName: 'parcel', count: 1, ids: [field.id] },
      ]);
    });

    it('are never those of a blocked type or of a project of others', async () => {
      const { server, admin } = place;
      const blocked = await server.person(admin, 'Ottavia', ['geometries.read'], {
        blockedLayers: ['secret'],
      });
      const outside = await server.person(admin, 'Fulvio', ['geometries.read']);
      const members = [admin.id, sara.id, blocked.id];
      must(await admin.send('PUT', `/projects/${id}/members`, { userIds: members }), 204);
      const hidden = await makeObject(sara, id, { location: point(160, 0), typeName: 'secret' });
      expect(must(await select({ bbox: '159,-1,161,1' }), 200)).toMatchObject({ count: 1 });
      expect(must(await select({ bbox: '159,-1,161,1' }, blocked), 200)).toEqual({ count: 0, types: [] });
      expect(must(await select({ meets: [hidden.id] }, blocked), 200)).toMatchObject({ count: 0 });
      expect((await select<Problem>({}, outside)).status).toBe(404);
    });
  });
});
