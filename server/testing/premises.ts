import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import type {
  BimModel,
  BimTopic,
  Bookmark,
  ExternalLayer,
  LayerServer,
  CloudAnnotation,
  CloudImage,
  CloudLink,
  FileRecord,
  Geometry,
  GroupWithMembers,
  InstalledPlugin,
  ObjectType,
  Panoramic,
  PersonalToken,
  PluginKey,
  PluginRegistry,
  PluginVersionRecord,
  Pointcloud,
  SentNotification,
  FieldBook,
  FolderTemplate,
  SheetTemplate,
  Survey,
  Track,
  User,
  Webhook,
} from '#core/protocol';
import { DEFAULT_LAYOUT } from '#core/sheets';
import { newSigningKey, packageFiles, signed, zipped, type SigningKey } from './plugin-package.ts';
import { smallPdf, upload } from './sending.ts';
import type { ServerConfig } from '../base/config/server-config.ts';
import type { JobQueue } from '../platform/services/queue.ts';
import { smallLas } from './las.ts';
import type { EngineName } from './databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from './server.ts';
import { makeObject, ROME, square } from './workplace.ts';
import { insertSurface, packed } from '../api/surfaces/store.ts';
import { bytesOf } from '../api/surfaces/tin/tin-bytes.ts';

/** Part of the name of every record of one organization. */
export const OURS = 'Aurelia';
/** Part of the name of every record that depends on a type some people are blocked from; also the type's name. */
export const HIDDEN = 'cassia';

const BOTH = `${OURS} ${HIDDEN}`;
const LINE: Geometry = {
  type: 'LineString',
  coordinates: [
    [12.5, 41.9],
    [12.51, 41.9],
  ],
};
export const IFC = `ISO-10303-21;HEADER;FILE_NAME('${BOTH}','2026-05-04T12:00:00',(''),(''),'','','');FILE_SCHEMA(('IFC4'));ENDSEC;DATA;ENDSEC;END-ISO-10303-21;`;
export const CSV = `lon,lat\n12.5,41.9\n12.51,41.9\n`;
/** One observation of a total station. */
export const GSI = '110001+00000007 21.102+10000000 22.102+10000000 31..00+00012345 \n';
export const GPX = `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>${OURS}</name>
  <trkseg><trkpt lat="41.9" lon="12.5"/><trkpt lat="41.9" lon="12.51"/></trkseg></trk></gpx>`;

/** Accepts every job and runs none: the permissions of jobs are tested with the jobs. */
const takingQueue: JobQueue = {
  add: async () => randomUUID(),
  cancel: async () => {},
  status: async () => 'ok',
  close: async () => {},
};

export type Ids = Awaited<ReturnType<typeof furnish>>;

export interface Premises {
  server: TestServer;
  ids: Ids;
  owner: TestPerson;
  /** May do everything, in another organization. */
  stranger: TestPerson;
  /** May do everything in the project, but is blocked from the hidden type and from the viewers of files. */
  blocked: TestPerson;
  /** A member of the project whose role has the authorizations of the last call of `holds`. */
  hand: TestPerson;
  holds(authorizations: readonly string[]): Promise<void>;
}

/** A server with one record of every kind, in one organization, and people with and without access. */
export async function openPremises(
  engine: EngineName,
  config: Partial<ServerConfig> = { logLevel: 'silent' },
): Promise<Premises> {
  const server = await startTestServer({ engine, jobs: async () => takingQueue, config });
  const owner = await server.admin();
  const { id: otherOrganization } = await server.organization(owner, 'Elsewhere');
  const stranger = await server.person(owner, 'Stranger', ['*'], { organizationIds: [otherOrganization] });
  const blockedLayers = [HIDDEN, 'panorama', 'bim', 'point-cloud', 'terrain-3d', 'tiles-3d'];
  const blocked = await server.person(owner, 'Blocked', ['*'], { blockedLayers });
  const hand = await server.person(owner, 'Hand', []);
  const ids = await furnish(server, owner, [blocked, hand]);
  const holds = async (authorizations: readonly string[]) => {
    await server.db.query(
      'update roles set authorizations = $2 where role_id = (select role_id from memberships where user_id = $1)',
      [hand.id, authorizations],
    );
  };
  return { server, ids, owner, stranger, blocked, hand, holds };
}

async function furnish(server: TestServer, owner: TestPerson, members: readonly TestPerson[]) {
  const project = (await server.project(owner, `${OURS} road`, members)).id;
  const inProject = { projectid: project };
  const post = async <T>(path: string, body: unknown, headers = {}) =>
    must(await owner.send<T>('POST', path, body, headers), 201);
  const attach = async <T>(path: string, name: string, content: Buffer | string, fields = {}, headers = {}) =>
    must(await upload<T>(server, owner, path, { name, content }, fields, headers), 201);
  const picture = await sharp({ create: { width: 64, height: 32, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();

  const type = await post<ObjectType>('/attributes', { name: HIDDEN, title: { en: BOTH, it: BOTH } });
  const illustrated = must(
    await upload<ObjectType>(
      server,
      owner,
      '/attributes/imagelist',
      { name: 'a.jpg', content: picture },
      { attributeid: type.id },
    ),
    200,
  );
  const make = async (location: Geometry) =>
    makeObject(owner, project, { location, typeName: HIDDEN, properties: { name: BOTH } });
  const object = await make(ROME);
  const survey = await post<Survey>('/surveys', { name: `${OURS} in May` }, inProject);
  const ofSurvey = { surveyid: survey.id };
  const surface = await insertSurface(server.db, {
    projectId: project,
    name: BOTH,
    crs: 'EPSG:32633',
    typeNames: [HIDDEN],
    facts: { objects: 1, vertices: 3, triangles: 1, plan: 50, slope: 50, low: 0, high: 2, twice: 0, crossing: 0, flat: 0, gaps: 0, geoid: 'EGM96' }, // prettier-ignore
    tin: await packed(
      bytesOf({
        places: Float64Array.of(291_000, 4_640_000, 291_010, 4_640_000, 291_000, 4_640_010),
        heights: Float64Array.of(0, 1, 2),
        triangles: Uint32Array.of(0, 1, 2),
      }),
    ),
    userId: owner.id,
  });
  const book = await attach<FieldBook>(`/projects/${project}/field-books`, 'a.gsi', GSI);
  const track = await attach<{ tracks: Track[] }>(`/surveys/${survey.id}/tracks`, 'a.gpx', GPX);
  const cloud = await attach<Pointcloud>('/pointcloud', `${BOTH}.las`, smallLas({ epsg: 32633 }), ofSurvey);
  const images = await attach<CloudImage[]>('/pointcloud/images', `${BOTH}.jpg`, picture, {
    pointcloudid: cloud.id,
  });
  const role = await server.role(owner, 'Passers-by', []);
  const user = await post<User>('/users', {
    email: 'livia@test.example',
    name: `${OURS} Livia`,
    roleId: role.role_id,
    password: 'a password of Livia',
  });
  const notification = await post<SentNotification>('/notifications', {
    subject: OURS,
    text: `News of ${BOTH}`,
    userIds: [owner.id],
  });
  must(
    await server.send('POST', '/requests', {
      name: `${OURS} Marco`,
      email: 'marco@test.example',
      wish: `${OURS} road`,
      reason: 'To look',
    }),
    204,
  );
  const panoramic = await attach<Panoramic>('/panoramics', `${BOTH}.jpg`, picture, ofSurvey);
  const placed = { position: [12.5, 41.9] };
  must(
    await owner.send('PUT', `/panoramics/${panoramic.id}`, placed, { 'if-match': `"${panoramic.version}"` }),
    200,
  );
  return {
    project,
    type: type.id,
    image: illustrated.images[0]!,
    object: object.id,
    transaction: object.transactions[0]!.id,
    line: (await make(LINE)).id,
    polygon: (await make(square(12.5, 41.8))).id,
    document: (
      await attach<FileRecord>('/files', `${BOTH}.pdf`, smallPdf(), { geometryid: object.id }, inProject)
    ).id,
    bookmark: (
      await post<Bookmark>(`/projects/${project}/bookmarks`, {
        name: OURS,
        viewpoint: { viewer: '2d', longitude: 12.5, latitude: 41.9, zoom: 15 },
      })
    ).id,
    folderTemplate: (await post<FolderTemplate>('/folder-templates', { name: OURS, folders: ['a'] })).id,
    sheetTemplate: (await post<SheetTemplate>('/sheet-templates', { name: OURS, layout: DEFAULT_LAYOUT })).id,
    externalLayer: (
      await post<ExternalLayer>(
        '/external-layers',
        {
          owner: 'project',
          name: OURS,
          source: {
            kind: 'xyz',
            url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
            minZoom: 0,
            maxZoom: 19,
          },
        },
        inProject,
      )
    ).id,
    ...(await outsidePlugin(server, owner)),
    layerServer: (await post<LayerServer>('/layer-servers', { name: 'maps.example.org' })).id,
    survey: survey.id,
    book: book.id,
    surface,
    track: track.tracks[0]!.id,
    panoramic: panoramic.id,
    topic: (await post<BimTopic>(`/projects/${project}/bim-topics`, { title: BOTH })).id,
    bim: (await attach<BimModel>('/bim', `${BOTH}.ifc`, IFC, ofSurvey)).id,
    cloud: cloud.id,
    cloudImage: images[0]!.id,
    annotation: (
      await post<CloudAnnotation>(`/pointcloud/${cloud.id}/annotations`, {
        title: OURS,
        text: '',
        category: '',
        position: [12.5, 41.9, 0],
        camera: null,
      })
    ).id,
    cloudLink: (
      await post<CloudLink>(`/pointcloud/${cloud.id}/links`, {
        name: OURS,
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      })
    ).id,
    webhook: (await post<Webhook>('/webhooks', { address: 'https://hooks.test/', events: ['bimTopics'] })).id,
    upload: await beginUpload(server, owner, project),
    group: (await post<GroupWithMembers>('/groups', { name: `${OURS} crew` })).id,
    role: role.role_id,
    user: user.id,
    organization: user.organizationIds[0]!,
    notification: notification.id,
    token: (await post<PersonalToken>('/users/me/tokens', { name: OURS, days: 1 })).id,
    owner: owner.id,
    ...(await storedFiles(server, owner, project)),
  };
}

/** A plugin from outside that is switched on, and has stored a document. */
async function outsidePlugin(server: TestServer, owner: TestPerson) {
  const key = newSigningKey();
  const content = await zipped(signed(packageFiles({ title: { en: OURS, it: OURS } }), key));
  const plugin = must(
    await upload<InstalledPlugin>(server, owner, '/plugins', { name: 'a.zip', content }),
    201,
  );
  const accept = async ({ publicKey }: SigningKey) =>
    must(await owner.send<PluginKey>('POST', '/plugin-keys', { name: OURS, publicKey }), 201);
  await accept(key);
  const { id } = await accept(newSigningKey());
  const [{ id: versionId, manifest }] = plugin.versions as [PluginVersionRecord];
  const change = { versionId, granted: manifest.permissions, enabled: true };
  must(await owner.send('PUT', `/plugins/${plugin.id}`, change, { 'if-match': `"${plugin.version}"` }), 200);
  must(await owner.send('POST', `/plugins/${plugin.id}/documents/settings`, { value: OURS }), 200);
  const address = `https://plugins.test/${OURS}/`;
  const kept = await owner.send<PluginRegistry>('POST', '/plugins/registries', { address });
  const pluginRegistry = must(kept, 201).id;
  return { plugin: plugin.id, pluginKey: id, pluginRegistry, pluginCode: manifest.files['entry.js'] };
}

/** An upload of nine bytes of which none has arrived. */
async function beginUpload(server: TestServer, { token }: TestPerson, project: string): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: {
      jwt: token,
      projectid: project,
      kind: 'pointcloud',
      'tus-resumable': '1.0.0',
      'upload-length': '9',
    },
  });
  return String(answer.headers.location).split('/').pop()!;
}

/** Rows that only jobs and forwarding create, inserted directly. */
async function storedFiles({ db, services }: TestServer, { id: userId }: TestPerson, project: string) {
  const nameZip = `${BOTH}.zip`;
  const key = `exports/${randomUUID()}`;
  await services.storage.write(key, Readable.from([Buffer.from('PK')]), 10);
  // The entry of one tile without heights.
  const noTiles = `files/${randomUUID()}`;
  await services.storage.write(noTiles, Readable.from([Buffer.alloc(10)]), 10);
  const tilesKey = `files/${randomUUID()}`;
  await services.storage.write(tilesKey, Readable.from([Buffer.from('{}')]), 2);
  const idOf = async (sql: string, params: unknown[]) => (await db.query<{ id: string }>(sql, params))[0]!.id;
  return {
    nameZip,
    export: await idOf(
      `insert into exports (id, project_id, user_id, kind, name_zip, storage_key, size, count, type_names, files, notes, expires_at)
       values ($1, $2, $3, 'data', $4, $5, 2, 1, $6, '{}', '{}', now() + interval '1 day') returning id`,
      [randomUUID(), project, userId, nameZip, key, [HIDDEN]],
    ),
    job: await idOf(
      `insert into jobs (kind, input, project_id, user_id, result, state) values ('export', '{}', $1, $2, $3, 'done')
       returning id`,
      [project, userId, JSON.stringify({ name: BOTH })],
    ),
    imported: await idOf(
      `insert into imports (project_id, file_name, type_name, count, by_user) values ($1, $2, $3, 0, $4) returning id`,
      [project, `${BOTH}.shp`, HIDDEN, userId],
    ),
    request: await idOf('select id from access_requests limit 1', []),
    terrain: await idOf(
      `insert into terrains (project_id, name, file_name, heights, crs, resolution, extent, lowest, highest, finest, key,
         bytes, created_by)
       values ($1, $2, $2, 'ellipsoid', 'EPSG:4326', 1, '[12, 41, 13, 42]', 0, 0, 0, $3, 10, $4) returning id`,
      [project, BOTH, noTiles, userId],
    ),
    tileset: await idOf(
      `with made as (insert into tilesets (project_id, name, file_name, key, root, edition, created_by, updated_by)
         values ($1, $2, $2, $3, 'tileset.json', '1.1', $4, $4) returning id),
       file as (insert into tileset_files (tileset_id, path, start, packed, bytes, deflated, gzipped)
         select id, 'tileset.json', 0, 2, 2, false, false from made)
       select id from made`,
      [project, BOTH, tilesKey, userId],
    ),
  };
}
