import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundPlaces, ObjectType } from '#core/protocol';
import { serve, type HttpServer, type Reply } from '../../../tests/http-server.ts';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { makeObject, openWorkplace, square, type Workplace } from '../../testing/workplace.ts';
import { readGeocoder } from '../../base/config/geocoder.ts';
import { folded, outgoingText } from './text.ts';

describe('text', () => {
  it.each([
    ['Via Roma, Codogno', 'via+roma%2C+codogno'],
    ['  Piazza \t del\nDuomo ', 'piazza+del+duomo'],
    ['C&A #1?', 'c%26a+%231%3F'],
    ['Città', 'citt%C3%A0'],
  ])('%j is sent as %s', (text, sent) => expect(outgoingText(text)).toBe(sent));

  it('is compared without case, accents and kinds of apostrophes', () => {
    expect(folded(' Forlì-Cesena ')).toBe('forli cesena');
    expect(folded('Sant’Angelo')).toBe(folded("SANT'ANGELO"));
  });
});

describe('GROMA_GEOCODER', () => {
  it('names a kind and a URL', () => {
    expect(readGeocoder(undefined)).toBeUndefined();
    expect(readGeocoder('photon:https://photon.example.org/')).toEqual({
      kind: 'photon',
      base: 'https://photon.example.org',
    });
    expect(readGeocoder('nominatim:http://localhost:8080/nominatim')).toEqual({
      kind: 'nominatim',
      base: 'http://localhost:8080/nominatim',
    });
  });
  it.each(['https://x.org', 'google:https://x.org', 'photon:', 'photon:ftp://x', 'photon:https://u:p@x.org'])(
    'is refused as %s, with an example',
    (setting) => expect(() => readGeocoder(setting)).toThrow('such as nominatim:https://'),
  );
});

describe.each(engines)('finding places on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let service: HttpServer;
  let reply: () => Reply;
  let asking: Workplace;
  beforeAll(async () => {
    service = await serve(() => reply());
    place = await openWorkplace(engine);
    asking = await openWorkplace(engine, {
      config: { geocoder: { kind: 'nominatim', base: service.url } },
    });
    sara = place.surveyor;
  });
  afterAll(async () => {
    await asking.close();
    await place.close();
    await service.close();
  });

  const ask = (by: TestPerson, text: string, headers: Record<string, string> = {}) =>
    by.send<FoundPlaces>('GET', `/geocoding/search?text=${encodeURIComponent(text)}`, undefined, headers);
  const search = async (text: string, headers: Record<string, string> = {}, by = sara) =>
    must(await ask(by, text, headers), 200);
  const reverse = async (lon: number, lat: number, by = sara, headers = {}) =>
    must(
      await by.send<FoundPlaces>('GET', `/geocoding/reverse?lon=${lon}&lat=${lat}`, undefined, headers),
      200,
    );

  it.each([
    // The coordinates are those of GeoNames.
    ['Codogno', 'Codogno', 'LO, Italy', [9.70216, 45.16187]],
    ['firenze', 'Firenze', 'Florence, FI, Italy', [11.24626, 43.77925]],
    ['FORLI', 'Forlì', 'FC, Italy', [12.03834, 44.22361]],
    ['Casalpusterlengo, LO', 'Casalpusterlengo', 'LO, Italy', [9.65, 45.17783]],
    ['florence al', 'Florence', 'AL, United States', [-87.67725, 34.79981]],
    ['San Marino, Italia', 'San Marino', 'BO, Italy', [11.42175, 44.60428]],
  ])('%s is found', async (text, name, context, [lon, lat]) => {
    const { results, notice } = await search(text);
    expect(notice).toBeNull();
    expect(results[0]).toMatchObject({ kind: 'place', name, context, source: 'geonames', extent: null });
    expect(results[0]!.position[0]).toBeCloseTo(lon!, 2);
    expect(results[0]!.position[1]).toBeCloseTo(lat!, 2);
  });

  it('ranks larger places first, and returns at most five', async () => {
    const { results } = await search('Florence');
    expect(results).toHaveLength(5);
    expect(results[0]!.context).toBe('FI, Italy');
  });

  it("names countries in the person's language", async () => {
    const { results } = await search('Codogno', { 'accept-language': 'it' });
    expect(results[0]!.context).toBe('LO, Italia');
  });

  it.each(['xyzzy qwerty', '%', '\\', '"', "'; drop table geometries; --", '💥', 'a'.repeat(200)])(
    'finds nothing for %j, and says so with an empty list',
    async (text) => expect((await search(text, { projectid: place.project.id })).results).toEqual([]),
  );

  it.each(['', '   ', 'a'.repeat(201), '\0'])('refuses %j as a search text', async (text) => {
    expect([400, 422]).toContain((await ask(sara, text)).status);
  });

  it.each([
    ['45.1619, 9.7022', 'EPSG:4326', [9.7022, 45.1619]],
    ['45°09′42.84″N 9°42′07.92″E', 'EPSG:4326', [9.7022, 45.1619]],
    ['EPSG:32632 500000 5000000', 'EPSG:32632', [9, 45.1535]],
    // Not bundled: loaded from the list. 0° E, 0° N of WGS 84 / Pseudo-Mercator's sphere.
    ['0 0 EPSG:3395', 'EPSG:3395', [0, 0]],
  ])('parses %s as coordinates', async (text, code, [lon, lat]) => {
    const { results } = await search(text);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ kind: 'coordinates', name: text, source: 'typed' });
    expect(results[0]!.context).toContain(code);
    expect(results[0]!.position[0]).toBeCloseTo(lon!, 3);
    expect(results[0]!.position[1]).toBeCloseTo(lat!, 3);
  });

  it('finds objects of the project by their attributes, exact matches first', async () => {
    const id = place.project.id;
    const types = must(await sara.send<ObjectType[]>('GET', '/attributes'), 200);
    const { id: parcel, version } = types.find(({ name }) => name === 'parcel')!;
    const title = { en: 'Plots', it: 'Lotti' };
    const ifMatch = { 'if-match': String(version) };
    must(await sara.send('PUT', `/attributes/${parcel}`, { title }, ifMatch), 200);
    const properties = { name: 'Pozzo Verdebosco nuovo', owner: 'A "B" \\ 100%_' };
    const well = await makeObject(sara, id, { location: square(10, 45, 0.002), properties });
    const exact = await makeObject(sara, id, { properties: { note: 'verdebosco' } });
    const { results } = await search('verdebosco', { projectid: id });
    expect(results.map((each) => [each.objectId, each.name])).toEqual([
      [exact.id, 'verdebosco'],
      [well.id, 'Pozzo Verdebosco nuovo'],
    ]);
    expect(results[1]).toMatchObject({ kind: 'object', context: 'Plots', source: 'project' });
    const { results: inItalian } = await search('verdebosco', { projectid: id, 'accept-language': 'it' });
    expect(inItalian[1]!.context).toBe('Lotti');
    expect(results[1]!.extent).toEqual([10, 45, 10.002, 45.002]);
    expect(results[0]!.extent).toBeNull();
    // Wildcards of SQL patterns and JSON characters are literal here.
    for (const text of ['a "b"', '\\ 100%', '0%_']) {
      const { results: found } = await search(text, { projectid: id });
      expect(found.filter(({ kind }) => kind === 'object').map((each) => each.objectId)).toEqual([well.id]);
    }
    // Without a project no objects are searched.
    expect((await search('verdebosco')).results).toEqual([]);
  });

  it("never finds objects of blocked types or of other people's projects", async () => {
    const blockedLayers = ['secret'];
    const roles = ['geometries.read'];
    const guest = await place.server.person(place.admin, 'Gino', roles, { blockedLayers });
    const stranger = await place.server.person(place.admin, 'Stefano', roles);
    const project = await place.server.project(place.admin, 'Hidden', [sara, guest]);
    await makeObject(sara, project.id, { typeName: 'secret', properties: { name: 'zafferano' } });
    const headers = { projectid: project.id };
    expect((await search('zafferano', headers)).results).toHaveLength(1);
    expect((await search('zafferano', headers, guest)).results).toEqual([]);
    expect((await ask(stranger, 'zafferano', headers)).status).toBe(404);
    expect((await ask(sara, 'zafferano', { projectid: randomUUID() })).status).toBe(404);
    const nobody = await place.server.person(place.admin, 'Nino', []);
    expect((await ask(nobody, 'Codogno')).status).toBe(403);
  });

  it('returns the nearest town and its distance', async () => {
    const { results } = await reverse(9.71216, 45.16187);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ kind: 'place', name: 'Codogno', context: 'LO, Italy' });
    // 0.01° of longitude at 45.16187° N: 0.01 · π/180 · cos φ · 6378137 / √(1 − e² sin² φ) = 786.3 m.
    expect(results[0]!.distance).toBeGreaterThanOrEqual(785);
    expect(results[0]!.distance).toBeLessThanOrEqual(788);
  });

  it.each([
    [180, 90],
    [-180, -90],
    [0, 0],
  ])('answers for %d, %d too', async (lon, lat) => {
    expect((await reverse(lon, lat)).results).toHaveLength(1);
  });

  it.each(['lon=181&lat=0', 'lon=0&lat=91', 'lon=x&lat=0', 'lat=0', 'lon=NaN&lat=0'])(
    'refuses %s as a place',
    async (query) =>
      expect([400, 422]).toContain((await sara.send('GET', `/geocoding/reverse?${query}`)).status),
  );

  describe('with a configured service', () => {
    const answers = (json: unknown, status = 200) => {
      reply = () => ({ json, status });
    };
    const found = (n: number) => ({
      lat: `45.${n}`,
      lon: '9.7',
      name: `Via Roma ${n}`,
      display_name: `Via Roma ${n}, Codogno, Lodi, Italia`,
      boundingbox: ['45.1', '45.2', '9.6', '9.8'],
    });

    it('calls it as specified, and returns its results', async () => {
      answers([1, 2, 3, 4, 5, 6, 7].map(found));
      const { results, notice } = await search('Via ROMA, Codogno', {}, asking.surveyor);
      expect(service.requests.at(-1)!.path).toContain('/search?q=via+roma%2C+codogno&limit=5&');
      expect(service.requests.at(-1)!.headers['user-agent']).toMatch(/^Groma\//);
      expect(notice).toBeNull();
      expect(results).toHaveLength(5);
      expect(results[0]).toEqual({
        kind: 'address',
        name: 'Via Roma 1',
        context: 'Codogno, Lodi, Italia',
        position: [9.7, 45.1],
        extent: [9.6, 45.1, 9.8, 45.2],
        source: new URL(service.url).host,
      });
      answers(found(1));
      expect((await reverse(9.7, 45.1, asking.surveyor)).results).toHaveLength(1);
      expect(service.requests.at(-1)!.path).toContain('/reverse?lat=45.1&lon=9.7&');
    });

    it('reports its failure, and returns local results', async () => {
      const host = new URL(service.url).host;
      answers({}, 503);
      expect(await search('Codogno', {}, asking.surveyor)).toMatchObject({
        results: [{ name: 'Codogno', source: 'geonames' }],
        notice: `The geocoding service ${host} rejected the request (status 503). Local results are shown instead.`,
      });
      for (const broken of [{ oops: 1 }, 'text', [{ lat: '999', lon: '0', display_name: '' }]]) {
        answers(broken);
        const { notice } = await reverse(9.7, 45.16, asking.surveyor, { 'accept-language': 'it' });
        expect(notice).toBe(
          `Il servizio di geocodifica ${host} ha inviato una risposta non valida. Si mostrano i risultati locali.`,
        );
      }
    });

    it('calls no service for coordinates', async () => {
      const before = service.requests.length;
      await search('45.1 9.7', {}, asking.surveyor);
      expect(service.requests).toHaveLength(before);
    });

    it('also understands Photon', async () => {
      answers({
        features: [
          {
            geometry: { coordinates: [9.7, 45.16] },
            properties: {
              street: 'Via Roma',
              housenumber: '3',
              postcode: '26845',
              city: 'Codogno',
              country: 'Italia',
            },
          },
        ],
      });
      asking.server.services.config.geocoder = { kind: 'photon', base: service.url };
      try {
        expect((await search('via roma 3', {}, asking.surveyor)).results[0]).toMatchObject({
          name: 'Via Roma 3',
          context: '26845 Codogno, Italia',
          position: [9.7, 45.16],
        });
        expect(service.requests.at(-1)!.path).toBe('/api/?q=via+roma+3&limit=5&lang=en');
      } finally {
        asking.server.services.config.geocoder = { kind: 'nominatim', base: service.url };
      }
    });
  });
});
