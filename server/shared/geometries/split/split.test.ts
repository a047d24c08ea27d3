import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Geometry, GeometryObject, ObjectType, Position, Problem, SplitAnswer } from '#core/protocol';
import { expectCounts } from '../../../testing/counting.ts';
import { engines } from '../../../testing/databases.ts';
import { must, type TestPerson } from '../../../testing/server.ts';
import {
  EVERYTHING_ON_OBJECTS,
  list,
  makeObject,
  openWorkplace,
  save,
  square,
  type Workplace,
} from '../../../testing/workplace.ts';

type TransactionEntry = GeometryObject['transactions'][number];

describe.each(engines)('dividing objects on the %s engine', (engine) => {
  let place: Workplace;
  let piero: TestPerson;
  let id: string;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    piero = await place.server.person(place.admin, 'Piero', [...EVERYTHING_ON_OBJECTS, 'geometries.split']);
    const userIds = [place.admin.id, place.surveyor.id, piero.id];
    must(await place.admin.send('PUT', `/projects/${place.project.id}/members`, { userIds }), 204);
    id = place.project.id;
  });
  afterAll(async () => {
    await expectCounts(place.server.db);
    await place.close();
  });

  const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
  const cutLine = <T = SplitAnswer>(what: string, splittingpoint: unknown, as = piero, headers = {}) =>
    as.send<T>('POST', `/geometries/splitlinestring/${what}`, { splittingpoint }, headers);
  const cutPolygon = <T = SplitAnswer>(polygon_id: string, coordinates: unknown, as = piero, headers = {}) =>
    as.send<T>(
      'POST',
      '/geometries/splitpolygon',
      { polygon_id, split_line: { type: 'LineString', coordinates } },
      headers,
    );
  const read = (what: string) => piero.send<GeometryObject>('GET', `/geometries/${what}`);

  describe('a line', () => {
    it('becomes two, with its attributes and the height at the point', async () => {
      const location = line([20, 10, 100], [20.002, 10, 200]);
      const road = await makeObject(piero, id, { location, properties: { name: 'Via Salaria' } });
      // 1e-6 degrees off the line: 0.11 m. A quarter of the way is a quarter of the rise.
      const { removed, created } = must(await cutLine(road.id, [20.0005, 10.000001]), 200);
      expect(removed).toBe(road.id);
      expect(created.map((part) => part.location)).toEqual([
        line([20, 10, 100], [20.0005, 10, expect.closeTo(125, 9) as number]),
        line([20.0005, 10, expect.closeTo(125, 9) as number], [20.002, 10, 200]),
      ]);
      for (const part of created) {
        expect(part).toMatchObject({
          properties: { name: 'Via Salaria' },
          typeName: 'parcel',
          projectId: id,
        });
        expect(part.metadata).toMatchObject({ version: 1, createdBy: 'Piero' });
        expect(part.transactions.map(({ kind }) => kind)).toEqual(['split']);
        expect(must(await read(part.id), 200)).toEqual(part);
      }
      expect((await read(road.id)).status).toBe(404);
    });

    it('is refused with the distance when the point is off it, in the requested language', async () => {
      const road = await makeObject(piero, id, { location: line([21, 0], [21.01, 0]) });
      // At the equator a degree of latitude has 110,574 m: 0.00002 of it are 2.21 m.
      const answer = await cutLine<Problem>(road.id, [21.005, 0.00002], piero, { 'accept-language': 'it' });
      expect([answer.status, answer.body.detail]).toEqual([
        422,
        'Il punto dista 2,21 m dalla linea. Sono ammessi al massimo 1 m. Scegli un punto sulla linea.',
      ]);
      expect((await cutLine<Problem>(road.id, [21, 0])).body.detail).toBe(
        'The point is an end of the line. Choose a point between its ends.',
      );
      expect((await cutLine<Problem>(road.id, [181, 0])).status).toBe(400);
      expect((await cutLine<Problem>(road.id, [21])).status).toBe(400);
      expect(must(await read(road.id), 200)).toEqual(road);
    });

    it('is required: a polygon cannot be divided at a point', async () => {
      const field = await makeObject(piero, id, { location: square(22, 0) });
      const answer = await cutLine<Problem>(field.id, [22, 0]);
      expect([answer.status, answer.body.detail]).toEqual([
        422,
        'Only a line can be split at a point. This object is Polygon.',
      ]);
    });
  });

  describe('a polygon', () => {
    const through: Position[] = [
      [30.0003, -1],
      [30.0003, 1],
    ];

    it('becomes objects, the larger one first', async () => {
      const field = await makeObject(piero, id, {
        location: square(30, 0),
        properties: { crop: 'rye', n: 3 },
      });
      const { created } = must(await cutPolygon(field.id, through), 200);
      expect(created.map(({ location, properties }) => [location.type, properties])).toEqual([
        ['Polygon', { crop: 'rye', n: 3 }],
        ['Polygon', { crop: 'rye', n: 3 }],
      ]);
      const [east, west] = created.map(
        ({ location }) => (location as { coordinates: Position[][] }).coordinates[0]!,
      );
      expect(Math.min(...east!.map(([x]) => x))).toBe(30.0003);
      expect(Math.max(...west!.map(([x]) => x))).toBe(30.0003);
    });

    it('is unchanged when a line does not divide it, with the reason', async () => {
      const field = await makeObject(piero, id, { location: square(31, 0) });
      const reasons = [];
      for (const way of [
        [
          [32, 0],
          [32, 1],
        ],
        [
          [31.0003, -1],
          [31.0003, 0.0005],
        ],
        [
          [30, 0],
          [32, 0],
        ],
      ])
        reasons.push(await cutPolygon<Problem>(field.id, way));
      expect(reasons.map(({ status }) => status)).toEqual([422, 422, 422]);
      expect(reasons.map(({ body }) => body.detail)).toEqual([
        'The line does not cross the polygon. Draw it from one side of the polygon to the other.',
        'The line ends inside the polygon, or goes from its edge to a hole, and does not split it. Draw it from one side to the other.',
        'The line only touches the polygon’s edge or runs along it. Draw it through the polygon.',
      ]);
      expect(must(await read(field.id), 200)).toEqual(field);
    });

    it('that intersects itself is refused with the place', async () => {
      const bow: Geometry = {
        type: 'Polygon',
        coordinates: [
          [
            [33, 0],
            [33.5, 0.5],
            [33.5, 0],
            [33, 0.5],
            [33, 0],
          ],
        ],
      };
      const field = await makeObject(piero, id, { location: square(33, 0) });
      // Stored before such outlines were refused.
      await place.server.db.query(
        `update geometries set location = $2::text, geom = st_geomfromgeojson($2::text) where id = $1::uuid`,
        [field.id, JSON.stringify(bow)],
      );
      const answer = await cutPolygon<Problem>(field.id, [
        [32, 0.1],
        [34, 0.1],
      ]);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toContain('crosses itself at 33.25; 0.25');
    });

    it('of several parts keeps its type: each part is one of several', async () => {
      must(
        await place.admin.send('POST', '/attributes', { name: 'islands', geometryType: 'MultiPolygon' }),
        201,
      );
      const two = [square(34, 0), square(34.1, 0)].map(
        (each) => (each as { coordinates: Position[][] }).coordinates,
      );
      const location: Geometry = { type: 'MultiPolygon', coordinates: two };
      const field = await makeObject(piero, id, { location, typeName: 'islands' });
      const { created } = must(
        await cutPolygon(field.id, [
          [34.0003, -1],
          [34.0003, 1],
        ]),
        200,
      );
      expect(created.map((part) => part.location.type)).toEqual(Array(3).fill('MultiPolygon'));
      const moved = { ...created[0]!.location };
      const etag = { 'if-match': '"1"' };
      must(await piero.send('PUT', `/geometries/${created[0]!.id}`, { location: moved }, etag), 200);
    });

    it('leaves a value that must be unique with the largest part', async () => {
      const fields = [
        {
          name: 'number',
          title: { en: 'Number', it: 'Numero' },
          type: 'text',
          required: false,
          unique: true,
        },
      ];
      must(await place.admin.send<ObjectType>('POST', '/attributes', { name: 'numbered', fields }), 201);
      const properties = { number: '17/b', note: 'x' };
      const field = await makeObject(piero, id, {
        location: square(36, 0),
        typeName: 'numbered',
        properties,
      });
      const { created } = must(
        await cutPolygon(field.id, [
          [36.0003, -1],
          [36.0003, 1],
        ]),
        200,
      );
      expect(created.map((part) => part.properties)).toEqual([{ number: '17/b', note: 'x' }, { note: 'x' }]);
    });
  });

  it('can be undone: the original is restored, the parts are deleted', async () => {
    const field = await makeObject(piero, id, { location: square(40, 0), properties: { a: 1 } });
    const { created } = must(
      await cutPolygon(field.id, [
        [40.0003, -1],
        [40.0003, 1],
      ]),
      200,
    );
    const history = must(
      await piero.send<TransactionEntry[]>('GET', `/geometries/${field.id}/transactions`),
      200,
    );
    expect(history.map(({ kind }) => kind)).toEqual(['split', 'create']);
    const back = must(await piero.send<GeometryObject>('POST', `/geometries/undo/${field.id}`), 200);
    expect([back.location, back.properties, back.metadata.version]).toEqual([field.location, { a: 1 }, 3]);
    for (const part of created) {
      must(await piero.send('POST', `/geometries/undo/${part.id}`), 204);
      expect((await read(part.id)).status).toBe(404);
    }
  });

  it('can be restored at a transaction before it', async () => {
    const field = await makeObject(piero, id, { location: square(41, 0) });
    must(
      await cutPolygon(field.id, [
        [41.0003, -1],
        [41.0003, 1],
      ]),
      200,
    );
    const body = { transaction_id: field.transactions[0]!.id };
    const back = must(
      await piero.send<GeometryObject>('POST', `/geometries/restoreat/${field.id}`, body),
      200,
    );
    expect(back.location).toEqual(field.location);
    expect(back.transactions.map(({ kind }) => kind)).toEqual(['restore', 'split', 'create']);
  });

  it('can be undone by autosave, as a client does', async () => {
    const field = await makeObject(piero, id, { location: square(42, 0) });
    const { created } = must(
      await cutPolygon(field.id, [
        [42.0003, -1],
        [42.0003, 1],
      ]),
      200,
    );
    const back = {
      id: field.id,
      clientId: randomUUID(),
      location: field.location,
      typeName: 'parcel',
      properties: {},
      version: 2,
    };
    const gone = created.map((part) => ({ id: part.id, clientId: randomUUID(), version: 1, deleted: true }));
    const answers = await save(piero, id, [back, ...gone]);
    expect(answers.map(({ status }) => status)).toEqual(['saved', 'saved', 'saved']);
  });

  it('notifies listeners of the parts and of what they replace at once', async () => {
    const field = await makeObject(piero, id, { location: square(43, 0) });
    const { created } = must(
      await cutPolygon(field.id, [
        [43.0003, -1],
        [43.0003, 1],
      ]),
      200,
    );
    const [event] = await place.server.db.query<{ payload: string }>(
      `select payload from events where kind = 'geometries' order by id desc limit 1`,
    );
    const changes = JSON.parse(event!.payload) as { changed: GeometryObject[]; removed: unknown[] };
    expect(changes.removed).toEqual([{ id: field.id, version: 2, typeName: 'parcel' }]);
    expect(changes.changed).toEqual(created);
  });

  it('requires permission, and works only on visible objects', async () => {
    const field = await makeObject(piero, id, { location: square(44, 0) });
    const way = [
      [44.0003, -1],
      [44.0003, 1],
    ];
    const answer = await cutPolygon<Problem>(field.id, way, place.surveyor);
    expect([answer.status, answer.body.detail]).toEqual([
      403,
      'Your role does not have the permission geometries.split.',
    ]);
    const outside = await place.server.person(place.admin, 'Olga', ['geometries.read', 'geometries.split']);
    expect((await cutPolygon(field.id, way, outside)).status).toBe(404);
    const blocked = await place.server.person(place.admin, 'Bruno', ['geometries.read', 'geometries.split'], {
      blockedLayers: ['parcel'],
    });
    const userIds = [place.admin.id, place.surveyor.id, piero.id, blocked.id];
    must(await place.admin.send('PUT', `/projects/${id}/members`, { userIds }), 204);
    expect((await cutPolygon(field.id, way, blocked)).status).toBe(404);
    expect((await cutPolygon(randomUUID(), way)).status).toBe(404);
    expect(must(await read(field.id), 200)).toEqual(field);
  });

  it('happens once when it is requested twice at the same time', async () => {
    const field = await makeObject(piero, id, { location: square(45, 0) });
    const way = [
      [45.0003, -1],
      [45.0003, 1],
    ];
    const both = await Promise.all([cutPolygon(field.id, way), cutPolygon(field.id, way)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await list(piero, id, '?bbox=44.99,-0.01,45.01,0.01')).toHaveLength(2);
  });

  it('cuts a large object without blocking the server', async () => {
    const ring = Array.from({ length: 30_000 }, (_, i): Position => {
      const angle = (2 * Math.PI * i) / 30_000;
      return [50 + 0.01 * Math.cos(angle), 0.01 * Math.sin(angle), 5];
    });
    const location: Geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
    const field = await makeObject(piero, id, { location });
    const { created } = must(
      await cutPolygon(field.id, [
        [49, 0.0001],
        [51, 0.0003],
      ]),
      200,
    );
    expect(created).toHaveLength(2);
    expect(
      created.flatMap((part) => (part.location.coordinates as Position[][])[0]!).every(([, , z]) => z === 5),
    ).toBe(true);
  });
});
