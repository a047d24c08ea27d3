import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { direct } from '#core/geodesy';
import type { SurfaceViewshed, SurfaceVolume, Terrain, Tileset } from '#core/protocol';
import { openJobs } from '../../app/job-kinds.ts';
import { engines } from '../../testing/databases.ts';
import { geotiff, type TestDem } from '../../testing/geotiff.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { smallTileset } from '../../testing/tileset.ts';
import { made, uploadJob } from '../../testing/upload-job.ts';
import { zip } from '../../testing/zip.ts';

/** The middle of a box of 20 m by 20 m, 40 m high, whose base is on the ellipsoid. */
const AT: [number, number] = [12.4924, 41.8902];

/** Level at 5 m above the ellipsoid, with cells of about 1 m by 1 m, 300 m around the box. */
const LEVEL: TestDem = {
  width: 400,
  height: 400,
  geographic: 4979,
  origin: [AT[0] - 0.0024, AT[1] + 0.0018],
  step: [0.000012, 0.000009],
  value: () => 5,
};

const corner = (east: number, north: number): [number, number] => {
  const [x, y] = direct(direct(AT, 90, east), 0, north);
  return [x, y];
};
/** A square around the box. */
const SQUARE = [[corner(-30, -30), corner(30, -30), corner(30, 30), corner(-30, 30)]];
const plane = (height: number) => ({ at: [...AT, height], east: 0, north: 0 });

describe.each(engines.slice(0, 1))('3D Tiles and terrain as one surface, %s', (engine) => {
  let server: TestServer;
  let surveyor: TestPerson;
  let projectId: string;
  let box: Tileset;
  let ground: Terrain;

  beforeAll(async () => {
    server = await startTestServer({ engine, jobs: openJobs });
    const admin = await server.admin();
    surveyor = await server.person(admin, 'Sandra', ['geometries.read', 'files.write']);
    projectId = (await server.project(admin, 'City', [surveyor])).id;
    const archive = { name: 'box.zip', content: zip(smallTileset('1.0', { at: AT })) };
    box = await made(uploadJob<Tileset>(server, surveyor, '/tilesets', projectId, archive));
    const dem = { name: 'dem.tif', content: geotiff(LEVEL) };
    ground = await made(
      uploadJob<Terrain>(server, surveyor, '/terrain', projectId, dem, { heights: 'ellipsoid' }),
    );
  });
  afterAll(() => server.close());

  const ask = <T>(what: string, body: object) =>
    surveyor.send<T>('POST', `/surface/${what}`, { sets: [box.id], ...body }, { projectid: projectId });
  const volume = async (body: object) =>
    must(await ask<SurfaceVolume>('volume', { outline: SQUARE, base: plane(0), ...body }), 200);

  it('has the volume of a box, alone and on a terrain, within its ±, and says how much of it the box is', async () => {
    const alone = await volume({});
    // 20 m · 20 m · 40 m; nothing is known around it.
    expect(Math.abs(alone.net - 16_000)).toBeLessThan(4 * alone.uncertainty);
    expect(alone.uncertainty).toBeLessThan(5);
    expect(alone).toMatchObject({
      cellsOf: 'surface',
      sets: [{ name: 'box', triangles: 12, error: 0, unread: 0 }],
    });
    expect(alone.meshed).toBeCloseTo(400 / 3600, 3);
    expect(alone.missing).toBeCloseTo(1 - 400 / 3600, 3);
    const both = await volume({ terrain: ground.id });
    // The ground beside the box: (3,600 m² − 400 m²) · 5 m.
    expect(Math.abs(both.net - 32_000)).toBeLessThan(4 * both.uncertainty);
    expect(both.missing).toBe(0);
    // Above 10 m only the box is, 30 m of it; below, 5 m of the ground are missing.
    const cut = await volume({ terrain: ground.id, base: plane(10) });
    expect(Math.abs(cut.above - 12_000)).toBeLessThan(4 * cut.uncertainty);
    expect(Math.abs(cut.below - 16_000)).toBeLessThan(4 * cut.uncertainty);
  });

  it('has the terrain’s own cells where no set lies within the outline', async () => {
    const beside = [[corner(60, 0), corner(100, 0), corner(100, 40), corner(60, 40)]];
    const { net, cellsOf, meshed, uncertainty } = await volume({ outline: beside, terrain: ground.id });
    expect({ cellsOf, meshed }).toEqual({ cellsOf: 'model', meshed: 0 });
    expect(Math.abs(net - 8_000)).toBeLessThan(uncertainty + 0.1);
    const bare = await ask<{ detail: string }>('volume', { outline: beside, base: plane(0) });
    expect([bare.status, bare.body.detail]).toEqual([422, expect.stringContaining('Neither the terrain')]);
  });

  it('obeys where a set is placed, and how it is clipped', async () => {
    const place = {
      longitude: corner(60, 0)[0],
      latitude: corner(60, 0)[1],
      height: 100,
      heading: 45,
      scale: 0.5,
    };
    const ring = [corner(60, -50), corner(110, -50), corner(110, 50), corner(60, 50)];
    const send = (version: number, body: object) =>
      surveyor.send<Tileset>('PUT', `/tilesets/${box.id}`, body, { 'if-match': `"${version}"` });
    const { version } = must(await send(box.version, { place }), 200);
    const outline = [[corner(40, -20), corner(80, -20), corner(80, 20), corner(40, 20)]];
    // 10 m · 10 m, from 100 m up to 120 m; of its half in the east, half.
    const moved = await volume({ outline, base: plane(100) });
    expect(Math.abs(moved.net - 2_000)).toBeLessThan(4 * moved.uncertainty);
    const clipped = must(await send(version, { clip: { keep: 'inside', ring } }), 200);
    const half = await volume({ outline, base: plane(100) });
    expect(Math.abs(half.net - 1_000)).toBeLessThan(4 * half.uncertainty + 0.5);
    must(await send(clipped.version, { clip: null, place: null }), 200);
  });

  it('hides what is behind a box from an eye beside it, and nothing else', async () => {
    const eye = [...corner(30, 0), 6.7];
    const view = must(
      await ask<SurfaceViewshed>('viewshed', {
        eye,
        radius: 80,
        rays: 120,
        steps: 80,
        target: 0,
        terrain: ground.id,
      }),
      200,
    );
    expect(view).toMatchObject({ gaps: false, sets: [{ triangles: 12 }] });
    const wrong: string[] = [];
    for (let ray = 0; ray < 120; ray++)
      for (let step = 0; step < 80; step++) {
        // The wall is 20 m to the west, 10 m to both sides.
        const turn = ((3 * ray - 270) * Math.PI) / 180;
        const wall = Math.abs(Math.tan(turn)) < 0.5 && Math.cos(turn) > 0 ? 20 / Math.cos(turn) : Infinity;
        if (Math.abs(step + 0.5 - wall) < 0.1) continue;
        if ((view.seen[80 * ray + step] === '1') !== step + 0.5 < wall) wrong.push(`${3 * ray}° ${step} m`);
      }
    expect(wrong).toEqual([]);
  });

  it('is refused with terrains and sets of other projects', async () => {
    const admin = await server.admin();
    const other = await server.project(admin, 'Elsewhere', [surveyor]);
    const headers = { projectid: other.id };
    const body = { outline: SQUARE, base: plane(0), sets: [box.id] };
    const refused = await surveyor.send<{ detail: string }>('POST', '/surface/volume', body, headers);
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('another project')]);
  });
});
