import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { geoidHeight, loadGeoid, schemeOf, tilesOf } from '#core/geodesy';
import type { Problem, Terrain } from '#core/protocol';
import { download } from '../../testing/sending.ts';
import { hostOf } from '../../platform/outgoing/fetch.ts';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { serve, type HttpServer, type Reply } from '../../../tests/http-server.ts';
import { meshBytes, meshOf } from '../../testing/mesh.ts';

const LAYER = {
  format: 'quantized-mesh-1.0',
  version: '1.2.0',
  scheme: 'tms',
  tiles: ['{z}/{x}/{y}.terrain?v={version}'],
  maxzoom: 9,
  bounds: [12, 42, 13, 43],
};
/** A plane, metres. */
const plane = (east: number, north: number) => 300 + 20 * (east - 12.5) + 10 * (north - 42.5);

describe.each(engines)('a remote terrain, %s', (engine) => {
  let server: TestServer;
  let surveyor: TestPerson;
  let projectId: string;
  let remote: HttpServer;
  let reply: (path: string) => Reply;
  const requested: string[] = [];

  beforeAll(async () => {
    server = await startTestServer({ engine });
    const admin = await server.admin();
    surveyor = await server.person(admin, 'Sandra', ['geometries.read', 'files.write']);
    projectId = (await server.project(admin, 'Ground', [surveyor])).id;
    remote = await serve(({ path }) => {
      requested.push(path);
      return reply(path);
    });
    const internal = [hostOf(remote.url)];
    const { outgoing } = server.services;
    server.services.outgoing = {
      ...outgoing,
      fetch: (address, options) => outgoing.fetch(address, { ...options, internal }),
    };
  });
  afterEach(() => {
    requested.length = 0;
  });
  afterAll(async () => {
    await remote.close();
    await server.close();
  });

  /** Answers like a terrain server; `mesh`: its content at a tile. */
  const serving =
    (mesh: (level: number, x: number, y: number) => Buffer | undefined, layer: object = LAYER) =>
    (path: string): Reply => {
      if (path.startsWith('/world/layer.json')) return { json: layer };
      const [, level, x, y] = /^\/world\/(\d+)\/(\d+)\/(\d+)\.terrain/.exec(path) ?? [];
      const body = level === undefined ? undefined : mesh(Number(level), Number(x), Number(y));
      return body ? { body } : { status: 404 };
    };
  const add = (address: string, about: object = {}) =>
    surveyor.send<Terrain & Problem>(
      'POST',
      '/terrain/address',
      { address, ...about },
      { projectid: projectId },
    );
  const added = async (address = `${remote.url}/world/layer.json?key=abc`) => must(await add(address), 201);
  const heightsAt = (id: string, places: readonly (readonly [number, number])[]) =>
    surveyor.send<{ heights: (number | null)[] } & Problem>('POST', `/terrain/${id}/heights`, { places });

  it('is listed and served in our tiles, made from its triangles; from coarser ones where it has no finer', async () => {
    // It has nothing at the last two levels, as over flat ground.
    reply = serving((level, x, y) => (level > 7 ? undefined : gzipSync(meshOf({ level, x, y }, plane))));
    const terrain = await added();
    expect(terrain).toMatchObject({
      address: `${remote.url}/world/layer.json`,
      fileName: null,
      heights: 'ellipsoid',
      extent: LAYER.bounds,
      finest: 9,
      bytes: 0,
    });
    expect(requested.every((path) => path.includes('key=abc'))).toBe(true);
    const places = [[12.25, 42.75], [12.613, 42.937], [12.5, 42.5]] as const; // prettier-ignore
    const { heights } = must(await heightsAt(terrain.id, places), 200);
    // Vertices are quantized to 1/32767 of a tile of level 7, 1.4° wide, and of its height range, some 42 m.
    for (const [n, [east, north]] of places.entries())
      expect(Math.abs(heights[n]! - plane(east, north))).toBeLessThan(0.05);
    const { west, north } = tilesOf(terrain.extent, 9);
    const { rawPayload } = await download(
      server,
      surveyor,
      `/terrain/${terrain.id}/9/${west + 1}/${north + 1}`,
    );
    const tile = new Float32Array(new Uint8Array(rawPayload).buffer);
    expect(tile).toHaveLength(129 * 129);
    expect([...tile].some(Number.isNaN)).toBe(false);
    // Four tiles meet at its north-west corner.
    const [right, down] = schemeOf(-180 + ((west + 1) / 512) * 360, 0);
    expect([right * 512, down]).toEqual([west + 1, 0.5]);
    // Cached tiles are not fetched again.
    requested.length = 0;
    must(await heightsAt(terrain.id, places), 200);
    expect(requested).toEqual([]);
  });

  it('is lifted by the geoid where its heights are above sea level', async () => {
    reply = serving((level, x, y) => meshOf({ level, x, y }, plane));
    const terrain = must(await add(`${remote.url}/world/layer.json`, { heights: 'egm96' }), 201);
    const flat = await added();
    expect(terrain.heights).toBe('egm96');
    const places = [[12.25, 42.75], [12.5, 42.5]] as const; // prettier-ignore
    const above = must(await heightsAt(terrain.id, places), 200).heights;
    const without = must(await heightsAt(flat.id, places), 200).heights;
    await loadGeoid();
    for (const [n, [east, north]] of places.entries())
      expect(above[n]! - without[n]!).toBeCloseTo(geoidHeight(east, north), 2);
    // Between 43 and 50 m in all of Italy (EGM96), so the range goes along.
    for (const side of ['lowest', 'highest'] as const) {
      expect(terrain[side] - flat[side]).toBeGreaterThan(43);
      expect(terrain[side] - flat[side]).toBeLessThan(50);
    }
  });

  it('has no height outside its extent, and none where tiles are missing', async () => {
    const here = (level: number, x: number, y: number) => {
      const size = 180 / 2 ** level;
      return -180 + x * size <= 12.5 && -180 + (x + 1) * size > 12.5 && -90 + y * size <= 42.5 && -90 + (y + 1) * size > 42.5; // prettier-ignore
    };
    reply = serving((level, x, y) => (here(level, x, y) && level !== 0) || (level === 0 && x === 1) ? meshOf({ level, x, y }, plane) : undefined); // prettier-ignore
    const terrain = await added();
    const { heights } = must(await heightsAt(terrain.id, [[12.5, 42.5], [14, 42.5]]), 200); // prettier-ignore
    expect(heights[0]).toBeCloseTo(300, 1);
    expect(heights[1]).toBeNull();
  });

  it.each([
    ['file:///etc/layer.json', 422, /address/i],
    ['not an address', 422, /address/i],
    ['REMOTE/page/layer.json', 422, /layer\.json of a terrain/],
    ['REMOTE/heightmap/layer.json', 422, /layer\.json of a terrain/],
    ['REMOTE/mercator/layer.json', 422, /tiling scheme/],
    ['REMOTE/abroad/layer.json', 422, /are not loaded from there/],
    ['REMOTE/above/layer.json', 422, /are not loaded from there/],
    ['REMOTE/empty/layer.json', 422, /coarsest tiles/],
    ['REMOTE/gone/layer.json', 502, /responded with status 410/],
  ])('is refused at %s', async (address, status, sentence) => {
    const answers: Record<string, Reply> = {
      page: { body: Buffer.from('<html>') },
      heightmap: { json: { ...LAYER, format: 'heightmap-1.0' } },
      mercator: { json: { ...LAYER, projection: 'EPSG:3857' } },
      abroad: { json: { ...LAYER, tiles: ['http://other.test/{z}/{x}/{y}.terrain'] } },
      above: { json: { ...LAYER, tiles: ['../{z}/{x}/{y}.terrain'] } },
      empty: { json: LAYER },
      gone: { status: 410 },
    };
    reply = (path) => (path.endsWith('.json') ? answers[path.split('/')[1]!]! : { status: 404 });
    const answer = await add(address.replace('REMOTE', remote.url));
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(sentence)]);
  });

  it('names the tile that cannot be read: truncated, or with too many triangles', async () => {
    const broken = (bytes: Buffer) => bytes.subarray(0, 200);
    // 20,000 times the whole tile: 330 million heights.
    const corners = Array.from({ length: 20_000 }, () => [0, 1, 2]).flat();
    const heap = meshBytes([0, 1], [[0, 65_534 / 2, 0], [0, 0, 65_534 / 2], [0, 0, 0]], corners); // prettier-ignore
    for (const bad of [broken(meshOf({ level: 9, x: 0, y: 0 }, plane)), heap]) {
      reply = serving((level, x, y) => (level === 0 ? meshOf({ level, x, y }, plane) : bad));
      const terrain = await added();
      const answer = await heightsAt(terrain.id, [[12.5, 42.5]]);
      expect([answer.status, answer.body.detail]).toEqual([502, expect.stringMatching(/cannot be read/)]);
    }
  });

  it('limits the number of tiles of one request', async () => {
    reply = serving((level, x, y) => meshOf({ level, x, y }, plane), { ...LAYER, maxzoom: 14 });
    const terrain = await added();
    const places = Array.from({ length: 400 }, (_, n) => [12.02 + (n % 20) * 0.04, 42.02 + Math.floor(n / 20) * 0.04] as const); // prettier-ignore
    requested.length = 0;
    const answer = await heightsAt(terrain.id, places);
    expect([answer.status, requested]).toEqual([422, []]);
  });

  it('is deleted like any other', async () => {
    reply = serving((level, x, y) => meshOf({ level, x, y }, plane));
    const terrain = await added();
    must(await surveyor.send('DELETE', `/terrain/${terrain.id}`), 204);
    expect((await heightsAt(terrain.id, [[12.5, 42.5]])).status).toBe(404);
  });
});
