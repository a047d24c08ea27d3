import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeometryObject, Problem, TransactionSummary } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { openSurvey, type TestSurvey } from '../../testing/survey.ts';

const EPSG = 'http://www.opengis.net/def/crs/EPSG/0';
const POINT = { type: 'Point', coordinates: [12.5, 41.9, 57.25] };

describe.each(engines)('Editing through OGC API Features on the %s engine', (engine) => {
  let survey: TestSurvey;
  let items: string;
  beforeAll(async () => {
    survey = await openSurvey(engine);
    items = `/ogcapi/${survey.project.id}/collections/parcel/items`;
  });
  afterAll(() => survey.close());

  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
    by: TestPerson = survey.surveyor,
  ) =>
    survey.server.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${by.token}`,
        ...(body !== undefined && { 'content-type': 'application/geo+json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const feature = (properties: Record<string, unknown>, geometry: unknown = POINT) => ({
    type: 'Feature',
    geometry,
    properties,
  });
  const make = async (properties: Record<string, unknown>, geometry?: unknown) => {
    const answer = await send('POST', items, feature(properties, geometry));
    expect([answer.statusCode, answer.body]).toEqual([201, '']);
    return (answer.headers.location as string).slice(-36);
  };
  const stored = async (id: string) =>
    must(await survey.surveyor.send<GeometryObject>('GET', `/geometries/${id}`), 200);

  it('creates an object with its heights, leaves out what is null, and tells everybody who has the project open', async () => {
    const id = await make({ owner: 'Rossi', floors: 2, use: null });
    const { location, properties, typeName } = await stored(id);
    expect([location, properties, typeName]).toEqual([POINT, { owner: 'Rossi', floors: 2 }, 'parcel']);
    const read = await send('GET', `${items}/${id}`);
    expect(read.headers.etag).toBe('"1"');
    const [event] = await survey.server.db.query<{ text: string }>(
      `select row_to_json(e)::text as text from events e order by id desc limit 1`,
    );
    expect(event!.text).toContain(id);
  });

  it('replaces, patches and deletes what is still in the version of If-Match', async () => {
    const id = await make({ owner: 'Rossi', floors: 2 });
    const url = `${items}/${id}`;
    const replaced = await send('PUT', url, feature({ owner: 'Verdi', floors: null }), { 'if-match': '"1"' });
    expect([replaced.statusCode, replaced.headers.etag]).toEqual([204, '"2"']);
    expect((await stored(id)).properties).toEqual({ owner: 'Verdi' });
    const late = await send('PUT', url, feature({ owner: 'Late' }), { 'if-match': '"1"' });
    expect([late.statusCode, late.headers.etag, late.json<Problem>().detail]).toEqual([
      412,
      '"2"',
      expect.stringContaining('changed since'),
    ]);
    const patch = { properties: { floors: 3, owner: null } };
    const type = { 'content-type': 'application/merge-patch+json' };
    expect((await send('PATCH', url, patch, type)).statusCode).toBe(204);
    const patched = await stored(id);
    expect([patched.properties, patched.location]).toEqual([{ floors: 3 }, POINT]);
    expect((await send('DELETE', url, undefined, { 'if-match': '"2"' })).statusCode).toBe(412);
    expect((await send('DELETE', url, undefined, { 'if-match': '"3"' })).statusCode).toBe(204);
    expect((await send('GET', url)).statusCode).toBe(404);
    const history = must(
      await survey.surveyor.send<TransactionSummary[]>('GET', `/geometries/${id}/transactions`),
      200,
    );
    expect(history.map(({ kind }) => kind).sort()).toEqual(['create', 'delete', 'update', 'update']);
  });

  it('reads coordinates in the system of Content-Crs, and gives back the same', async () => {
    // Monte Mario, Italy zone 1: metres, east first.
    const given = [1650000.123, 4640000.456, 12.5];
    const crs = { 'content-crs': `<${EPSG}/3003>` };
    const answer = await send('POST', items, feature({}, { type: 'Point', coordinates: given }), crs);
    expect(answer.statusCode).toBe(201);
    const id = (answer.headers.location as string).slice(-36);
    const read = await send('GET', `${items}/${id}?crs=${encodeURIComponent(`${EPSG}/3003`)}`);
    const { coordinates } = read.json<{ geometry: { coordinates: number[] } }>().geometry;
    coordinates.forEach((ordinate, n) => expect(ordinate).toBeCloseTo(given[n]!, 5));
    const latitudeFirst = { type: 'Point', coordinates: [41.9, 12.5] };
    const north = await send('POST', items, feature({}, latitudeFirst), { 'content-crs': `<${EPSG}/4326>` });
    const { location } = await stored((north.headers.location as string).slice(-36));
    expect(location.coordinates).toEqual([12.5, 41.9]);
  });

  it('takes a multi-geometry of one part as that part, as QGIS sends it', async () => {
    const ring = [
      [11, 46],
      [11.1, 46],
      [11.1, 46.1],
      [11, 46],
    ];
    const one = await make({}, { type: 'MultiPolygon', coordinates: [[ring]] });
    expect((await stored(one)).location.type).toBe('Polygon');
    const several = survey.objects.find(({ location }) => location.type === 'MultiPolygon')!;
    const shrunk = { type: 'MultiPolygon', coordinates: [[ring]] };
    expect((await send('PUT', `${items}/${several.id}`, feature({}, shrunk))).statusCode).toBe(204);
    expect((await stored(several.id)).location.type).toBe('MultiPolygon');
  });

  it('refuses with a sentence, and writes nothing', async () => {
    const before = survey.server.db.query('select count(*) from geometries');
    const cases: [unknown, number, string][] = [
      [feature({ floors: 'two' }), 422, 'floors'],
      [feature({ use: 'castle' }), 422, 'house, garden'],
      [feature({}, { type: 'Point', coordinates: [200, 41] }), 422, 'out of range'],
      [feature({}, { type: 'Point', coordinates: [['a']] }), 422, 'not a position'],
      [feature({}, { type: 'Polygon', coordinates: 'x'.repeat(5) }), 422, 'coordinates'],
      [feature({}, null), 422, 'geometry'],
      [{ type: 'FeatureCollection', features: [] }, 422, 'type'],
      ['{"type":"Feature"', 400, 'JSON'],
      [
        `{"type":"Feature","geometry":${JSON.stringify(POINT)},"properties":{"floors":9007199254740993}}`,
        422,
        '2^53',
      ],
      [
        feature(
          {},
          {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [1, 1],
                [1, 0],
                [0, 1],
                [0, 0],
              ],
            ],
          },
        ),
        422,
        'crosses itself',
      ],
    ];
    for (const [body, status, words] of cases) {
      const answer = await send('POST', items, body);
      const { detail, errors } = answer.json<Problem>();
      expect([answer.statusCode, `${detail} ${JSON.stringify(errors)}`]).toEqual([
        status,
        expect.stringContaining(words),
      ]);
    }
    const nowhere = await send('POST', items, feature({}), { 'content-crs': `<${EPSG}/999999>` });
    expect(nowhere.statusCode).toBe(400);
    expect(await survey.server.db.query('select count(*) from geometries')).toEqual(await before);
  });

  it('offers and allows each person what their role allows', async () => {
    const { id } = survey.objects.find(({ typeName }) => typeName === 'parcel')!;
    const allow = async (url: string, by: TestPerson) =>
      (await send('OPTIONS', url, undefined, {}, by)).headers.allow;
    expect(await allow(items, survey.surveyor)).toBe('GET, HEAD, OPTIONS, POST');
    expect(await allow(`${items}/${id}`, survey.surveyor)).toBe('GET, HEAD, OPTIONS, PUT, PATCH, DELETE');
    expect(await allow(`${items}/${id}`, survey.guest)).toBe('GET, HEAD, OPTIONS');
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
      expect(
        (
          await send(
            method,
            `${items}/${id}`,
            method === 'DELETE' ? undefined : feature({}),
            {},
            survey.guest,
          )
        ).statusCode,
      ).toBe(403);
    expect((await send('POST', items, feature({}), {}, survey.guest)).statusCode).toBe(403);
    // An object of another type is not in the collection.
    const odd = survey.objects.at(-1)!;
    expect((await send('DELETE', `${items}/${odd.id}`)).statusCode).toBe(404);
  });

  it('names the project of a new object where several are served', async () => {
    const all = '/ogcapi/collections/parcel/items';
    expect((await send('POST', all, feature({}))).statusCode).toBe(422);
    const made = await send('POST', all, feature({ projectId: survey.project.id, owner: 'Neri' }));
    expect(made.statusCode).toBe(201);
    const { properties } = await stored((made.headers.location as string).slice(-36));
    expect(properties).toEqual({ owner: 'Neri' });
  });
});
