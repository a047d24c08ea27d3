import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geoidAt, loadCrs, unproject } from '#core/geodesy';
import type {
  MakeSurface,
  Position,
  ProjectSurface,
  SurfaceContours,
  SurfaceSection,
  SurfaceVolumes,
} from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { makeObject } from '../../testing/workplace.ts';

const CRS = 'EPSG:32633';
const BASE = [500_000, 4_650_000] as const;
/** A square of 100 m that rises by 10 m to the east. */
const SPOTS = [
  [0, 0, 100],
  [100, 0, 110],
  [100, 100, 110],
  [0, 100, 100],
] as const;

const detailOf = ({ body }: { body: unknown }) => (body as { detail: string }).detail;

let geoid = 0;
/** A place in the plane, with a height above the sea. */
const place = ([x, y, height]: readonly [number, number, number?]): Position => {
  const [longitude, latitude] = unproject(CRS, [BASE[0] + x, BASE[1] + y]);
  return height === undefined ? [longitude, latitude] : [longitude, latitude, height + geoid];
};

describe.each(engines)('surfaces of projects, %s', (engine) => {
  let server: TestServer;
  let sara: TestPerson;
  let reader: TestPerson;
  let blocked: TestPerson;
  let projectId: string;
  let points: string[];
  let path: string;

  beforeAll(async () => {
    await loadCrs(CRS);
    geoid = (await geoidAt(15, 42)).height;
    server = await startTestServer({ engine });
    const admin = await server.admin();
    sara = await server.person(admin, 'Sara', ['geometries.read', 'geometries.write']);
    reader = await server.person(admin, 'Rita', ['geometries.read']);
    blocked = await server.person(admin, 'Carla', ['geometries.read', 'geometries.write'], {
      blockedLayers: ['spot'],
    });
    projectId = (await server.project(admin, 'Pit', [sara, reader, blocked])).id;
    must(await admin.send('PUT', `/projects/${projectId}`, { crs: CRS }, { 'if-match': '"1"' }), 200);
    path = `/projects/${projectId}/surfaces`;
    for (const name of ['spot', 'line', 'area']) must(await admin.send('POST', '/attributes', { name }), 201);
    points = [];
    for (const spot of SPOTS) points.push(await object('spot', 'Point', place(spot)));
  });
  afterAll(() => server?.close());

  const object = async (typeName: string, type: string, coordinates: unknown) =>
    (
      await makeObject(sara, projectId, {
        typeName,
        location: { type, coordinates } as never,
        properties: {},
      })
    ).id;
  const ask = (more: Partial<MakeSurface> = {}, by = sara) =>
    by.send<ProjectSurface>('POST', path, { name: 'Ground', of: { ids: points }, hasBorders: true, ...more });
  const make = async (more: Partial<MakeSurface> = {}) => must(await ask(more), 201);

  it('are in the plane of the project, above the sea, and count what has no height', async () => {
    const flat = await object('spot', 'Point', [15, 42]);
    const surface = await make({ of: { ids: [...points, flat] } });
    expect(surface).toMatchObject({ crs: CRS, typeNames: ['spot'], objects: 5, vertices: 4, triangles: 2, flat: 1, gaps: 0, createdBy: 'Sara' }); // prettier-ignore
    expect(surface.plan).toBeCloseTo(10_000, 2);
    // 10 m in 100 m, and the geoid changes by millimetres: √10,100 by 100.
    expect(surface.slope).toBeCloseTo(100 * Math.sqrt(10_100), 0);
    expect(surface.low).toBeCloseTo(100, 1);
    expect(surface.high).toBeCloseTo(110, 1);
    const listed = must(await reader.send<ProjectSurface[]>('GET', path), 200);
    expect(listed.map(({ id }) => id)).toContain(surface.id);
  });

  it('have contours, volumes, sections and a file that everybody in the project gets', async () => {
    const { id } = await make();
    const contours = must(
      await reader.send<SurfaceContours>('GET', `/surfaces/${id}/contours?interval=3`),
      200,
    );
    expect(contours.map(({ height }) => height)).toEqual([102, 105, 108]);
    expect(contours[1]!.positions[0]![2]).toBeCloseTo(105 + geoid, 1);
    const volumes = (base: object) =>
      reader.send<SurfaceVolumes>('POST', `/surfaces/${id}/volumes`, { base });
    // Two wedges of 50 m × 100 m × 5 m / 2.
    const { cut, fill, area } = must(await volumes({ height: 105 }), 200);
    expect([cut, fill]).toEqual([expect.closeTo(12_500, -2), expect.closeTo(12_500, -2)]);
    expect(area).toBeCloseTo(10_000, 2);
    const same = must(await volumes({ surface: id }), 200);
    expect([same.cut, same.fill]).toEqual([expect.closeTo(0, 3), expect.closeTo(0, 3)]);
    const line = [place([-50, 50]), place([150, 50])];
    const section = must(await reader.send<SurfaceSection>('POST', `/surfaces/${id}/section`, { line }), 200);
    expect(section).toHaveLength(1);
    expect(section[0]![0]!.along).toBeCloseTo(50, 2);
    expect(section[0]!.at(-1)!.height).toBeCloseTo(110, 1);
    const triangles = must(await reader.send<{ corners: number[] }>('GET', `/surfaces/${id}/triangles`), 200);
    expect(triangles.corners).toHaveLength(6);
    const file = await reader.send<string>('GET', `/surfaces/${id}/file`);
    expect(file.status).toBe(200);
    expect(file.headers['content-disposition']).toContain('Ground.xml');
  });

  it('are made of all objects of types, with lines as breaklines and areas as borders', async () => {
    const ring = [[0, 0, 100], [50, 0, 105], [50, 50, 105], [0, 50, 100], [0, 0, 100]] as const; // prettier-ignore
    await object('area', 'Polygon', [ring.map(place)]);
    await object('line', 'LineString', [
      [15, 42],
      [15.001, 42],
    ]);
    const of = { typeNames: ['spot', 'line', 'area'] };
    const bordered = await make({ of });
    expect(bordered).toMatchObject({ gaps: 1, typeNames: ['area', 'line', 'spot'] });
    expect(bordered.plan).toBeCloseTo(2500, 2);
    expect((await make({ of, hasBorders: false })).plan).toBeCloseTo(10_000, 2);
  });

  it('of too little are refused with a sentence', async () => {
    const few = await ask({ of: { ids: points.slice(0, 2) } });
    expect([few.status, detailOf(few)]).toEqual([422, expect.stringContaining('The objects have 2 vertices with heights.')]); // prettier-ignore
    const { id } = await make();
    const many = await reader.send('GET', `/surfaces/${id}/contours?interval=0.001`);
    expect([many.status, detailOf(many)]).toEqual([422, expect.stringContaining('Choose a larger one.')]);
  });

  it('are seen by nobody who is blocked from a type, or is no member', async () => {
    const { id } = await make();
    expect(must(await blocked.send<ProjectSurface[]>('GET', path), 200)).toEqual([]);
    expect((await blocked.send('GET', `/surfaces/${id}/file`)).status).toBe(404);
    expect((await ask({}, blocked)).status).toBe(422);
    expect((await ask({}, reader)).status).toBe(403);
  });

  it('are renamed and deleted in the version that was read', async () => {
    const { id } = await make();
    const renamed = must(await sara.send<ProjectSurface>('PUT', `/surfaces/${id}`, { name: 'Ground 2026' }, { 'if-match': '"1"' }), 200); // prettier-ignore
    expect(renamed).toMatchObject({ name: 'Ground 2026', version: 2 });
    expect((await sara.send('DELETE', `/surfaces/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(412);
    expect((await sara.send('DELETE', `/surfaces/${id}`, undefined, { 'if-match': '"2"' })).status).toBe(204);
    expect((await sara.send('GET', `/surfaces/${id}/triangles`)).status).toBe(404);
  });
});
