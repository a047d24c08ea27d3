import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inverse, loadProjections, measuresOf, project } from '#core/geodesy';
import type { Geometry, GeometryObject, Position } from '#core/protocol';
import { geodesic, heldBy } from '#core/sketch';
import { download, exportedResult, unpacked } from '../../server/testing/exporting.ts';
import { importFile } from '../../server/testing/importing.ts';
import { openJobs } from '../../server/app/job-kinds.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../server/testing/server.ts';
import { list, save } from '../../server/testing/workplace.ts';

interface Real {
  name: string;
  kind: 'point' | 'line' | 'polygon';
  /** The CRS in which its vertices are entered. */
  crs: string;
  typed: [number, number, number][];
  /** Metres: length or perimeter. */
  length: number;
  /** Its first vertex in EPSG:32633. */
  first: [number, number];
}

/**
 * Ten objects as a surveyor would enter them. Lengths: legs by `geod +ellps=WGS84 -I` of PROJ 9.1.1, which is
 * GeographicLib's code in C, of vertices converted to longitude and latitude by `cct -I`; the first vertex by `cct
 * +proj=utm +zone=33`.
 */
const OBJECTS: readonly Real[] = [
  { name: "Colosseum", kind: 'polygon', crs: 'EPSG:32633', typed: [[291873.104, 4640739.418, 22.5], [291946.77, 4640780.233, 22.5], [292025.338, 4640757.9, 22.5], [292058.612, 4640690.415, 22.5], [292010.9, 4640625.017, 22.5], [291930.446, 4640611.308, 22.5], [291869.25, 4640665.75, 22.5]], length: 559.308465, first: [291873.104, 4640739.418] },
  { name: "Piazza del Campo", kind: 'polygon', crs: 'EPSG:25832', typed: [[689150.215, 4798340.11, 318.2], [689262.87, 4798371.46, 319.05], [689301.004, 4798286.993, 316.7], [689238.5, 4798229.25, 314.9], [689161.75, 4798259.875, 315.45]], length: 458.381868, first: [202583.376548, 4802232.670602] },
  { name: "Runway of Fiumicino", kind: 'line', crs: 'EPSG:7792', typed: [[272405.1, 4629571.2, 2.1], [271880.35, 4633432.75, 2.4]], length: 3896.110399, first: [272405.100002, 4629571.200116] },
  { name: "Ponte dell'Accademia", kind: 'line', crs: 'EPSG:7795', typed: [[3026240.125, 5034712.5, 4.0], [3026255.75, 5034668.375, 8.25], [3026262.5, 5034650.0, 4.0]], length: 66.3848, first: [291631.833906, 5036097.831176] },
  { name: "Via Appia at Terracina", kind: 'line', crs: 'EPSG:4326', typed: [[12.7483215, 41.6127804, 31.5], [12.9731166, 41.4630091, 4.25], [13.1866432, 41.3202117, 3.75], [13.2485919, 41.2916337, 9.5]], length: 55037.104158, first: [312389.299333, 4609233.965487] },
  { name: "Lago di Bolsena", kind: 'polygon', crs: 'EPSG:4326', typed: [[11.8683, 42.6236, 303.9], [11.8857, 42.5477, 303.9], [11.9651, 42.5338, 303.9], [12.0077, 42.5756, 303.9], [11.9872, 42.6419, 303.9], [11.9203, 42.6602, 303.9]], length: 40365.103306, first: [243176.927762, 4723773.048249] },
  { name: "Mole Antonelliana", kind: 'point', crs: 'EPSG:25832', typed: [[397112.4375, 4991683.8125, 416.255]], length: 0, first: [-75188.691796, 5016890.869119] },
  { name: "Messina, the strait's cable", kind: 'line', crs: 'EPSG:4326', typed: [[15.6514, 38.2665, 230.1], [15.6802, 38.2456, 232.9]], length: 3425.823553, first: [556983.882093, 4235585.040358] },
  { name: "Isola di Capraia, a parcel", kind: 'polygon', crs: 'EPSG:32632', typed: [[579010.5, 4767020.25, 110.0], [579085.125, 4767044.875, 112.5], [579101.0, 4766981.5, 109.75], [579022.375, 4766960.125, 107.25]], length: 286.773846, first: [90334.717286, 4778855.360422] },
  { name: "Etna, crater's rim", kind: 'polygon', crs: 'EPSG:25833', typed: [[499510.2, 4178301.7, 3290.5], [499702.9, 4178350.4, 3305.0], [499801.1, 4178205.8, 3310.75], [499688.35, 4178059.15, 3295.25], [499515.6, 4178121.3, 3288.0]], length: 922.973957, first: [499510.2, 4178301.70011] },
]; // prettier-ignore

/** Metres. */
const TENTH_OF_A_MILLIMETRE = 1e-4;

/** Entered X, Y and height become a vertex as in the drawing tools. */
function drawn({ kind, crs, typed }: Real): Geometry {
  const vertices = typed.map(([x, y, z]): Position =>
    heldBy({ x, y, z }, [12, 42], undefined, { metric: geodesic, crs })!,
  );
  if (kind === 'point') return { type: 'Point', coordinates: vertices[0]! };
  if (kind === 'line') return { type: 'LineString', coordinates: vertices };
  return { type: 'Polygon', coordinates: [[...vertices, vertices[0]!]] };
}

const firstOf = ({ type, coordinates }: Geometry): Position =>
  (type === 'Point' ? coordinates : type === 'LineString' ? coordinates[0] : coordinates[0]![0]) as Position;

describe('Measures of ten real objects', () => {
  let server: TestServer;
  let surveyor: TestPerson;
  let admin: TestPerson;
  let projectId: string;
  const truth = new Map<string, { area: number | undefined }>();

  beforeAll(async () => {
    await loadProjections();
    server = await startTestServer({ engine: 'embedded', jobs: openJobs });
    admin = await server.admin();
    surveyor = await server.person(admin, 'Sara', [
      'geometries.read',
      'geometries.write',
      'attributes.write',
      'import',
      'export',
    ]);
    ({ id: projectId } = await server.project(admin, 'Proof', [surveyor]));
    must(await admin.send('POST', '/attributes', { name: 'real' }), 201);
    const changes = OBJECTS.map((real) => ({
      clientId: randomUUID(),
      location: drawn(real),
      typeName: 'real',
      properties: { name: real.name },
    }));
    for (const answer of await save(surveyor, projectId, changes)) expect(answer.status).toBe('saved');
    for (const { location, properties } of changes)
      truth.set(properties.name, { area: await areaByDatabase(location) });
  });
  afterAll(() => server?.close());

  /** PostGIS, which uses PROJ's geodesics. */
  async function areaByDatabase(location: Geometry): Promise<number | undefined> {
    if (location.type !== 'Polygon') return undefined;
    const [row] = await server.db.query<{ area: number }>(
      'select st_area(st_force2d(st_geomfromgeojson($1))::geography) as area',
      [JSON.stringify(location)],
    );
    return row!.area;
  }

  function agree(objects: readonly GeometryObject[], drift = 0): void {
    expect(objects).toHaveLength(OBJECTS.length);
    for (const real of OBJECTS) {
      const { location } = objects.find(({ properties }) => properties['name'] === real.name)!;
      const { length, perimeter, area } = measuresOf(location);
      if (real.kind !== 'point')
        expect(Math.abs((perimeter ?? length)! - real.length), real.name).toBeLessThan(
          TENTH_OF_A_MILLIMETRE + drift / 5,
        );
      const expected = truth.get(real.name)!.area;
      // A tenth of a millimetre of error in a side changes the area by the side's length times that.
      if (expected !== undefined)
        expect(Math.abs(area! - expected), real.name).toBeLessThan(real.length * TENTH_OF_A_MILLIMETRE);
      const first = firstOf(location);
      const [east, north] = project('EPSG:32633', first);
      expect(Math.hypot(east - real.first[0], north - real.first[1]), real.name).toBeLessThan(
        TENTH_OF_A_MILLIMETRE + drift,
      );
      expect(first[2], real.name).toBe(real.typed[0]![2]);
    }
  }

  it('agree with PROJ and GeographicLib to a tenth of a millimetre after drawing, saving and loading', async () => {
    agree(await list(surveyor, projectId));
  });

  it('of a façade are kept after saving, exporting and importing: vertical areas are areas', async () => {
    const [a, b]: Position[] = [[12.5, 41.9, 21.125], [12.5001, 41.90005, 21.5]]; // prettier-ignore
    const ring: Position[] = [a!, b!, [b![0], b![1], 33.25], [a![0], a![1], 33.0625], a!];
    const wall: Geometry = { type: 'Polygon', coordinates: [ring] };
    const { id } = await server.project(admin, 'Façades', [surveyor]);
    const [saved] = await save(surveyor, id, [
      { clientId: randomUUID(), location: wall, typeName: 'real', properties: { name: 'Façade' } },
    ]);
    expect(saved!.status).toBe('saved');
    expect((await list(surveyor, id))[0]!.location).toEqual(wall);
    const result = await exportedResult(surveyor, id, 'data', { formats: ['shapefile'], crs: 'EPSG:4326' });
    const { bytes } = await download(server, surveyor, result.nameZip);
    const other = await server.project(admin, 'Façades again', [surveyor]);
    const job = await importFile(server, surveyor, other.id, 'all.zip', bytes, { commit: 'true', typeName: 'again' }); // prettier-ignore
    expect(job.result?.problems).toEqual([]);
    const [again] = await list(surveyor, other.id);
    // A shapefile may start a ring at another vertex, and reverse it.
    const places = (geometry: Geometry) => new Set((geometry.coordinates as Position[][])[0]!.map(String));
    expect(places(again!.location)).toEqual(places(wall));
  });

  it.each([
    ['GeoJSON', 'EPSG:4326', 0],
    ['shapefile', 'EPSG:4326', 0],
    ['shapefile', 'EPSG:7792', 0],
    // Helmert's seven parameters are not an exact inverse of themselves, in PROJ neither: 0.6 mm, nearly the same for
    // all vertices (a fifth of it where the parameters of two regions meet, at the strait).
    ['shapefile', 'EPSG:3003', 7e-4],
  ] as const)(
    'still do after an export as %s in %s and an import into another project',
    async (format, crs, drift) => {
      const formats = [format === 'GeoJSON' ? 'geojson' : 'shapefile'];
      const result = await exportedResult(surveyor, projectId, 'data', { formats, crs });
      const { bytes } = await download(server, surveyor, result.nameZip);
      const { folder, remove } = await unpacked(bytes, result);
      const { id } = await server.project(admin, `${format} ${crs}`, [surveyor]);
      const take = async (name: string, content: Buffer, layer?: string) => {
        const fields = {
          commit: 'true',
          typeName: `${format} ${crs} ${layer ?? ''}`,
          ...(layer && { layer }),
        };
        expect(await importFile(server, surveyor, id, name, content, fields)).toMatchObject({
          state: 'done',
        });
      };
      if (format === 'GeoJSON')
        for (const file of result.files.filter((name) => name.endsWith('.geojson')))
          await take(path.basename(file), fs.readFileSync(path.join(folder, file)));
      else
        for (const layer of ['real_point_z', 'real_line_z', 'real_polygon_z'])
          await take('all.zip', bytes, layer);
      remove();
      agree(await list(surveyor, id), drift);
    },
  );

  it('are those of vertices that return from WGS84 to exactly the entered place', () => {
    for (const real of OBJECTS) {
      const [x, y] = project(real.crs, firstOf(drawn(real)));
      const [wantedX, wantedY] = real.typed[0]!;
      const apart =
        real.crs === 'EPSG:4326'
          ? inverse([x, y], [wantedX, wantedY]).distance
          : Math.hypot(x - wantedX, y - wantedY);
      expect(apart, real.name).toBeLessThan(1e-6);
    }
  });
});
