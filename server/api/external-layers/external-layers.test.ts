import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, ExternalLayer, LayerServer, Problem, Project } from '#core/protocol';
import { serve, type HttpServer, type Reply } from '../../../tests/http-server.ts';
import { hostOf } from '../../platform/outgoing/fetch.ts';
import { engines } from '../../testing/databases.ts';
import { download, upload } from '../../testing/sending.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';

interface FileAnswer {
  added: ExternalLayer[];
  asks: { crs: boolean; layers: { name: string; count: number }[] } | null;
}
interface FeatureCollection {
  features: { geometry: { coordinates: [number, number] }; properties: object }[];
}

describe.each(engines)('external layers on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let surveyor: TestPerson;
  let reader: TestPerson;
  let project: Project;
  let remote: HttpServer;
  let reply: (path: string) => Reply | Promise<Reply>;
  const layerHosts: string[] = [];

  beforeAll(async () => {
    remote = await serve(({ path }) => reply(path));
    layerHosts.push(hostOf(remote.url));
    server = await startTestServer({ engine, config: { layerHosts } });
    admin = await server.admin();
    surveyor = await server.person(admin, 'Sandra', ['geometries.read', 'files.write']);
    reader = await server.person(admin, 'Rita', ['geometries.read']);
    project = await server.project(admin, 'Cadastre', [surveyor, reader]);
    must(await admin.send('POST', '/layer-servers', { name: hostOf(remote.url) }), 201);
  });
  afterEach(() => {
    remote.requests.length = 0;
  });
  afterAll(async () => {
    await remote.close();
    await server.close();
  });

  const inProject = () => ({ projectid: project.id });
  const wms = (url = `${remote.url}/wms`) => ({
    kind: 'wms',
    url,
    version: '1.3.0',
    layers: 'parcels',
    styles: '',
    format: 'image/png',
    crs: 'EPSG:6706',
    info: null,
    legend: null,
    times: '',
    time: null,
  });
  const add = (as: TestPerson, more: object = {}) =>
    as.send<ExternalLayer & Problem>(
      'POST',
      '/external-layers',
      { owner: 'person', name: 'Parcels', source: wms(), ...more },
      inProject(),
    );
  const names = async (as: TestPerson, headers = inProject()) =>
    must(await as.send<ExternalLayer[]>('GET', '/external-layers', undefined, headers), 200).map(
      ({ name }) => name,
    );
  const data = (as: TestPerson, id: string, url: string, headers: Record<string, string> = {}) =>
    as.send<Problem>('GET', `/external-layers/${id}/data?url=${encodeURIComponent(url)}`, undefined, headers);
  const tag = ({ version }: ExternalLayer) => ({ 'if-match': `"${version}"` });

  it('are there for one person, a project or the organization, and nobody else', async () => {
    const own = must(await add(reader, { name: 'Own' }), 201);
    must(await add(surveyor, { owner: 'project', name: 'Of the project' }), 201);
    const common = must(await add(admin, { owner: 'organization', name: 'Of everybody' }), 201);
    expect(await names(reader)).toEqual(['Own', 'Of the project', 'Of everybody']);
    expect(await names(surveyor)).toEqual(['Of the project', 'Of everybody']);
    const other = await server.project(admin, 'Other', [reader]);
    expect(await names(reader, { projectid: other.id })).toEqual(['Own', 'Of everybody']);
    expect((await surveyor.send('GET', '/external-layers', undefined, { projectid: other.id })).status).toBe(
      404,
    );
    expect((await surveyor.send('GET', `/external-layers/${own.id}`)).status).toBe(404);
    expect((await data(surveyor, own.id, `${remote.url}/wms`)).status).toBe(404);
    expect((await add(reader, { owner: 'project' })).status).toBe(403);
    expect((await add(surveyor, { owner: 'organization' })).status).toBe(403);
    const change = { name: 'Mine' };
    expect((await reader.send('PUT', `/external-layers/${common.id}`, change, tag(common))).status).toBe(403);
    expect(common.mayEdit).toBe(true);
    for (const layer of [own, common]) {
      const owner = layer === own ? reader : admin;
      must(await owner.send('DELETE', `/external-layers/${layer.id}`, undefined, tag(layer)), 204);
    }
    expect(await names(reader)).toEqual(['Of the project']);
  });

  it('are files that are shown without an import', async () => {
    const utm = (crs: string | undefined) => ({
      type: 'FeatureCollection',
      ...(crs === undefined
        ? {}
        : { crs: { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${crs}` } } }),
      features: [
        {
          type: 'Feature',
          properties: { use: 'wood' },
          geometry: { type: 'Point', coordinates: [500_000, 4_649_776] },
        },
      ],
    });
    const give = <T = FileAnswer>(as: TestPerson, name: string, content: string | Buffer, fields = {}) =>
      upload<T>(
        server,
        as,
        '/external-layers/files',
        { name, content },
        { owner: 'person', ...fields },
        inProject(),
      );
    // GDAL names the layer of every GeoJSON file alike: the name of the file tells them apart.
    const named = must(
      await give(reader, 'woods.geojson', JSON.stringify({ name: 'multipolygons', ...utm('32633') })),
      200,
    );
    expect(named.asks).toBeNull();
    const [layer] = named.added;
    expect(layer).toMatchObject({
      name: 'woods',
      owner: 'person',
      source: { kind: 'file', count: 1, readAs: 'EPSG:32633' },
    });
    const path = `/external-layers/${layer!.id}`;
    const sent = await download(server, reader, `${path}/data?url=file%3Awoods.geojson`);
    const stored = JSON.parse(gunzipSync(sent.rawPayload).toString()) as FeatureCollection;
    // 15° East is the central meridian of the zone; 42° North is 4,649,776 m by PROJ 9.4.
    const [longitude, latitude] = stored.features[0]!.geometry.coordinates;
    expect([longitude, latitude]).toEqual([expect.closeTo(15, 6), expect.closeTo(42, 5)]);
    expect(stored.features[0]!.properties).toEqual({ use: 'wood' });
    // Nobody else sees it, and no other file takes its place.
    expect((await data(surveyor, layer!.id, 'file:woods.geojson')).status).toBe(404);
    const source = { ...layer!.source, url: 'file:/etc/passwd' };
    expect((await reader.send('PUT', path, { source }, tag(layer!))).status).toBe(422);
    const coloured = { ...layer!.source, colour: '#ff0000' };
    const changed = must(
      await reader.send<ExternalLayer>('PUT', path, { source: coloured }, tag(layer!)),
      200,
    );
    expect((await add(reader, { source: coloured })).status).toBe(422);
    // What a file does not say is asked for.
    const metres = JSON.stringify(utm(undefined));
    const asked = must(await give(reader, 'metres.geojson', metres), 200);
    expect(asked).toEqual({ added: [], asks: { crs: true, layers: [] } });
    const answered = must(await give(reader, 'metres.geojson', metres, { crs: 'EPSG:32633' }), 200);
    expect(answered.added).toHaveLength(1);
    const colourOf = ({ source: of }: ExternalLayer) => ('colour' in of ? of.colour : undefined);
    expect(colourOf(answered.added[0]!)).not.toBe(colourOf(layer!));
    const gpx = `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="42" lon="12"/>
      <trk><trkseg><trkpt lat="42" lon="12"/><trkpt lat="42" lon="12.1"/></trkseg></trk></gpx>`;
    const several = must(await give(reader, 'tour.gpx', gpx), 200);
    expect(several.asks!.layers.map(({ name, count }) => [name, count])).toEqual([
      ['waypoints', 1],
      ['tracks', 1],
      ['track_points', 2],
    ]);
    const both = JSON.stringify(['waypoints', 'tracks']);
    const tour = must(await give(reader, 'tour.gpx', gpx, { layers: both }), 200);
    expect(tour.added.map(({ name }) => name)).toEqual(['tour: waypoints', 'tour: tracks']);
    // What cannot be shown is refused, and leaves nothing.
    const many = { type: 'MultiPoint', coordinates: [[12, 42]] };
    const lines = Array.from({ length: 50_001 }, () =>
      JSON.stringify({ type: 'Feature', properties: {}, geometry: many }),
    );
    const refused = async (...given: [string, string | Buffer, object?]) =>
      (await give<Problem>(reader, ...given)).body.detail;
    expect(await refused('many.geojsonl', lines.join('\n'))).toMatch(
      /^many\.geojsonl has 50001 objects .* Import it/,
    );
    expect(await refused('notes.docx', 'x')).toMatch(/^notes\.docx is of no format/);
    expect(await refused('broken.geojson', '{')).toMatch(/JSON/);
    expect(await refused('photo.tif', 'no tiff at all')).toMatch(/^photo\.tif is no TIFF/);
    expect((await give(reader, 'a.geojson', '{}', { owner: 'project' })).status).toBe(403);
    must(await reader.send('DELETE', path, undefined, tag(changed)), 204);
    const left = await server.services.db.query('select 1 from layer_files where layer_id is null');
    expect(left).toHaveLength(1);
    expect(await names(reader)).not.toContain('woods');
  });

  it('are GeoTIFFs that are read in parts', async () => {
    const tiff = Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(100, 7)]);
    const source = {
      kind: 'geotiff',
      url: 'file:photo.tif',
      crs: 'EPSG:32633',
      bandCount: 3,
      display: { kind: 'colours', bands: [1, 2, 3], stretch: null },
    };
    const fields = { owner: 'project', raster: JSON.stringify(source), maxScale: '5000' };
    const sent = await upload<FileAnswer>(
      server,
      surveyor,
      '/external-layers/files',
      { name: 'photo.tif', content: tiff },
      fields,
      inProject(),
    );
    const [layer] = must(sent, 200).added;
    expect(layer).toMatchObject({ name: 'photo', maxScale: 5000, source });
    const part = await data(reader, layer!.id, 'file:photo.tif', { range: 'bytes=0-3' });
    expect([part.status, part.headers['content-range']]).toEqual([206, 'bytes 0-3/104']);
    must(await surveyor.send('DELETE', `/external-layers/${layer!.id}`, undefined, tag(layer!)), 204);
  });

  it('are changed by version', async () => {
    const layer = must(await add(surveyor), 201);
    const path = `/external-layers/${layer.id}`;
    const change = { opacity: 0.5, order: 0.5, minScale: 500, maxScale: 5000, visible: false };
    const changed = must(await surveyor.send<ExternalLayer>('PUT', path, change, tag(layer)), 200);
    expect(changed).toEqual({ ...layer, ...change, version: 2 });
    expect((await surveyor.send('PUT', path, change, tag(layer))).status).toBe(412);
    must(await surveyor.send('DELETE', path, undefined, tag(changed)), 204);
  });

  it('are of allowed servers only, also behind redirects', async () => {
    const port = new URL(remote.url).port;
    const elsewhere = await add(surveyor, { source: wms(`http://localhost:${port}/wms`) });
    expect([elsewhere.status, elsewhere.body.detail, elsewhere.body.server]).toEqual([
      403,
      `Layers from localhost:${port} are not allowed in this organization. An administrator allows a server under Administration, Layer servers.`,
      `localhost:${port}`,
    ]);
    for (const url of ['file:///etc/passwd', 'http://user:secret@maps.example.org/', 'nothing'])
      expect((await add(surveyor, { source: wms(url) })).status).toBe(422);

    const layer = must(await add(surveyor), 201);
    reply = () => ({ status: 302, headers: { location: `http://localhost:${port}/secret` } });
    expect((await data(surveyor, layer.id, `${remote.url}/wms?1`)).status).toBe(403);
    expect((await data(surveyor, layer.id, `http://localhost:${port}/wms`)).status).toBe(403);
    expect((await data(surveyor, layer.id, 'http://169.254.169.254/latest')).status).toBe(403);
    expect(remote.requests).toHaveLength(1);
  });

  it('never reach internal servers, though an administrator allows them', async () => {
    const inner = must(await admin.send<LayerServer>('POST', '/layer-servers', { name: '127.0.0.1:9' }), 201);
    const layer = must(await add(surveyor), 201);
    const refused = await data(surveyor, layer.id, 'http://127.0.0.1:9/');
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      expect.stringContaining('is not on the public internet'),
    ]);
    must(await admin.send('DELETE', `/layer-servers/${inner.id}`), 204);
    const trail = must(await admin.send<AuditEntry[]>('GET', '/audit?kind=layer-server.forbidden'), 200);
    expect(trail[0]?.subject?.name).toBe('127.0.0.1:9');
  });

  it('are cached, and asked again with their tags', async () => {
    const layer = must(await add(surveyor), 201);
    reply = () => ({ headers: { 'content-type': 'image/png', etag: '"a"' }, body: 'a tile' });
    const first = await data(surveyor, layer.id, `${remote.url}/wms?2`);
    expect(first.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=600',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const again = await data(surveyor, layer.id, `${remote.url}/wms?2`, {
      'if-none-match': String(first.headers.etag),
    });
    expect([again.status, remote.requests.length]).toEqual([304, 1]);
  });

  it('answer nothing that a browser would run', async () => {
    const layer = must(await add(surveyor), 201);
    for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript']) {
      reply = () => ({ headers: { 'content-type': type }, body: '<script>alert(1)</script>' });
      const answer = await data(surveyor, layer.id, `${remote.url}/wms?type=${type}`);
      expect([type, answer.headers['content-type']]).toEqual([type, 'text/plain']);
    }
  });

  it('keep their credentials on the server, and for it only', async () => {
    const credentials = { kind: 'basic', user: 'ada', password: 'a secret' };
    const layer = must(await add(surveyor, { credentials }), 201);
    expect(layer.credentialsState).toBe('set');
    expect(JSON.stringify(layer)).not.toContain('secret');
    const [row] = await server.db.query<{ credentials: string }>(
      'select credentials from external_layers where id = $1',
      [layer.id],
    );
    expect(row!.credentials).not.toContain('secret');
    reply = () => ({ headers: { 'content-type': 'image/png' }, body: 'x' });
    await data(surveyor, layer.id, `${remote.url}/wms?3`);
    expect(remote.requests[0]!.headers.authorization).toBe(
      `Basic ${Buffer.from('ada:a secret').toString('base64')}`,
    );
    const moved = must(
      await surveyor.send<ExternalLayer>(
        'PUT',
        `/external-layers/${layer.id}`,
        {
          source: {
            ...wms(),
            kind: 'xyz',
            url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
            minZoom: 0,
            maxZoom: 19,
          },
        },
        tag(layer),
      ),
      200,
    );
    expect(moved.credentialsState).toBe('none');
  });

  it('may be a document of the project that is placed by points, which others cannot take', async () => {
    const picture = (file: string) => ({
      kind: 'picture',
      file,
      page: 1,
      crs: 'EPSG:7792',
      fit: 'helmert',
      points: [
        { pixel: [0, 0], place: [305_000, 4_757_000] },
        { pixel: [10, -10], place: [305_010, 4_756_990] },
      ],
      margins: [0, 0, 0, 0],
      whiteIsClear: false,
    });
    const elsewhere = await server.project(admin, 'Elsewhere');
    const content = { name: 'plan.pdf', content: '%PDF-1.4' };
    const sent = async (as: TestPerson, projectid: string) =>
      must(await upload<{ id: string }>(server, as, '/files', content, {}, { projectid }), 201).id;
    const [own, foreign] = [await sent(surveyor, project.id), await sent(admin, elsewhere.id)];
    const layer = must(await add(surveyor, { owner: 'project', source: picture(own) }), 201);
    expect(layer).toMatchObject({ credentialsState: 'none', source: { kind: 'picture', file: own } });
    const change = { source: { ...picture(own), fit: 'affine' } };
    expect((await surveyor.send('PUT', `/external-layers/${layer.id}`, change, tag(layer))).status).toBe(200);
    expect((await add(surveyor, { source: picture(foreign) })).status).toBe(404);
    // Others in the organization, and in another project, could not see the document.
    expect((await add(admin, { owner: 'organization', source: picture(foreign) })).status).toBe(422);
    expect((await add(admin, { owner: 'project', source: picture(foreign) })).status).toBe(422);
    const common = must(await add(admin, { owner: 'organization' }), 201);
    const asPicture = { source: picture(foreign) };
    expect((await admin.send('PUT', `/external-layers/${common.id}`, asPicture, tag(common))).status).toBe(
      422,
    );
  });

  it('send what is packed already as it is, whatever the browser takes', async () => {
    const layer = must(await add(surveyor), 201);
    const packed = gzipSync('a tile of more than a kilobyte'.repeat(100));
    reply = () => ({ headers: { 'content-type': 'application/x-protobuf' }, body: packed });
    const answer = await data(surveyor, layer.id, `${remote.url}/1/2/3.pbf`, {
      'accept-encoding': 'br, gzip',
    });
    const { 'content-encoding': encoding, 'content-length': length } = answer.headers;
    expect([answer.status, encoding, Number(length)]).toEqual([200, undefined, packed.length]);
  });

  it('send parts of files where the server can, and say where it cannot', async () => {
    const layer = must(await add(surveyor), 201);
    const range = { range: 'bytes=0-2' };
    reply = () => ({
      status: 206,
      headers: { 'content-range': 'bytes 0-2/9', 'content-type': 'image/tiff' },
      body: 'abc',
    });
    const part = await data(surveyor, layer.id, `${remote.url}/a.tif`, range);
    expect([part.status, part.headers['content-range']]).toEqual([206, 'bytes 0-2/9']);
    expect(remote.requests[0]!.headers.range).toBe('bytes=0-2');
    const before = await surveyor.send('POST', '/external-layers/read', {
      url: `${remote.url}/b.tif`,
      bytes: [0, 2],
    });
    expect([before.status, remote.requests[1]!.headers.range]).toEqual([206, 'bytes=0-2']);
    reply = () => ({ body: 'abcdefghi' });
    const whole = await data(surveyor, layer.id, `${remote.url}/a.tif`, range);
    expect([whole.status, whole.body.detail]).toEqual([502, expect.stringContaining('only as a whole')]);
  });

  it('are limited in size, while they are read and before they are added', async () => {
    const layer = must(await add(surveyor), 201);
    // 17 MB and 11 MB; an answer may have 16 and 10.
    reply = () => ({ body: Buffer.alloc(17 * 1024 ** 2) });
    const large = await data(surveyor, layer.id, `${remote.url}/large`);
    expect([large.status, large.body.detail]).toEqual([502, expect.stringContaining('16')]);
    reply = () => ({ headers: { 'content-type': 'text/xml' }, body: Buffer.alloc(11 * 1024 ** 2) });
    const capabilities = await surveyor.send<Problem>('POST', '/external-layers/read', {
      url: `${remote.url}/wms?REQUEST=GetCapabilities`,
    });
    expect([capabilities.status, capabilities.body.detail]).toEqual([502, expect.stringContaining('10')]);
    reply = () => ({ headers: { 'content-type': 'text/xml' }, body: '<WMS_Capabilities/>' });
    const small = await surveyor.send('POST', '/external-layers/read', { url: `${remote.url}/wms` });
    expect([small.status, small.body]).toEqual([200, '<WMS_Capabilities/>']);
  });

  it('leave a server alone that fails, for as long as it says', async () => {
    const layer = must(await add(surveyor), 201);
    reply = () => ({ status: 404 });
    expect((await data(surveyor, layer.id, `${remote.url}/none`)).status).toBe(404);
    reply = () => ({ status: 429, headers: { 'retry-after': '1' } });
    expect((await data(surveyor, layer.id, `${remote.url}/busy`)).status).toBe(502);
    const paused = await data(surveyor, layer.id, `${remote.url}/other`);
    expect([paused.status, paused.body.detail]).toEqual([503, expect.stringContaining('left alone for 1 s')]);
    expect(remote.requests).toHaveLength(2);
  });

  it('servers are allowed once, by administrators', async () => {
    expect((await surveyor.send('POST', '/layer-servers', { name: 'maps.example.org' })).status).toBe(403);
    must(await admin.send('POST', '/layer-servers', { name: hostOf(remote.url) }), 201);
    for (const name of ['https://maps.example.org', '*', '*.', 'a/b', ''])
      expect((await admin.send('POST', '/layer-servers', { name })).status).toBe(400);
    const list = must(await reader.send<LayerServer[]>('GET', '/layer-servers'), 200);
    expect(list.map(({ name }) => name)).toEqual([hostOf(remote.url)]);
  });
});
