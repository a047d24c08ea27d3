import MVT from 'ol/format/MVT.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FileRecord, Panoramic, Survey } from '#core/protocol';
import { openJobs } from '../../app/job-kinds.ts';
import { engines } from '../../testing/databases.ts';
import { upload } from '../../testing/sending.ts';
import { must, type TestPerson, type TestServer } from '../../testing/server.ts';
import { openWorkplace } from '../../testing/workplace.ts';

interface StacLink {
  rel: string;
  href: string;
  id?: string;
}
interface Item {
  id: string;
  collection: string;
  geometry: { coordinates: number[] };
  properties: Record<string, unknown>;
  links: StacLink[];
  assets: Record<string, { href: string; type: string; roles: string[] }>;
  asset_templates?: { tiles: { href: string } };
}
interface Page {
  features: Item[];
  numberMatched: number;
  links: StacLink[];
}

const HOME = [12.5, 41.9] as const;
/** Metres between the panoramas of the track are 8.3: 0.0001° of longitude at 41.9°. */
const STEP = 0.0001;

describe.each(engines)('pictures as STAC on the %s engine', (engine) => {
  let server: TestServer;
  let crew: TestPerson;
  let outsider: TestPerson;
  let project: string;
  let survey: Survey;
  let panoramas: string[];
  let photo: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const place = await openWorkplace(engine, { jobs: openJobs });
    ({ server, close } = place);
    const rights = ['geometries.read', 'files.write'];
    crew = await server.person(place.admin, 'Crew', rights);
    outsider = await server.person(place.admin, 'Outsider', rights);
    project = (await server.project(place.admin, 'Appia', [crew])).id;
    const inProject = { projectid: project };
    survey = must(await crew.send<Survey>('POST', '/surveys', { name: 'May' }, inProject), 201);
    const picture = await sharp({ create: { width: 2048, height: 1024, channels: 3, background: 'navy' } })
      .jpeg()
      .toBuffer();
    panoramas = [];
    for (const [n, name] of ['a.jpg', 'b.jpg', 'c.jpg'].entries()) {
      const sent = await upload<Panoramic>(server, crew, '/panoramics', { name, content: picture }, { surveyid: survey.id }); // prettier-ignore
      const { id, version } = must(sent, 201);
      const pose = { position: [HOME[0] + n * STEP, HOME[1], 80], heading: 90 * n };
      must(await crew.send('PUT', `/panoramics/${id}`, pose, { 'if-match': `"${version}"` }), 200);
      panoramas.push(id);
    }
    const state = async (id: string) => (await crew.send<Panoramic>('GET', `/panoramics/${id}`)).body.state;
    await vi.waitFor(
      async () => expect(await Promise.all(panoramas.map(state))).toEqual(['ready', 'ready', 'ready']),
      { timeout: 60_000, interval: 100 },
    );
    // As if they lay along one track.
    await server.db.query(
      `update files set details = details || '{"trackId": "${survey.id}"}'::jsonb || jsonb_build_object('trackAt',
         array_position($1::uuid[], id)) where id = any($1::uuid[])`,
      [panoramas],
    );
    const flat = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'green' } })
      .withExif({
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '41/1 54/1 6/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '12/1 30/1 0/1',
        },
      }) // prettier-ignore
      .jpeg()
      .toBuffer();
    const sent = await upload<FileRecord>(server, crew, '/files', { name: 'p.jpg', content: flat }, {}, inProject); // prettier-ignore
    photo = must(sent, 201).id;
  });
  afterAll(() => close());

  const ask = (url: string, by: TestPerson = crew, payload?: object) =>
    server.app.inject({
      method: payload ? 'POST' : 'GET',
      url: url.replace(/^http:\/\/[^/]+/, ''),
      headers: { authorization: `Bearer ${by.token}` },
      ...(payload && { payload }),
    });
  const read = async <T>(url: string, payload?: object): Promise<T> => {
    const answer = await ask(url, crew, payload);
    expect([url, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([url, 200, '']);
    return JSON.parse(answer.body) as T;
  };
  const idsOf = ({ features }: Page) => features.map(({ id }) => id);

  it('are collections: the survey, and the photos of none', async () => {
    const { links } = await read<{ links: StacLink[] }>(`/stac/${project}`);
    const { href } = links.find(({ rel }) => rel === 'data')!;
    const { collections } = await read<{ collections: { id: string; title: string; 'stats:items': { count: number } }[] }>(href); // prettier-ignore
    expect(collections.map(({ id, title, 'stats:items': { count } }) => [id, title, count])).toEqual([
      [survey.id, 'May', 3],
      [project, 'Appia: photos of no survey', 1],
    ]);
  });

  it('are items in the order of the track, with pose, neighbours and pictures that can be fetched', async () => {
    const found = await read<Page>(`/stac/${project}/collections/${survey.id}/items`);
    expect(idsOf(found)).toEqual(panoramas);
    const item = found.features[1]!;
    expect(item.geometry.coordinates).toEqual([HOME[0] + STEP, HOME[1], 80]);
    expect(item.properties).toMatchObject({
      'view:azimuth': 90,
      'groma:north': 'true',
      'groma:datetime_from': 'upload',
      'pers:interior_orientation': { field_of_view: 360 },
    });
    const neighbour = (rel: string) => item.links.find((link) => link.rel === rel)?.id;
    expect([neighbour('prev'), neighbour('next')]).toEqual([panoramas[0], panoramas[2]]);
    const tile = item.asset_templates!.tiles.href.replace('{TileCol}', '1').replace('{TileRow}', '1');
    for (const href of [...Object.values(item.assets).map((asset) => asset.href), tile]) {
      const { statusCode, headers } = await ask(href);
      expect([href, statusCode, /^image\//.test(String(headers['content-type']))]).toEqual([href, 200, true]);
    }
    const single = item.links.find(({ rel }) => rel === 'self')!.href;
    expect((await read<Item>(single)).id).toBe(item.id);
  });

  it('are searched by place, id, collection and geometry, page by page', async () => {
    const box = `${HOME[0] - STEP / 2},${HOME[1] - STEP},${HOME[0] + 1.5 * STEP},${HOME[1] + STEP}`;
    expect(idsOf(await read<Page>(`/stac/search?bbox=${box}`))).toEqual(panoramas.slice(0, 2));
    expect(idsOf(await read<Page>(`/stac/search?ids=${photo}`))).toEqual([photo]);
    const area = { type: 'Point', coordinates: [HOME[0] + STEP, HOME[1]] };
    expect(idsOf(await read<Page>('/stac/search', { intersects: area }))).toEqual([panoramas[1]]);
    const first = await read<Page>(`/stac/search?collections=${survey.id}&limit=2`);
    expect([idsOf(first), first.numberMatched]).toEqual([panoramas.slice(0, 2), 3]);
    const next = first.links.find(({ rel }) => rel === 'next')!;
    expect(idsOf(await read<Page>(next.href))).toEqual(panoramas.slice(2));
  });

  it('are searched by the time that they state, that of the upload where the picture has none', async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const searched = async (datetime: string) => idsOf(await read<Page>(`/stac/search?datetime=${datetime}`));
    expect(new Set(await searched(`${yesterday}/..`))).toEqual(new Set([...panoramas, photo]));
    expect(await searched(`../${yesterday}`)).toEqual([]);
    const { extent } = await read<{ extent: { temporal: { interval: [string, string][] } } }>(`/stac/collections/${survey.id}`); // prettier-ignore
    expect(extent.temporal.interval[0]![0] > yesterday).toBe(true);
  });

  it('have the neighbours of the whole track, also where these are not searched for', async () => {
    const [middle] = (await read<Page>(`/stac/search?ids=${panoramas[1]}`)).features;
    const neighbour = (rel: string) => middle!.links.find((link) => link.rel === rel)?.id;
    expect([neighbour('prev'), neighbour('next')]).toEqual([panoramas[0], panoramas[2]]);
  });

  it('are vector tiles: a line along the track, and from zoom 15 a point for each', async () => {
    // By the formulas of Web Mercator tiles, at zoom 15.
    const layers = async (address: string) => {
      const { rawPayload } = await ask(address);
      return new MVT()
        .readFeatures(new Uint8Array(rawPayload).buffer)
        .map((drawn) => [String(drawn.get('layer')), String(drawn.get('id'))]);
    };
    const fine = await layers(`/stac/${project}/map/15/17521/12176.mvt`);
    const points = [...panoramas, photo].map((id) => ['pictures', id]);
    expect(fine.sort()).toEqual([...points, ['sequences', survey.id]].sort());
    // Farther away the track is less than a pixel.
    expect((await layers('/stac/map/14/8760/6088.mvt')).map(([layer]) => layer)).toEqual(['sequences']);
  });

  it.each([
    ['/stac/search?bbox=1,2,3', 'not a valid box'],
    ['/stac/search?bbox=0,0,0,91', 'not a valid box'],
    ['/stac/search?datetime=yesterday', 'not a valid date-time'],
    ['/stac/search?limit=0', 'limit is 0'],
    ['/stac/search?where=x', 'where'],
    ['/stac/search?offset=-1', 'offset is -1. It must be a whole number."'],
    [`/stac/search?ids=${'x,'.repeat(1000)}`, 'has 1001 ids'],
    ['/stac/search?intersects=%7B%7D', 'not a GeoJSON geometry'],
  ])('refuse %s with a sentence', async (url, words) => {
    const answer = await ask(url);
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(words)]);
  });

  it('are hidden from people outside the project, and from those who may not see panoramas', async () => {
    for (const path of ['', '/collections', `/collections/${survey.id}`, '/search', '/map/0/0/0.mvt'])
      expect([path, (await ask(`/stac/${project}${path}`, outsider)).statusCode]).toEqual([path, 404]);
    expect(JSON.parse((await ask('/stac/search', outsider)).body)).toMatchObject({ features: [] });
    const admin = await server.admin();
    const blind = await server.person(admin, 'Blind', ['geometries.read'], { blockedLayers: ['panorama'] });
    const shared = await server.project(admin, 'Shared', [blind]);
    await server.db.query('update surveys set project_id = $2 where id = $1', [survey.id, shared.id]);
    await server.db.query('update files set project_id = $2 where survey_id = $1', [survey.id, shared.id]);
    expect(JSON.parse((await ask('/stac/search', blind)).body)).toMatchObject({ features: [] });
    expect((await ask(`/stac/collections/${survey.id}`, blind)).statusCode).toBe(404);
  });

  it('have the time by the clock of the survey, and photos that a track has placed lie along it', async () => {
    const clock = { name: 'Walk', clockShift: -30, cameraOffset: 0 };
    const walk = must(await crew.send<Survey>('POST', '/surveys', clock, { projectid: project }), 201);
    const points = [0, 1, 2].map((n) => `<trkpt lon="${12 + n * STEP}" lat="42"><time>2026-05-04T10:00:0${n}Z</time></trkpt>`); // prettier-ignore
    const gpx = `<gpx version="1.1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`;
    must(await upload(server, crew, `/surveys/${walk.id}/tracks`, { name: 'walk.gpx', content: gpx }), 201);
    const ids: string[] = [];
    // The later one comes first.
    for (const second of [32, 30]) {
      const content = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'green' } })
        .withExif({ IFD2: { DateTimeOriginal: `2026:05:04 10:00:${second}` } })
        .jpeg()
        .toBuffer();
      const fields = { surveyid: walk.id };
      const sent = await upload<FileRecord>(server, crew, '/files', { name: `${second}.jpg`, content }, fields, { projectid: project }); // prettier-ignore
      ids.unshift(must(sent, 201).id);
    }
    const found = await read<Page>(`/stac/collections/${walk.id}/items`);
    expect(found.features.map(({ id, properties }) => [id, properties['datetime']])).toEqual([
      [ids[0], '2026-05-04T10:00:00.000Z'],
      [ids[1], '2026-05-04T10:00:02.000Z'],
    ]);
    expect(found.features[0]!.links.find(({ rel }) => rel === 'next')?.id).toBe(ids[1]);
    const { rawPayload } = await ask('/stac/map/10/546/380.mvt');
    const drawn = new MVT().readFeatures(new Uint8Array(rawPayload).buffer);
    expect(drawn.map((one) => [one.get('layer'), one.get('id')])).toContainEqual(['sequences', walk.id]);
  });
});
