import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeometryObject, ObjectType, Problem } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import {
  changeOf,
  list,
  makeObject,
  openWorkplace,
  ROME,
  save,
  type Workplace,
} from '../../testing/workplace.ts';

const READS_AND_WRITES = ['geometries.read', 'geometries.write', 'geometries.delete', 'geometries.restore'];

describe.each(engines)('objects of others, on the %s engine,', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let id: string;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    id = place.project.id;
  });
  afterAll(() => place.close());

  /** Every path to an object by its id, and to a project's objects. */
  const roads = (object: string, project: string) =>
    [
      ['GET', `/geometries/${object}`, undefined, {}],
      ['HEAD', `/geometries/${object}`, undefined, {}],
      ['PUT', `/geometries/${object}`, { properties: {} }, { 'if-match': '"1"' }],
      ['DELETE', `/geometries/${object}`, undefined, { 'if-match': '"1"' }],
      ['GET', `/geometries/${object}/transactions`, undefined, {}],
      ['POST', `/geometries/undo/${object}`, undefined, {}],
      ['POST', `/geometries/restoreat/${object}`, { transaction_id: '1' }, {}],
      ['GET', '/geometries', undefined, { projectid: project }],
      ['GET', '/geometries/count', undefined, { projectid: project }],
      ['POST', '/geometries', { location: ROME, typeName: 'parcel' }, { projectid: project }],
      ['POST', '/geometries/autosave', [], { projectid: project }],
      ['POST', '/geometries/deletemassive', { ids: [object] }, { projectid: project }],
      ['GET', '/attributes/project', undefined, { projectid: project }],
      ['GET', `/tiles/${project}/0/0/0.mvt`, undefined, {}],
      ['GET', `/events?projectid=${project}`, undefined, {}],
    ] as const;

  it('are answered as if they did not exist: of other organizations, other projects, unknown ids', async () => {
    const organization = await place.server.organization(place.admin, 'Elsewhere');
    const stranger = await place.server.person(place.admin, 'Otto', READS_AND_WRITES, {
      organizationIds: [organization.id],
    });
    const colleague = await place.server.person(place.admin, 'Carla', READS_AND_WRITES);
    const object = await makeObject(sara, id);
    for (const person of [stranger, colleague])
      for (const [method, path, body, headers] of roads(object.id, id)) {
        const real = await person.send<Problem>(method, path, body, headers);
        const unreal = await person.send<Problem>(
          method,
          path.replace(object.id, randomUUID()).replace(id, randomUUID()),
          body,
          headers,
        );
        expect([path, real.status]).toEqual([path, 404]);
        expect(real.body.detail).toBe(unreal.body.detail);
      }
    expect((await sara.send<GeometryObject>('GET', `/geometries/${object.id}`)).body).toEqual(object);
  });

  it('are absent from every response if their type is blocked', async () => {
    const project = await place.server.project(place.admin, 'Blocked', [sara]);
    const secret = await makeObject(sara, project.id, { typeName: 'secret' });
    const parcel = await makeObject(sara, project.id);
    // One that was secret and no longer is: its earlier state stays hidden.
    const opened = await makeObject(sara, project.id, { typeName: 'secret', properties: { hidden: true } });
    const known = must(
      await sara.send<GeometryObject>(
        'PUT',
        `/geometries/${opened.id}`,
        { typeName: 'parcel', properties: {} },
        { 'if-match': '"1"' },
      ),
      200,
    );
    // And one that became secret.
    const closed = await makeObject(sara, project.id);
    must(
      await sara.send('PUT', `/geometries/${closed.id}`, { typeName: 'secret' }, { 'if-match': '"1"' }),
      200,
    );
    const blind = await place.server.person(place.admin, 'Bruno', [...READS_AND_WRITES, 'attributes.write'], {
      blockedLayers: ['secret', 'bim'],
    });
    const userIds = [place.admin.id, sara.id, blind.id];
    must(await place.admin.send('PUT', `/projects/${project.id}/members`, { userIds }), 204);
    const headers = { projectid: project.id };

    const ids = (await list(blind, project.id)).map((object) => object.id).sort();
    expect(ids).toEqual([parcel.id, known.id].sort());
    const named = await blind.send('GET', '/geometries', undefined, {
      projectid: project.id,
      type: 'secret',
    });
    expect(named.status).toBe(422);
    const count = await blind.send<{ count: number }>('GET', '/geometries/count', undefined, headers);
    expect(count.body).toEqual({ count: 2 });
    for (const hidden of [secret.id, closed.id])
      for (const [method, path, body, more] of roads(hidden, project.id).filter(([, path]) =>
        path.includes(hidden),
      ))
        expect([path, (await blind.send(method, path, body, more)).status]).toEqual([path, 404]);
    const massive = await blind.send<{ deleted: string[] }>(
      'POST',
      '/geometries/deletemassive',
      { ids: [secret.id] },
      headers,
    );
    expect(massive.body.deleted).toEqual([]);

    const history = await blind.send<unknown[]>('GET', `/geometries/${opened.id}/transactions`);
    expect(history.body).toEqual([]);
    expect((await blind.send('POST', `/geometries/undo/${opened.id}`)).status).toBe(409);

    const types = must(await blind.send<ObjectType[]>('GET', '/attributes/project', undefined, headers), 200);
    expect(types.map(({ name }) => name)).toEqual(['parcel']);
    const [all] = must(await sara.send<ObjectType[]>('GET', '/attributes?search=secret'), 200);
    expect((await blind.send('GET', `/attributes/${all!.id}`)).status).toBe(404);
    expect(
      (await blind.send('GET', `/geometries/count?attributeid=${all!.id}`, undefined, headers)).status,
    ).toBe(404);
    const made = await blind.send<Problem>(
      'POST',
      '/geometries',
      { location: ROME, typeName: 'secret' },
      headers,
    );
    expect([made.status, made.body.detail]).toEqual([422, 'This project has no object type named secret.']);
    const turned = await blind.send(
      'PUT',
      `/geometries/${parcel.id}`,
      { typeName: 'secret' },
      { 'if-match': '"1"' },
    );
    expect(turned.status).toBe(422);
    const [saved] = await save(blind, project.id, [changeOf({ id: secret.id, version: 1 })]);
    expect(saved).toMatchObject({
      status: 'refused',
      detail: 'The object does not exist, or you have no access to it.',
    });
  });

  it('require the authorization of each call', async () => {
    const reader = await place.server.person(place.admin, 'Rita', ['geometries.read']);
    const object = await makeObject(sara, id);
    for (const [method, path, body, headers] of roads(object.id, id)) {
      const reads = method === 'GET' || method === 'HEAD';
      expect([path, (await reader.send(method, path, body, headers)).status]).toEqual([
        path,
        reads ? 404 : 403,
      ]);
    }
  });
});

describe.each(engines)('invalid input on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let headers: { projectid: string };
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    headers = { projectid: place.project.id };
  });
  afterAll(() => place.close());

  const post = (body: unknown) => sara.send<Problem>('POST', '/geometries', body, headers);
  const raw = (location: string) => post(`{"typeName":"parcel","location":${location}}`);

  it.each([
    ['not JSON', '{"type":"Point","coordinates":[NaN,0]}'],
    ['an infinite coordinate', '{"type":"Point","coordinates":[1e999,0]}'],
    ['a longitude out of range', '{"type":"Point","coordinates":[180.0001,0]}'],
    ['a latitude out of range', '{"type":"Point","coordinates":[0,-90.5]}'],
    ['text for numbers', '{"type":"Point","coordinates":["1","2"]}'],
    ['null for a coordinate', '{"type":"Point","coordinates":[null,2]}'],
    ['one ordinate', '{"type":"Point","coordinates":[1]}'],
    ['four ordinates', '{"type":"Point","coordinates":[1,2,3,4]}'],
    ['an open ring', '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}'],
    ['a line of one point', '{"type":"LineString","coordinates":[[0,0]]}'],
    ['nothing', '{"type":"MultiPolygon","coordinates":[]}'],
    ['an empty part', '{"type":"MultiPolygon","coordinates":[[]]}'],
    ['heights for some', '{"type":"LineString","coordinates":[[0,0],[1,1,1]]}'],
    ['a collection', '{"type":"GeometryCollection","geometries":[]}'],
    ['another type', '{"type":"Circle","coordinates":[0,0]}'],
    ['null', 'null'],
    ['a thousand brackets', `{"type":"Polygon","coordinates":${'['.repeat(1000)}${']'.repeat(1000)}}`],
    [
      'a hundred thousand brackets',
      `{"type":"Polygon","coordinates":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    ],
  ])('for a location (%s) is refused with a message', async (_, location) => {
    const answer = await raw(location);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatch(/.{10,}/);
  });

  it('of a polygon that crosses itself is refused with the place; what was stored before is read', async () => {
    const bow = '[[[0,0],[2,2],[2,0],[0,2],[0,0]]]';
    const refused = await raw(`{"type":"Polygon","coordinates":${bow}}`);
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringMatching(/near 1\.0+, 1\.0+ /)]);
    const made = await raw('{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,2],[0,0]]]}');
    await place.server.db.query(
      `update geometries set geom = st_geomfromtext('POLYGON((0 0,2 2,2 0,0 2,0 0))', 4326) where id = $1::uuid`,
      [(must(made, 201) as unknown as GeometryObject).id],
    );
    expect((await list(sara, headers.projectid, '?bbox=-1,-1,3,3')).length).toBe(1);
    expect((await list(sara, headers.projectid, '?bbox=0.5,0.9,1.5,1.1')).length).toBe(1);
    expect((await sara.send('GET', `/tiles/${headers.projectid}/6/32/31.mvt`)).status).toBe(200);
  });

  it('in attributes is refused with a message', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    for (const properties of [
      '[]',
      '"text"',
      '{"a":1e999}',
      '{"a":9007199254740993}',
      '{"a":"\\u0000"}',
      '{"\\ud800":1}',
      deep,
      `{"a":"${'x'.repeat(1_100_000)}"}`,
    ]) {
      const answer = await post(
        `{"typeName":"parcel","location":{"type":"Point","coordinates":[1,2]},"properties":${properties}}`,
      );
      expect([400, 422]).toContain(answer.status);
      expect(answer.body.detail).toMatch(/.{10,}/);
    }
  });

  it('is refused where a whole number would be rounded, with its path and digits', async () => {
    const body = `{"changes":[{"properties":{"code":9007199254740993}}]}`;
    const answers = await Promise.all(
      ['/api/geometries/autosave', '/api/geometries'].map((url) =>
        place.server.app.inject({
          method: 'POST',
          url,
          headers: { ...headers, jwt: sara.token, 'content-type': 'application/json' },
          payload: body,
        }),
      ),
    );
    for (const answer of answers) {
      expect(answer.statusCode).toBe(422);
      expect(answer.json<Problem>().detail).toBe(
        'changes[0].properties.code is 9007199254740993, a whole number beyond 2^53, which would be rounded. Send it as text: "9007199254740993".',
      );
    }
  });

  it('with names from JavaScript and SQL is stored unchanged', async () => {
    const properties = {
      constructor: 'x',
      "a'b; drop table geometries": '$1',
      toString: null,
      'é\\"': '\\u0000',
    };
    const made = await makeObject(sara, headers.projectid, { properties });
    expect((await sara.send<GeometryObject>('GET', `/geometries/${made.id}`)).body.properties).toEqual(
      properties,
    );
    for (const typeName of ["parcel' or '1'='1", 'nul\0', '\ud800', '__proto__'])
      expect((await post({ location: ROME, typeName })).status).toBe(422);
  });

  const vertices = (length: number) =>
    Array.from({ length }, (_, n) => [(n % 3600) / 10 - 180, ((n * 7) % 1800) / 10 - 90]);

  it('of a million vertices and one more is refused', async () => {
    const coordinates = vertices(1_000_001);
    const more = await post({ typeName: 'parcel', location: { type: 'LineString', coordinates } });
    expect([more.status, more.body.detail]).toEqual([
      400,
      'body.location: The geometry has more than 1000000 vertices.',
    ]);
  });

  // On the engine that has less memory.
  it.runIf(engine === 'embedded')(
    'of a million vertices is accepted',
    async () => {
      const coordinates = vertices(1_000_000);
      const made = await sara.send<GeometryObject>(
        'POST',
        '/geometries',
        { typeName: 'parcel', location: { type: 'LineString', coordinates } },
        headers,
      );
      expect(made.status).toBe(201);
      const read = must(await sara.send<GeometryObject>('GET', `/geometries/${made.body.id}`), 200);
      expect(read.location.coordinates.length).toBe(1_000_000);
      expect(read.location.coordinates[999_999]).toEqual(coordinates[999_999]);
      expect((await sara.send('GET', `/tiles/${headers.projectid}/0/0/0.mvt`)).status).toBe(200);
      must(await sara.send('DELETE', `/geometries/${made.body.id}`, undefined, { 'if-match': '"1"' }), 204);
      const back = await sara.send<GeometryObject>('POST', `/geometries/undo/${made.body.id}`);
      expect(back.body.location.coordinates.length).toBe(1_000_000);
      // Forty megabytes are sent in each direction.
    },
    180_000,
  );

  it('for more objects than the maximum of one response is refused with their number', async () => {
    const project = await place.server.project(place.admin, 'Many', [sara]);
    await place.server.db.query(
      `insert into geometries (id, project_id, type_name, geom, location, about, created_by, updated_by)
       select gen_random_uuid(), $1, 'parcel', st_setsrid(st_point(n % 100, n / 1000), 4326), '{}', '"x":1}', $2, $2
       from generate_series(1, 20001) n`,
      [project.id, sara.id],
    );
    const answer = await sara.send<Problem>('GET', '/geometries', undefined, { projectid: project.id });
    expect([answer.status, answer.body.detail]).toEqual([
      413,
      'There are 20001 objects. One response contains at most 20000. Request a smaller box.',
    ]);
    expect((await sara.send('GET', `/tiles/${project.id}/1/1/0.mvt`)).status).toBe(200);
  });

  it('as an autosave that is not a list, or a list that is too long, is refused completely', async () => {
    for (const body of [{}, null, 'x', Array.from({ length: 10_001 }, () => 1)])
      expect((await sara.send('POST', '/geometries/autosave', body, headers)).status).toBe(400);
  });
});
