import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrsGrid, FoundPlaces, Problem } from '#core/protocol';
import { inverse, operationOf, project, unproject } from '#core/geodesy';
import { gsb } from '../../../tests/gsb.ts';
import { download, upload } from '../../testing/sending.ts';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';
import { useStoredGrids } from '../../shared/crs/grids.ts';
import { readyCrs } from '../../shared/crs/registered.ts';

/** Two arc seconds north, one east: some sixty metres, unlike any parameters. */
const SHIFT = [2, -1] as const;
const FILE = Buffer.from(
  gsb({
    grids: [{ name: 'UMBRIA', west: 12, south: 42, east: 13, north: 43, step: 0.25, shift: () => SHIFT }],
  }),
);
const ABOUT = { name: 'Umbria 2026', source: 'IGM, sheet 131', accuracy: '0.15', crs: '3003, EPSG:4265' };
/** 12.5° E 42.5° N shifted by the grid. */
const NEW = [12.5 + 1 / 3600, 42.5 + 2 / 3600] as const;

/**
 * In Gauss-Boaga zone 1 on the old datum's ellipsoid: `cct` 9.1.1 +proj=tmerc +lon_0=9 +k=0.9996 +x_0=1500000
 * +ellps=intl at 12.5° E 42.5° N.
 */
const EAST_NORTH = [1787610.494866, 4711315.775531] as const;

describe.each(engines)('Shift grids (%s)', (engine) => {
  let place: Workplace;
  let admin: TestPerson;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    admin = place.admin;
  });
  afterAll(() => place.close());
  const send = (content: Buffer, fields: Record<string, string> = {}) =>
    upload<CrsGrid & Problem>(
      place.server,
      admin,
      '/crs/grids',
      { name: 'u.gsb', content },
      { ...ABOUT, ...fields },
    );
  const list = async () => must(await place.surveyor.send<CrsGrid[]>('GET', '/crs/grids'), 200);
  const typed = async (text: string) => {
    const found = await place.surveyor.send<FoundPlaces>(
      'GET',
      `/geocoding/search?text=${encodeURIComponent(text)}`,
    );
    return must(found, 200).results[0]!.position;
  };
  const offered = async () => {
    const headers = { authorization: `Bearer ${place.surveyor.token}` };
    const answer = await place.server.app.inject({ url: '/ogcapi/collections/parcel?f=json', headers });
    expect(answer.statusCode).toBe(200);
    return answer.json<{ crs: string[] }>().crs.join(' ');
  };
  const compute = async () => {
    await useStoredGrids(place.server.services);
    await readyCrs('EPSG:3003');
  };

  it('are uploaded by administrators, visible to everybody, and used from then on', async () => {
    const before = await typed(`EPSG:3003 ${EAST_NORTH.join(' ')}`);
    // Differs from the regional parameters of the peninsula.
    expect(inverse([...before], [...NEW]).distance).toBeGreaterThan(30);
    const made = await send(FILE);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'Umbria 2026',
      accuracy: 0.15,
      crs: ['EPSG:3003', 'EPSG:4265'],
      area: [12, 42, 13, 43],
      nodes: 25,
      sha256: createHash('sha256').update(FILE).digest('hex'),
    });
    expect(await list()).toEqual([made.body]);
    const file = await download(place.server, place.surveyor, `/crs/grids/${made.body.id}`);
    expect(Buffer.compare(file.rawPayload, FILE)).toBe(0);

    // A typed coordinate uses the grid.
    const found = await typed(`EPSG:3003 ${EAST_NORTH.join(' ')}`);
    expect(inverse([...found], [...NEW]).distance).toBeLessThan(1e-4);
    await compute();
    const [east, north] = project('EPSG:3003', [...NEW]);
    expect(Math.hypot(east - EAST_NORTH[0], north - EAST_NORTH[1])).toBeLessThan(1e-4);
    expect(operationOf('EPSG:3003', [...NEW])).toEqual({
      kind: 'grid',
      names: ['Umbria 2026'],
      accuracy: 0.15,
    });
    // Outside the grid the regional parameters are used, and the existence of the grid is mentioned.
    expect(operationOf('EPSG:3003', [11, 44])).toMatchObject({ accuracy: 4, outside: ['Umbria 2026'] });
    // Other programs are not offered systems that the database would compute without the grid.
    expect(await offered()).not.toContain('/EPSG/0/3003');
    // Zone 2 was not named.
    expect(operationOf('EPSG:3004', [12.5, 42.5]).outside).toBeUndefined();
  });

  it('can be uploaded once, and deleting one restores the previous operation', async () => {
    const again = await send(FILE, { name: 'The same' });
    expect([again.status, again.body.detail]).toEqual([
      409,
      'This file was already uploaded. To use another name, delete that grid first.',
    ]);
    const [grid] = await list();
    must(await admin.send('DELETE', `/crs/grids/${grid!.id}`), 204);
    expect(await list()).toEqual([]);
    expect(await offered()).toContain('/EPSG/0/3003');
    await compute();
    expect(operationOf('EPSG:3003', [...NEW])).toMatchObject({ kind: 'parameters', accuracy: 4 });
    const parameters = unproject('EPSG:3003', [...EAST_NORTH]);
    expect(inverse([...parameters], [...NEW]).distance).toBeGreaterThan(30);
  });

  const german = gsb({
    grids: [{ name: 'ALL', west: 5, south: 47, east: 15, north: 55, step: 1, shift: () => [0, 0] }],
    from: [6377397.155, 6356078.963],
  });
  it.each<[string, Buffer, Record<string, string>, string]>([
    ['is no grid', Buffer.from('no grid at all'), {}, 'u.gsb is not an NTv2 grid'],
    ['is cut short', FILE.subarray(0, 500), {}, 'ends before its last node'],
    [
      'is of another ellipsoid',
      Buffer.from(german),
      {},
      'of 6377397.155 m, but EPSG:3003 uses one of 6378388.000 m',
    ],
    [
      'serves a system that is not there',
      FILE,
      { crs: 'EPSG:999999' },
      'EPSG:999999 is not a known reference system',
    ],
    ['serves WGS84', FILE, { crs: '3003,32633' }, 'EPSG:32633 is based on WGS 84'],
    ['serves nothing', FILE, { crs: 'Monte Mario' }, 'Enter the EPSG codes'],
    ['has no source', FILE, { source: '' }, 'source'],
    ['is of another checksum', FILE, { sha256: '0'.repeat(64) }, 'u.gsb'],
  ])(
    'are refused with a message where one %s, and nothing is stored',
    async (_what, content, fields, sentence) => {
      const { status, body } = await send(content, fields);
      expect([400, 422]).toContain(status);
      expect(JSON.stringify(body)).toContain(sentence);
      expect(await list()).toEqual([]);
    },
  );

  it('cannot be changed by surveyors', async () => {
    const sent = await upload<Problem>(
      place.server,
      place.surveyor,
      '/crs/grids',
      { name: 'u.gsb', content: FILE },
      ABOUT,
    );
    expect(sent.status).toBe(403);
  });
});
