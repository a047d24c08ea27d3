import type { Geometry, GeometryObject, ObjectType } from '#core/protocol';
import { must, type TestPerson } from './server.ts';
import { makeObject, openWorkplace, square, type Workplace } from './workplace.ts';
import type { EngineName } from './databases.ts';

const title = (name: string) => ({ en: name, it: name });
const field = (name: string, type: string) => ({ name, title: title(name), type, required: false });

/** Fields of every kind, some with names that neither XML nor a URL can contain unescaped. */
const FIELDS = [
  field('owner', 'text'),
  field('area m²', 'number'),
  field('floors', 'integer'),
  field('rooms', 'integer'),
  field('surveyed', 'date'),
  field('inhabited', 'boolean'),
  {
    ...field('use', 'choice'),
    choices: ['house', 'garden'].map((value) => ({ value, title: title(value) })),
  },
];

/** A type name that is not valid in XML, and contains reserved characters of URLs. */
export const ODD_TYPE = 'Pozzi & fonti/2';

export interface TestSurvey extends Workplace {
  /** Of the type parcel, then one of ODD_TYPE; as the API returns them. */
  objects: GeometryObject[];
  /** URL on which the server listens. */
  url: string;
  /** May not see the type `secret`, of which there is an object. */
  guest: TestPerson;
}

/**
 * A listening server with a project of objects of every geometry, with and without heights, and every kind of value.
 */
export async function openSurvey(engine: EngineName): Promise<TestSurvey> {
  const place = await openWorkplace(engine);
  const { admin, surveyor, server } = place;
  const guest = await server.person(admin, 'Gino', ['geometries.read'], { blockedLayers: ['secret'] });
  const project = await server.project(admin, 'Rilievo', [surveyor, guest]);
  const types = must(await admin.send<ObjectType[]>('GET', '/attributes?objectname=parcel'), 200);
  const parcel = types.find(({ name }) => name === 'parcel')!;
  must(
    await admin.send(
      'PUT',
      `/attributes/${parcel.id}`,
      { fields: FIELDS },
      { 'if-match': `"${parcel.version}"` },
    ),
    200,
  );
  must(await admin.send('POST', '/attributes', { name: ODD_TYPE, fields: [field('depth', 'number')] }), 201);
  const objects: GeometryObject[] = [];
  for (const [n, location] of SHAPES.entries())
    objects.push(await makeObject(surveyor, project.id, { location, properties: VALUES[n] ?? {} }));
  objects.push(
    await makeObject(surveyor, project.id, {
      typeName: ODD_TYPE,
      location: SHAPES[0]!,
      properties: { depth: 12.5 },
    }),
  );
  await makeObject(surveyor, project.id, { typeName: 'secret' });
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  return { ...place, project, objects, url, guest };
}

const ring = (west: number, south: number, side: number) =>
  square(west, south, side).coordinates[0] as [number, number][];
const lifted = (positions: readonly [number, number][]) =>
  positions.map(([lon, lat]) => [lon, lat, 100.25] as [number, number, number]);

const SHAPES: Geometry[] = [
  { type: 'Point', coordinates: [12.496400000000001, 41.902800000000006, 57.25] },
  { type: 'Point', coordinates: [9.19, 45.4642] },
  {
    type: 'LineString',
    coordinates: [
      [11.1, 46.01, 200.5],
      [11.123456789012345, 46.02, 201.125],
      [11.2, 46.03, 0],
    ],
  },
  { type: 'Polygon', coordinates: [ring(11, 46, 0.01), [...ring(11.002, 46.002, 0.002)].reverse()] },
  { type: 'Polygon', coordinates: [lifted(ring(11.5, 46.5, 0.01))] },
  {
    type: 'MultiPolygon',
    coordinates: [[ring(12, 42, 0.01), [...ring(12.002, 42.002, 0.002)].reverse()], [ring(12.1, 42, 0.01)]],
  },
  {
    type: 'MultiPoint',
    coordinates: [
      [13, 43, 1.5],
      [13.1, 43.1, 2.5],
    ],
  },
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [14, 41],
        [14.1, 41.1],
      ],
      [
        [14.2, 41.2],
        [14.3, 41.3],
        [14.4, 41.2],
      ],
    ],
  },
];

const VALUES: Record<string, unknown>[] = [
  {
    owner: `D'Annunzio <& "figli"> €`,
    'area m²': 1234.5678901234,
    floors: 3,
    rooms: 2147483647,
    surveyed: '2026-05-01',
    inhabited: true,
    use: 'house',
  },
  { owner: 'Perché no? 漢字 😀', 'area m²': -0.000001, floors: 0, inhabited: false, use: 'garden' },
  { owner: null, 'area m²': null, floors: null, surveyed: null, inhabited: null, use: null },
  {},
  { owner: 'two\nlines', surveyed: '1899-12-31' },
  { owner: 'Rossi', 'area m²': 12345678901.5, floors: 9007199254740991 },
  { owner: 'Rossi', floors: -5 },
  { owner: 'Bianchi', use: 'house' },
];
