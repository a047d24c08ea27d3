import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  geoidHeight,
  loadGeoid,
  loadProjections,
  project,
  schemeOf,
  tilesOf,
  unproject,
} from '#core/geodesy';
import type { Terrain, TerrainProfile, TerrainVolume } from '#core/protocol';
import { download, upload } from '../../testing/sending.ts';
import { openJobs } from '../../app/job-kinds.ts';
import { ended, made, uploadJob } from '../../testing/upload-job.ts';
import { oneEngine } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { geotiff, type TestDem } from '../../testing/geotiff.ts';

await Promise.all([loadProjections(), loadGeoid()]);

/**
 * A plane over Rome in UTM 33N: 100 m at its west edge, rising by 0.05 m per metre to the east and 0.02 m to the
 * north.
 */
const EAST = 290_000;
const NORTH = 4_640_000;
const plane = (east: number, north: number) => 100 + 0.05 * (east - EAST) + 0.02 * (north - NORTH);
const PLANE: TestDem = {
  width: 200,
  height: 160,
  projected: 32_633,
  origin: [EAST, NORTH],
  step: [10, 10],
  // The centre of a pixel of 10 m, counted from the north-west corner.
  value: (column, row) => plane(EAST + 10 * (column + 0.5), NORTH - 10 * (row + 0.5)),
};
const INSIDE = [
  [100, 100],
  [1_234.5, 777.7],
  [1_985, 1_590],
] as const;

/** 400 m by 300 m around 500 m east and 600 m south of the corner of the plane. */
const AREA = [
  [300, 450],
  [700, 450],
  [700, 750],
  [300, 750],
].map(([east, south]) => unproject('EPSG:32633', [EAST + east!, NORTH - south!]));
const level = (height: number) => ({ at: [12, 42, height], east: 0, north: 0 });

describe.each(oneEngine)('terrain, %s', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let surveyor: TestPerson;
  let projectId: string;

  beforeAll(async () => {
    server = await startTestServer({ engine, jobs: openJobs });
    admin = await server.admin();
    surveyor = await server.person(admin, 'Sandra', ['geometries.read', 'files.write']);
    projectId = (await server.project(admin, 'Ground', [surveyor])).id;
  });
  afterAll(() => server.close());

  const send = (dem: TestDem | Buffer, fields: Record<string, string> = { heights: 'ellipsoid' }) => {
    const file = { name: 'dem.tif', content: Buffer.isBuffer(dem) ? dem : geotiff(dem) };
    return uploadJob<Terrain>(server, surveyor, '/terrain', projectId, file, fields);
  };
  const make = (dem: TestDem, fields?: Record<string, string>) => made(send(dem, fields));
  const heightsOf = async (terrain: Terrain, places: readonly (readonly [number, number])[]) =>
    must(
      await surveyor.send<{ heights: (number | null)[] }>('POST', `/terrain/${terrain.id}/heights`, {
        places,
      }),
      200,
    ).heights;
  const errorOf = async (dem: TestDem | Buffer, fields = {}) => (await send(dem, fields)).error;
  const rowCount = async () => (await server.db.query('select 1 from terrains')).length;

  /** Positions given in metres east and south of the corner of the plane. */
  const places = INSIDE.map(([east, south]) => unproject('EPSG:32633', [EAST + east, NORTH - south]));
  const expected = INSIDE.map(([east, south]) => plane(EAST + east, NORTH - south));

  it('has the heights of the plane, however the file was written', async () => {
    const turned: TestDem = {
      ...PLANE,
      // The same plane with rows from south to north.
      transformation: [0, 10, EAST, 10, 0, NORTH - 2_000],
      value: (column, row) => plane(EAST + 10 * (row + 0.5), NORTH - 2_000 + 10 * (column + 0.5)),
    };
    const middles: TestDem = { ...PLANE, point: true, origin: [EAST + 5, NORTH - 5] };
    const ways = [
      PLANE,
      { ...PLANE, tile: 64, deflate: true },
      { ...PLANE, type: 'float64' as const, deflate: true },
      middles,
      { ...turned, width: 200, height: 200 },
    ];
    for (const way of ways) {
      const terrain = await make(way);
      const heights = await heightsOf(terrain, places);
      for (const [i, height] of heights.entries()) expect(height).toBeCloseTo(expected[i]!, 2);
    }
  });

  it('has an extent, a resolution and a height range', async () => {
    const terrain = await make(PLANE, { heights: 'ellipsoid', name: 'Rome' });
    expect(terrain).toMatchObject({
      name: 'Rome',
      fileName: 'dem.tif',
      crs: 'EPSG:32633',
      heights: 'ellipsoid',
    });
    // 209 km from its meridian the scale of UTM is 0.9996 · (1 + (209 / 6,378)² / 2) = 1.000137: 10 m of it are 9.9986 m.
    expect(terrain.resolution).toBeCloseTo(9.9986, 3);
    const [west, south, east, north] = terrain.extent;
    // West of the central meridian the grid is rotated: the westernmost point is the north corner.
    expect(west).toBeCloseTo(unproject('EPSG:32633', [EAST, NORTH])[0], 9);
    expect(south).toBeCloseTo(unproject('EPSG:32633', [EAST, NORTH - 1_600])[1], 9);
    expect(east - west).toBeGreaterThan(0.024);
    expect(north - south).toBeGreaterThan(0.014);
    // From the south-west corner, 1,600 m south: 100 - 32, to the north-east one, 2,000 m east: 100 + 100; at the
    // edges half a pixel has the height of the centre, 0.35 m less.
    expect(terrain.lowest).toBeCloseTo(68 + 0.35, 0);
    expect(terrain.highest).toBeCloseTo(200 - 0.35, 0);
    // 40,075 km · cos 41.9° / (128 · 2^15) = 7.1 m: the coarsest level that is no coarser than 10 m.
    expect(terrain.finest).toBe(15);
  });

  it("has ellipsoidal heights where the file's are above sea level", async () => {
    const terrain = await make({ ...PLANE, vertical: 5773 }, {});
    expect(terrain.heights).toBe('egm96');
    const [place] = places as [[number, number]];
    const [height] = await heightsOf(terrain, [place]);
    expect(height).toBeCloseTo(expected[0]! + geoidHeight(...place), 2);
    expect(geoidHeight(...place)).toBeGreaterThan(47);
  });

  it('converts feet', async () => {
    const feet = (column: number, row: number) => PLANE.value(column, row) / 0.3048;
    const inFeet = { ...PLANE, value: feet };
    const ways: [TestDem, Record<string, string>?][] = [
      [{ ...inFeet, unit: 9002 }],
      // The unit of NAVD88 height (ft) and of the band, without a key of the unit; and what a person says.
      [{ ...inFeet, vertical: 8228 }],
      [{ ...inFeet, bandUnit: 'ft' }],
      [
        { ...inFeet, bandUnit: 'metre' },
        { heights: 'ellipsoid', unit: 'foot' },
      ],
    ];
    for (const [dem, fields] of ways) {
      const terrain = await make(dem, fields);
      expect(terrain).toMatchObject({ unit: 'foot', unitFrom: fields ? 'person' : 'file' });
      expect((await heightsOf(terrain, [places[0]!]))[0]).toBeCloseTo(expected[0]!, 2);
    }
    expect(await make(PLANE)).toMatchObject({ unit: 'metre', unitFrom: 'assumed' });
  });

  it('reads the heights of a stored model again in another unit, under a new id', async () => {
    const inFeet = { ...PLANE, value: (column: number, row: number) => PLANE.value(column, row) / 0.3048 };
    const wrong = await make(inFeet);
    expect(wrong).toMatchObject({ unit: 'metre', unitFrom: 'assumed' });
    const change = (id: string) =>
      surveyor.send<{ jobId: string }>('POST', `/terrain/${id}/unit`, { unit: 'foot' });
    const { jobId } = must(await change(wrong.id), 202);
    const right = (await ended<Terrain>(surveyor, jobId)).result!;
    expect(right).toMatchObject({ name: wrong.name, unit: 'foot', unitFrom: 'person', crs: wrong.crs });
    expect(right.highest).toBeCloseTo(wrong.highest * 0.3048, 2);
    expect((await heightsOf(right, [places[0]!]))[0]).toBeCloseTo(expected[0]!, 2);
    expect((await change(wrong.id)).status).toBe(404);
    const volume = await surveyor.send('POST', `/terrain/${right.id}/volume`, {
      outline: [AREA],
      base: level(0),
    });
    expect(volume.status).toBe(200);
    await server.db.query('update terrains set source = null where id = $1', [right.id]);
    expect((await change(right.id)).body).toMatchObject({
      detail: expect.stringContaining('Upload the file again'),
    });
  });

  it('has no height where the file has none, and none outside it', async () => {
    // Columns 80 to 119 are missing: 800 m to 1,200 m from the west.
    const gap = (column: number, row: number) =>
      column >= 80 && column < 120 ? -32_768 : Math.round(PLANE.value(column, row));
    const terrain = await make({ ...PLANE, type: 'int16', value: gap, missing: '-32768' });
    const at = (east: number, south: number) => unproject('EPSG:32633', [EAST + east, NORTH - south]);
    const [west, middle, east, temporary] = await heightsOf(terrain, [
      at(500, 800),
      at(1_000, 800),
      at(1_500, 800),
      at(-500, 800),
    ]);
    expect(west).toBeCloseTo(plane(EAST + 500, NORTH - 800), -0.3);
    expect([middle, temporary]).toEqual([null, null]);
    expect(east).toBeCloseTo(plane(EAST + 1_500, NORTH - 800), -0.3);
  });

  it('approximates a cone to half a metre near its tip, and exactly on its sides', async () => {
    // Geographic, 1″ pixels: a cone of 500 m at 12° E 42° N, falling 0.2 m a metre.
    const step = 1 / 3600;
    const cone = (longitude: number, latitude: number) => {
      const [x, y] = project('EPSG:32633', [longitude, latitude]);
      const [tipX, tipY] = project('EPSG:32633', [12, 42]);
      return 500 - 0.2 * Math.hypot(x - tipX, y - tipY);
    };
    const west = 12 - 60.5 * step;
    const north = 42 + 60.5 * step;
    const terrain = await make({
      width: 121,
      height: 121,
      geographic: 4326,
      origin: [west, north],
      step: [step, step],
      value: (column, row) => cone(west + (column + 0.5) * step, north - (row + 0.5) * step),
    });
    const side: [number, number] = [12.008, 42.006];
    const [tip, temporary] = await heightsOf(terrain, [[12, 42], side]);
    // Between four heights 23 m and 31 m apart on a cone of 1:5 the tip is cut by at most 0.2 · √(11.5² + 15.5²) = 3.9 m.
    expect(tip).toBeGreaterThan(500 - 3.9);
    expect(tip).toBeLessThanOrEqual(500);
    expect(temporary).toBeCloseTo(cone(...side), 1);
  });

  it('serves tiles that match along their borders, at every level', async () => {
    const terrain = await make(PLANE);
    const tile = async (z: number, x: number, y: number) => {
      const answer = await download(server, surveyor, `/terrain/${terrain.id}/${z}/${x}/${y}`);
      return { answer, heights: new Float32Array(new Uint8Array(answer.rawPayload).buffer) };
    };
    for (const level of [terrain.finest, terrain.finest - 1]) {
      const { west, north } = tilesOf(terrain.extent, level);
      const [left, right] = [await tile(level, west, north), await tile(level, west + 1, north)];
      expect(left.answer.statusCode).toBe(200);
      expect(left.heights).toHaveLength(129 * 129);
      const border = (heights: Float32Array, column: number) =>
        Array.from({ length: 129 }, (_, row) => heights[row * 129 + column]!);
      expect(border(left.heights, 128)).toEqual(border(right.heights, 0));
    }
    const root = await tile(0, 0, 0);
    // The whole world: the plane lies between two of its heights.
    expect(root.answer.statusCode).toBe(204);
    const [x, y] = schemeOf(...places[0]!).map((part) => Math.floor(part * 2 ** terrain.finest)) as [
      number,
      number,
    ];
    const here = await tile(terrain.finest, x, y);
    expect(here.answer.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    const path = `/terrain/${terrain.id}/${terrain.finest}/${x}/${y}`;
    const etag = here.answer.headers['etag'] as string;
    expect((await download(server, surveyor, path, { 'if-none-match': etag })).statusCode).toBe(304);
    const packed = await download(server, surveyor, path, { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.rawPayload.length).toBeLessThan(here.answer.rawPayload.length);
  });

  it('is listed, hidden from people blocked from it, and deleted with its tiles', async () => {
    const terrain = await make(PLANE, { heights: 'ellipsoid', name: 'To go' });
    const inProject = { projectid: projectId };
    const list = () => surveyor.send<Terrain[]>('GET', '/terrain', undefined, inProject);
    expect(must(await list(), 200).at(-1)).toEqual(terrain);
    await server.db.query(`update users set blocked_layers = '{terrain-3d}' where id = $1`, [surveyor.id]);
    expect((await list()).status).toBe(404);
    const one = { places: [[12, 42]] };
    expect((await surveyor.send('POST', `/terrain/${terrain.id}/heights`, one)).status).toBe(404);
    const within = { outline: [AREA], base: level(0) };
    expect((await surveyor.send('POST', `/terrain/${terrain.id}/volume`, within)).status).toBe(404);
    const along = { line: [AREA[0], AREA[1]] };
    expect((await surveyor.send('POST', `/terrain/${terrain.id}/profile`, along)).status).toBe(404);
    await server.db.query(`update users set blocked_layers = '{}' where id = $1`, [surveyor.id]);
    const [{ key, source } = { key: '', source: '' }] = await server.db.query<{
      key: string;
      source: string;
    }>('select key, source from terrains where id = $1', [terrain.id]);
    must(await surveyor.send('DELETE', `/terrain/${terrain.id}`), 204);
    expect(must(await list(), 200).map(({ id }) => id)).not.toContain(terrain.id);
    expect(
      await server.db.query('select 1 from unclaimed_keys where key = any($1)', [[key, source]]),
    ).toHaveLength(2);
  });

  it('adds up the volume of its cells, also against another terrain and from tiles alone', async () => {
    const [terrain, other] = [await make(PLANE), await make({ ...PLANE, step: [8, 8], value: () => 100 })];
    const volume = async (body: unknown, id = terrain.id) =>
      surveyor.send<TerrainVolume & { detail: string }>('POST', `/terrain/${id}/volume`, body);
    const base = level(100);
    const whole = must(await volume({ outline: [AREA], base }), 200);
    // The plane in the middle of the area, 500 m east and 600 m south of its corner: 25 − 12 above 100 m.
    expect(whole.net / (whole.area * 13)).toBeCloseTo(1, 6);
    expect(whole).toMatchObject({ missing: 0, cellsOf: 'model' });
    expect(whole.cell).toBeCloseTo(terrain.resolution, 2);
    // A slope of √(0.05² + 0.02²).
    expect(whole.surfaceArea / whole.area).toBeCloseTo(Math.sqrt(1 + 0.05 ** 2 + 0.02 ** 2), 5);
    const between = must(await volume({ outline: [AREA], base: { terrain: other.id } }), 200);
    expect(between.net / whole.net).toBeCloseTo(1, 6);
    await server.db.query('update terrains set source = null where id = $1', [terrain.id]);
    const tiles = must(await volume({ outline: [AREA], base }), 200);
    expect(tiles.cellsOf).toBe('tiles');
    expect(tiles.net / whole.net).toBeCloseTo(1, 2);

    const line = { line: [AREA[0], AREA[1]] };
    const along = must(
      await surveyor.send<TerrainProfile>('POST', `/terrain/${other.id}/profile`, line),
      200,
    );
    // 400 m of level ground at 100 m, longer by 100 / 6.37e6.
    expect(along).toMatchObject({ missing: 0, cellsOf: 'model' });
    expect(along.steepest).toBeCloseTo(0, 9);
    expect(along.length! / along.distance).toBeCloseTo(1 + 100 / 6.37e6, 6);

    const elsewhere = AREA.map(([x, y]) => [x + 1, y]);
    const errors = [
      await volume({ outline: [elsewhere], base }, other.id),
      await volume({ outline: [AREA], base: { terrain: terrain.id } }),
      await volume({ outline: [[AREA[0], AREA[2], AREA[1], AREA[3]]], base }, other.id),
    ].map(({ status, body }) => [status, body.detail]);
    expect(errors).toEqual([
      [422, expect.stringContaining('no heights within the outline')],
      [422, expect.stringContaining('Both terrains are the same')],
      [422, expect.stringContaining('crosses itself near')],
    ]);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await volume({ outline: [AREA], base: { terrain: unknown } })).status).toBe(404);
  });

  it('refuses invalid files with a message, and writes nothing', async () => {
    const before = await rowCount();
    expect(await errorOf(PLANE)).toContain('does not specify the vertical reference');
    expect(await errorOf({ ...PLANE, vertical: 3855 })).toContain('another surface (EPSG:3855)');
    const { projected: _, ...nowhere } = PLANE;
    const above = { heights: 'ellipsoid' };
    expect(await errorOf(nowhere, above)).toContain('does not specify its reference system');
    expect(await errorOf({ ...PLANE, projected: 9999 }, above)).toContain('EPSG:9999 is unknown');
    const { origin: __, ...unplaced } = PLANE;
    expect(await errorOf(unplaced, above)).toContain('is not georeferenced');
    expect(await errorOf({ ...PLANE, bands: 3 }, above)).toContain('3 bands');
    expect(await errorOf({ ...PLANE, compression: 7 }, above)).toContain('compression 7');
    expect(await errorOf({ ...PLANE, value: () => NaN }, above)).toContain('no heights');
    expect(await errorOf({ ...PLANE, unit: 9035 }, above)).toContain('EPSG:9035');
    expect(await errorOf({ ...PLANE, bandUnit: 'fathom' }, above)).toContain('fathom');
    expect(await errorOf({ ...PLANE, bandUnit: 'ft', unit: 9001 }, above)).toContain('ft and EPSG:9001');
    expect(await errorOf({ ...PLANE, projected: undefined, geographic: 4326 }, above)).toContain(
      'is outside the earth',
    );
    const whole = geotiff({ ...PLANE, deflate: true });
    expect(await errorOf(whole.subarray(0, whole.length - 2_000), above)).toContain('damaged');
    expect(await rowCount()).toBe(before);
    const inProject = { projectid: projectId };
    const text = await upload(
      server,
      surveyor,
      '/terrain',
      { name: 'a.tif', content: 'no picture' },
      {},
      inProject,
    );
    expect([text.status, text.body]).toEqual([
      422,
      expect.objectContaining({ detail: expect.stringContaining('a.tif is not a GeoTIFF') }),
    ]);
  });

  it('unpacks no block to more than it states', async () => {
    // 8 rows of 16 heights, stated to be 4 bytes each, packed from 64 MB.
    const bomb: TestDem = { ...PLANE, width: 16, height: 8, deflate: true };
    const honest = geotiff(bomb);
    const { deflateSync } = await import('node:zlib');
    const packed = deflateSync(Buffer.alloc(64 * 1024 ** 2));
    const file = Buffer.concat([honest, packed]);
    const entry = (tag: number) => {
      const at = honest.readUInt32LE(4);
      for (let i = 0; i < honest.readUInt16LE(at); i++)
        if (honest.readUInt16LE(at + 2 + 12 * i) === tag) return at + 2 + 12 * i + 8;
      throw new Error(`No tag ${tag}.`);
    };
    file.writeUInt32LE(honest.length, entry(273));
    file.writeUInt32LE(packed.length, entry(279));
    expect(await errorOf(file, { heights: 'ellipsoid' })).toContain('damaged');
  });
});
