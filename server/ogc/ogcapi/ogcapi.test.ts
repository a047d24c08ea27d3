import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { project } from '#core/geodesy';
import type { GeometryObject, ObjectType, Problem } from '#core/protocol';
import { readyCrs } from '../../shared/crs/registered.ts';
import { gdal, gdalRead, gdalRun } from '../../testing/gdal.ts';
import { ODD_TYPE, openSurvey, type TestSurvey } from '../../testing/survey.ts';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { makeObject } from '../../testing/workplace.ts';

interface LinkBody {
  rel: string;
  type: string;
  href: string;
}
interface Collection {
  id: string;
  links: LinkBody[];
  crs: string[];
  storageCrs: string;
  extent?: { spatial: { bbox: number[][] } };
}
interface FeaturesBody {
  type: string;
  links: LinkBody[];
  numberMatched: number;
  numberReturned: number;
  features: {
    type: string;
    id: string;
    geometry: GeometryObject['location'];
    properties: Record<string, unknown>;
  }[];
}

const EPSG = 'http://www.opengis.net/def/crs/EPSG/0';
const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

describe.each(engines)('OGC API Features on the %s engine', (engine) => {
  let survey: TestSurvey;
  let root: string;
  beforeAll(async () => {
    survey = await openSurvey(engine);
    root = `/ogcapi/${survey.project.id}`;
  });
  afterAll(() => survey.close());

  const ask = (
    url: string,
    by: TestPerson | undefined = survey.surveyor,
    headers: Record<string, string> = {},
  ) =>
    survey.server.app.inject({
      method: 'GET',
      url: url.replace(/^http:\/\/[^/]+/, ''),
      headers: { ...(by && { authorization: `Bearer ${by.token}` }), ...headers },
    });
  const read = async <T = FeaturesBody>(url: string, by?: TestPerson): Promise<T> => {
    const answer = await ask(url, by);
    expect([url, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([url, 200, '']);
    return answer.json<T>();
  };
  const items = (query = '', by?: TestPerson) => read(`${root}/collections/parcel/items${query}`, by);
  const ids = (found: FeaturesBody) => found.features.map(({ id }) => id).sort();
  const parcels = () => survey.objects.filter(({ typeName }) => typeName === 'parcel');

  it('links from its landing page to description, conformance and collections', async () => {
    for (const start of ['/ogcapi', '/ogcapi/', root, `${root}/`]) {
      const { links } = await read<{ links: LinkBody[] }>(start);
      for (const rel of ['self', 'alternate', 'service-desc', 'service-doc', 'conformance', 'data']) {
        const link = links.find((each) => each.rel === rel);
        expect([start, rel, link?.type]).not.toEqual([start, rel, undefined]);
        const answer = await ask(link!.href, survey.surveyor, { accept: '*/*' });
        expect([link!.href, answer.statusCode]).toEqual([link!.href, 200]);
        expect(answer.headers['content-type']).toContain(link!.type.split(';')[0]);
      }
    }
    const { conformsTo } = await read<{ conformsTo: string[] }>(`${root}/conformance`);
    for (const name of [
      '1/1.0/conf/core',
      '1/1.0/conf/geojson',
      '1/1.0/conf/oas30',
      '1/1.0/conf/html',
      '2/1.0/conf/crs',
    ])
      expect(conformsTo).toContain(`http://www.opengis.net/spec/ogcapi-features-${name}`);
  });

  it('has an OpenAPI 3.0 document with the parameters of each collection', async () => {
    const answer = await ask(`${root}/api`);
    expect(answer.headers['content-type']).toBe('application/vnd.oai.openapi+json;version=3.0');
    const api = answer.json<{
      openapi: string;
      servers: { url: string }[];
      paths: Record<
        string,
        { get: { parameters: { $ref?: string; name?: string; schema?: { type: string } }[] } }
      >;
      components: { parameters: Record<string, { style: string; explode: boolean; required: boolean }> };
    }>();
    expect(api.openapi).toBe('3.0.3');
    expect(api.servers[0]!.url.endsWith(root)).toBe(true);
    const { parameters } = api.paths['/collections/parcel/items']!.get;
    const names = parameters.map(({ $ref, name }) => $ref?.split('/').at(-1) ?? name);
    expect(names).toEqual(
      expect.arrayContaining([
        'limit',
        'bbox',
        'bbox-crs',
        'datetime',
        'crs',
        'owner',
        'area m²',
        'floors',
        'inhabited',
      ]),
    );
    expect(parameters.find(({ name }) => name === 'floors')?.schema).toEqual({ type: 'integer' });
    for (const name of ['limit', 'bbox', 'datetime'])
      expect(api.components.parameters[name]).toMatchObject({
        style: 'form',
        explode: false,
        required: false,
      });
  });

  it('has a collection for each object type, with extent, reference systems and links', async () => {
    const { collections, links } = await read<{ collections: Collection[]; links: LinkBody[] }>(
      `${root}/collections`,
    );
    expect(collections.map(({ id }) => id)).toEqual([
      'Pozzi_x0020__x0026__x0020_fonti_x002F_2',
      'parcel',
      'secret',
    ]);
    expect(links.map(({ rel }) => rel)).toEqual(['self', 'alternate']);
    const parcel = collections.find(({ id }) => id === 'parcel')!;
    expect(parcel.crs[0]).toBe(CRS84);
    expect(parcel.crs).toEqual(
      expect.arrayContaining([`${EPSG}/4326`, `${EPSG}/3857`, `${EPSG}/3003`, `${EPSG}/6707`]),
    );
    expect(parcel.crs).toContain(parcel.storageCrs);
    // Of the geometries: Milan at 9.19 in the west, the line at 14.4 in the east, 41 in the south, 46.51 in the
    // north.
    const [west, south, east, north] = parcel.extent!.spatial.bbox[0]!;
    expect([west, south, east]).toEqual([9.19, 41, 14.4]);
    expect(north).toBeCloseTo(46.51, 12);
    for (const collection of collections) {
      const alone = await read<Collection>(`${root}/collections/${collection.id}`);
      expect({ ...alone, links: [] }).toEqual({ ...collection, links: [] });
      for (const { href } of collection.links)
        expect([href, (await ask(href)).statusCode]).toEqual([href, 200]);
    }
  });

  it('returns the same objects as the API: exact coordinates, heights, values, and null for the others', async () => {
    const [type] = must(
      await survey.surveyor.send<ObjectType[]>('GET', '/attributes?objectname=parcel'),
      200,
    ).filter(({ name }) => name === 'parcel');
    const none = Object.fromEntries(type!.fields.map(({ name }) => [name, null]));
    expect(Object.keys(none).length).toBeGreaterThan(2);
    const found = await items('?limit=100');
    expect(found).toMatchObject({ type: 'FeatureCollection', numberMatched: 8, numberReturned: 8 });
    const sorted = [...parcels()].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(found.features).toEqual(
      sorted.map(({ id, location, properties }) => ({
        type: 'Feature',
        id,
        geometry: location,
        properties: { ...none, ...properties },
      })),
    );
    const [first] = sorted;
    const answer = await ask(`${root}/collections/parcel/items/${first!.id}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/geo+json',
      'content-crs': `<${CRS84}>`,
      'cache-control': 'private, no-cache',
    });
    const one = answer.json<FeaturesBody['features'][0] & { links: LinkBody[] }>();
    expect(one).toMatchObject({ id: first!.id, geometry: first!.location, properties: first!.properties });
    expect(one.links.map(({ rel }) => rel)).toEqual(['self', 'alternate', 'collection']);
  });

  it('is paged by next links without gaps or duplicates, each page with the total count', async () => {
    const seen: string[] = [];
    let url: string | undefined = `${root}/collections/parcel/items?limit=3`;
    const sizes: number[] = [];
    while (url) {
      const page: FeaturesBody = await read(url);
      expect(page.numberMatched).toBe(8);
      expect(page.numberReturned).toBe(page.features.length);
      sizes.push(page.numberReturned);
      seen.push(...page.features.map(({ id }) => id));
      url = page.links.find(({ rel }) => rel === 'next')?.href;
    }
    expect(sizes).toEqual([3, 3, 2]);
    expect(seen).toEqual(
      parcels()
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('filters by box, in any CRS and axis order, across the antimeridian and by height', async () => {
    const trento = await items('?bbox=11,46,11.3,46.2');
    expect(trento.numberMatched).toBe(2);
    const inLatitudeFirst = await items(`?bbox=46,11,46.2,11.3&bbox-crs=${EPSG}/4326`);
    expect(ids(inLatitudeFirst)).toEqual(ids(trento));
    expect(ids(await items(`?bbox=11,46,11.3,46.2&bbox-crs=${CRS84}`))).toEqual(ids(trento));
    // 11° to 11.3° and 46° to 46.2° in Web Mercator: 111319.49 m a degree east; y = 6378137 ln tan(45° + lat / 2).
    const y = (lat: number) => 6378137 * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));
    const x = (lon: number) => (6378137 * lon * Math.PI) / 180;
    const mercator = [x(11) - 1, y(46) - 1, x(11.3), y(46.2)].join(',');
    expect(ids(await items(`?bbox=${mercator}&bbox-crs=${EPSG}/3857`))).toEqual(ids(trento));
    const far = await makeObject(survey.surveyor, survey.project.id, {
      location: { type: 'Point', coordinates: [179, 68] },
    });
    try {
      expect(ids(await items('?bbox=177,65,-177,70'))).toEqual([far.id]);
      expect((await items('?bbox=-180,85,180,90')).numberMatched).toBe(0);
      // Heights 200.5 to 201.125, and 0 of the line; the polygon there has none.
      expect((await items('?bbox=11,46,150,11.3,46.2,300')).numberMatched).toBe(2);
      expect((await items('?bbox=11,46,250,11.3,46.2,300')).numberMatched).toBe(1);
    } finally {
      await survey.server.db.query('delete from geometries where id = $1', [far.id]);
    }
  });

  it('filters by values and by time of the last change', async () => {
    const count = async (query: string) => (await items(query)).numberMatched;
    expect(await count('?owner=Rossi')).toBe(2);
    expect(await count(`?owner=${encodeURIComponent(`D'Annunzio <& "figli"> €`)}`)).toBe(1);
    expect(await count('?owner=Rossi&floors=-5')).toBe(1);
    expect(await count('?floors=3.0')).toBe(1);
    expect(await count('?inhabited=false')).toBe(1);
    expect(await count(`?${encodeURIComponent('area m²')}=12345678901.50`)).toBe(1);
    expect(await count('?surveyed=2026-05-01')).toBe(1);
    const { updatedAt } = parcels()[0]!.metadata;
    expect(await count(`?datetime=${updatedAt}`)).toBeGreaterThanOrEqual(1);
    expect(await count(`?datetime=${updatedAt}/..`)).toBe(8);
    expect(await count(`?datetime=../${updatedAt}`)).toBeGreaterThanOrEqual(1);
    const filter = `T_EQUALS(updatedAt, TIMESTAMP('${updatedAt}'))`;
    expect(await count(`?filter=${encodeURIComponent(filter)}`)).toBe(await count(`?datetime=${updatedAt}`));
    expect(await count('?datetime=/2001-01-01')).toBe(0);
    expect(await count(`?datetime=${updatedAt.slice(0, 10)}`)).toBe(8);
  });

  it('transforms coordinates to the requested CRS with its axis order', async () => {
    const [rome] = parcels();
    const at = async (code: string) => {
      const answer = await ask(`${root}/collections/parcel/items/${rome!.id}?crs=${EPSG}/${code}`);
      expect(answer.headers['content-crs']).toBe(`<${EPSG}/${code}>`);
      return answer.json<{ geometry: { coordinates: number[] } }>().geometry.coordinates;
    };
    expect(await at('4326')).toEqual([41.902800000000006, 12.496400000000001, 57.25]);
    // According to cs2cs of PROJ 9.1: EPSG:4326 to 3857, 6707 (northing first) and 7791 (easting first).
    const [x, y] = await at('3857');
    expect(x).toBeCloseTo((6378137 * 12.4964 * Math.PI) / 180, 3);
    expect(y).toBeCloseTo(6378137 * Math.log(Math.tan(Math.PI / 4 + (41.9028 * Math.PI) / 360)), 3);
    const [north, east, height] = await at('6708');
    const [easting, northing] = await at('7792');
    expect([north, east, height]).toEqual([northing, easting, 57.25]);
    expect(north).toBeGreaterThan(4_600_000);
    expect(easting).toBeLessThan(400_000);
  });

  it.each([
    // Of the register, and not in the list of collections; what the workbench computes is compared with PROJ.
    ['EPSG/0/28992', 'EPSG:28992', false],
    ['EPSG/0/5514', 'EPSG:5514', false],
    ['EPSG/0/2393', 'EPSG:2393', true],
    ['ESRI/0/102013', 'EPSG:102013', false],
    // Not among the systems that the database begins with.
    ['EPSG/0/9040', 'EPSG:9040', true],
  ])('answers in %s, as every system of the register', async (path, code, northFirst) => {
    const { collections } = await read<{ collections: Collection[] }>(`${root}/collections`);
    const uri = `http://www.opengis.net/def/crs/${path}`;
    expect(collections[0]!.crs).not.toContain(uri);
    const answer = await ask(`${root}/collections/parcel/items/${parcels()[0]!.id}?crs=${uri}`);
    expect(answer.headers['content-crs']).toBe(`<${uri}>`);
    const { coordinates } = answer.json<{ geometry: { coordinates: number[] } }>().geometry;
    await readyCrs(code);
    const [east, north] = project(code, [12.4964, 41.9028]);
    const expected = northFirst ? [north, east] : [east, north];
    // The database shifts the datum at the object's height of 57 m.
    expect(Math.hypot(coordinates[0]! - expected[0]!, coordinates[1]! - expected[1]!)).toBeLessThan(0.002);
  });

  it('lists the system of the project only where it is answered', async () => {
    const setCrs = (crs: string) =>
      survey.server.db.query('update projects set crs = $1 where id = $2', [crs, survey.project.id]);
    const { crs: before } = survey.project;
    // The second is refused below.
    for (const [code, listed] of [
      ['28992', true],
      ['3975', false],
    ] as const) {
      // prettier-ignore
      await setCrs(`EPSG:${code}`);
      const { collections } = await read<{ collections: Collection[] }>(`${root}/collections`);
      expect([code, collections[0]!.crs.includes(`${EPSG}/${code}`)]).toEqual([code, listed]);
    }
    await setCrs(before);
  });

  it.each([
    ['limit=unlimited', 'limit'],
    ['limit=0', 'limit'],
    ['bbox=1,2,3', 'box'],
    ['bbox=1,2,3,x', 'box'],
    ['bbox=0,50,1,40', 'box'],
    ['bbox=0,0,500,1', 'box'],
    ['datetime=garbage', 'date-time'],
    ['datetime=2026-01-02/2026-01-01', 'date-time'],
    ['datetime=..', 'date-time'],
    ['unknownQueryParameter12345=1', 'parameter'],
    ['limit=1&limit=2', 'once'],
    [`crs=${EPSG}/9999`, 'reference system'],
    // Southing and westing; and one that the database places elsewhere than the register.
    [`crs=${EPSG}/2065`, 'reference system'],
    [`crs=${EPSG}/3975`, 'reference system'],
    ['crs=EPSG:4326', 'reference system'],
    [`bbox=1,2,3,4&bbox-crs=${EPSG}/9999`, 'reference system'],
    ['floors=many', 'number'],
    ['inhabited=perhaps', 'true or false'],
    ['after=x', 'id of an object'],
    ['f=xml', 'format'],
    [`bbox=-1e300,0,1e300,1&bbox-crs=${EPSG}/3003`, 'computed'],
  ])('refuses %s with a message', async (query, word) => {
    const answer = await ask(`${root}/collections/parcel/items?${query}`);
    expect([answer.statusCode, answer.json<Problem>().detail]).toEqual([400, expect.stringContaining(word)]);
  });

  it('asks for authentication, and is hidden from people without access', async () => {
    const nobody = await survey.server.app.inject({ method: 'GET', url: root });
    expect([nobody.statusCode, nobody.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('Basic realm='),
    ]);
    expect(nobody.json<Problem>().detail).toContain('a personal access token');
    const stranger = await survey.server.person(survey.admin, 'Ugo', ['geometries.read']);
    for (const path of ['', '/api', '/collections', '/collections/parcel', '/collections/parcel/items'])
      expect([path, (await ask(root + path, stranger)).statusCode]).toEqual([path, 404]);
    const powerless = await survey.server.person(survey.admin, 'Pia', []);
    expect((await ask('/ogcapi', powerless)).statusCode).toBe(403);
    for (const path of [
      '/ogcapi/nonsense',
      `${root}/collections/none`,
      `${root}/collections/parcel/items/none`,
    ])
      expect([path, (await ask(path)).statusCode]).toEqual([path, 404]);
    const [other] = parcels();
    expect((await ask(`${root}/collections/secret/items/${other!.id}`)).statusCode).toBe(404);
  });

  it('contains nothing of blocked types', async () => {
    const { collections } = await read<{ collections: Collection[] }>(`${root}/collections`, survey.guest);
    expect(collections.map(({ id }) => id)).not.toContain('secret');
    expect((await ask(`${root}/collections/secret/items`, survey.guest)).statusCode).toBe(404);
    expect((await ask(`${root}/api`, survey.guest)).body).not.toContain('secret');
    expect((await items('', survey.guest)).numberMatched).toBe(8);
  });

  it('serves the objects of all projects at its first root, each with its project', async () => {
    const { project, surveyor, server, admin } = survey;
    const other = await server.project(admin, 'Altro', [surveyor]);
    const there = await makeObject(surveyor, other.id, { properties: { owner: 'Verdi' } });
    const all = await read('/ogcapi/collections/parcel/items?limit=100');
    expect(all.numberMatched).toBe(9);
    const verdi = await read(`/ogcapi/collections/parcel/items?projectId=${other.id}`);
    expect(verdi.features).toMatchObject([
      { id: there.id, properties: { owner: 'Verdi', projectId: other.id } },
    ]);
    expect((await read(`/ogcapi/collections/parcel/items?projectId=${project.id}`)).numberMatched).toBe(8);
  });

  it('updates counts when an object is deleted', async () => {
    const extra = await makeObject(survey.surveyor, survey.project.id);
    expect((await items('?limit=1')).numberMatched).toBe(9);
    const gone = await survey.surveyor.send('DELETE', `/geometries/${extra.id}`, undefined, {
      'if-match': '"1"',
    });
    expect(gone.status).toBe(204);
    expect((await items('?limit=1')).numberMatched).toBe(8);
  });

  it('is shown to browsers as pages in which data is escaped', async () => {
    const page = await ask(`${root}/collections/parcel/items?limit=100`, survey.surveyor, {
      accept: 'text/html,*/*;q=0.8',
    });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('&lt;&amp; &quot;figli&quot;&gt;');
    expect(page.body).not.toContain('<& "figli">');
  });

  describe.runIf(gdal)('read by GDAL (skipped where gdal-bin is not installed)', () => {
    it('opens a project by URL and reads the same features as the API', async () => {
      const source = `OAPIF:${survey.url}${root}`;
      const { token } = survey.surveyor;
      expect(await gdalRun('ogrinfo', token, ['-ro', source])).toContain('parcel');
      const found = await gdalRead(token, source, 'parcel', ['-oo', 'PAGE_SIZE=3']);
      const byId = new Map(found.map((feature) => [feature.properties['id'], feature]));
      expect(byId.size).toBe(8);
      for (const { id, location, properties } of parcels()) {
        const feature = byId.get(id)!;
        expect(feature.geometry).toEqual(location);
        for (const [name, value] of Object.entries(properties))
          if (value !== null) expect([name, plain(feature.properties[name])]).toEqual([name, value]);
      }
      const odd = await gdalRead(token, source, 'Pozzi_x0020__x0026__x0020_fonti_x002F_2');
      expect(odd.map(({ properties }) => properties['depth'])).toEqual([12.5]);
      expect(ODD_TYPE).toContain('/');
    });

    it('sees integers as such, unless a value needs more than the 32 bits it keeps of them', async () => {
      const args = ['-ro', '-so', `OAPIF:${survey.url}${root}`, 'parcel'];
      const output = await gdalRun('ogrinfo', survey.surveyor.token, args);
      expect(output).toContain('rooms: Integer (0.0)');
      expect(output).toContain('floors: Real (0.0)');
      const { properties } = await read<{
        properties: { properties: { properties: Record<string, object> } };
      }>(`${root}/collections/parcel/schema`);
      expect(properties.properties.properties).toMatchObject({
        rooms: { type: 'integer' },
        floors: { type: 'number', multipleOf: 1 },
      });
    });

    it('filters by box and by value on the server', async () => {
      const args = ['-ro', '-al', '-so', `OAPIF:${survey.url}${root}`, 'parcel'];
      const { token } = survey.surveyor;
      expect(await gdalRun('ogrinfo', token, ['-spat', '11', '46', '11.3', '46.2', ...args])).toContain(
        'Feature Count: 2',
      );
      expect(await gdalRun('ogrinfo', token, ['-where', "owner='Rossi'", ...args])).toContain(
        'Feature Count: 2',
      );
    });
  });
});

/** GDAL writes dates with slashes and booleans as numbers. */
function plain(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}\/\d\d\/\d\d$/.test(value) ? value.replaceAll('/', '-') : value;
}
