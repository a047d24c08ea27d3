import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Geometry, GeometryObject, ObjectType, Problem } from '#core/protocol';
import { download } from '../../testing/sending.ts';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import {
  changeOf,
  list,
  makeObject,
  openWorkplace,
  save,
  ROME,
  square,
  type Workplace,
} from '../../testing/workplace.ts';

const etag = (object: GeometryObject) => ({ 'if-match': `"${object.metadata.version}"` });

describe.each(engines)('objects on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let id: string;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    id = place.project.id;
  });
  afterAll(() => place.close());

  describe('created and read', () => {
    it('are returned as they were given, to the last bit, with their height', async () => {
      const coordinates = [
        [12.345678901234567, 41.000000000000014, 0.1 + 0.2],
        [-0.000000123456789, 5e-324, -1234.5678],
      ];
      const location = {
        type: 'LineString' as const,
        coordinates: coordinates as [number, number, number][],
      };
      const properties = { b: 1, a: 'ü "quoted"', nested: { list: [1, null, true] } };
      const made = await makeObject(sara, id, { location, properties });
      const read = must(await sara.send<GeometryObject>('GET', `/geometries/${made.id}`), 200);
      expect(read).toEqual(made);
      expect(read.location).toEqual(location);
      expect(Object.keys(read.properties)).toEqual(['b', 'a', 'nested']);
      expect(read.metadata).toMatchObject({ version: 1, createdBy: 'Sara', updatedBy: 'Sara', source: null });
      expect(read.transactions).toEqual([
        { id: expect.any(String), at: read.metadata.createdAt, by: 'Sara', kind: 'create' },
      ]);
      expect(read.projectId).toBe(id);
    });

    it('have their version as ETag, and are answered 304 to clients that have it', async () => {
      const body = { location: ROME, typeName: 'parcel' };
      const made = await sara.send<GeometryObject>('POST', '/geometries', body, { projectid: id });
      expect([made.status, made.headers.etag]).toEqual([201, '"1"']);
      const path = `/geometries/${made.body.id}`;
      expect((await sara.send('HEAD', path)).headers.etag).toBe('"1"');
      expect((await sara.send('GET', path, undefined, { 'if-none-match': '"1"' })).status).toBe(304);
    });

    it('of an unknown type are refused with a message in the requested language', async () => {
      const body = { location: ROME, typeName: 'casa' };
      const headers = { projectid: id, 'accept-language': 'it' };
      const answer = await sara.send<Problem>('POST', '/geometries', body, headers);
      expect([answer.status, answer.body.detail]).toEqual([
        422,
        'Questo progetto non ha un tipo di oggetto di nome casa.',
      ]);
    });
  });

  describe('in a box', () => {
    let there: GeometryObject;
    let reaching: GeometryObject;
    let other: GeometryObject;
    beforeAll(async () => {
      there = await makeObject(sara, id, { location: square(20, 30, 0.1) });
      reaching = await makeObject(sara, id, { location: square(20.5, 30, 1) });
      other = await makeObject(sara, id, { location: square(25, 30) });
    });
    const ids = (objects: GeometryObject[]) => objects.map((object) => object.id).sort();

    it('are those that intersect it, or with partiallycontained=false are within it', async () => {
      expect(ids(await list(sara, id, '?bbox=19,29,21,31'))).toEqual(ids([there, reaching]));
      expect(ids(await list(sara, id, '?bbox=19,29,21,31&partiallycontained=false'))).toEqual([there.id]);
      expect(ids(await list(sara, id, '?bbox=24,29,26,31'))).toEqual([other.id]);
    });

    it('are selected by their shape, not by their extent', async () => {
      const elbow = {
        type: 'LineString' as const,
        coordinates: [
          [40, 10],
          [40, 20],
          [50, 20],
        ] as [number, number][],
      };
      const line = await makeObject(sara, id, { location: elbow });
      expect(await list(sara, id, '?bbox=45,11,49,15')).toEqual([]);
      expect(ids(await list(sara, id, '?bbox=39,11,49,15'))).toEqual([line.id]);
    });

    it('over the antimeridian are found on both sides', async () => {
      const west = await makeObject(sara, id, { location: square(179.5, -17, 0.1) });
      const east = await makeObject(sara, id, { location: square(-179.9, -17, 0.1) });
      const cut = {
        type: 'MultiPolygon' as const,
        coordinates: [square(179.9, -18, 0.1), square(-180, -18, 0.1)].map(
          (part) => part.coordinates as never,
        ),
      };
      const both = await makeObject(sara, id, { location: cut });
      const box = '?bbox=179,-19,-179,-16';
      expect(ids(await list(sara, id, box))).toEqual(ids([west, east, both]));
      expect(ids(await list(sara, id, `${box}&partiallycontained=false`))).toEqual(ids([west, east, both]));
      expect(ids(await list(sara, id, '?bbox=-179.95,-19,-179,-16'))).toEqual(ids([east, both]));
    });

    it('lose only their heights with dimension=2', async () => {
      const location = {
        type: 'Point' as const,
        coordinates: [70.123456789012345, -1e-7, 12.5] as [number, number, number],
      };
      await makeObject(sara, id, { location, properties: { note: '[1,2,3]' } });
      const [flat] = await list(sara, id, '?bbox=70,-1,71,1&dimension=2');
      expect(flat!.location.coordinates).toEqual([70.123456789012345, -1e-7]);
      expect(flat!.properties).toEqual({ note: '[1,2,3]' });
      const [full] = await list(sara, id, '?bbox=70,-1,71,1&dimension=3');
      expect(full!.location).toEqual(location);
    });

    it('are sent as one line each, with extents that contain them, to pages that read few of them', async () => {
      const odd = 'a\ttab, a\nline';
      must(await place.admin.send<ObjectType>('POST', '/attributes', { name: odd }), 201);
      const coordinates = [[30.25, -10.5, 3], [30.000000000000004, -10.123456789012345, 4]]; // prettier-ignore
      await makeObject(sara, id, {
        location: { type: 'LineString', coordinates: coordinates as [number, number, number][] },
        properties: { note: 'a\ttab, a\nline, \\ and "quotes"' },
        typeName: odd,
      });
      await makeObject(sara, id, { location: { type: 'Point', coordinates: [30.5, -10.25] } });
      const area = '?bbox=30,-11,31,-10';
      const lines = async (query: string, by = sara) => {
        const headers = { projectid: id };
        return download(place.server, by, `/geometries/lines${query}`, headers);
      };
      const changes = await list(sara, id, area);
      expect(changes).toHaveLength(2);
      const extents = [[30.000000000000004, -10.5, 30.25, -10.123456789012345], [30.5, -10.25, 30.5, -10.25]]; // prettier-ignore
      const { body } = await lines(area);
      for (const line of body.trimEnd().split('\n')) {
        const [version, west, south, east, north, type, typeName, ...json] = line.split('\t');
        const object = JSON.parse(json.join('\t')) as GeometryObject;
        expect(changes).toContainEqual(object);
        expect([Number(version), type, JSON.parse(typeName!)]).toEqual([
          object.metadata.version,
          object.location.type,
          object.typeName,
        ]);
        expect(line).toContain(`\t{"id":"${object.id}",`);
        expect([west, south, east, north].map(Number)).toEqual(
          extents[object.location.type === 'Point' ? 1 : 0],
        );
      }
      expect((await lines('?bbox=-170,-80,-169,-79')).body).toBe('');
      const stranger = await place.server.person(place.admin, 'Nobody', ['geometries.read']);
      expect((await lines(area, stranger)).statusCode).toBe(404);
    });

    it('are sent as the same lines by their ids, without those of other projects and blocked types', async () => {
      const guest = await place.server.person(place.admin, 'Gino', ['geometries.read'], {
        blockedLayers: ['secret'],
      });
      const project = (await place.server.project(place.admin, 'Lines by id', [sara, guest])).id;
      const parcel = await makeObject(sara, project, { location: square(30.5, 20.5) });
      const secret = await makeObject(sara, project, { location: square(30.5, 20.5), typeName: 'secret' });
      const foreign = await makeObject(sara, id, { location: ROME });
      const headers = { projectid: project };
      const inBox = await download(place.server, sara, '/geometries/lines?bbox=30,20,31,21', headers);
      const lines = inBox.body.trimEnd().split('\n').sort();
      expect(lines).toHaveLength(2);
      const byId = (by: TestPerson, wanted: string[]) =>
        place.server.app.inject({
          method: 'POST',
          url: '/api/geometries/lines',
          headers: { jwt: by.token, ...headers },
          payload: { ids: wanted },
        });
      const all = [secret.id, foreign.id, randomUUID(), parcel.id, parcel.id];
      const answer = await byId(sara, all);
      expect(answer.headers['content-type']).toContain('text/plain');
      expect(answer.body.trimEnd().split('\n').sort()).toEqual(lines);
      expect((await byId(guest, all)).body.trimEnd().split('\n')).toEqual(
        lines.filter((line) => line.includes(parcel.id)),
      );
      expect((await byId(sara, [foreign.id])).body).toBe('');
      const stranger = await place.server.person(place.admin, 'Olga', ['geometries.read']);
      expect((await byId(stranger, [parcel.id])).statusCode).toBe(404);
    });

    it('are of the requested types, without the excluded ones', async () => {
      const box = '?bbox=80,0,81,1';
      const location = square(80.5, 0.5);
      const parcel = await makeObject(sara, id, { location });
      const secret = await makeObject(sara, id, { location, typeName: 'secret' });
      expect(ids(await list(sara, id, box, 'parcel'))).toEqual([parcel.id]);
      expect(ids(await list(sara, id, box, 'parcel,secret'))).toEqual(ids([parcel, secret]));
      expect(ids(await list(sara, id, `${box}&excludedLayers=parcel,none`))).toEqual([secret.id]);
      for (const type of ['no%00type', 'parcel,none'])
        expect((await sara.send('GET', `/geometries${box}`, undefined, { projectid: id, type })).status).toBe(
          422,
        );
    });

    it.each(['200,0,201,1', '0,50,1,40', '1,2,3', 'a,b,c,d', '1e999,0,1,1', '0,0,1,1;drop'])(
      'that is none (%s) answers 400 with a sentence',
      async (box) => {
        const headers = { projectid: id };
        const answer = await sara.send<Problem>('GET', `/geometries?bbox=${box}`, undefined, headers);
        expect(answer.status).toBe(400);
        expect(answer.body.detail).toMatch(/./);
      },
    );
  });

  describe('changed', () => {
    it('keep what is not given, increment their version, and list the change in their transactions', async () => {
      const made = await makeObject(sara, id, { properties: { owner: 'Aldo' } });
      const location = square(1, 1);
      const moved = await sara.send<GeometryObject>(
        'PUT',
        `/geometries/${made.id}`,
        { location },
        etag(made),
      );
      expect([moved.status, moved.headers.etag]).toEqual([200, '"2"']);
      expect(moved.body).toMatchObject({ location, properties: { owner: 'Aldo' }, metadata: { version: 2 } });
      expect(moved.body.transactions.map(({ kind }) => kind)).toEqual(['update', 'create']);
      const read = must(await sara.send<GeometryObject>('GET', `/geometries/${made.id}`), 200);
      expect(read).toEqual(moved.body);
      expect((await list(sara, id, '?bbox=0.9,0.9,1.1,1.1')).map((object) => object.id)).toEqual([made.id]);
    });

    it('require If-Match, and answer 412 with their current state when it is old', async () => {
      const made = await makeObject(sara, id);
      const path = `/geometries/${made.id}`;
      expect((await sara.send('PUT', path, { properties: {} })).status).toBe(428);
      const second = must(
        await sara.send<GeometryObject>('PUT', path, { properties: { n: 2 } }, etag(made)),
        200,
      );
      const late = await sara.send<GeometryObject>('PUT', path, { properties: { n: 3 } }, etag(made));
      expect([late.status, late.headers.etag, late.body]).toEqual([412, '"2"', second]);
      expect((await sara.send('DELETE', path, undefined, etag(made))).status).toBe(412);
    });

    it('relate only to objects that exist in the project, whichever call says so', async () => {
      const other = await makeObject(sara, id);
      const ghost = randomUUID();
      const elsewhere = await place.server.project(place.admin, 'Elsewhere', [sara]);
      const foreign = await makeObject(sara, elsewhere.id);
      const body = { location: ROME, typeName: 'parcel' };
      for (const missing of [ghost, foreign.id]) {
        const made = await sara.send<Problem>(
          'POST',
          '/geometries',
          { ...body, relatesTo: [other.id, missing] },
          {
            projectid: id,
          },
        );
        expect([made.status, made.body.errors?.[0]?.path]).toEqual([422, 'body.relatesTo']);
        expect(made.body.detail).toBe(`There is no object ${missing} in this project to relate to.`);
      }
      const made = await makeObject(sara, id);
      const path = `/geometries/${made.id}`;
      for (const relatesTo of [[ghost], [made.id]])
        expect((await sara.send('PUT', path, { relatesTo }, etag(made))).status).toBe(422);
      const upper = { relatesTo: [other.id.toUpperCase(), other.id] };
      const related = must(await sara.send<GeometryObject>('PUT', path, upper, etag(made)), 200);
      expect(related.relatesTo).toEqual([other.id]);
      // Both or none of a list, in any order; what related to a refused one is refused as well.
      const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
      const answers = await save(sara, id, [
        changeOf({ clientId: a, relatesTo: [b] }),
        changeOf({ clientId: b }),
        changeOf({ clientId: c, relatesTo: [ghost] }),
        changeOf({ relatesTo: [c] }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(['saved', 'saved', 'refused', 'refused']);
      // A relation that the object has stays when the other is gone, and cannot come back by undo.
      must(await sara.send('DELETE', `/geometries/${other.id}`, undefined, etag(other)), 204);
      const kept = must(
        await sara.send<GeometryObject>('PUT', path, { ...related, properties: { n: 1 } }, etag(related)),
        200,
      );
      expect(kept.relatesTo).toEqual([other.id]);
      const free = must(await sara.send<GeometryObject>('PUT', path, { relatesTo: [] }, etag(kept)), 200);
      expect((await sara.send('POST', `/geometries/undo/${made.id}`)).status).toBe(422);
      const restore = { transaction_id: free.transactions[1]!.id };
      expect((await sara.send('POST', `/geometries/restoreat/${made.id}`, restore)).status).toBe(422);
      must(await sara.send('POST', `/geometries/undo/${other.id}`), 200);
      const back = must(await sara.send<GeometryObject>('POST', `/geometries/undo/${made.id}`), 200);
      expect(back.relatesTo).toEqual([other.id]);
    });

    it('are no polygons that cross themselves, as on the map', async () => {
      const bow: Geometry = {
        type: 'Polygon',
        coordinates: [
          [
            [10, 40],
            [11, 41],
            [11, 40],
            [10, 41],
            [10, 40],
          ],
        ],
      };
      const body = { location: bow, typeName: 'parcel' };
      const made = await sara.send<Problem>('POST', '/geometries', body, { projectid: id });
      expect([made.status, made.body.detail]).toEqual([
        422,
        'The outline of the polygon crosses itself near 10.500000, 40.500000 (longitude, latitude). Send it without crossings.',
      ]);
      const sound = await makeObject(sara, id, { location: square(10, 40) });
      const path = `/geometries/${sound.id}`;
      expect((await sara.send('PUT', path, { location: bow }, etag(sound))).status).toBe(422);
      const [answer] = await save(sara, id, [changeOf({ location: bow })]);
      expect(answer!.status).toBe('refused');
      // Large ones are examined by the database.
      const edge = Array.from({ length: 6000 }, (_, i): [number, number] => [10 + i / 6000, 40]);
      const large: Geometry = {
        type: 'Polygon',
        coordinates: [[...edge, [11, 41], [11, 40.5], [10.5, 39], [10, 40]]],
      };
      expect(
        (await sara.send('POST', '/geometries', { ...body, location: large }, { projectid: id })).status,
      ).toBe(422);
      // Two rings that touch at a vertex are one outline on the map, too.
      const touching: Geometry = {
        type: 'Polygon',
        coordinates: [
          [
            [10, 40],
            [10.5, 40.5],
            [11, 40],
            [11, 41],
            [10.5, 40.5],
            [10, 41],
            [10, 40],
          ],
        ],
      };
      expect(
        (await sara.send('POST', '/geometries', { ...body, location: touching }, { projectid: id })).status,
      ).toBe(201);
      // One of earlier can be mended in steps.
      await place.server.db.query(
        'update geometries set location = $2, geom = st_setsrid(st_geomfromgeojson($2), 4326) where id = $1',
        [sound.id, JSON.stringify(bow)],
      );
      expect((await sara.send('PUT', path, { location: bow }, etag(sound))).status).toBe(200);
    });

    it('list their last ten transactions only', async () => {
      let object = await makeObject(sara, id);
      for (let n = 2; n <= 13; n++)
        object = must(
          await sara.send<GeometryObject>(
            'PUT',
            `/geometries/${object.id}`,
            { properties: { n } },
            etag(object),
          ),
          200,
        );
      expect(object.transactions).toHaveLength(10);
      expect(object.transactions.every(({ kind }) => kind === 'update')).toBe(true);
      const all = must(await sara.send<unknown[]>('GET', `/geometries/${object.id}/transactions`), 200);
      expect(all).toHaveLength(13);
    });
  });

  describe('deleted', () => {
    it('are gone, with their history kept', async () => {
      const made = await makeObject(sara, id);
      const path = `/geometries/${made.id}`;
      expect((await sara.send('DELETE', path, undefined, etag(made))).status).toBe(204);
      expect((await sara.send('GET', path)).status).toBe(404);
      const history = must(
        await sara.send<{ kind: string; after: unknown }[]>('GET', `${path}/transactions`),
        200,
      );
      expect(history.map(({ kind }) => kind)).toEqual(['delete', 'create']);
      expect(history[0]!.after).toBeNull();
    });

    it('many at once omit, with a reason, those that do not exist', async () => {
      const objects = await Promise.all([1, 2, 3].map(() => makeObject(sara, id)));
      const unknown = '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11';
      const ids = [...objects.map((object) => object.id), unknown];
      const answer = await sara.send<{ deleted: string[]; refused: { id: string; reason: string }[] }>(
        'POST',
        '/geometries/deletemassive',
        { ids },
        { projectid: id },
      );
      expect(answer.body.deleted).toEqual(ids.slice(0, 3));
      expect(answer.body.refused).toEqual([
        { id: unknown, reason: 'The object does not exist, or you have no access to it.' },
      ]);
    });
  });

  describe('going back in their history', () => {
    type Step = { id: string; kind: string; before: GeometryObject | null; after: GeometryObject | null };
    const stepsOf = async (object: GeometryObject) =>
      must(await sara.send<Step[]>('GET', `/geometries/${object.id}/transactions`), 200);

    it('undo the last change, then the one before it, then their creation', async () => {
      const made = await makeObject(sara, id, { properties: { n: 1 } });
      const path = `/geometries/${made.id}`;
      const two = must(
        await sara.send<GeometryObject>('PUT', path, { properties: { n: 2 } }, etag(made)),
        200,
      );
      must(await sara.send('PUT', path, { location: square(3, 3) }, etag(two)), 200);
      const undo = () => sara.send<GeometryObject>('POST', `/geometries/undo/${made.id}`);
      const first = must(await undo(), 200);
      expect([first.location, first.properties, first.metadata.version]).toEqual([ROME, { n: 2 }, 4]);
      const second = must(await undo(), 200);
      expect([second.properties, second.metadata.version]).toEqual([{ n: 1 }, 5]);
      expect((await undo()).status).toBe(204);
      expect((await sara.send('GET', path)).status).toBe(404);
      expect((await undo()).status).toBe(409);
    });

    it('undo a deletion: the object is back with its id', async () => {
      const made = await makeObject(sara, id, { properties: { n: 1 } });
      must(await sara.send('DELETE', `/geometries/${made.id}`, undefined, etag(made)), 204);
      const back = must(await sara.send<GeometryObject>('POST', `/geometries/undo/${made.id}`), 200);
      expect(back).toMatchObject({ id: made.id, location: ROME, properties: { n: 1 } });
      expect(back.metadata).toMatchObject({ version: 3, createdAt: made.metadata.createdAt });
      expect(back.transactions.map(({ kind }) => kind)).toEqual(['undo', 'delete', 'create']);
    });

    it('restore the state after any transaction, also of a deleted object, as a new transaction', async () => {
      const made = await makeObject(sara, id, { properties: { n: 1 } });
      const path = `/geometries/${made.id}`;
      const two = must(
        await sara.send<GeometryObject>('PUT', path, { properties: { n: 2 } }, etag(made)),
        200,
      );
      must(await sara.send('DELETE', path, undefined, etag(two)), 204);
      const [deletion, update, creation] = await stepsOf(made);
      const restore = (step: Step) =>
        sara.send<GeometryObject>('POST', `/geometries/restoreat/${made.id}`, { transaction_id: step.id });
      const back = must(await restore(creation!), 200);
      expect([back.properties, back.metadata.version]).toEqual([{ n: 1 }, 4]);
      const again = must(await restore(update!), 200);
      expect([again.properties, again.metadata.version]).toEqual([{ n: 2 }, 5]);
      expect((await restore(deletion!)).status).toBe(422);
      const steps = await stepsOf(made);
      expect(steps.map(({ kind }) => kind)).toEqual(['restore', 'restore', 'delete', 'update', 'create']);
      expect(steps[0]!.before!.properties).toEqual({ n: 1 });
      expect(steps[0]!.after!.properties).toEqual({ n: 2 });
      expect(steps[2]!.after).toBeNull();
    });

    it('refuse a transaction of another object', async () => {
      const [one, other] = [await makeObject(sara, id), await makeObject(sara, id)];
      const [step] = await stepsOf(other);
      const body = { transaction_id: step!.id };
      expect((await sara.send('POST', `/geometries/restoreat/${one.id}`, body)).status).toBe(404);
      const nonsense = { transaction_id: "1' or 1=1" };
      expect((await sara.send('POST', `/geometries/restoreat/${one.id}`, nonsense)).status).toBe(404);
    });
  });

  describe('of an import', () => {
    it('list it in their history, and go back to it', async () => {
      const importId = 'c0ffee00-0000-4000-8000-000000000001';
      const objectId = 'c0ffee00-0000-4000-8000-000000000002';
      const about =
        `"properties":{"n":1},"typeName":"parcel","metadata":{"version":1,"createdAt":"2026-01-01T00:00:00.000Z",` +
        `"createdBy":"Sara","updatedAt":"2026-01-01T00:00:00.000Z","updatedBy":"Sara","source":"parcels.zip"},` +
        `"relatesTo":[],"transactions":[],"projectId":"${id}"}`;
      await place.server.db.query(
        `insert into transactions (project_id, type_name, kind, by_user, version, import_id)
         values ($1, 'parcel', 'import', $2, 1, $3)`,
        [id, sara.id, importId],
      );
      await place.server.db.query(
        `insert into geometries (id, project_id, type_name, geom, location, about, properties, import_id, created_by, updated_by)
         values ($1, $2, 'parcel', 'srid=4326;point(5 5)', '{"type":"Point","coordinates":[5,5]}', $3, '{"n":1}', $4, $5, $5)`,
        [objectId, id, about, importId, sara.id],
      );
      const path = `/geometries/${objectId}`;
      type Step = { id: string; kind: string; after: GeometryObject | null };
      const before = must(await sara.send<Step[]>('GET', `${path}/transactions`), 200);
      expect(before.map(({ kind, after }) => [kind, after!.properties])).toEqual([['import', { n: 1 }]]);
      must(await sara.send('PUT', path, { properties: { n: 2 } }, { 'if-match': '"1"' }), 200);
      const steps = must(await sara.send<Step[]>('GET', `${path}/transactions`), 200);
      expect(steps.map(({ kind, after }) => [kind, after!.properties])).toEqual([
        ['update', { n: 2 }],
        ['import', { n: 1 }],
      ]);
      const back = must(await sara.send<GeometryObject>('POST', `/geometries/undo/${objectId}`), 200);
      expect([back.properties, back.metadata.source]).toEqual([{ n: 1 }, 'parcels.zip']);
      expect((await sara.send('POST', `/geometries/undo/${objectId}`)).status).toBe(204);
    });
  });

  describe('counted', () => {
    it('are all objects of a project, or those of one type', async () => {
      const project = await place.server.project(place.admin, 'Count', [sara]);
      const headers = { projectid: project.id };
      await makeObject(sara, project.id);
      await makeObject(sara, project.id, { typeName: 'secret' });
      const [type] = must(await sara.send<ObjectType[]>('GET', '/attributes?search=secret'), 200);
      const count = async (query = '') =>
        must(await sara.send<{ count: number }>('GET', `/geometries/count${query}`, undefined, headers), 200)
          .count;
      expect([await count(), await count(`?attributeid=${type!.id}`)]).toEqual([2, 1]);
    });
  });
});
