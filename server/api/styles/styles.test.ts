import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LayerGroup, LegendEntry, ObjectType, Problem, Style } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

describe.each(engines)('styles on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let id: string;
  let wells: ObjectType;
  let roads: ObjectType;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    id = place.project.id;
    const make = async (type: unknown) => must(await sara.send<ObjectType>('POST', '/attributes', type), 201);
    wells = await make({
      name: 'well',
      title: { en: 'Wells <&>', it: 'Pozzi' },
      geometryType: 'Point',
      style: { stroke: '#112233', width: 1, fill: '#ff0000', radius: 10, shape: 'square' },
    });
    roads = await make({
      name: 'road',
      title: { en: 'Roads', it: 'Strade' },
      geometryType: 'LineString',
      style: { stroke: '#00800080', width: 3, dash: [6, 2] },
    });
  });
  afterAll(() => place.close());

  const legend = <T = string>(query = '', headers: Record<string, string> = {}, by = sara) =>
    by.send<T>('GET', `/styles/getlegend${query}`, undefined, { projectid: id, ...headers });

  const letIn = async (person: TestPerson) => {
    const userIds = [place.admin.id, sara.id, person.id];
    must(await place.admin.send('PUT', `/projects/${id}/members`, { userIds }), 204);
  };

  describe('as a legend', () => {
    it('are listed for each type of the project by name', async () => {
      const entries = must(await legend<LegendEntry[]>(), 200);
      expect(entries.map(({ typeName }) => typeName)).toEqual(['parcel', 'road', 'secret', 'well']);
      const { name: typeName, title, geometryType, style, icon } = wells;
      expect(entries[3]).toEqual({ typeName, title, geometryType, style, icon });
      const some = must(await legend<LegendEntry[]>('', { type: 'road,well' }), 200);
      expect(some.map((entry) => entry.typeName)).toEqual(['road', 'well']);
    });

    it('are drawn as on the map, with titles in the requested language', async () => {
      const answer = await legend('?format=svg', { type: 'well,road' });
      expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
      expect(answer.headers['content-security-policy']).toContain('sandbox');
      expect(answer.body).toContain(
        'd="M-10 -10L10 -10L10 10L-10 10Z" fill="#ff0000" fill-rule="evenodd" stroke="#112233" stroke-width="1"',
      );
      // 0x80 of 0xff.
      expect(answer.body).toContain('stroke="#008000" stroke-opacity="0.502" stroke-width="3"');
      expect(answer.body).toContain('stroke-dasharray="6 2"');
      expect(answer.body).toContain('>Wells &lt;&amp;&gt;</text>');
      const italian = await legend('?format=svg', { type: 'well', 'accept-language': 'it' });
      expect(italian.body).toContain('>Pozzi</text>');
    });

    it('follow the Accept header, unless the URL names a format', async () => {
      const kind = async (query: string, accept: string) =>
        String((await legend(query, { accept })).headers['content-type']).split(';')[0];
      expect(await kind('', 'image/svg+xml')).toBe('image/svg+xml');
      expect(await kind('', 'image/png, */*')).toBe('image/png');
      expect(await kind('', 'text/html, application/json')).toBe('application/json');
      expect(await kind('?format=json', 'image/png')).toBe('application/json');
      expect((await legend<Problem>('?format=pdf')).status).toBe(400);
      expect((await legend<Problem>('?format=png&scale=9')).status).toBe(400);
    });

    it('are rendered as PNG with symbols and titles', async () => {
      const answer = await place.server.app.inject({
        method: 'GET',
        url: '/api/styles/getlegend?format=png&scale=2',
        headers: { jwt: sara.token, projectid: id, type: 'well' },
      });
      expect(answer.headers['content-type']).toBe('image/png');
      const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => [
        ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
      ];
      // Margin 8, sign column 40: the square of 20 pixels has its middle at 28; row of 21 + 8 from 8: middle at 22.5.
      expect(at(2 * 28, 45)).toEqual([255, 0, 0]);
      expect(at(2, 2)).toEqual([255, 255, 255]);
      // The title begins at 8 + 40 + 8 = 56: its line has dark pixels.
      const ink = Array.from({ length: 100 }, (_, i) => at(2 * 56 + i, 45)).filter(([red]) => red! < 128);
      expect(ink.length).toBeGreaterThan(5);
    });

    it('are rendered at any scale, also for a type with a blank title', async () => {
      must(
        await place.admin.send('POST', '/attributes', { name: 'untitled', title: { en: ' ', it: ' ' } }),
        201,
      );
      const expected = { projectid: id, type: 'untitled' };
      const answer = await sara.send('GET', '/styles/getlegend?format=png&scale=1.37', undefined, expected);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
    });

    it('exclude blocked types, and are for members only', async () => {
      const blocked = await place.server.person(place.admin, 'Bice', ['geometries.read'], {
        blockedLayers: ['well'],
      });
      const outside = await place.server.person(place.admin, 'Ugo', ['geometries.read']);
      const userIds = [place.admin.id, sara.id, blocked.id];
      must(await place.admin.send('PUT', `/projects/${id}/members`, { userIds }), 204);
      const entries = must(await legend<LegendEntry[]>('', {}, blocked), 200);
      expect(entries.map(({ typeName }) => typeName)).not.toContain('well');
      expect((await legend('', {}, outside)).status).toBe(404);
      expect((await legend('?format=svg', { projectid: '' })).status).toBe(400);
    });
  });

  describe('of one type', () => {
    const style: Style = { stroke: '#000000', width: 2, label: 'name' };
    const set = <T = ObjectType>(what: string, body: unknown, version: string | undefined, by = sara) =>
      by.send<T>('POST', `/styles/${what}`, body, version ? { 'if-match': version } : {});

    it('are set alone, as a new version', async () => {
      const answer = await set(roads.id, style, '"1"');
      const after = must(answer, 200);
      expect(after).toEqual({ ...roads, style, version: 2 });
      expect(answer.headers.etag).toBe('"2"');
      expect(must(await sara.send<ObjectType>('GET', `/attributes/${roads.id}`), 200)).toEqual(after);
    });

    it('are refused without or with an old version, or when they cannot be drawn', async () => {
      expect((await set(wells.id, style, undefined)).status).toBe(428);
      const stale = await set(roads.id, style, '"1"');
      expect([stale.status, stale.body.version]).toEqual([412, 2]);
      for (const wrong of [
        { ...style, stroke: 'red' },
        { ...style, width: -1 },
        { ...style, dash: Array(9).fill(1) },
        { width: 1 },
        { ...style, shape: 'banana' },
        { ...style, version: 3 },
        { ...style, classes: { kind: 'rules', rules: Array(10_000).fill({ symbol: style }) } },
      ])
        expect((await set<Problem>(wells.id, wrong, '"1"')).status).toBe(400);
      const unclean = await set<Problem>(wells.id, { ...style, label: 'nul\0' }, '"1"');
      expect([unclean.status, unclean.body.errors?.[0]?.path]).toEqual([422, 'body.style']);
      expect(must(await sara.send<ObjectType>('GET', `/attributes/${wells.id}`), 200)).toEqual(wells);
    });

    it('name the class, expression or picture that is wrong', async () => {
      const marker = (inner: string) => ({ svg: `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>` });
      const rule = (more: object) => ({
        ...style,
        classes: { kind: 'rules', rules: [{ symbol: style, ...more }] },
      });
      const range = { from: 9, to: 3, symbol: style };
      const cases: [wrong: object, path: string, part: string][] = [
        [rule({ filter: 'use = ' }), 'classes.rules[0].filter', 'incomplete'],
        [rule({ minScale: 500, maxScale: 2000 }), 'classes.rules[0].minScale', '1:500'],
        [{ ...style, labels: { text: 'while(1)' } }, 'labels.text', 'while('],
        [{ ...style, classes: { kind: 'graduated', field: 'a', method: 'equal', ranges: [range] } }, 'classes.ranges[0].from', '9'],
        [{ ...style, ...marker('<script>alert(1)</script>') }, 'svg', '<script>'],
        [{ ...style, ...marker('<path onload="alert(1)" d="M0 0"/>') }, 'svg', 'onload'],
        [{ ...style, ...marker('<image href="https://example.org/a.png"/>') }, 'svg', '<image>'],
        [{ ...style, ...marker('<path style="fill: url(https://example.org)"/>') }, 'svg', 'style'],
        [{ ...style, svg: '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>' }, 'svg', 'readable'],
      ]; // prettier-ignore
      for (const [wrong, path, part] of cases) {
        const { status, body } = await set<Problem>(wells.id, wrong, '"1"');
        expect([status, body.errors?.[0]?.path]).toEqual([422, `body.style.${path}`]);
        expect(body.errors?.[0]?.message).toContain(part);
      }
    });

    it('with classes are drawn class by class in the legend', async () => {
      const classes = {
        kind: 'categorized',
        field: 'use',
        categories: [
          { value: 'house', title: 'Houses & more', symbol: { stroke: '#aa0000', width: 1, fill: '#ff000080' } },
          { value: 'wood', symbol: { stroke: '#00aa00', width: 1, hatch: { kind: 'forward', colour: '#00aa00', spacing: 6, width: 1 } } },
        ],
      }; // prettier-ignore
      const plots = must(await sara.send<ObjectType>('POST', '/attributes', { name: 'plot', title: { en: 'Plots', it: 'Lotti' }, geometryType: 'Polygon' }), 201); // prettier-ignore
      must(await set(plots.id, { version: 2, stroke: '#333333', width: 1, classes }, '"1"'), 200);
      const { body } = await legend('?format=svg', { type: 'plot', 'accept-language': 'it' });
      const titles = [...body.matchAll(/>([^<>]+)<\/text>/g)].map(([, title]) => title);
      expect(titles).toEqual(['Lotti', 'Houses &amp; more', 'wood', 'Altri']);
      expect(body).toContain('stroke="#00aa00" stroke-width="1"');
      expect((await legend('?format=png', { type: 'plot' })).status).toBe(200);
    });

    it('are changed with the right to change types, on visible types', async () => {
      const reader = await place.server.person(place.admin, 'Rita', ['geometries.read']);
      expect((await set<Problem>(wells.id, style, '"1"', reader)).body.detail).toContain('attributes.write');
      const blocked = await place.server.person(place.admin, 'Nino', ['attributes.write'], {
        blockedLayers: ['well'],
      });
      expect((await set(wells.id, style, '"1"', blocked)).status).toBe(404);
    });
  });

  it('of a person’s own are theirs only, on every device', async () => {
    const path = `/projects/${id}/ownstyles`;
    const own: Style = { version: 2, stroke: '#ff0000', width: 2, filter: "use = 'wood'" };
    const give = (typeName: string, style: Style | null, by = sara) =>
      by.send<{ styles: Record<string, Style> } & Problem>('POST', path, { typeName, style });
    expect(must(await give('road', own), 200)).toEqual({ styles: { road: own } });
    expect(must(await sara.send('GET', path), 200)).toEqual({ styles: { road: own } });
    const other = await place.server.person(place.admin, 'Olga', ['geometries.read'], {
      blockedLayers: ['road'],
    });
    await letIn(other);
    expect(must(await other.send('GET', path), 200)).toEqual({ styles: {} });
    // Everybody may have own styles, but not of types that are not there, or not for them.
    must(await give('well', own, other), 200);
    for (const [by, name] of [
      [other, 'road'],
      [sara, 'nothing'],
    ] as const)
      // prettier-ignore
      expect([(await give(name, own, by)).status, (await give(name, null, by)).status]).toEqual([422, 200]);
    expect((await give('road', { ...own, width: -1 })).status).toBe(400);
    // What the style of a type may not have, that of a person may not, either.
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const unsafe = await give('road', { ...own, svg });
    expect([unsafe.status, unsafe.body.detail]).toEqual([422, expect.stringContaining('<script>')]);
    expect(must(await give('road', null), 200)).toEqual({ styles: {} });
  });

  it('and groups of layers are of the project, without what a person is blocked from', async () => {
    const path = `/projects/${id}/layergroups`;
    interface Answer extends Problem {
      groups: LayerGroup[];
      version: number;
    }
    const group = (gid: string, ...typeNames: string[]) => ({ id: gid, name: gid, typeNames, opacity: 1 });
    const put = (groups: object[], version: number, by = sara) =>
      by.send<Answer>('PUT', path, { groups }, { 'if-match': `"${version}"` });
    const get = async (by: TestPerson) => must(await by.send<Answer>('GET', path), 200);
    expect(await get(sara)).toEqual({ groups: [], version: 1 });
    const base = { ...group('base', 'road', 'secret'), opacity: 0.5, minScale: 10_000, maxScale: 500 };
    expect(must(await put([base, group('hidden', 'well')], 1), 200).version).toBe(2);
    const nino = await place.server.person(place.admin, 'Nora', ['geometries.read', 'attributes.write'], {
      blockedLayers: ['secret', 'well'],
    });
    await letIn(nino);
    expect((await get(nino)).groups).toEqual([{ ...base, typeNames: ['road'] }]);
    // What they do not see stays.
    must(await put([{ ...group('base', 'road', 'parcel'), name: 'Basis' }], 2, nino), 200);
    expect((await get(sara)).groups).toEqual([
      { ...group('base', 'road', 'parcel', 'secret'), name: 'Basis' },
      group('hidden', 'well'),
    ]);
    expect((await put([], 2)).status).toBe(412);
    const twice = await put([group('a', 'road'), group('b', 'road')], 3);
    expect([twice.status, twice.body.detail]).toEqual([
      422,
      'The layer road is in two groups. A layer can be in one only.',
    ]);
    expect((await put([group('a'), group('a')], 3)).status).toBe(422);
    const reader = await place.server.person(place.admin, 'Rolf', ['geometries.read']);
    await letIn(reader);
    expect((await put([], 3, reader)).status).toBe(403);
  });
});
