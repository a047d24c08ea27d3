import { randomUUID } from 'node:crypto';
import type {
  GeometryChange,
  ChangeAnswer,
  Geometry,
  GeometryObject,
  ObjectType,
  Project,
} from '#core/protocol';
import type { EngineName } from './databases.ts';
import { must, startTestServer, type TestPerson, type TestServer, type TestServerOptions } from './server.ts';

export const EVERYTHING_ON_OBJECTS = [
  'geometries.read',
  'geometries.write',
  'geometries.delete',
  'geometries.restore',
  'attributes.write',
  'projects.write',
];

/** A server with one project, two object types, and a surveyor. */
export interface Workplace {
  server: TestServer;
  admin: TestPerson;
  surveyor: TestPerson;
  project: Project;
  close(): Promise<void>;
}

export async function openWorkplace(
  engine: EngineName,
  options: Partial<TestServerOptions> = {},
): Promise<Workplace> {
  const server = await startTestServer({ engine, ...options });
  const admin = await server.admin();
  const surveyor = await server.person(admin, 'Sara', EVERYTHING_ON_OBJECTS);
  const project = await server.project(admin, 'Via Appia', [surveyor]);
  for (const type of [{ name: 'parcel' }, { name: 'secret' }])
    must(await admin.send<ObjectType>('POST', '/attributes', type), 201);
  return { server, admin, surveyor, project, close: server.close };
}

export const ROME: Geometry = { type: 'Point', coordinates: [12.4964, 41.9028, 57.25] };

/** A square with its lower left corner there; degrees. */
export function square(lon: number, lat: number, side = 0.001): Geometry {
  const [east, north] = [lon + side, lat + side];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [lon, lat],
        [east, lat],
        [east, north],
        [lon, north],
        [lon, lat],
      ],
    ],
  };
}

export async function makeObject(
  by: TestPerson,
  projectId: string,
  given: { location?: Geometry; typeName?: string; properties?: Record<string, unknown> } = {},
): Promise<GeometryObject> {
  const body = { location: ROME, typeName: 'parcel', properties: {}, ...given };
  return must(await by.send<GeometryObject>('POST', '/geometries', body, { projectid: projectId }), 201);
}

/** A change as a client would queue it; a new object unless it names one. */
export function changeOf(given: Partial<GeometryChange> = {}): GeometryChange {
  return { clientId: randomUUID(), location: ROME, typeName: 'parcel', properties: {}, ...given };
}

export async function save(
  by: TestPerson,
  projectId: string,
  changes: readonly unknown[],
): Promise<ChangeAnswer[]> {
  return must(
    await by.send<ChangeAnswer[]>('POST', '/geometries/autosave', changes, { projectid: projectId }),
    200,
  );
}

export async function list(
  by: TestPerson,
  projectId: string,
  query = '',
  type?: string,
): Promise<GeometryObject[]> {
  const headers = { projectid: projectId, ...(type ? { type } : {}) };
  return must(await by.send<GeometryObject[]>('GET', `/geometries${query}`, undefined, headers), 200);
}
