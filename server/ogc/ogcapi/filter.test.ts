import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { openSurvey, type TestSurvey } from '../../testing/survey.ts';

interface Found {
  numberMatched: number;
  features: { id: string; properties: Record<string, unknown> }[];
  links: { rel: string; href: string }[];
}

/** The parcels of the test survey, by their place in its list. */
describe.each(engines)('Filters in CQL2 on the %s engine', (engine) => {
  let survey: TestSurvey;
  let root: string;
  beforeAll(async () => {
    survey = await openSurvey(engine);
    root = `/ogcapi/${survey.project.id}/collections/parcel`;
  });
  afterAll(() => survey.close());

  const ask = (path: string) =>
    survey.server.app.inject({
      method: 'GET',
      url: path.replace(/^http:\/\/[^/]+/, ''),
      headers: { authorization: `Bearer ${survey.surveyor.token}` },
    });
  const items = async (query: Record<string, string>) => {
    const answer = await ask(`${root}/items?${new URLSearchParams(query).toString()}`);
    expect([query, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([
      query,
      200,
      '',
    ]);
    return answer.json<Found>();
  };
  const places = (found: Found) =>
    found.features.map(({ id }) => survey.objects.findIndex((object) => object.id === id));
  const filtered = async (filter: string, more: Record<string, string> = {}) =>
    places(await items({ filter, ...more })).sort();

  it.each([
    [`owner = 'Rossi'`, [5, 6]],
    [`'Rossi' = owner AND floors < 0`, [6]],
    [`"area m²" > 1000 OR floors = -5`, [0, 5, 6]],
    [`NOT (owner = 'Rossi') and floors is not null`, [0, 1]],
    [`floors = 9007199254740991`, [5]],
    [`floors = 9007199254740990`, []],
    [`inhabited`, [0]],
    [`inhabited = FALSE`, [1]],
    [`owner IS NULL`, [2, 3]],
    [`owner LIKE 'R%' or owner like '_ianchi'`, [5, 6, 7]],
    [`CASEI(owner) LIKE CASEI('ros%')`, [5, 6]],
    [`CASEI(owner) = CASEI('BIANCHI')`, [7]],
    [`owner = 'D''Annunzio <& "figli"> €'`, [0]],
    [`use IN ('house', 'garden')`, [0, 1, 7]],
    [`use NOT IN ('house')`, [1]],
    [`floors BETWEEN 0 AND 3`, [0, 1]],
    [`surveyed < DATE('1900-01-01')`, [4]],
    [`T_AFTER(surveyed, DATE('2026-04-30'))`, [0]],
    [`T_DURING(surveyed, INTERVAL('1899-12-30', '1900-01-01'))`, [4]],
    [`T_INTERSECTS(surveyed, INTERVAL('..', '1899-12-31'))`, [4]],
    [`T_BEFORE(updatedAt, TIMESTAMP('2000-01-01T00:00:00Z'))`, []],
    [`S_INTERSECTS(geometry, BBOX(12, 41.5, 13, 42.5))`, [0, 5]],
    [`S_INTERSECTS(geometry, POLYGON((9 45, 10 45, 10 46, 9 46, 9 45)))`, [1]],
    [`S_WITHIN(geometry, POLYGON((10.9 45.9, 11.3 45.9, 11.3 46.2, 10.9 46.2, 10.9 45.9)))`, [2, 3]],
    [`S_CONTAINS(geometry, POINT(11.001 46.001))`, [3]],
    [`S_DISJOINT(geometry, BBOX(9, 42.5, 12, 47))`, [0, 5, 6, 7]],
  ])('%s', async (filter, expected) => {
    expect(await filtered(filter)).toEqual(expected);
  });

  it('reads JSON, other systems, and together with the other parameters', async () => {
    const json = {
      op: 'and',
      args: [
        { op: '=', args: [{ property: 'owner' }, 'Rossi'] },
        { op: '<', args: [{ property: 'floors' }, 0] },
      ],
    };
    expect(await filtered(JSON.stringify(json), { 'filter-lang': 'cql2-json' })).toEqual([6]);
    const around = `S_INTERSECTS(geometry, POINT(45.4642 9.19))`;
    const crs = 'http://www.opengis.net/def/crs/EPSG/0/4326';
    expect(await filtered(around, { 'filter-crs': crs })).toEqual([1]);
    expect(await filtered(`owner = 'Rossi'`, { floors: '-5' })).toEqual([6]);
  });

  it.each([
    [`owner = `, 'ends too early (at character 9)'],
    [`owner = 'Rossi' bogus`, 'bogus at character 17'],
    [`owner ; 1`, 'character 7'],
    [`nobody = 1`, 'There is no property nobody. Available: '],
    [`floors = 'three'`, 'not a number'],
    [`owner = use`, 'Two properties'],
    [`1 = 1`, 'stands where a property'],
    [`owner`, 'not a condition'],
    [`EVAL(owner) = 1`, 'stands where a property'],
    [`S_INTERSECTS(owner, POINT(1 1))`, 'property geometry'],
    [`S_INTERSECTS(geometry, POINT(1))`, 'well-known text'],
    [`S_INTERSECTS(geometry, LINESTRING(1 1))`, 'LineString is not valid'],
    [`T_AFTER(floors, DATE('2020-01-01'))`, 'not a date or time'],
    [`T_AFTER(surveyed, DATE('soon'))`, 'not a date-time'],
    [`constructor = 1`, 'no property constructor'],
    [`constructor(owner, 1)`, 'operator constructor'],
    ['('.repeat(60) + 'inhabited' + ')'.repeat(60), 'more than 40 levels'],
    ['{"op":"and"', 'not valid JSON'],
    ['{"op":"and","args":[]}', 'wrong number'],
    ['{"op":"=","args":[null,1]}', 'null'],
  ])('refuses %s', async (filter, words) => {
    const answer = await ask(`${root}/items?${new URLSearchParams({ filter }).toString()}`);
    expect([answer.statusCode, answer.json<Problem>().detail]).toEqual([400, expect.stringContaining(words)]);
  });

  it('sorts, continues on the next pages, and answers only the named properties', async () => {
    const pages: number[] = [];
    let url: string | undefined = `${root}/items?limit=3&sortby=-floors,owner`;
    while (url) {
      const page: Found = (await ask(url)).json();
      pages.push(...places(page));
      expect(page.numberMatched).toBe(8);
      url = page.links.find(({ rel }) => rel === 'next')?.href;
    }
    // Floors 9007199254740991, 3, 0, -5; then those without, by owner.
    expect(pages.slice(0, 6)).toEqual([5, 0, 1, 6, 7, 4]);
    expect(pages.slice(6).sort()).toEqual([2, 3]);
    const [first] = (await items({ properties: 'owner,use', filter: 'floors = 3' })).features;
    expect(first!.properties).toEqual({ owner: `D'Annunzio <& "figli"> €`, use: 'house' });
    for (const query of ['sortby=nobody', 'properties=nobody', 'offset=3', 'sortby=owner&offset=x'])
      expect([query, (await ask(`${root}/items?${query}`)).statusCode]).toEqual([query, 400]);
  });

  it('describes the properties that filters can name, linked from the collection', async () => {
    const { links } = (await ask(root)).json<Found>();
    const link = links.find(({ rel }) => rel.endsWith('/queryables'))!;
    const answer = await ask(link.href);
    expect(answer.headers['content-type']).toContain('application/schema+json');
    const { properties } = answer.json<{ properties: Record<string, { type?: string; format?: string }> }>();
    expect(properties).toMatchObject({
      owner: { type: 'string' },
      floors: { type: 'number' },
      rooms: { type: 'integer' },
      surveyed: { type: 'string', format: 'date' },
      inhabited: { type: 'boolean' },
      updatedAt: { format: 'date-time' },
      geometry: { format: 'geometry-any' },
    });
  });
});
