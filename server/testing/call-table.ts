import { EMPTY_CODE_LIST, TYPE_FILE_FORMAT } from '#core/protocol';
import { DEFAULT_LAYOUT } from '#core/sheets';
import { CSV, GPX, GSI, HIDDEN, IFC, OURS, type Ids } from './premises.ts';
import { smallLas } from './las.ts';

const SLD = '<UserStyle><FeatureTypeStyle><Rule><LineSymbolizer/></Rule></FeatureTypeStyle></UserStyle>';

/**
 * What a request is about, which determines the response to people without access: `thing` – one record of the hidden
 * type or viewer: 404 for strangers and for people blocked from it; `place` – the project or a record that every
 * member may see: 404 for strangers, nothing hidden for blocked people; `house` – of the organization: 404 for
 * strangers; `list` – everybody gets a response, with what they may see; `all` – needs no token.
 */
export type CallSubject = 'thing' | 'place' | 'house' | 'list' | 'all';

export interface CallCase {
  about: CallSubject;
  /** For parameters of the path. */
  params?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent as multipart, with the fields of `body`. */
  file?: { name: string; content: Buffer | string };
  /** Expected status for the owner. Default: 2xx, or 412 for a versioned call. */
  owner?: number;
  /** Expected status for a stranger where it is neither 404 nor their own 2xx. */
  stranger?: number;
  /** Expected status for a blocked person where it differs from that of `about`. */
  blocked?: number;
  /** Secrets that the response may contain. */
  mayContain?: string[];
  /** The response does not end: people with access send HEAD. */
  stream?: true;
  /** The owner sends it late, since it deletes what other requests use. */
  late?: number;
}

const POINT = { type: 'Point', coordinates: [12.4964, 41.9028] };
const AREA = 'bbox=12,41,13,42';
const GRID = { name: 'x', source: 'a survey', accuracy: '0.1', crs: '3003' };
const XML = { 'content-type': 'application/xml' };
const GEOREFERENCE = {
  crs: 'EPSG:7792',
  verticalCrs: null,
  transform: { from: [0, 0, 0], to: [0, 0, 0], turn: [0, 0, 0], scale: [1, 1, 1] },
  found: 'typed',
  note: null,
  fit: null,
};
const TYPE_FILE = JSON.stringify({ format: TYPE_FILE_FORMAT, version: 1, types: [{ name: 'filed' }] });
const ANNOTATION = { title: 'x', text: '', category: '', position: [12, 42, 0], camera: null };
const TILES = {
  kind: 'xyz',
  url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  minZoom: 0,
  maxZoom: 19,
};
const SHEET = {
  layout: DEFAULT_LAYOUT,
  frames: [{ centre: POINT.coordinates, rotation: 0 }],
  format: 'pdf',
};
const CAPABILITIES = '<GetCapabilities xmlns="http://www.opengis.net/wfs/2.0" service="WFS"/>';

/** Every route of the server, with the path of Fastify, and its request. */
export function tableOf(ids: Ids): Record<string, CallCase> {
  const inProject = { headers: { projectid: ids.project } };
  const of = (id: string) => ({ params: { id } });
  const thing = (id: string, more: Partial<CallCase> = {}): CallCase => ({
    about: 'thing',
    ...of(id),
    ...more,
  });
  const place = (id: string, more: Partial<CallCase> = {}): CallCase => ({
    about: 'place',
    ...of(id),
    ...more,
  });
  const house = (id: string, more: Partial<CallCase> = {}): CallCase => ({
    about: 'house',
    ...of(id),
    ...more,
  });
  const placed = (more: Partial<CallCase> = {}): CallCase => ({ about: 'place', ...inProject, ...more });
  const list = (more: Partial<CallCase> = {}): CallCase => ({ about: 'list', ...more });
  const all = (more: Partial<CallCase> = {}): CallCase => ({ about: 'all', ...more });
  const file = (name: string, content: Buffer | string) => ({ file: { name, content } });
  const ofSurvey = { surveyid: ids.survey };
  const jpeg = file('a.jpg', 'no picture');
  /** Of the model, which no job has converted. */
  const ofModel = (params = {}, more: Partial<CallCase> = {}) =>
    thing(ids.bim, { params: { id: ids.bim, ...params }, owner: 409, ...more });
  /** Whose pyramid no job has made. */
  const ofPanoramic = (params = {}) =>
    thing(ids.panoramic, { params: { id: ids.panoramic, ...params }, owner: 404 });
  return {
    'GET /api/openapi.json': all(),
    'GET /api/docs': all(),
    'GET /api/health': all(),
    'POST /api/login': all({ body: { email: 'x@test.example', password: 'x' }, owner: 401 }),
    'POST /api/sso/login-sso': all({ body: { loginToken: 'x' }, owner: 401 }),
    'POST /api/refreshtoken': all({ body: { refreshToken: 'x' }, owner: 401 }),
    'GET /api/sso/providers': all(),
    'GET /api/sso/ways': all(),
    'POST /api/sso/auth': all({ body: { email: 'x@test.example', password: 'x' }, owner: 404 }),
    'GET /api/sso/oidc/:id': all({ ...of('none'), owner: 404 }),
    'GET /api/sso/oidc/:id/callback': all({ ...of('none'), owner: 404 }),
    'POST /api/passwordrecovery/sendtoken': all({ body: { email: 'x@test.example' } }),
    'POST /api/passwordrecovery/savechange': all({
      body: { token: 'x', password: 'a long enough one' },
      owner: 401,
    }),
    'POST /api/requests': all({
      body: { name: 'Nemo', email: 'nemo@test.example', wish: 'in', reason: 'so' },
    }),

    // Blocked people and those who administer users see the names of what is blocked.
    'GET /api/me': list({ mayContain: [HIDDEN] }),
    'POST /api/password': list({
      body: { current: 'x', next: 'a long enough one' },
      owner: 403,
      stranger: 403,
      blocked: 403,
    }),
    'POST /api/logout': list({ late: 9 }),
    'GET /api/users/me/device-key': list(),
    'GET /api/users/me/tokens': list(),
    'POST /api/users/me/tokens': list({ body: { name: 'mine', days: 1 } }),
    'DELETE /api/users/me/tokens/:id': house(ids.token, { blocked: 404, late: 1 }),
    'GET /api/preferences/:id': house(ids.owner, { blocked: 404 }),
    'PUT /api/preferences/:id': house(ids.owner, { body: { theme: 'dark' }, blocked: 404 }),

    'POST /api/organizations': list({ body: { name: 'New' } }),
    'GET /api/organizations': list(),
    'GET /api/organizations/:id': house(ids.organization),
    'GET /api/organizations/:id/contacts': house(ids.organization),
    'PUT /api/organizations/:id': house(ids.organization, { body: { name: 'Ours' } }),
    'DELETE /api/organizations/:id': house(ids.organization),
    'POST /api/roles': list({ body: { role_name: 'new', authorizations: [] }, owner: 409 }),
    'GET /api/roles': list(),
    'GET /api/roles/:id': house(ids.role),
    'GET /api/roles/roles/:id': house(ids.role),
    'GET /api/roles/authorizations/:id': house(ids.role),
    'PUT /api/roles/:id': house(ids.role, { body: { role_name: 'x' } }),
    'PUT /api/roles/authorizations/:id': house(ids.role, { body: { authorizations: [] } }),
    'DELETE /api/roles/:id': house(ids.role),
    'POST /api/users': list({
      body: { email: 'ada@test.example', name: 'Ada', roleId: ids.role },
      stranger: 422,
      owner: 409,
    }),
    // A person of two organizations appears in both, with the ids of both.
    'GET /api/users': list({ mayContain: [HIDDEN, ids.organization] }),
    'GET /api/users/:id': house(ids.user),
    'PUT /api/users/:id': house(ids.user, { body: { name: 'X' } }),
    'DELETE /api/users/:id': house(ids.user),
    'POST /api/users/report': list({
      body: { from: '2026-01-01', to: '2026-12-31', projectId: ids.project },
      stranger: 404,
    }),
    'POST /api/groups': list({ body: { name: 'new' }, owner: 409 }),
    'GET /api/groups': list(),
    'GET /api/groups/:id': house(ids.group),
    'PUT /api/groups/:id': house(ids.group, { body: { name: 'x' } }),
    'DELETE /api/groups/:id': house(ids.group),
    'GET /api/requests': list(),
    'POST /api/requests/:id/accept': house(ids.request, {
      body: { roleId: ids.role },
      blocked: 200,
      owner: 409,
    }),
    'POST /api/requests/:id/refuse': house(ids.request, { body: {}, blocked: 409, owner: 409 }),
    'GET /api/audit': list({ mayContain: [HIDDEN] }),
    'GET /api/crs': list(),
    // Shared by all; an administrator of any organization may add one.
    'GET /api/crs/grids': list(),
    'POST /api/crs/grids': list({
      body: GRID,
      ...file('a.gsb', 'no grid'),
      owner: 422,
      stranger: 422,
      blocked: 422,
    }),
    'GET /api/crs/grids/:id': list({ ...of(ids.project), owner: 404, stranger: 404, blocked: 404 }),
    'DELETE /api/crs/grids/:id': list({ ...of(ids.project), owner: 404, stranger: 404, blocked: 404 }),
    'POST /api/crs/reproject': list({ body: { to: 'EPSG:3003', format: 'csv' }, ...file('a.geojson', '{}') }),
    'GET /api/crs/reproject/:id': list({ ...of(ids.project), owner: 404, stranger: 404, blocked: 404 }),
    'GET /api/geocoding/search': placed({ query: 'text=roma' }),
    'GET /api/geocoding/reverse': list({ query: 'lon=12.5&lat=41.9' }),
    'GET /api/cache/state': list(),
    'POST /api/cache/state': list({ body: { autoInvalidationState: true } }),
    'POST /api/cache/invalidate': list(),

    'GET /api/notifications': list(),
    'GET /api/notifications/unread': list(),
    'GET /api/notifications/audiences': list(),
    'GET /api/notifications/sent': list(),
    'GET /api/notifications/sent/:id': house(ids.notification, { blocked: 404 }),
    'POST /api/notifications/read': list({ body: { ids: [ids.notification] } }),
    'POST /api/notifications': list({
      body: { subject: 'x', text: 'x', userIds: [ids.user] },
      stranger: 422,
    }),
    'DELETE /api/notifications/:id': house(ids.notification, { blocked: 404, late: 1 }),

    'POST /api/attributes/imagelist': {
      about: 'thing',
      body: { attributeid: ids.type },
      ...jpeg,
      owner: 422,
    },
    'POST /api/attributes': list({ body: { name: 'new' }, owner: 409 }),
    'GET /api/attributes': list(),
    'GET /api/attributes/project': placed(),
    'GET /api/attributes/file': list(),
    'POST /api/attributes/file': list({ body: { text: TYPE_FILE } }),
    'POST /api/attributes/file/types': list({
      body: { text: TYPE_FILE, take: [{ name: 'filed' }] },
      owner: 409,
    }),
    'GET /api/attributes/:id': thing(ids.type),
    'GET /api/attributes/:id/objects': thing(ids.type),
    'PUT /api/attributes/:id': thing(ids.type, { body: { icon: 'x' } }),
    'POST /api/attributes/:id/fields/preview': thing(ids.type, { body: { fields: [] } }),
    'GET /api/attributes/:id/fields': thing(ids.type),
    'PUT /api/attributes/:id/fields': thing(ids.type, { body: { fields: [] } }),
    'DELETE /api/attributes/:id': thing(ids.type),
    'GET /api/attributes/:id/images/:image': {
      about: 'thing',
      params: { id: ids.type, image: ids.image },
    },
    'DELETE /api/attributes/:id/images/:image': {
      about: 'thing',
      params: { id: ids.type, image: ids.image },
    },
    'GET /api/styles/getlegend': placed(),
    'GET /api/styles/values': placed({ query: 'typeName=parcel&field=code' }),
    'POST /api/styles/read': list({ body: { text: SLD } }),
    'GET /api/styles/:id/sld': thing(ids.type),
    'POST /api/styles/:id': thing(ids.type, { body: { stroke: '#ff0000', width: 1 } }),

    'GET /api/projects': list(),
    'GET /api/projects/extents': list(),
    'POST /api/projects': list({ body: { projectName: 'New' } }),
    'POST /api/projects/sample': list({ body: {} }),
    'GET /api/projects/:id': place(ids.project),
    'PUT /api/projects/:id': place(ids.project, { body: { projectName: 'x' } }),
    'DELETE /api/projects/:id': place(ids.project),
    'GET /api/projects/:id/contents': place(ids.project),
    'GET /api/projects/:id/members': place(ids.project),
    'PUT /api/projects/:id/members': place(ids.project, {
      body: { userIds: [ids.owner] },
      late: 8,
    }),
    'GET /api/projects/:id/bookmarks': place(ids.project),
    'POST /api/projects/:id/bookmarks': place(ids.project, {
      body: { name: 'x', viewpoint: { viewer: '2d', longitude: 0, latitude: 0, zoom: 1 } },
    }),
    'GET /api/projects/folders/:id': place(ids.project),
    'POST /api/projects/folders/:id': place(ids.project, { body: { add: ['Permits'] } }),
    'GET /api/folder-templates': list(),
    'POST /api/folder-templates': list({ body: { name: 'new', folders: ['Permits'] }, owner: 409 }),
    'DELETE /api/folder-templates/:id': house(ids.folderTemplate, { owner: 404, late: 1 }),
    'GET /api/sheet-templates': list(),
    'POST /api/sheet-templates': list({ body: { name: 'new', layout: DEFAULT_LAYOUT }, owner: 409 }),
    'GET /api/sheet-templates/:id': house(ids.sheetTemplate),
    'PUT /api/sheet-templates/:id': house(ids.sheetTemplate, { body: { name: 'x' } }),
    'DELETE /api/sheet-templates/:id': house(ids.sheetTemplate),
    'GET /api/bookmarks/:id': place(ids.bookmark),
    'PUT /api/bookmarks/:id': place(ids.bookmark, { body: { name: 'x' } }),
    'DELETE /api/bookmarks/:id': place(ids.bookmark),
    'GET /api/external-layers': placed(),
    'POST /api/external-layers': placed({
      body: { owner: 'project', name: 'x', source: TILES },
    }),
    'POST /api/external-layers/files': placed({
      ...file('a.geojson', JSON.stringify(POINT)),
      body: { owner: 'project' },
    }),
    'GET /api/external-layers/:id': place(ids.externalLayer),
    'PUT /api/external-layers/:id': place(ids.externalLayer, { body: { name: 'x' } }),
    'DELETE /api/external-layers/:id': place(ids.externalLayer),
    'GET /api/external-layers/:id/data': place(ids.externalLayer, {
      query: 'url=https%3A%2F%2Fmaps.test%2F',
      owner: 403,
      blocked: 403,
    }),
    'POST /api/external-layers/read': list({
      body: { url: 'https://maps.test/' },
      owner: 403,
      stranger: 403,
      blocked: 403,
    }),
    'GET /api/plugins': list(),
    'POST /api/plugins': list({ ...file('x.zip', 'none'), owner: 422, stranger: 422, blocked: 422 }),
    'GET /api/plugins/author-origins': list(),
    'GET /api/plugins/settings': list(),
    'POST /api/plugins/settings': list({ body: { fullAllowed: false } }),
    'GET /api/plugins/lock': list(),
    'POST /api/plugins/lock': list({ body: { format: 1, plugins: [] } }),
    'GET /api/plugins/installed': list(),
    'POST /api/plugins/offers': list({ body: {} }),
    'POST /api/plugins/taken': list({ body: { file: 'x.zip' }, owner: 404, stranger: 404, blocked: 404 }),
    'GET /api/plugins/registries': list(),
    'POST /api/plugins/registries': list({ body: { address: 'https://plugins.test/' } }),
    'DELETE /api/plugins/registries/:id': house(ids.pluginRegistry, { owner: 404, late: 1 }),
    'GET /api/plugins/:id': house(ids.plugin),
    'PUT /api/plugins/:id': house(ids.plugin, { body: { enabled: true } }),
    'DELETE /api/plugins/:id': house(ids.plugin),
    'GET /api/plugins/:id/documents': house(ids.plugin),
    'GET /api/plugins/:id/documents/:name': house('', { params: { id: ids.plugin, name: 'settings' } }),
    'GET /api/plugins/:id/documents/:name/versions': house('', {
      params: { id: ids.plugin, name: 'settings' },
    }),
    'GET /api/plugins/:id/store': house(ids.plugin),
    'GET /api/plugins/:id/runs': house(ids.plugin),
    'GET /api/plugins/:id/runs/:run': house('', {
      params: { id: ids.plugin, run: ids.plugin },
      owner: 403,
      blocked: 403,
    }),
    'POST /api/plugins/:id/jobs/:job': house('', {
      params: { id: ids.plugin, job: 'check' },
      body: {},
      owner: 403,
      blocked: 403,
    }),
    'POST /api/plugins/:id/documents/:name': house('', {
      params: { id: ids.plugin, name: 'settings' },
      body: { value: 1 },
    }),
    'DELETE /api/plugins/:id/documents/:name': house('', {
      params: { id: ids.plugin, name: 'other' },
      late: 1,
    }),
    'POST /api/plugins/:id/outgoing': house(ids.plugin, {
      body: { url: 'https://maps.test/' },
      owner: 403,
      blocked: 403,
    }),
    'GET /api/plugin-keys': list(),
    'POST /api/plugin-keys': list({ body: { name: 'x', publicKey: 'x'.repeat(43) } }),
    'DELETE /api/plugin-keys/:id': house(ids.pluginKey, { late: 2 }),
    'GET /extensions/frame.html': all(),
    'GET /extensions/author.html': all(),
    'GET /api/webhooks': list(),
    'POST /api/webhooks': list({ body: { address: 'https://hooks.test/', events: ['bimTopics'] } }),
    'GET /api/webhooks/:id': house(ids.webhook),
    'PUT /api/webhooks/:id': house(ids.webhook, { body: { enabled: true } }),
    'DELETE /api/webhooks/:id': house(ids.webhook),
    'POST /api/webhooks/:id/secret': house(ids.webhook),
    'POST /api/webhooks/:id/test': house(ids.webhook),
    'GET /api/webhooks/:id/deliveries': house(ids.webhook),
    'GET /extensions/:sha256/entry.js': house('', { params: { sha256: ids.pluginCode } }),
    // Only of full plugins, to whoever knows the sum.
    'GET /extensions/:sha256/full.js': all({ params: { sha256: ids.pluginCode }, owner: 404 }),
    'GET /api/layer-servers': list(),
    'POST /api/layer-servers': list({ body: { name: 'tiles.test' } }),
    // The blocked person may, too, and comes first.
    'DELETE /api/layer-servers/:id': house(ids.layerServer, { owner: 404, late: 1 }),
    'POST /api/projects/:id/copy': place(ids.project, { body: { projectName: 'A copy' } }),
    'GET /api/projects/:id/lockedlayers': place(ids.project),
    'POST /api/projects/:id/lockedlayers': place(ids.project, { body: { unlock: ['x'] } }),
    'GET /api/projects/:id/layergroups': place(ids.project),
    'PUT /api/projects/:id/layergroups': place(ids.project, { body: { groups: [] } }),
    'GET /api/projects/:id/ownstyles': place(ids.project),
    'POST /api/projects/:id/ownstyles': place(ids.project, { body: { typeName: 'x', style: null } }),
    'GET /api/projects/:id/measures': place(ids.project),
    'GET /api/projects/:id/transactions': place(ids.project),
    'GET /api/projects/:id/restoreat': place(ids.project, {
      query: 'transaction_id=999999999',
      owner: 404,
      blocked: 404,
    }),
    'POST /api/projects/:id/restoreat': place(ids.project, {
      body: { transaction_id: '999999999', newest: '1' },
      owner: 404,
      blocked: 404,
    }),
    'GET /api/projects/:id/plugins': place(ids.project),
    'GET /api/projects/:id/undoplugin': place(ids.project, { query: 'plugin=acme-none' }),
    'POST /api/projects/:id/undoplugin': place(ids.project, {
      body: { plugin: 'acme-none', newest: '1' },
      owner: 409,
      blocked: 409,
    }),
    'PUT /api/projects/:id/measures': place(ids.project, { body: [] }),
    'POST /api/projects/findnear': list({ body: { point: ids.object }, stranger: 404, blocked: 404 }),
    'GET /api/projects/files/:id': place(ids.project),
    'POST /api/projects/files/:id': place(ids.project, file('a.txt', 'x')),
    'GET /api/projects/panoramics/:id': thing(ids.project),
    'GET /api/projects/panoramics/:id/places': thing(ids.project),

    'GET /api/geometries': placed({ query: AREA }),
    'GET /api/geometries/lines': placed({ query: AREA }),
    'POST /api/geometries/lines': placed({ body: { ids: [ids.object] } }),
    'GET /api/geometries/count': placed({ query: `attributeid=${ids.type}`, blocked: 404 }),
    'GET /api/geometries/3D': placed({ query: 'x=12.4964&y=41.9028' }),
    'GET /api/geometries/:id': thing(ids.object),
    'GET /api/geometries/:id/transactions': thing(ids.object),
    'POST /api/geometries': placed({ body: { location: POINT, typeName: HIDDEN }, blocked: 422 }),
    'PUT /api/geometries/:id': thing(ids.object, { body: { location: POINT } }),
    'DELETE /api/geometries/:id': thing(ids.object),
    'POST /api/geometries/deletemassive': placed({ body: { ids: [ids.object] }, late: 5 }),
    'POST /api/geometries/autosave': placed({
      body: [
        {
          clientId: '0b2f3a52-31a7-4c39-8d6e-a6f4c26bb2a0',
          id: ids.object,
          version: 7,
          location: POINT,
          typeName: 'other',
          properties: {},
        },
      ],
    }),
    'POST /api/geometries/searching': placed({
      body: { location: POINT },
      headers: { ...inProject.headers, intersection: 'true' },
    }),
    'POST /api/geometries/research': placed({ body: {} }),
    'POST /api/geometries/position': placed({ body: { id: ids.object } }),
    'POST /api/geometries/summary': placed({ body: { field: 'code' } }),
    'POST /api/geometries/select': placed({ body: {} }),
    'POST /api/geometries/changemany': placed({
      body: { changeId: '5d0f1c0a-6a43-4b0e-9f0e-0f6a1f1f6b11', ids: [ids.object], set: { note: 'x' } },
    }),
    'POST /api/geometries/changemany/preview': placed({ body: { ids: [ids.object], set: { note: 'x' } } }),
    'POST /api/geometries/calculation': placed({
      body: { ids: [ids.object], calculate: { typeName: 'other', field: 'n', expression: '1' } },
      owner: 422,
      blocked: 422,
    }),
    'POST /api/geometries/reversemany': placed({
      body: { changeId: '5d0f1c0a-6a43-4b0e-9f0e-0f6a1f1f6b12', transactionId: '1' },
    }),
    'POST /api/geometries/splitlinestring/:id': thing(ids.line, { body: { splittingpoint: [12.505, 41.9] } }),
    'POST /api/geometries/splitpolygon': {
      about: 'thing',
      body: {
        polygon_id: ids.polygon,
        split_line: {
          type: 'LineString',
          coordinates: [
            [12.4, 41.8005],
            [12.6, 41.8005],
          ],
        },
      },
    },
    'POST /api/geometries/undo/:id': thing(ids.object, { late: 4 }),
    'POST /api/geometries/restoreat/:id': thing(ids.object, {
      body: { transaction_id: ids.transaction },
      late: 3,
    }),
    'GET /api/tiles/:projectId/:z/:x/:y': {
      about: 'place',
      params: { projectId: ids.project, z: '0', x: '0', y: '0.mvt' },
    },
    'GET /api/tiles/:projectId/tiles.json': { about: 'place', params: { projectId: ids.project } },
    'GET /api/tiles/:projectId/style.json': { about: 'place', params: { projectId: ids.project } },
    'GET /api/events': list({ query: `projectid=${ids.project}`, stranger: 404, stream: true }),

    'GET /api/files': placed({ query: `geometryid=${ids.object}` }),
    'POST /api/files/count': placed({ body: { ids: [ids.object] } }),
    'POST /api/files': {
      ...placed(),
      about: 'thing',
      body: { geometryid: ids.object },
      ...file('a.txt', 'x'),
    },
    'PUT /api/files': { about: 'thing', query: `id=${ids.document}`, ...file('a.txt', 'x') },
    'DELETE /api/files': { about: 'thing', query: `id=${ids.document}` },
    'GET /api/files/file/:id': thing(ids.document),
    'GET /api/files/versions/:id': thing(ids.document),
    'GET /api/files/text/:id': thing(ids.document),
    'GET /api/files/search': placed({ query: 'text=document' }),
    'POST /api/files/archive': { ...placed(), about: 'thing', body: { ids: [ids.document] } },
    'GET /api/files/photos': placed(),
    'GET /api/files/photos/of': { ...placed(), about: 'thing', query: `geometryid=${ids.object}` },
    'GET /api/files/blur/:id': thing(ids.document),
    'PUT /api/files/blur/:id': thing(ids.document, { body: { regions: [] } }),
    // The servers of tests have no finder.
    'POST /api/files/blur/:id/find': thing(ids.document, { owner: 422 }),
    'GET /api/files/marks/:id': thing(ids.document),
    'PUT /api/files/marks/:id': thing(ids.document, { body: { marks: [] } }),
    'GET /api/files/original/:id': thing(ids.document, { owner: 404 }),
    'GET /api/files/preview': { about: 'thing', query: `id=${ids.document}` },

    'GET /api/projects/:id/field-books': place(ids.project),
    'POST /api/projects/:id/field-books': place(ids.project, file('a.gsi', GSI)),
    'GET /api/field-books/:id': place(ids.book),
    'PUT /api/field-books/:id': place(ids.book, { body: { name: 'x' } }),
    'DELETE /api/field-books/:id': place(ids.book),
    'GET /api/field-books/:id/records': place(ids.book),
    'PATCH /api/field-books/:id/records/:ordinal': {
      ...place(ids.book, { body: { used: true } }),
      params: { id: ids.book, ordinal: '0' },
    },
    'GET /api/field-books/:id/lines': place(ids.book, { owner: 409, blocked: 409 }),
    'POST /api/field-books/:id/compute': place(ids.book),
    'POST /api/field-books/:id/objects': place(ids.book, {
      body: { typeName: 'x' },
      owner: 409,
      blocked: 409,
    }),
    'GET /api/field-books/:id/report': place(ids.book, {
      query: 'format=csv',
      owner: 409,
      blocked: 409,
    }),
    'GET /api/field-codes': list(),
    'PUT /api/field-codes': list({ body: EMPTY_CODE_LIST, stranger: 412 }),
    'GET /api/surveys': list(),
    'POST /api/surveys': placed({ body: { name: 'new' } }),
    'GET /api/surveys/:id': place(ids.survey),
    'PUT /api/surveys/:id': place(ids.survey, { body: { name: 'x' } }),
    'DELETE /api/surveys/:id': place(ids.survey),
    'GET /api/surveys/:id/tracks': place(ids.survey),
    'POST /api/surveys/:id/tracks': place(ids.survey, file('b.gpx', GPX)),
    'DELETE /api/surveys/:id/tracks/:trackId': {
      about: 'place',
      params: { id: ids.survey, trackId: ids.track },
      late: 2,
      // By then the blocked member, who is allowed to, has done it.
      owner: 404,
    },
    'POST /api/panoramics': { about: 'thing', body: ofSurvey, ...jpeg, owner: 422 },
    'GET /api/panoramics/:id': thing(ids.panoramic),
    'GET /api/panoramics/file/:id': thing(ids.panoramic),
    'PUT /api/panoramics/:id': thing(ids.panoramic, { body: { side: null } }),
    'PATCH /api/panoramics/:id/blur': thing(ids.panoramic, { body: { regions: [] } }),
    'POST /api/panoramics/:id/blur/find': thing(ids.panoramic, { owner: 422 }),
    'DELETE /api/panoramics/:id': thing(ids.panoramic),
    'POST /api/panoramics/:id/convert': thing(ids.panoramic),
    'GET /api/panoramics/:id/pyramid/:version/base': ofPanoramic({ version: '1' }),
    'GET /api/panoramics/:id/pyramid/:version/:cols/:column/:row': ofPanoramic({
      version: '1',
      cols: '4',
      column: '0',
      row: '0',
    }),
    'GET /api/bim': list({ query: `surveyid=${ids.survey}`, blocked: 404 }),
    'POST /api/bim': { about: 'thing', body: ofSurvey, ...file('b.ifc', IFC) },
    'GET /api/bim/:id': thing(ids.bim),
    'GET /api/bim/file/:id': thing(ids.bim),
    'PUT /api/bim/:id': thing(ids.bim, file('b.ifc', IFC)),
    'DELETE /api/bim/:id': thing(ids.bim),
    'POST /api/bim/:id/convert': thing(ids.bim),
    'GET /api/bim/:id/fragments/:version/:part': ofModel({ version: '1', part: '0' }, { owner: 404 }),
    'GET /api/bim/:id/globe/:version/:file': ofModel({ version: '1', file: 'tileset.json' }),
    'GET /api/bim/:id/footprint': ofModel(),
    'GET /api/bim/:id/versions': ofModel({}, { owner: 200 }),
    'GET /api/bim/:id/versions/:version/changes': ofModel({ version: '1' }),
    'GET /api/bim/:id/tree': ofModel(),
    'GET /api/bim/:id/properties': ofModel(),
    'POST /api/bim/:id/elements': ofModel({}, { body: { text: 'wall' } }),
    'POST /api/bim/:id/items': ofModel({}, { body: {} }),
    'GET /api/bim-elements': placed({ query: 'text=wall', blocked: 404 }),
    'POST /api/bim/:id/subset': ofModel({}, { body: {} }),
    'GET /api/bim/:id/elements/:globalId': ofModel({ globalId: '0000000000000000000000' }),
    'GET /api/bim/:id/georeference': thing(ids.bim),
    'PUT /api/bim/:id/georeference': thing(ids.bim, { body: GEOREFERENCE }),
    'GET /api/bim/:id/georeferences': thing(ids.bim),
    'GET /api/bim/:id/links': ofModel({}, { owner: 200 }),
    'GET /api/bim-links': placed({ query: `geometryId=${ids.object}`, blocked: 404 }),
    'POST /api/bim/:id/links': ofModel({}, { body: [{ globalId: 'x', geometryId: ids.object }] }),
    'DELETE /api/bim/:id/links/:linkId': ofModel({ linkId: ids.bim }, { owner: 404 }),
    'GET /api/bim/:id/checks': thing(ids.bim),
    'POST /api/bim/:id/checks': thing(ids.bim, { body: { kind: 'quantities', name: 'x' } }),
    'GET /api/bim/:id/checks/:checkId': ofModel({ checkId: ids.bim }, { owner: 404 }),
    'GET /api/bim/:id/checks/:checkId/report': ofModel(
      { checkId: ids.bim },
      { query: 'format=csv', owner: 404 },
    ),
    'DELETE /api/bim/:id/checks/:checkId': ofModel({ checkId: ids.bim }, { owner: 404 }),
    'GET /api/projects/:id/bim-queries': place(ids.project, { blocked: 404 }),
    'POST /api/projects/:id/bim-queries': place(ids.project, {
      body: { name: 'x', grouping: 'classes', filter: { text: 'wall' } },
      blocked: 404,
    }),
    'DELETE /api/projects/:id/bim-queries/:queryId': place(ids.project, {
      params: { id: ids.project, queryId: ids.bim },
      owner: 404,
      blocked: 404,
    }),
    'GET /api/projects/:id/bim-topics': place(ids.project, { blocked: 404 }),
    'POST /api/projects/:id/bim-topics': place(ids.project, { body: { title: 'x' }, blocked: 404 }),
    'GET /api/bim-topics/:id': thing(ids.topic),
    'PUT /api/bim-topics/:id': thing(ids.topic, { body: { title: 'x' } }),
    'DELETE /api/bim-topics/:id': thing(ids.topic),
    'POST /api/bim-topics/:id/comments': thing(ids.topic, { body: { text: 'x' } }),
    'DELETE /api/bim-topics/:id/comments/:commentId': ofModel({ commentId: ids.bim }, { owner: 404 }),
    'GET /api/bim-topics/:id/viewpoints/:viewpointId/snapshot': ofModel(
      { viewpointId: ids.bim },
      { owner: 404 },
    ),
    'POST /api/projects/:id/bim-topics/export': place(ids.project, {
      body: { version: '3.0' },
      blocked: 404,
    }),
    'POST /api/projects/:id/bim-topics/import': place(ids.project, {
      ...file('a.bcf', 'no zip'),
      owner: 422,
      blocked: 404,
    }),
    'GET /api/pointcloud': list({ query: `surveyid=${ids.survey}`, blocked: 404 }),
    'POST /api/pointcloud': { about: 'thing', body: ofSurvey, ...file('b.las', smallLas()) },
    'POST /api/pointcloud/look': { about: 'thing', body: { uploadId: ids.upload }, owner: 409 },
    'POST /api/pointcloud/sample': { about: 'thing', body: { uploadId: ids.upload }, owner: 409 },
    'GET /api/pointcloud/:id': thing(ids.cloud),
    'GET /api/pointcloud/:id/links': thing(ids.cloud),
    'POST /api/pointcloud/:id/links': thing(ids.cloud, {
      body: { name: OURS, expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
    }),
    'DELETE /api/pointcloud/:id/links/:linkId': thing(ids.cloud, {
      params: { id: ids.cloud, linkId: ids.cloudLink },
      late: 1,
    }),
    'GET /api/pointcloud/file/:id': thing(ids.cloudImage),
    'PUT /api/pointcloud/:id': thing(ids.cloud, file('b.las', smallLas())),
    'DELETE /api/pointcloud/:id': thing(ids.cloud),
    'POST /api/pointcloud/:id/convert': thing(ids.cloud, { body: { unit: 'metre' } }),
    'GET /api/pointcloud/:id/octree/:version/:file': thing(ids.cloud, {
      params: { id: ids.cloud, version: '1', file: 'metadata.json' },
      owner: 404,
    }),
    // It is not converted: 409.
    'POST /api/pointcloud/:id/export': thing(ids.cloud, { body: { format: 'las' }, owner: 409 }),
    'POST /api/pointcloud/:id/sections': thing(ids.cloud, {
      body: {
        sections: [
          {
            title: 'A',
            line: [
              [0, 0],
              [1, 1],
            ],
          },
        ],
        width: 1,
        format: 'dxf',
      },
      owner: 409,
    }),
    'GET /api/pointcloud/:id/clips': thing(ids.cloud),
    'PUT /api/pointcloud/:id/clips': thing(ids.cloud, { body: { clips: [], mode: 'inside' }, owner: 412 }),
    'GET /api/pointcloud/:id/georeference': thing(ids.cloud),
    'PUT /api/pointcloud/:id/georeference': thing(ids.cloud, { body: GEOREFERENCE, owner: 412 }),
    'GET /api/pointcloud/:id/georeferences': thing(ids.cloud),
    'GET /api/pointcloud/:id/deviations': thing(ids.cloud),
    'POST /api/pointcloud/:id/deviations': thing(ids.cloud, {
      body: { measure: 'deviation', cloudId: ids.cloud, most: 1, name: 'x' },
      owner: 409,
    }),
    'DELETE /api/pointcloud/:id/deviations/:deviation': thing(ids.cloud, {
      params: { id: ids.cloud, deviation: ids.bim },
      owner: 404,
    }),
    'GET /api/pointcloud/:id/annotations': thing(ids.cloud),
    'POST /api/pointcloud/:id/annotations': thing(ids.cloud, { body: ANNOTATION }),
    'GET /api/pointcloud/annotations/:id': thing(ids.annotation),
    'PUT /api/pointcloud/annotations/:id': thing(ids.annotation, { body: { title: 'y' } }),
    'DELETE /api/pointcloud/annotations/:id': thing(ids.annotation),
    'POST /api/pointcloud/:id/query': thing(ids.cloud, { body: {}, owner: 409 }),
    'POST /api/pointcloud/:id/measure': thing(ids.cloud, {
      body: { measure: 'ground', x: 0, y: 0, radius: 1 },
      owner: 409,
    }),
    'POST /api/pointcloud/:id/classes': thing(ids.cloud, { body: { to: 2 }, owner: 409 }),
    'POST /api/pointcloud/:id/classes/find': thing(ids.cloud, {
      body: { finding: { find: 'noise', radius: 1, fewest: 1 }, to: 7 },
      owner: 409,
    }),
    'GET /api/pointcloud/:id/deviation/:node': thing(ids.cloud, {
      params: { id: ids.cloud, node: 'r' },
      query: `from=${ids.cloud}&most=1&content=1&fromcontent=1`,
      owner: 409,
    }),
    'GET /api/pointcloud/:id/tiles': thing(ids.cloud, { owner: 409 }),
    'GET /api/pointcloud/:id/tiles/:version/:file': thing(ids.cloud, {
      params: { id: ids.cloud, version: '1-1-0-0', file: 'r.pnts' },
      owner: 409,
    }),
    'GET /api/pointcloud/:id/classes': thing(ids.cloud, { owner: 409 }),
    'POST /api/pointcloud/:id/classes/undo': thing(ids.cloud, { owner: 409 }),
    'POST /api/pointcloud/:id/classes/restore': thing(ids.cloud, { body: { version: 0 }, owner: 409 }),
    'GET /api/pointcloud/:id/classes/:version': thing(ids.cloud, {
      params: { id: ids.cloud, version: '0' },
      owner: 409,
    }),
    'GET /api/pointcloud/:id/classes/:version/:node': thing(ids.cloud, {
      params: { id: ids.cloud, version: '0', node: 'r' },
      owner: 409,
    }),
    'POST /api/pointcloud/images': { about: 'thing', body: { pointcloudid: ids.cloud }, ...jpeg, owner: 422 },
    'POST /api/pointcloud/:id/images/take': thing(ids.cloud, { owner: 422 }),
    'POST /api/pointcloud/:id/imagesmetadata': thing(ids.cloud, { body: [{ id: ids.cloudImage, roll: 1 }] }),

    'GET /api/uploads': placed(),
    'POST /api/uploads': {
      about: 'thing',
      headers: {
        projectid: ids.project,
        kind: 'pointcloud',
        'upload-length': '9',
        'tus-resumable': '1.0.0',
      },
    },
    'GET /api/uploads/:id': thing(ids.upload),
    'PATCH /api/uploads/:id': thing(ids.upload, {
      headers: {
        'content-type': 'application/offset+octet-stream',
        'tus-resumable': '1.0.0',
        'upload-offset': '5',
      },
      body: 'x',
      owner: 409,
    }),
    'DELETE /api/uploads/:id': thing(ids.upload, { late: 1 }),
    // Of the server, which has none here; for super administrators.
    'GET /api/import-folder': list({ owner: 404, stranger: 403, blocked: 403 }),
    'POST /api/import-folder': list({
      ...inProject,
      body: { path: 'a.las', kind: 'pointcloud' },
      owner: 404,
      stranger: 403,
      blocked: 403,
    }),

    'GET /api/terrain': placed({ about: 'thing' }),
    'POST /api/terrain': placed({ about: 'thing', ...file('a.tif', 'II*\0') }),
    'POST /api/terrain/address': placed({
      about: 'thing',
      body: { address: 'http://127.0.0.1/layer.json' },
      owner: 422,
    }),
    'GET /api/terrain/:id/:z/:x/:y': thing(ids.terrain, {
      params: { id: ids.terrain, z: '0', x: '0', y: '0' },
    }),
    'POST /api/terrain/:id/heights': thing(ids.terrain, { body: { places: [[12.5, 41.9]] } }),
    'POST /api/terrain/:id/profile': thing(ids.terrain, {
      body: {
        line: [
          [12.5, 41.9],
          [12.501, 41.9],
        ],
      },
      owner: 422,
    }),
    'POST /api/terrain/:id/unit': thing(ids.terrain, { body: { unit: 'foot' }, owner: 422 }),
    'POST /api/terrain/:id/volume': thing(ids.terrain, {
      body: {
        outline: [
          [
            [12.5, 41.9],
            [12.6, 41.9],
            [12.6, 41.95],
          ],
        ],
        base: { at: [12.5, 41.9, 0], east: 0, north: 0 },
      },
      owner: 422,
    }),
    'DELETE /api/terrain/:id': thing(ids.terrain, { late: 1 }),
    'POST /api/surface/volume': placed({
      about: 'thing',
      body: {
        outline: [
          [
            [12.5, 41.9],
            [12.6, 41.9],
            [12.6, 41.95],
          ],
        ],
        base: { at: [12.5, 41.9, 0], east: 0, north: 0 },
        sets: [ids.tileset],
      },
      owner: 422,
    }),
    'POST /api/surface/viewshed': placed({
      about: 'thing',
      body: { eye: [12.5, 41.9, 10], radius: 100, rays: 4, steps: 2, target: 0, sets: [ids.tileset] },
    }),

    'GET /api/projects/:id/surfaces': place(ids.project),
    'POST /api/projects/:id/surfaces': place(ids.project, {
      body: { name: 'x', of: { ids: [ids.object] }, hasBorders: true },
      owner: 422,
      blocked: 422,
    }),
    'GET /api/surfaces/:id': thing(ids.surface),
    'PUT /api/surfaces/:id': thing(ids.surface, { body: { name: 'x' } }),
    'DELETE /api/surfaces/:id': thing(ids.surface),
    'GET /api/surfaces/:id/triangles': thing(ids.surface),
    'GET /api/surfaces/:id/contours': thing(ids.surface, { query: 'interval=1' }),
    'POST /api/surfaces/:id/volumes': thing(ids.surface, { body: { base: { height: 1 } } }),
    'POST /api/surfaces/:id/section': thing(ids.surface, {
      body: { line: [[12.4, 41.8], [12.6, 42]] }, // prettier-ignore
    }),
    'GET /api/surfaces/:id/file': thing(ids.surface),

    'GET /api/tilesets': placed({ about: 'thing' }),
    'POST /api/tilesets': placed({ about: 'thing', ...file('a.zip', 'PK') }),
    'POST /api/tilesets/address': placed({
      about: 'thing',
      body: { address: 'http://127.0.0.1/tileset.json' },
      owner: 422,
    }),
    'GET /api/tilesets/:id': thing(ids.tileset),
    'GET /api/tilesets/:id/files/*': thing(ids.tileset, {
      params: { id: ids.tileset, '*': 'tileset.json' },
    }),
    'PUT /api/tilesets/:id': thing(ids.tileset, { body: { name: OURS } }),
    'DELETE /api/tilesets/:id': thing(ids.tileset, { late: 1 }),

    'GET /api/jobs': list({ query: `projectid=${ids.project}`, stranger: 404 }),
    'GET /api/jobs/:id': place(ids.job),
    'DELETE /api/jobs/:id': place(ids.job, { blocked: 403, late: 1 }),
    'GET /api/shapefiles': placed(),
    'POST /api/shapefiles/undo/:id': thing(ids.imported, { late: 1 }),
    'POST /api/shapefiles/redo/:id': thing(ids.imported, { owner: 409 }),
    'POST /api/shapefiles/uploadgeojson': placed(file('a.geojson', '{}')),
    'POST /api/shapefiles/uploadvector': placed(file('a.gpx', GPX)),
    'POST /api/shapefiles/uploadmetadata': placed({ ...file('a.zip', CSV), owner: 422, blocked: 422 }),
    'POST /api/shapefiles/uploadfile': placed(file('a.zip', CSV)),
    'GET /api/export': placed(),
    'POST /api/export/download': { about: 'thing', body: { nameZip: ids.nameZip } },
    'POST /api/export/data': placed({ body: { formats: ['csv'] } }),
    'POST /api/export/document': placed({ body: { ids: [ids.object] } }),
    'POST /api/export/report': placed({ body: { title: OURS } }),
    'POST /api/export/sheet': placed({ body: SHEET }),
    'POST /api/export/intersections': placed({
      body: { first: HIDDEN, second: HIDDEN, formats: ['csv'] },
    }),
    'DELETE /api/export/:id': thing(ids.export, { late: 1 }),

    ...openServices(ids),
  };
}

/** OGC API Features, WFS and STAC: all projects, or the project in the path. */
function openServices({ project, object, survey, panoramic }: Ids): Record<string, CallCase> {
  const inOne = { projectId: project };
  const collection = { collectionId: HIDDEN };
  const feature = { ...collection, featureId: object };
  const table: Record<string, CallCase> = {};
  for (const [root, about, params] of [
    ['/ogcapi', 'list', {}],
    ['/ogcapi/:projectId', 'place', inOne],
  ] as const) {
    for (const path of ['', '/', '/api', '/conformance', '/collections'])
      table[`GET ${root}${path}`] = { about, params };
    // The same for every path.
    table[`GET ${root}/conformance`]!.stranger = 200;
    const collections = `GET ${root}/collections/:collectionId`;
    for (const path of ['', '/schema', '/queryables', '/items'])
      table[`${collections}${path}`] = { about: 'thing', params: { ...params, ...collection } };
    table[`${collections}/items/:featureId`] = { about: 'thing', params: { ...params, ...feature } };
    const items = `${root}/collections/:collectionId/items`;
    table[`OPTIONS ${items}`] = { about: 'thing', params: { ...params, ...collection } };
    table[`OPTIONS ${items}/:featureId`] = { about: 'thing', params: { ...params, ...feature } };
    const body = {
      type: 'Feature',
      geometry: POINT,
      properties: about === 'list' ? { projectId: project } : {},
    };
    table[`POST ${items}`] = { about: 'thing', params: { ...params, ...collection }, body };
    // Of no version that there is, so that nothing changes.
    const stale = {
      about: 'thing',
      params: { ...params, ...feature },
      headers: { 'if-match': '"999"' },
    } as const;
    for (const method of ['PUT', 'PATCH'])
      table[`${method} ${items}/:featureId`] = { ...stale, body, owner: 412 };
    table[`DELETE ${items}/:featureId`] = { ...stale, owner: 412 };
  }
  for (const [path, about, params] of [
    ['/wfs', 'list', {}],
    ['/wfs/', 'list', {}],
    ['/wfs/:projectId', 'place', inOne],
  ] as const) {
    table[`GET ${path}`] = { about, params, query: 'service=WFS&request=GetCapabilities' };
    table[`POST ${path}`] = { about, params, headers: XML, body: CAPABILITIES };
  }
  for (const [root, about, params] of [
    ['/stac', 'list', {}],
    ['/stac/:projectId', 'place', inOne],
  ] as const) {
    for (const path of ['', '/', '/conformance', '/collections', '/search', '/map/style.json'])
      table[`GET ${root}${path}`] = { about, params };
    table[`POST ${root}/search`] = { about, params, body: {} };
    table[`GET ${root}/map/:z/:x/:y.mvt`] = { about, params: { ...params, z: '0', x: '0', y: '0' } };
    const picture = { ...params, collectionId: survey, itemId: panoramic };
    table[`GET ${root}/collections/:collectionId`] = { about: 'thing', params: picture };
    table[`GET ${root}/collections/:collectionId/items`] = { about: 'thing', params: picture };
    table[`GET ${root}/collections/:collectionId/items/:itemId`] = { about: 'thing', params: picture };
  }
  return table;
}
