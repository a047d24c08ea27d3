import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import MVT from 'ol/format/MVT.js';
import type { Geometry, Position } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import {
  changeOf,
  makeObject,
  openWorkplace,
  save,
  square,
  type Workplace,
} from '../../testing/workplace.ts';

/** Decoded by another program's library. */
function decode(bytes: Buffer) {
  const features = new MVT().readFeatures(Uint8Array.from(bytes).buffer);
  return features.map((feature) => ({
    layer: feature.get('layer') as string,
    properties: feature.getProperties(),
    type: feature.getType(),
    flat: [...(feature as unknown as { getFlatCoordinates(): number[] }).getFlatCoordinates()],
    ends: [...(feature as unknown as { getEnds(): number[] }).getEnds()],
  }));
}

describe.each(engines)('tiles on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let id: string;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    id = place.project.id;
  });
  afterAll(() => place.close());

  const ask = (by: TestPerson, address: string, headers: Record<string, string> = {}, project = id) =>
    place.server.app.inject({
      method: 'GET',
      url: `/api/tiles/${project}/${address}.mvt`,
      headers: { jwt: by.token, ...headers },
    });
  const tile = async (by: TestPerson, address: string, project = id) => {
    const answer = await ask(by, address, {}, project);
    expect(answer.statusCode).toBe(200);
    return decode(answer.rawPayload);
  };
  const newProject = (name: string, members: TestPerson[] = [sara]) =>
    place.server.project(place.admin, name, members).then((project) => project.id);

  it('are described as TileJSON, and drawn by a style, without blocked types', async () => {
    const project = await newProject('Map', [sara, place.admin]);
    const style = { stroke: '#0072b280', width: 4, fill: '#e69f0040', dash: [8, 4] };
    const title = { en: 'Fields', it: 'Campi' };
    must(
      await place.admin.send('POST', '/attributes', { name: 'field', title, geometryType: 'Polygon', style }),
      201,
    );
    await makeObject(sara, project, { typeName: 'field', location: square(12, 42, 0.5) });
    const get = (by: TestPerson, file: string, of = project) =>
      by.send<Record<string, never>>('GET', `/tiles/${of}/${file}`, undefined, { 'accept-language': 'it' });
    const tiles = must(await get(sara, 'tiles.json'), 200);
    expect(tiles).toMatchObject({
      tilejson: '3.0.0',
      name: 'Map',
      tiles: [
        expect.stringMatching(/^http:\/\/localhost(:80)?\/api\/tiles\/[\da-f-]{36}\/\{z}\/\{x}\/\{y}\.mvt$/),
      ],
      bounds: [12, 42, 12.5, 42.5],
    });
    expect(tiles.vector_layers).toContainEqual(
      expect.objectContaining({ id: 'field', description: 'Campi' }),
    );
    const drawn = must(await get(sara, 'style.json'), 200);
    expect(tiles.tiles).toEqual([expect.stringContaining(project)]);
    expect(drawn.sources).toMatchObject({ groma: { type: 'vector', tiles: tiles.tiles } });
    const layers = (
      drawn.layers as unknown as { 'source-layer': string; type: string; paint: object }[]
    ).filter((layer) => layer['source-layer'] === 'field');
    // 128/255 and 64/255; dashes are counted in widths of the line.
    expect(layers).toMatchObject([
      { type: 'fill', paint: { 'fill-color': '#e69f00', 'fill-opacity': 0.251 } },
      {
        type: 'line',
        paint: { 'line-color': '#0072b2', 'line-opacity': 0.502, 'line-width': 4, 'line-dasharray': [2, 1] },
      },
    ]);
    const other = await newProject('Other', [place.admin]);
    expect((await get(sara, 'style.json', other)).status).toBe(404);
  });

  it('contain objects in a layer of their type, with id, type and label', async () => {
    const project = await newProject('Labels');
    const style = { stroke: '#0072b2', width: 2, label: 'name' };
    must(await place.admin.send('POST', '/attributes', { name: 'well', style }), 201);
    // The centre of tile 1/1/0, which spans 0 to 180 degrees east and 0 to 85 north, is at 90 degrees east.
    const point: Geometry = { type: 'Point', coordinates: [90, 0, 12] };
    const well = await makeObject(sara, project, {
      typeName: 'well',
      location: point,
      properties: { name: 'Pozzo', depth: 7 },
    });
    const [feature, ...rest] = await tile(sara, '1/1/0', project);
    expect(rest).toEqual([]);
    expect(feature).toMatchObject({ layer: 'well', type: 'Point', flat: [2048, 4096] });
    expect(feature!.properties).toEqual({ layer: 'well', id: well.id, typeName: 'well', name: 'Pozzo' });
  });

  it('have clockwise outer rings and counterclockwise holes, however they are stored', async () => {
    const project = await newProject('Winding');
    const ring = (west: number, side: number): Position[] =>
      square(west, west, side).coordinates[0] as Position[];
    const coordinates = [ring(10, 20), ring(15, 5)];
    await makeObject(sara, project, { location: { type: 'Polygon', coordinates } });
    await makeObject(sara, project, {
      location: { type: 'Polygon', coordinates: coordinates.map((each) => [...each].reverse()) },
    });
    for (const { flat, ends } of await tile(sara, '0/0/0', project)) {
      const area = (from: number, to: number) => {
        let sum = 0;
        for (let i = from, j = to - 2; i < to; j = i, i += 2)
          sum += flat[j]! * flat[i + 1]! - flat[i]! * flat[j + 1]!;
        return sum;
      };
      expect(ends).toHaveLength(2);
      expect(area(0, ends[0]!)).toBeGreaterThan(0);
      expect(area(ends[0]!, ends[1]!)).toBeLessThan(0);
    }
  });

  it('clip what extends beyond them, and keep what runs through', async () => {
    const project = await newProject('Cut');
    const world = square(-170, -80, 160);
    const across: Geometry = {
      type: 'LineString',
      coordinates: [
        [-170, 1],
        [170, 1],
      ],
    };
    await makeObject(sara, project, {
      location: { type: 'Polygon', coordinates: world.coordinates as never },
    });
    await makeObject(sara, project, { location: across });
    // Tile 4/7/7: 22.5 degrees wide, west of Greenwich and north of the equator.
    const features = await tile(sara, '4/7/7', project);
    expect(features.map(({ type }) => type).sort()).toEqual(['LineString', 'Polygon']);
    for (const { flat } of features)
      for (const ordinate of flat) expect(Math.abs(ordinate - 2048)).toBeLessThanOrEqual(2048 + 128);
    expect(features.find(({ type }) => type === 'LineString')!.flat).toHaveLength(4);
  });

  it('merge polygons smaller than a pixel into the cells they cover', async () => {
    const project = await newProject('Town');
    const town = Array.from({ length: 400 }, (_, n) =>
      changeOf({ location: square(12 + (n % 20) * 0.001, 41 + Math.floor(n / 20) * 0.001, 0.0008) }),
    );
    await save(sara, project, town);
    // At zoom 3 a cell of 8 units is 8 · 360° / (4096 · 2³) = 0.088°: the town of 0.02° lies in at most four.
    const [far, ...others] = await tile(sara, '3/4/2', project);
    expect(others).toEqual([]);
    expect(far!.properties).toMatchObject({ layer: 'parcel', typeName: 'parcel', count: 400 });
    expect(far!.properties).not.toHaveProperty('id');
    // Tile 12/2184/1527 spans 0.088°; there all are visible.
    const x = Math.floor(((12.01 + 180) / 360) * 2 ** 12);
    const sine = Math.sin((41.01 * Math.PI) / 180);
    const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** 12);
    expect((await tile(sara, `12/${x}/${y}`, project)).length).toBe(400);
  });

  it('answer 304 until an object, a type or the blocked layers change', async () => {
    const project = await newProject('Fresh');
    await makeObject(sara, project);
    const tagOf = async () => (await ask(sara, '0/0/0', {}, project)).headers.etag!;
    const first = await tagOf();
    const again = await ask(sara, '0/0/0', { 'if-none-match': first }, project);
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    await makeObject(sara, project);
    const second = await tagOf();
    expect(second).not.toBe(first);
    must(await place.admin.send('POST', '/attributes', { name: 'fresh' }), 201);
    expect(await tagOf()).not.toBe(second);
    expect((await ask(place.admin, '0/0/0', { 'if-none-match': second })).statusCode).toBe(200);
  });

  it("exclude blocked types, and are not available for other people's projects", async () => {
    const roles = ['geometries.read'];
    const guest = await place.server.person(place.admin, 'Gino', roles, { blockedLayers: ['secret'] });
    const project = await newProject('Guests', [sara, guest]);
    await makeObject(sara, project, { typeName: 'secret' });
    await makeObject(sara, project, { typeName: 'parcel' });
    expect((await tile(guest, '0/0/0', project)).map(({ layer }) => layer)).toEqual(['parcel']);
    expect((await tile(sara, '0/0/0', project)).map(({ layer }) => layer).sort()).toEqual([
      'parcel',
      'secret',
    ]);
    expect((await ask(guest, '0/0/0')).statusCode).toBe(404);
  });

  it.each(['0/1/0', '3/8/0', '25/0/0', '1/-1/0', 'a/0/0', '0/0/1e3'])(
    'that are none (%s) are refused',
    async (address) => {
      expect([400, 404]).toContain((await ask(sara, address)).statusCode);
    },
  );

  it('are compressed for clients that accept it', async () => {
    const project = await newProject('Packed');
    await save(
      sara,
      project,
      Array.from({ length: 200 }, (_, n) => changeOf({ location: square(10 + n / 10, 40, 0.05) })),
    );
    const plain = await ask(sara, '5/17/12', { 'accept-encoding': 'identity' }, project);
    const packed = await ask(sara, '5/17/12', { 'accept-encoding': 'gzip' }, project);
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload);
    expect(decode(plain.rawPayload)).not.toEqual([]);
  });
});
