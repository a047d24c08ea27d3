import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GeoidGrid, gtxOf } from '#core/geodesy';
import type { CrsGrid, Problem } from '#core/protocol';
import { download, upload } from '../../testing/sending.ts';
import { geotiff, type TestDem } from '../../testing/geotiff.ts';
import { engines } from '../../testing/databases.ts';
import { must } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

/** 11 by 9 nodes every tenth of a degree from 12° E 42° N; 2 m more per degree eastwards, 3 m northwards. */
const [COLUMNS, ROWS, STEP] = [11, 9, 0.1];
const height = (longitude: number, latitude: number) => 45 + 2 * (longitude - 12) + 3 * (latitude - 42);
const GTX = Buffer.from(
  gtxOf({
    west: 12,
    south: 42,
    eastStep: STEP,
    northStep: STEP,
    columns: COLUMNS,
    rows: ROWS,
    heights: Float32Array.from({ length: COLUMNS * ROWS }, (_, i) =>
      height(12 + (i % COLUMNS) * STEP, 42 + Math.floor(i / COLUMNS) * STEP),
    ),
  }),
);
/** The same from the north, as pixels whose centres are the nodes. */
const TIFF: TestDem = {
  width: COLUMNS,
  height: ROWS,
  value: (column, row) => height(12 + column * STEP, 42.8 - row * STEP),
  origin: [12 - STEP / 2, 42.8 + STEP / 2],
  step: [STEP, STEP],
  geographic: 4326,
  tile: 16,
  deflate: true,
};
const ABOUT = { name: 'Umbria geoid', source: 'IGM, 2026', accuracy: '0.03', datum: 'Genova 1942' };

describe.each(engines)('Geoid grids (%s)', (engine) => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace(engine);
  });
  afterAll(() => place.close());
  const send = (name: string, content: Buffer, fields: Record<string, string> = {}) =>
    upload<CrsGrid & Problem>(
      place.server,
      place.admin,
      '/crs/grids',
      { name, content },
      { ...ABOUT, ...fields },
    );
  const list = async () => must(await place.surveyor.send<CrsGrid[]>('GET', '/crs/grids'), 200);

  it.each([
    ['GTX', 'umbria.gtx', GTX],
    ['GeoTIFF', 'umbria.tif', geotiff(TIFF)],
    ['GeoTIFF of points', 'umbria.tif', geotiff({ ...TIFF, point: true, origin: [12, 42.8] })],
  ])(
    'are accepted as %s, listed with source, datum and checksum, and served as GTX',
    async (_what, name, content) => {
      const made = await send(name, content);
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        kind: 'geoid',
        name: 'Umbria geoid',
        source: 'IGM, 2026',
        accuracy: 0.03,
        datum: 'Genova 1942',
        crs: [],
        nodes: COLUMNS * ROWS,
        sha256: createHash('sha256').update(content).digest('hex'),
      });
      for (const [i, side] of [12, 42, 13, 42.8].entries()) expect(made.body.area[i]).toBeCloseTo(side, 9);
      expect(await list()).toEqual([made.body]);

      const file = await download(place.server, place.surveyor, `/crs/grids/${made.body.id}`);
      expect(file.headers['content-disposition']).toContain('Umbria geoid.gtx');
      const geoid = new GeoidGrid(new Uint8Array(file.rawPayload).buffer);
      // 45 + 2 · 0.33 + 3 · 0.57
      expect(geoid.height(12.33, 42.57)).toBeCloseTo(47.37, 4);

      expect((await send(name, content)).status).toBe(409);
      must(await place.admin.send('DELETE', `/crs/grids/${made.body.id}`), 204);
      expect(await list()).toEqual([]);
    },
  );

  it.each<[string, string, Buffer, Record<string, string>, string]>([
    ['names no datum', 'u.gtx', GTX, { datum: ' ' }, 'Enter the vertical datum'],
    ['names systems', 'u.gtx', GTX, { crs: 'EPSG:3003' }, 'has no reference systems'],
    ['is cut short', 'u.gtx', GTX.subarray(0, 200), {}, 'u.gtx ends before its last node'],
    ['is no grid', 'u.gtx', Buffer.alloc(400, 'x'), {}, 'u.gtx is not a geoid grid'],
    ['is no GTX by its name', 'u.bin', GTX, {}, 'For a geoid, use .gtx or GeoTIFF'],
    ['is the ground', 'u.tif', geotiff({ ...TIFF, value: () => 512 }), {}, 'no geoid is more than 200 m'],
    ['has no heights', 'u.tif', geotiff({ ...TIFF, value: () => -9999 }), {}, 'has no heights'],
    ['is projected', 'u.tif', geotiff({ ...TIFF, projected: 32633 }), {}, 'not in longitude and latitude'],
    ['is a picture', 'u.tif', geotiff({ ...TIFF, bands: 3 }), {}, '3 bands'],
    ['is damaged', 'u.tif', geotiff(TIFF).subarray(0, 60), {}, 'damaged'],
    [
      'says more nodes than are taken',
      'u.tif',
      geotiff({ ...TIFF, width: 4000, height: 3000, tile: 4000, value: () => 0, step: [0.01, 0.01] }),
      {},
      '12000000 nodes',
    ],
  ])(
    'are refused with a message where one %s, and nothing is stored',
    async (_what, name, content, fields, sentence) => {
      const { status, body } = await send(name, content, fields);
      expect(status).toBe(422);
      expect(JSON.stringify(body)).toContain(sentence);
      expect(await list()).toEqual([]);
    },
  );
});
