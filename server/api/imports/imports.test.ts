import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distance, project } from '#core/geodesy';
import type {
  AnswerOf,
  GeometryObject,
  ImportResult,
  listProjectExtents,
  Notification,
  ObjectType,
  Problem,
  Project,
  ReprojectionResult,
  undoImport,
} from '#core/protocol';
import { openJobs } from '../../app/job-kinds.ts';
import { countAgain, expectCounts } from '../../testing/counting.ts';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { readyCrs } from '../../shared/crs/registered.ts';
import { upload as send } from '../../testing/sending.ts';
import { ended } from '../../testing/upload-job.ts';
import { importFile, upload } from '../../testing/importing.ts';
import { shapefile, square, zipped } from '../../testing/shapefile.ts';
import { zip } from '../../testing/zip.ts';
import { notifyOffsets } from './notify-offsets.ts';
import { removeOldUploads } from './old-uploads.ts';
import { forgetUndone } from './redo.ts';

const COLUMNS = [
  { name: 'name', type: 'C' as const, length: 20 },
  { name: 'area', type: 'N' as const, length: 10, decimals: 2 },
  { name: 'built', type: 'D' as const, length: 8 },
];
const PARCELS = shapefile({
  shapes: [
    { polygon: [square(11, 46, 0.01)] },
    { polygon: [square(11.1, 46, 0.01)] },
    null,
    // A bow tie: it crosses itself in the middle.
    {
      polygon: [
        [
          [11.2, 46],
          [11.21, 46.01],
          [11.21, 46],
          [11.2, 46.01],
          [11.2, 46],
        ],
      ],
    },
  ],
  columns: COLUMNS,
  rows: [
    ['Città', '12.50', '20260131'],
    ['Pieve', '', ''],
    ['Nowhere', '1', '20260201'],
    ['Bow', '2', '20260202'],
  ],
  cpg: 'UTF-8',
});

describe.each(engines)('importing into a project, %s', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let surveyor: TestPerson;
  let projectId: string;

  beforeAll(async () => {
    server = await startTestServer({ engine, jobs: openJobs });
    admin = await server.admin();
    const rights = ['geometries.read', 'geometries.write', 'geometries.delete', 'import'];
    surveyor = await server.person(admin, 'Sandra', rights);
    projectId = (await server.project(admin, 'Imports', [surveyor])).id;
  });
  afterAll(async () => {
    await expectCounts(server.db);
    await server.close();
  });

  /** None of a type that does not exist. */
  const objects = async (typeName: string) => {
    const answer = await surveyor.send<GeometryObject[]>(
      'GET',
      '/geometries?bbox=-180,-90,180,90',
      undefined,
      {
        projectid: projectId,
        type: encodeURIComponent(typeName),
      },
    );
    return answer.status === 422 ? [] : must(answer, 200);
  };

  it('previews a shapefile without writing anything', async () => {
    const job = await importFile(server, surveyor, projectId, 'parcels.zip', zipped(PARCELS));
    expect(job.error).toBeNull();
    expect(job.result).toMatchObject({
      count: 4,
      geometryTypes: { Polygon: 3 },
      crs: 'EPSG:4326',
      encoding: 'utf-8',
      committed: false,
      layer: 'parcels',
      extent: [11, 46, 11.21, 46.01],
    });
    expect(job.result!.fields.map(({ name, type }) => [name, type])).toEqual([
      ['name', 'text'],
      ['area', 'number'],
      ['built', 'date'],
    ]);
    expect(job.result!.sample[0]).toEqual({ name: 'Città', area: 12.5, built: '2026-01-31' });
    expect(job.result!.problems.map(({ feature, kind }) => [feature, kind])).toEqual([
      [2, 'null-geometry'],
      [3, 'invalid-geometry'],
    ]);
    expect(job.result!.problems[1]!.message).toContain('self-intersection near 11.205000 46.005000');
    expect(await objects('parcels')).toEqual([]);
  });

  it('writes what was previewed, creates the object type, and can be undone except for later changes', async () => {
    const look = await importFile(server, surveyor, projectId, 'parcels.zip', zipped(PARCELS));
    const answer = await upload<{ jobId: string }>(server, surveyor, 'uploadfile', projectId, {
      fields: {
        upload: look.id,
        commit: 'true',
        typeName: 'Particelle',
        mapping: '{"area":"m2","built":null}',
      },
    });
    const job = await ended<ImportResult>(surveyor, must(answer, 202).jobId);
    expect(job.error).toBeNull();
    expect(job.result).toMatchObject({ committed: true, typeName: 'Particelle', count: 4 });

    const inTheList = async () =>
      must(await surveyor.send<AnswerOf<typeof listProjectExtents>>('GET', '/projects/extents'), 200).find(
        ({ id }) => id === projectId,
      )!.extent;
    const ofAll = async () => must(await surveyor.send<Project>('GET', `/projects/${projectId}`), 200).extent;
    expect(await inTheList()).toEqual(await ofAll());

    const written = await objects('Particelle');
    expect(written).toHaveLength(3);
    const city = written.find((object) => object.properties['name'] === 'Città')!;
    expect(city.properties).toEqual({ name: 'Città', m2: 12.5 });
    // Outer rings run counterclockwise.
    expect(city.location).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [11, 46],
          [11.01, 46],
          [11.01, 46.01],
          [11, 46.01],
          [11, 46],
        ],
      ],
    });
    expect(city.metadata).toMatchObject({ version: 1, createdBy: 'Sandra', source: 'parcels.zip' });
    expect(city.transactions).toMatchObject([{ by: 'Sandra', kind: 'import' }]);
    // The bow tie is two triangles now.
    expect(written.find((object) => object.properties['name'] === 'Bow')!.location.type).toBe('MultiPolygon');

    const types = must(
      await surveyor.send<ObjectType[]>('GET', '/attributes/project', undefined, { projectid: projectId }),
      200,
    );
    const type = types.find(({ name }) => name === 'Particelle')!;
    expect(type.geometryType).toBe('Polygon');
    expect(type.fields.map(({ name }) => name)).toEqual(['name', 'm2']);

    const change = { properties: { name: 'Città vecchia' } };
    must(await surveyor.send('PUT', `/geometries/${city.id}`, change, { 'if-match': '"1"' }), 200);
    const list = must(
      await surveyor.send<{ id: string; count: number; by: string; undoneAt: string | null }[]>(
        'GET',
        '/shapefiles',
        undefined,
        { projectid: projectId },
      ),
      200,
    );
    expect(list).toMatchObject([
      { id: job.result!.importId, count: 3, by: 'Sandra', undoneAt: null, offBy: null },
    ]);
    const undone = must(await surveyor.send('POST', `/shapefiles/undo/${job.result!.importId}`), 200);
    expect(undone).toEqual({
      removed: 2,
      kept: [{ id: city.id, reason: 'It was changed after the import.' }],
      keptCount: 1,
      typeRemoved: null,
    });
    expect((await objects('Particelle')).map(({ id }) => id)).toEqual([city.id]);
    expect(await inTheList()).toEqual(await ofAll());
    const again = await surveyor.send('POST', `/shapefiles/undo/${job.result!.importId}`);
    expect(again.status).toBe(409);
  });

  it('undone takes the object type it made with it, unless something else uses it', async () => {
    const { id } = await server.project(admin, 'Types', [surveyor]);
    const run = async () =>
      (
        await importFile(server, surveyor, id, 'parcels.zip', zipped(PARCELS), {
          commit: 'true',
          typeName: 'Particelle',
        })
      ).result!.importId!;
    const undo = async (importId: string) =>
      must(await surveyor.send<AnswerOf<typeof undoImport>>('POST', `/shapefiles/undo/${importId}`), 200)
        .typeRemoved;
    const names = async () =>
      must(
        await surveyor.send<ObjectType[]>('GET', '/attributes/project', undefined, { projectid: id }),
        200,
      ).map(({ name }) => name);
    // Another project has a type of this name; each has its own.
    expect(await undo(await run())).toBe('Particelle');
    expect(await names()).not.toContain('Particelle');
    const [first, second] = [await run(), await run()];
    expect(await undo(first)).toBeNull();
    expect(await names()).toContain('Particelle');
    // The second did not make it, but was the last to use it.
    expect(await undo(second)).toBe('Particelle');
    expect(await names()).not.toContain('Particelle');
  });

  it('writes several layers of a file together, each into its object type, and undoes and redoes them together', async () => {
    const { id } = await server.project(admin, 'Layers', [surveyor]);
    const inProject = { projectid: id };
    const placemark = (name: string, x: number) =>
      `<Placemark><name>${name}</name><Point><coordinates>${x},46</coordinates></Point></Placemark>`;
    const folder = (name: string, ...marks: string[]) =>
      `<Folder><name>${name}</name>${marks.join('')}</Folder>`;
    const kml = (...folders: string[]) =>
      `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${folders.join('')}</Document></kml>`;
    const file = kml(
      folder('wells', placemark('a', 11), placemark('b', 12)),
      folder('notes', '<Placemark><name>Only a text</name></Placemark>'),
      folder('trees', placemark('c', 13)),
    );
    const write = (layers: unknown) =>
      importFile(server, surveyor, id, 'places.kml', file, {
        commit: 'true',
        layers: JSON.stringify(layers),
      });
    const both = [
      { layer: 'wells', typeName: 'well' },
      { layer: 'trees', typeName: 'tree' },
    ];
    const count = async () =>
      must(await surveyor.send<{ count: number }>('GET', '/geometries/count', undefined, inProject), 200)
        .count;

    // One that cannot be written takes the other with it.
    const missing = await write([both[0], { layer: 'nowhere', typeName: 'x' }]);
    expect(missing.error).toMatch(/nowhere/);
    const same = await write(both.map(({ layer }) => ({ layer, typeName: 'one' })));
    expect(same.error).toMatch(/^Two layers cannot make the same new object type one/);
    expect(await count()).toBe(0);

    // One without anything to draw is left out, and named.
    const { result, error } = await write([...both, { layer: 'notes', typeName: 'note' }]);
    expect(error).toBeNull();
    expect(result).toMatchObject({
      committed: true,
      count: 3,
      extent: [11, 46, 13, 46],
      written: [
        { layer: 'wells', typeName: 'well', count: 2 },
        { layer: 'trees', typeName: 'tree', count: 1 },
      ],
    });
    expect(result!.problems.map(({ message }) => message)).toContain(
      'The layer notes contains no objects that can be imported. It is left out.',
    );
    const list = must(
      await surveyor.send<{ id: string; typeName: string; together: number }[]>(
        'GET',
        '/shapefiles',
        undefined,
        inProject,
      ),
      200,
    );
    expect(list.map(({ typeName, together }) => [typeName, together]).sort()).toEqual([
      ['tree', 1],
      ['well', 1],
    ]);
    // Whichever of them is undone: the other is, too.
    const tree = list.find(({ typeName }) => typeName === 'tree')!.id;
    const undone = must(await surveyor.send('POST', `/shapefiles/undo/${tree}`), 200);
    expect(undone).toMatchObject({ removed: 3, keptCount: 0, typeRemoved: 'tree, well' });
    expect(await count()).toBe(0);
    const redone = await surveyor.send('POST', `/shapefiles/redo/${result!.importId}`);
    expect(must(redone, 200)).toEqual({ restored: 3 });
    expect(await count()).toBe(3);
    const wrong = await upload<Problem>(server, surveyor, 'uploadvector', id, {
      file: { name: 'places.kml', content: file },
      fields: { layers: JSON.stringify([both[0], both[0]]) },
    });
    expect([wrong.status, wrong.body.detail]).toEqual([422, expect.stringMatching(/different layers/)]);
  });

  it('undone is redone as it was, with its object type, and can be undone again', async () => {
    const { id } = await server.project(admin, 'Redone', [surveyor]);
    const inProject = { projectid: id };
    const file = zipped(PARCELS);
    const fields = { commit: 'true', typeName: 'Particelle' };
    const { result } = await importFile(server, surveyor, id, 'parcels.zip', file, fields);
    const redo = () => surveyor.send<{ detail: string }>('POST', `/shapefiles/redo/${result!.importId}`);
    const undo = async () => must(await surveyor.send('POST', `/shapefiles/undo/${result!.importId}`), 200);
    const seen = async () => ({
      // In any order.
      objects: new Map(
        must(await surveyor.send<GeometryObject[]>('GET', '/geometries', undefined, inProject), 200).map(
          (object) => [object.id, object],
        ),
      ),
      count: must(await surveyor.send('GET', '/geometries/count', undefined, inProject), 200),
      types: must(await surveyor.send<ObjectType[]>('GET', '/attributes/project', undefined, inProject), 200),
    });
    const before = await seen();
    expect((await redo()).status).toBe(409);
    for (let round = 0; round < 2; round++) {
      await undo();
      const undone = await seen();
      expect([undone.objects.size, undone.count]).toEqual([0, { count: 0 }]);
      expect(must(await redo(), 200)).toEqual({ restored: before.objects.size });
      expect(await seen()).toEqual(before);
    }
    // The columns of what is kept are those of objects, in their order.
    const columns = (table: string) =>
      server.db.query(
        `select column_name, data_type from information_schema.columns where table_name = $1 order by ordinal_position`,
        [table],
      );
    expect(await columns('undone_objects')).toEqual(await columns('geometries'));

    // A type that was made anew in another form.
    await undo();
    const type = {
      name: 'Particelle',
      title: { en: 'P', it: 'P' },
      style: before.types[0]!.style,
      fields: [],
    };
    const made = await admin.send<ObjectType>('POST', '/attributes', {
      ...type,
      geometryType: 'Point',
      projectIds: [id],
    });
    must(made, 201);
    const refused = await redo();
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining('Particelle was changed'),
    ]);
    expect((await seen()).objects.size).toBe(0);
    // After a day.
    await server.db.query(`update imports set undone_at = now() - interval '25 hours' where id = $1`, [
      result!.importId,
    ]);
    await forgetUndone(server.db);
    expect((await redo()).body.detail).toContain('no longer kept');
  });

  it('is also converted to another reference system and format, without a project', async () => {
    const features = [
      {
        type: 'Feature',
        properties: { code: 'A1' },
        geometry: { type: 'Point', coordinates: [12.5, 41.9, 57] },
      },
      {
        type: 'Feature',
        properties: { code: 'A2' },
        geometry: {
          type: 'LineString',
          coordinates: [
            [12.5, 41.9],
            [12.6, 41.95],
          ],
        },
      },
    ];
    const content = JSON.stringify({ type: 'FeatureCollection', features });
    const convert = (fields: Record<string, string>, file = { name: 'Rilievo 1.geojson', content }) =>
      send<{ jobId: string }>(server, surveyor, '/crs/reproject', file, fields);
    const { jobId } = must(await convert({ to: 'EPSG:32633', format: 'csv' }), 202);
    const job = await ended<ReprojectionResult>(surveyor, jobId);
    expect(job.error).toBeNull();
    expect(job.result).toMatchObject({ count: 2, from: 'EPSG:4326', to: 'EPSG:32633', problemCount: 0 });
    // Both are on WGS 84.
    expect(job.result).toMatchObject({ steps: [], accuracy: 0 });
    const file = await surveyor.send<unknown>('GET', `/crs/reproject/${jobId}`);
    expect(file.status).toBe(200);
    expect(String(file.headers['content-disposition'])).toContain('Rilievo-1-epsg-32633.');
    expect((await admin.send('GET', `/crs/reproject/${jobId}`)).status).toBe(404);

    // GeoJSON stays in WGS 84, also from another system, and back to a tenth of a millimetre.
    await readyCrs('EPSG:32633');
    const [x, y] = project('EPSG:32633', [12.5, 41.9]);
    const metric = JSON.stringify({ type: 'Point', coordinates: [x, y] });
    const back = must(
      await convert(
        { to: 'EPSG:7794', format: 'geojson', crs: 'EPSG:32633' },
        { name: 'p.geojson', content: metric },
      ),
      202,
    );
    const done = await ended<ReprojectionResult>(surveyor, back.jobId);
    expect(done.error).toBeNull();
    // It is named and told as what it is.
    expect(done.result).toMatchObject({ name: 'p-epsg-4326.geojson', from: 'EPSG:32633', to: 'EPSG:4326' });
    expect(done.result!.notes[0]).toMatch(/^The standard of geojson requires WGS 84/);
    const made = await surveyor.send<unknown>('GET', `/crs/reproject/${back.jobId}`);
    const text = typeof made.body === 'string' ? made.body : JSON.stringify(made.body);
    const [, longitude, latitude] = /"coordinates":\s*\[\s*([\d.]+),\s*([\d.]+)/.exec(text) ?? [];
    expect(distance([Number(longitude), Number(latitude)], [12.5, 41.9])).toBeLessThan(1e-4);

    // Both shifts are told, and their errors add up: EPSG:4833 and EPSG:1149 state 1 m each.
    const dutch = JSON.stringify({ type: 'Point', coordinates: [155_000, 463_000] });
    const shifted = must(
      await convert(
        { to: 'EPSG:25832', format: 'csv', crs: 'EPSG:28992' },
        { name: 'd.geojson', content: dutch },
      ),
      202,
    );
    const { result } = await ended<ReprojectionResult>(surveyor, shifted.jobId);
    expect(result).toMatchObject({
      steps: [
        { crs: 'EPSG:28992', kind: 'parameters', names: ['Amersfoort to WGS 84 (4)'] },
        { crs: 'EPSG:25832', kind: 'parameters', names: ['ETRS89 to WGS 84 (1)'] },
      ],
      accuracy: 2,
    });
    expect(result!.notes.join()).toContain('outside of the area of use of EPSG:25832');

    // There is no list of problems: the sentence has the first.
    const flawed = { type: 'Point', coordinates: ['a', 'b'] };
    const none = must(
      await convert(
        { to: 'EPSG:32633', format: 'csv', crs: 'EPSG:4326' },
        { name: 'n.geojson', content: JSON.stringify(flawed) },
      ),
      202,
    );
    expect((await ended(surveyor, none.jobId)).error).toMatch(
      /^No object of the layer “.+” can be converted\. .+\.$/,
    );

    expect((await convert({ to: 'EPSG:1', format: 'csv' })).status).toBe(400);
    expect((await convert({ to: 'EPSG:999999', format: 'csv' })).status).toBe(422);
    expect((await convert({ to: 'EPSG:32633', format: 'dwg' })).status).toBe(400);
    const noCrs = must(
      await convert({ to: 'EPSG:32633', format: 'csv' }, { name: 'm.geojson', content: metric }),
      202,
    );
    expect((await ended(surveyor, noCrs.jobId)).error).toBe(
      'The file does not specify its coordinate reference system. Choose the system of the file.',
    );
  });
  it('counts all objects that an undo does not delete, and lists the first thousand', async () => {
    const { db } = server;
    await expectCounts(db);
    const { id } = await server.project(admin, 'Changed', [surveyor]);
    const [row] = await db.query<{ id: string }>(
      `insert into imports (project_id, file_name, type_name, count, by_user)
       values ($1, 'changed.zip', 'Particelle', 1002, $2) returning id`,
      [id, surveyor.id],
    );
    await db.query(
      `insert into geometries (id, project_id, type_name, geom, location, about, created_by, updated_by, version, import_id)
       select gen_random_uuid(), $1, 'Particelle', 'srid=4326;point(11 46)', '{}', '{}', $2, $2, least(n, 2), $3
       from generate_series(1, 1002) n`,
      [id, surveyor.id, row!.id],
    );
    const path = `/shapefiles/undo/${row!.id}`;
    const undone = must(await surveyor.send<AnswerOf<typeof undoImport>>('POST', path), 200);
    expect([undone.removed, undone.kept.length, undone.keptCount]).toEqual([1, 1000, 1001]);
    await countAgain(db);
  });

  it('is not possible a day after its preview: the upload is removed', async () => {
    const look = await importFile(
      server,
      surveyor,
      projectId,
      'old.zip',
      zipped(shapefile({ shapes: [{ point: [11, 46] }] })),
    );
    expect(look.error).toBeNull();
    const nameOf = async () =>
      (
        await server.db.query<{ name: string | null }>(
          "select input->>'upload' as name from jobs where id = $1",
          [look.id],
        )
      )[0]!.name;
    await removeOldUploads(server.services);
    const name = (await nameOf())!;
    expect(await server.services.storage.localPath(name)).toContain(name.slice(-36));
    await server.db.query("update jobs set created_at = now() - interval '25 hours' where id = $1", [
      look.id,
    ]);
    await removeOldUploads(server.services);
    expect(await nameOf()).toBeNull();
    await expect(server.services.storage.localPath(name)).rejects.toThrow();
    const late = await upload<Problem>(server, surveyor, 'uploadfile', projectId, {
      fields: { upload: look.id, commit: 'true' },
    });
    expect([late.status, late.body.detail]).toEqual([
      422,
      'The uploaded file is no longer available. Upload it again.',
    ]);
  });

  it('that is misplaced by former parameters is notified once to the members who manage the project', async () => {
    const [manager, other] = await Promise.all([
      server.person(admin, 'Mario', ['geometries.read', 'projects.write']),
      server.person(admin, 'Olga', ['geometries.read', 'projects.write']),
    ]);
    await server.db.query("update users set language = 'it' where id = $1", [manager.id]);
    const { id } = await server.project(admin, 'Utrecht', [surveyor, manager]);
    const add = (crs: string, extent: number[]) =>
      server.db.query(
        `insert into imports (project_id, file_name, type_name, count, by_user, crs, former_extent)
         values ($1, $2, 'parcel', 1, $3, $4, $5)`,
        [id, `${crs.slice(5)}.zip`, surveyor.id, crs, JSON.stringify(extent)],
      );
    await add('EPSG:28992', [5.38, 52.15, 5.39, 52.16]);
    await add('EPSG:25832', [11, 45, 11.1, 45.1]);
    await notifyOffsets(server.services);
    await notifyOffsets(server.services);
    // They were also told that they are members.
    const inbox = async (person: TestPerson) => {
      const answer = await person.send<Notification[]>('GET', '/notifications');
      return { ...answer, body: answer.body.filter(({ kind }) => kind !== 'project-member') };
    };
    const found = must(await inbox(manager), 200);
    expect(found.map(({ subject, sender }) => [subject, sender])).toEqual([
      ['Importazioni di Utrecht in posizione errata', null],
    ]);
    expect(found[0]!.text).toMatch(/– 28992\.zip \(EPSG:28992\): 1[67]\d(,\d+)? m/);
    expect(found[0]!.text).not.toContain('25832');
    expect(must(await inbox(other), 200)).toEqual([]);
    expect(must(await inbox(surveyor), 200)).toEqual([]);
  });

  it('says that a table alone and an empty layer contain nothing to draw, and asks for no reference system', async () => {
    const { dbf } = shapefile({ shapes: [{ point: [11, 46] }] });
    const table = { dbf: dbf! };
    const empty = shapefile({ shapes: [] });
    for (const [files, kind] of [
      [table, 'no-shp'],
      [empty, 'no-features'],
    ] as const) {
      const look = await importFile(server, surveyor, projectId, 'nothing.zip', zipped(files));
      expect(look.result!.problems.map((problem) => problem.kind)).toEqual([kind]);
      const commit = await importFile(server, surveyor, projectId, 'nothing.zip', zipped(files), {
        commit: 'true',
      });
      expect(commit.error).toBe(
        'The file contains no objects that can be imported. See the list of problems.',
      );
    }
  });

  it('writes nothing while the coordinate reference system is unknown, and asks for it', async () => {
    const files = shapefile({ shapes: [{ point: [663_000, 5_103_000] }], prj: '' });
    const job = await importFile(server, surveyor, projectId, 'points.zip', zipped(files), {
      commit: 'true',
    });
    expect(job.state).toBe('failed');
    expect(job.error).toBe(
      'The file does not specify its coordinate reference system. Choose one, then import.',
    );
    expect(await objects('points')).toEqual([]);
    const named = await importFile(server, surveyor, projectId, 'points.zip', zipped(files, 'points'), {
      commit: 'true',
      crs: 'EPSG:25832',
    });
    expect(named.result).toMatchObject({ crs: 'EPSG:25832', committed: true });
    const [point] = await objects('points');
    // Independent value: gdaltransform (PROJ 9.1) from EPSG:25832 of 663000 5103000.
    const [longitude, latitude] = (point!.location as { coordinates: number[] }).coordinates;
    expect(longitude).toBeCloseTo(11.1074037239496, 9);
    expect(latitude).toBeCloseTo(46.061143230747, 9);
  });

  it('converts values for an existing object type, and refuses other geometries', async () => {
    const fields = [
      { name: 'lanes', title: { en: 'Lanes', it: 'Corsie' }, type: 'integer', required: false },
      {
        name: 'metres',
        title: { en: 'Metres', it: 'Metri' },
        type: 'number',
        required: false,
        computed: '$length * lanes',
      },
    ];
    const type = { name: 'Roads', geometryType: 'LineString', fields };
    must(await admin.send('POST', '/attributes', type), 201);
    const line = (lanes: unknown) => ({
      type: 'Feature',
      properties: { lanes },
      geometry: {
        type: 'LineString',
        coordinates: [
          [11, 46],
          [11.1, 46.1],
        ],
      },
    });
    const collection = JSON.stringify({ type: 'FeatureCollection', features: [line('2'), line('many')] });
    const sent = { commit: 'true', typeName: 'Roads' };
    const job = await importFile(server, surveyor, projectId, 'roads.geojson', collection, sent);
    expect(job.result!.problems.map(({ feature, message }) => [feature, message])).toEqual([
      [1, 'many is not valid for the field lanes of the object type. It is left empty.'],
    ]);
    const length = 2 * distance([11, 46], [11.1, 46.1]);
    const roads = (await objects('Roads')).map(({ properties }) => properties);
    expect(roads.sort((a, b) => Number(b['lanes']) - Number(a['lanes']))).toEqual([
      { lanes: 2, metres: length },
      { lanes: null },
    ]);
    const point = JSON.stringify({ type: 'Point', coordinates: [11, 46] });
    const other = await importFile(server, surveyor, projectId, 'p.geojson', point, sent);
    expect(other.error).toBe(
      'The object type Roads accepts LineString, but the file contains Point. Choose another type or enter a new name.',
    );
  });

  it('refuses duplicate values of unique fields, naming record and value, and writes nothing of the file', async () => {
    const fields = [
      { name: 'code', title: { en: 'Code', it: 'Codice' }, type: 'text', required: false, unique: true },
    ];
    must(await admin.send('POST', '/attributes', { name: 'Wells', geometryType: 'Point', fields }), 201);
    const wells = (...codes: unknown[]) =>
      JSON.stringify({
        type: 'FeatureCollection',
        features: codes.map((code, n) => ({
          type: 'Feature',
          properties: { code },
          geometry: { type: 'Point', coordinates: [11 + n / 100, 46] },
        })),
      });
    const sent = { commit: 'true', typeName: 'Wells' };
    const send = (...codes: unknown[]) =>
      importFile(server, surveyor, projectId, 'wells.geojson', wells(...codes), sent);
    const inFile = await send('P1', 'P2', 'P3', 'P2');
    expect(inFile.error).toBe(
      'Records 1 and 3 of the file both have "P2" in code, but Wells requires unique values. ' +
        'Nothing was imported. Correct the file, or skip code.',
    );
    expect(await objects('Wells')).toEqual([]);
    // Empty values do not count as duplicates.
    expect((await send('P1', 'P2', null, '', null, '')).error).toBeNull();
    // Numbers are converted for a text field.
    expect((await send('7')).error).toBeNull();
    const taken = await send('P9', null, 7);
    expect(taken.error).toBe(
      'Record 2 of the file has "7" in code, but another object of Wells already has this value. ' +
        'Nothing was imported. Correct the file, or skip code.',
    );
    expect(await objects('Wells')).toHaveLength(7);
  });

  it('writes nothing of an archive whose content is damaged, which shows after its first records were read', async () => {
    const members = Object.entries(shapefile({ shapes: [{ polygon: [square(11, 46, 0.01)] }, null] }));
    const archive = zip(
      members.map(([extension, content]) => ({ name: `a.${extension}`, content, stored: true })),
    );
    const shp = members.find(([extension]) => extension === 'shp')![1];
    // A coordinate of the first polygon.
    const at = archive.indexOf(shp) + 170;
    archive.writeUInt8(archive[at]! ^ 1, at);
    const job = await importFile(server, surveyor, projectId, 'damaged.zip', archive, { commit: 'true' });
    expect(job.error).toContain('a.shp');
    expect(await objects('damaged')).toEqual([]);
  });

  it('keeps every digit and height of GeoJSON', async () => {
    const coordinates = [11.123456789012345, 46.98765432109876, 1234.5678901234567];
    const text = `{"type":"Point","coordinates":[${coordinates.join(',')}]}`;
    await importFile(server, surveyor, projectId, 'digits.geojson', text, { commit: 'true' });
    expect((await objects('digits'))[0]!.location).toEqual({ type: 'Point', coordinates });
  });

  it('stores text without characters that the database cannot store, and reports it', async () => {
    const text =
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":"x\\u0000y\\ud800\\\\u0000\\ttab"}}';
    const job = await importFile(server, surveyor, projectId, 'dirty.geojson', text, { commit: 'true' });
    expect(job.error).toBeNull();
    expect(job.result!.problems.map(({ kind }) => kind)).toEqual(['text-cleaned']);
    expect((await objects('dirty'))[0]!.properties).toEqual({ a: 'xy\ufffd\\u0000\ttab' });
  });

  it('says of a picture that is called KML what it is, also with characters that the database cannot store', async () => {
    const picture = Buffer.from('ffd8ffe11826457869660000', 'hex');
    const job = await importFile(server, surveyor, projectId, 'photo.kmz', picture);
    expect(job.error).toBe('The file is not XML: it starts with “ÿØÿá &Exif”.');
    const point = { type: 'Point', coordinates: [11, 46] };
    const feature = JSON.stringify({ type: 'Feature', geometry: point, properties: { 'a\0b': 1 } });
    const look = await importFile(server, surveyor, projectId, 'names.geojson', feature);
    expect(look).toMatchObject({ state: 'done', error: null });
  });

  it("reports in the person's language", async () => {
    const answer = await upload<{ jobId: string }>(
      server,
      surveyor,
      'uploadfile',
      projectId,
      { file: { name: 'x.zip', content: Buffer.from('not a zip') } },
      { 'accept-language': 'it' },
    );
    const job = await ended<ImportResult>(surveyor, answer.body.jobId);
    expect(job.state).toBe('failed');
    expect(job.error).toMatch(/^Il file non è un archivio zip\./);
  });

  it('reads the headers at once', async () => {
    const file = { name: 'parcels.zip', content: zipped(PARCELS) };
    const answer = await upload<Record<string, unknown>>(server, surveyor, 'uploadmetadata', projectId, {
      file,
    });
    expect(must(answer, 200)).toMatchObject({
      count: 4,
      crs: 'EPSG:4326',
      encoding: 'utf-8',
      committed: false,
    });
    const bad = await upload<{ detail: string }>(server, surveyor, 'uploadmetadata', projectId, {
      file: { name: 'x.zip', content: Buffer.alloc(0) },
    });
    expect([bad.status, bad.body.detail]).toEqual([422, 'The file is empty.']);
  });

  it('is refused without the right, outside the project, and for blocked types', async () => {
    const viewer = await server.person(admin, 'Vera', ['geometries.read']);
    const outsider = await server.person(admin, 'Otto', ['geometries.read', 'import']);
    const file = { name: 'parcels.zip', content: zipped(PARCELS) };
    expect((await upload(server, viewer, 'uploadfile', projectId, { file })).status).toBe(403);
    expect((await upload(server, outsider, 'uploadfile', projectId, { file })).status).toBe(404);
    const blocked = await server.person(admin, 'Berta', ['geometries.read', 'import'], {
      blockedLayers: ['Secret'],
    });
    const own = await server.project(admin, 'Blocked', [blocked]);
    const job = await importFile(server, blocked, own.id, 'parcels.zip', zipped(PARCELS), {
      commit: 'true',
      typeName: 'Secret',
    });
    expect(job.error).toBe('The object type Secret cannot be used in this project. Choose another name.');
    const look = await importFile(server, surveyor, projectId, 'parcels.zip', zipped(PARCELS));
    // Another member sees that there is a job, but nothing of the file's content.
    const seen = must(await admin.send<{ result?: unknown }>('GET', `/jobs/${look.id}`), 200);
    expect(seen.result).toBeUndefined();
    expect((await outsider.send('GET', `/jobs/${look.id}`)).status).toBe(404);
    expect((await admin.send('DELETE', `/jobs/${look.id}`)).status).toBe(403);
  });

  it('refuses malformed requests and stores nothing of them', async () => {
    const none = await upload<{ detail: string }>(server, surveyor, 'uploadfile', projectId, {});
    expect(none.status).toBe(422);
    const file = { name: 'a.zip', content: Buffer.from('x') };
    const mapping = await upload(server, surveyor, 'uploadfile', projectId, {
      file,
      fields: { mapping: '[1]' },
    });
    expect(mapping.status).toBe(422);
    const commit = await upload(server, surveyor, 'uploadfile', projectId, {
      file,
      fields: { commit: 'perhaps' },
    });
    expect(commit.status).toBe(400);
    const json = await surveyor.send('POST', '/shapefiles/uploadfile', {}, { projectid: projectId });
    expect(json.status).toBe(415);
  });
});
