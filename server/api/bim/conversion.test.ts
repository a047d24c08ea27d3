import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AnswerOf,
  BimElement,
  BimLink,
  BimModel,
  BimVersion,
  ExportResult,
  bimTree,
  findBimElements,
  findBimItems,
  listBimChanges,
} from '#core/protocol';
import { openJobs } from '../../app/job-kinds.ts';
import { places } from '../../testing/databases.ts';
import { smallIfc } from '../../testing/small-ifc.ts';
import { startTestS3, type TestS3 } from '../../testing/s3.ts';
import { download as exported } from '../../testing/exporting.ts';
import { download, upload } from '../../testing/sending.ts';
import { must, type TestPerson, type TestServer } from '../../testing/server.ts';
import { ended } from '../../testing/upload-job.ts';
import { openWorkplace, ROME, type Workplace } from '../../testing/workplace.ts';
import { zip } from '../../testing/zip.ts';

const zipOf = (files: Record<string, string>) =>
  zip(Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) })));

/** Of the second wall: a list and a range of numbers, a text that looks like a list, and a list that is not of numbers alone. */
const RANGES = `#950=IFCPROPERTYSET('0Groma0000000000000950',#2,'Ranges',$,(#951,#952,#953,#954));
#951=IFCPROPERTYLISTVALUE('Widths',$,(IFCREAL(1.5),IFCREAL(2.5)),$);
#952=IFCPROPERTYBOUNDEDVALUE('Temperature',$,IFCREAL(30.),IFCREAL(15.),$,IFCREAL(20.5));
#953=IFCPROPERTYSINGLEVALUE('Releases',$,IFCLABEL('1.5, 2.5'),$);
#954=IFCPROPERTYENUMERATEDVALUE('Sizes',$,(IFCLABEL('S'),IFCINTEGER(2)),$);
#955=IFCRELDEFINESBYPROPERTIES('0Groma0000000000000955',#2,$,$,(#1020),#950);
`;
const SURVEYED =
  "#900=IFCPROJECTEDCRS('EPSG:25832',$,'ETRS89','DHHN2016','UTM','32N',#901);\n#901=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n" +
  '#902=IFCMAPCONVERSION(#10,#900,458870.063,5438230.2,110.,1.,0.,$);';
const WALLS = [
  { name: 'North wall', at: [0, 8, 3] as const },
  { name: 'South wall', at: [0, 0, 3] as const, fireRating: 'F90' },
  { name: 'Slanting wall', at: [4, 0, 3] as const, turn: 30, size: [100, 0.3, 2.7] as const },
];

describe.each(places)('BIM models on the %s engine, in %s', (engine, storage) => {
  let s3: TestS3 | undefined;
  let place: Workplace;
  let server: TestServer;
  let crew: TestPerson;
  let reader: TestPerson;
  /** Sees objects, but no models. */
  let withoutModels: TestPerson;
  let project: string;
  beforeAll(async () => {
    if (storage === 'an S3 store') s3 = await startTestS3();
    place = await openWorkplace(engine, { jobs: openJobs, ...(s3 && { config: { storageUrl: s3.url } }) });
    ({ server } = place);
    crew = await server.person(place.admin, 'Crew', [
      'geometries.read',
      'geometries.write',
      'bim.read',
      'bim.write',
      'export',
    ]);
    reader = await server.person(place.admin, 'Reader', ['geometries.read', 'bim.read']);
    withoutModels = await server.person(place.admin, 'Blind', ['geometries.read']);
    project = (await server.project(place.admin, 'Appia', [crew, reader, withoutModels])).id;
  });
  afterAll(async () => {
    await place.close();
    await s3?.remove();
  });

  const add = async (name: string, content: string | Buffer, fields = {}): Promise<BimModel> => {
    const sent = must(
      await upload<BimModel>(server, crew, '/bim', { name, content }, fields, { projectid: project }),
      201,
    );
    await ended(crew, sent.jobId!);
    return must(await crew.send<BimModel>('GET', `/bim/${sent.id}`), 200);
  };
  const find = async (id: string, body: object) =>
    must(await reader.send<AnswerOf<typeof findBimElements>>('POST', `/bim/${id}/elements`, body), 200);

  it('are converted, found, linked and compared with their next version', async () => {
    const model = await add('house.ifc', smallIfc({ walls: WALLS, more: SURVEYED + RANGES }));
    expect(model).toMatchObject({
      state: 'ready',
      error: null,
      schema: 'IFC4',
      elementCount: 3,
      lengthUnit: 1,
      origin: [0, 0, 0],
      box: { min: [0, 0, 3] },
      georeference: { applied: 'map-conversion', isDouble: false, heights: 'geoid' },
    });
    // The slanting wall ends at 4 + 100·cos 30°, and 100·sin 30° + 0.3·cos 30° to the north.
    const [right, back] = model.box!.max;
    expect(right).toBeCloseTo(4 + 100 * Math.cos(Math.PI / 6), 4);
    expect(back).toBeCloseTo(50 + 0.3 * Math.cos(Math.PI / 6), 4);

    const path = model.parts[0]!.path;
    const part = await download(server, reader, path, { range: 'bytes=0-1' });
    // Compressed by zlib.
    expect([part.statusCode, part.rawPayload[0]]).toEqual([206, 0x78]);
    expect(part.headers['cache-control']).toContain('immutable');
    expect(part.headers['content-range']).toBe(`bytes 0-1/${model.parts[0]!.bytes}`);

    const tree = must(await reader.send<AnswerOf<typeof bimTree>>('GET', `/bim/${model.id}/tree`), 200);
    expect(
      tree.nodes.map(({ class: name, parent, own, count, elevation }) => [
        name,
        parent,
        own,
        count,
        elevation,
      ]),
    ).toEqual([
      ['IfcProject', null, 0, 3, null],
      ['IfcSite', 0, 0, 3, null],
      ['IfcBuilding', 1, 0, 3, null],
      ['IfcBuildingStorey', 2, 3, 3, 3],
    ]);
    expect(tree).toMatchObject({
      classes: [{ name: 'IfcWall', count: 3 }],
      materials: [{ name: 'Brick', count: 3 }],
      classifications: [{ name: 'EF_25 – Walls', count: 3 }],
      types: [{ name: 'Outer wall', count: 3 }],
      systems: [{ name: 'Shell', count: 3 }],
      groups: [],
      zones: [],
    });

    const found = await find(model.id, {
      text: 'f90 south',
      columns: [{ name: 'firerating' }, { name: 'Length' }],
    });
    expect(found).toMatchObject({
      count: 1,
      elements: [
        {
          name: 'South wall',
          class: 'IfcWall',
          type: 'Outer wall',
          material: 'Brick',
          storey: 'Ground floor',
          part: 0,
          localId: 1020,
          values: ['F90', 4],
        },
      ],
    });
    const counts = await Promise.all(
      [
        { text: '100%' },
        { classes: ['IfcDoor'] },
        { within: [tree.nodes[3]!.globalId] },
        { materials: ['Brick'], types: [tree.types[0]!.globalId], groups: [tree.systems[0]!.globalId] },
        { properties: [{ name: 'IsExternal', is: 'equal', value: true }] },
        { properties: [{ set: 'Qto_WallBaseQuantities', name: 'Length', is: 'more', value: 4 }] },
        { properties: [{ name: 'FireRating', is: 'unequal', value: 'f30' }] },
        { properties: [{ name: 'LoadBearing', is: 'absent' }], classes: ['IFCWALL'] },
        { classes: ['IfcWall'], text: found.elements[0]!.globalId },
      ].map(async (body) => (await find(model.id, body)).count),
    );
    // Within a storey is the storey itself.
    expect(counts).toEqual([0, 0, 4, 3, 3, 1, 1, 3, 1]);

    const items = must(
      await reader.send<AnswerOf<typeof findBimItems>>('POST', `/bim/${model.id}/items`, {
        classes: ['IfcWall'],
        by: { name: 'FireRating' },
      }),
      200,
    );
    expect(items).toEqual({
      count: 3,
      groups: [
        { value: 'F30', count: 2, items: [{ part: 0, localIds: [1000, 1040] }] },
        { value: 'F90', count: 1, items: [{ part: 0, localIds: [1020] }] },
      ],
      isCut: false,
    });

    const { globalId } = found.elements[0]!;
    const element = must(await reader.send<BimElement>('GET', `/bim/${model.id}/elements/${globalId}`), 200);
    expect(element).toMatchObject({
      line: 1020,
      properties: [
        { name: 'Pset_WallCommon', isOfType: false, values: [{ value: 'F90', type: null }] },
        {
          name: 'Ranges',
          values: [
            { value: '1.5, 2.5', number: null, type: 'numbers' },
            { value: '20.5 (15 … 30)', number: null, type: 'numbers' },
            { value: '1.5, 2.5', number: null, type: null },
            { value: 'S, 2', number: null, type: null },
          ],
        },
        { name: 'Pset_WallCommon', isOfType: true, values: [{ value: 'true', type: 'boolean' }] },
      ],
      quantities: [{ values: [{ name: 'Length', value: '4', number: 4, unit: 'm' }] }],
      materials: ['Brick'],
      classifications: ['EF_25 – Walls'],
      type: { name: 'Outer wall' },
      groups: [{ name: 'Shell' }],
      path: [
        { class: 'IfcProject' },
        { class: 'IfcSite' },
        { class: 'IfcBuilding' },
        { name: 'Ground floor' },
      ],
    });
    expect((await reader.send('GET', `/bim/${model.id}/elements/none`)).status).toBe(404);

    const object = must(
      await crew.send<{ id: string }>(
        'POST',
        '/geometries',
        { typeName: 'parcel', location: ROME, properties: {} },
        { projectid: project, type: 'parcel' },
      ),
      201,
    );
    const links = must(
      await crew.send<BimLink[]>('POST', `/bim/${model.id}/links`, [
        { globalId, geometryId: object.id, note: 'as surveyed' },
        { globalId: element.path[3]!.globalId, fileId: model.id },
      ]),
      201,
    );
    expect(links).toHaveLength(2);
    expect(
      (await reader.send('POST', `/bim/${model.id}/links`, [{ globalId, geometryId: object.id }])).status,
    ).toBe(403);
    expect(
      (await crew.send('POST', `/bim/${model.id}/links`, [{ globalId: 'none', geometryId: object.id }]))
        .status,
    ).toBe(422);
    const to = must(
      await reader.send<BimLink[]>('GET', `/bim-links?geometryId=${object.id}`, undefined, {
        projectid: project,
      }),
      200,
    );
    expect(to).toMatchObject([
      { globalId, name: 'South wall', target: 'parcel', note: 'as surveyed', isPresent: true },
    ]);

    // Both ways: the element says what it is linked to, and objects are found by their elements.
    expect((await find(model.id, { linked: 'objects' })).elements).toMatchObject([
      { globalId, links: [{ geometryId: object.id, target: 'parcel' }] },
    ]);
    expect((await find(model.id, { linked: 'files' })).elements).toMatchObject([
      { class: 'IfcBuildingStorey' },
    ]);
    expect((await find(model.id, { linked: 'none', text: 'south' })).count).toBe(0);
    const withElement = async (value: string, by = reader) => {
      const filter = { field: 'links.elements', op: 'like', value };
      const body = { filter, orderby: 'links.elements' };
      const answer = await by.send<{ id: string }[]>('POST', '/geometries/research', body, {
        projectid: project,
      });
      return must(answer, 200).map(({ id }) => id);
    };
    expect(await withElement('%South wall · house%')).toEqual([object.id]);
    expect(await withElement('%North%')).toEqual([]);
    expect(await withElement('%South%', withoutModels)).toEqual([]);
    const searched = await reader.send('GET', '/bim-elements?text=south', undefined, { projectid: project });
    expect(searched.body).toContainEqual({
      modelId: model.id,
      modelName: model.name,
      globalId,
      class: 'IfcWall',
      name: 'South wall',
      storey: 'Ground floor',
    });

    // Elements are written to a file of their own, which is read again with their properties.
    const { jobId } = must(
      await crew.send<{ jobId: string }>('POST', `/bim/${model.id}/subset`, { text: 'F90' }),
      202,
    );
    const { result } = await ended<ExportResult>(crew, jobId);
    expect(result).toMatchObject({ kind: 'elements', count: 1 });
    const saved = await exported(server, crew, result!.nameZip);
    const south = await add('south.ifc', saved.bytes);
    expect(south).toMatchObject({
      state: 'ready',
      elementCount: 1,
      georeference: { applied: 'map-conversion' },
    });
    expect((await find(south.id, { text: 'f90' })).elements).toMatchObject([
      { globalId, name: 'South wall', type: 'Outer wall', material: 'Brick', storey: 'Ground floor' },
    ]);

    const [north, , slanting] = WALLS;
    const next = smallIfc({
      walls: [
        { ...north!, guid: '0Groma0000000000001000', fireRating: 'F60' },
        { ...slanting!, guid: '0Groma0000000000001040', at: [4, 0.5, 3] },
        { name: 'New wall', guid: '0GromaNew0000000000001', at: [0, 20, 3] },
      ],
      more: SURVEYED,
    });
    const changed = must(
      await upload<BimModel>(
        server,
        crew,
        `/bim/${model.id}`,
        { name: 'house-2.ifc', content: next },
        {},
        { 'if-match': `"${model.version}"` },
        'PUT',
      ),
      200,
    );
    await ended(crew, changed.jobId!);
    const versions = must(await reader.send<BimVersion[]>('GET', `/bim/${model.id}/versions`), 200);
    expect(versions.map(({ version, state, elementCount }) => [version, state, elementCount])).toEqual([
      [2, 'ready', 3],
      [1, 'ready', 3],
    ]);
    const changes = must(
      await reader.send<AnswerOf<typeof listBimChanges>>('GET', `/bim/${model.id}/versions/2/changes`),
      200,
    );
    expect(changes.counts).toEqual({ all: 4, added: 1, removed: 1, moved: 1, changed: 1, same: 4 });
    expect(changes.changes).toMatchObject([
      { change: 'added', name: 'New wall' },
      {
        change: 'changed',
        name: 'North wall',
        moved: false,
        values: [{ set: 'Pset_WallCommon', name: 'FireRating', before: 'F30', after: 'F60' }],
      },
      { change: 'changed', name: 'Slanting wall', moved: true, distance: 0.5, values: [] },
      { change: 'removed', name: 'South wall' },
    ]);
    const after = must(await reader.send<BimLink[]>('GET', `/bim/${model.id}/links`), 200);
    expect(after.map(({ isPresent, class: name }) => [name, isPresent]).toSorted()).toEqual([
      [null, false],
      ['IfcBuildingStorey', true],
    ]);
    // The former version is still there.
    expect((await find(model.id, { text: 'south', content: 1 })).count).toBe(1);
    expect((await download(server, reader, path)).statusCode).toBe(200);
    for (const { id } of after) must(await crew.send('DELETE', `/bim/${model.id}/links/${id}`), 204);
    // What was remembered of the search ends with the links.
    expect(await withElement('%house%')).toEqual([]);
  });

  it('stand on the map and on globes where their file says, or a person', async () => {
    const model = await add('placed.ifc', smallIfc({ walls: [WALLS[0]!], more: SURVEYED }));
    const footprint = must(
      await reader.send<{ geometry: { coordinates: number[][][][] }; properties: { kind: string } }>(
        'GET',
        `/bim/${model.id}/footprint`,
      ),
      200,
    );
    expect(footprint.properties).toMatchObject({ kind: 'outline' });
    expect(footprint.geometry.coordinates).toHaveLength(1);
    expect(footprint.geometry.coordinates[0]![0]).toHaveLength(5);
    const [longitude, latitude] = footprint.geometry.coordinates[0]![0]![0]!;
    // echo 458870.063 5438238.2 | cs2cs EPSG:25832 EPSG:4326
    expect([Math.abs(longitude! - 8.4365) < 0.001, Math.abs(latitude! - 49.0965) < 0.01]).toEqual([
      true,
      true,
    ]);
    const { version } = { version: model.parts[0]!.path.split('/')[4]! };
    const tileset = must(
      await reader.send<{ root: { transform: number[]; children: { content: { uri: string } }[] } }>(
        'GET',
        `/bim/${model.id}/globe/${version}/tileset.json`,
      ),
      200,
    );
    expect(tileset.root.children.map(({ content }) => content.uri)).toEqual(['0.glb']);
    const glb = await download(server, reader, `/bim/${model.id}/globe/${version}/0.glb`);
    expect(glb.rawPayload.toString('latin1', 0, 4)).toBe('glTF');
    expect(glb.rawPayload.readUInt32LE(8)).toBe(glb.rawPayload.length);

    const own = must(
      await reader.send<{ version: number; crs: string; transform: object }>(
        'GET',
        `/bim/${model.id}/georeference`,
      ),
      200,
    );
    expect(own).toMatchObject({ version: 0, crs: 'EPSG:25832', verticalCrs: 'EPSG:7837', found: 'file' });
    const typed = {
      ...own,
      found: 'typed',
      note: null,
      fit: null,
      transform: { from: [0, 0, 0], to: [300_000, 4_640_000, 50], turn: [10, 0, 0], scale: [1, 1, 1] },
      crs: 'EPSG:7792',
      verticalCrs: null,
    };
    const { crs, verticalCrs, transform, found, note, fit } = typed;
    must(
      await crew.send(
        'PUT',
        `/bim/${model.id}/georeference`,
        { crs, verticalCrs, transform, found, note, fit },
        { 'if-match': '"0"' },
      ),
      200,
    );
    const set = must(await reader.send<BimModel>('GET', `/bim/${model.id}`), 200);
    expect(set.georeference).toMatchObject({
      applied: 'transform',
      heights: 'ellipsoid',
      transform: { eastings: 300_000, rotation: 10 },
    });
    expect(set.georeference!.levels[0]!.difference!.north).toBeLessThan(1e6);
  });

  // The same wherever files are stored.
  const itOnce = it.runIf(storage === places.at(-1)![1]);
  itOnce('take the center of the upload, and give back what PUT takes', async () => {
    const model = await add('center.ifc', smallIfc({ north: [0.5, 0.8660254037844386] }), {
      center: '12.5,41.9,57.25',
    });
    expect(model.georeference).toMatchObject({ applied: 'center', heights: 'ellipsoid' });
    const [longitude, latitude, height] = model.georeference!.position!;
    expect([longitude, latitude, height]).toEqual([
      expect.closeTo(12.5, 9),
      expect.closeTo(41.9, 9),
      expect.closeTo(57.25, 6),
    ]);
    // True north is (0.5, 0.866) in the file: its y axis is 30° to the left of it, so 330° from north.
    expect(model.georeference!.heading).toBeCloseTo(330, 3);
    const tag = { 'if-match': `"${model.version}"` };
    const again = must(
      await crew.send<BimModel>('PUT', `/bim/${model.id}`, { center: model.center }, tag),
      200,
    );
    expect(again).toMatchObject({ center: [12.5, 41.9, 57.25], state: 'ready' });
  });

  itOnce('come compressed, and say what is wrong with them', async () => {
    const packed = await add(
      'packed.ifczip',
      zipOf({ 'a/house.ifc': smallIfc({ schema: 'IFC2X3', unit: 0.001 }) }),
    );
    expect(packed).toMatchObject({
      state: 'ready',
      schema: 'IFC2X3',
      lengthUnit: 0.001,
      box: { min: [0, 0, 0] },
    });
    expect(packed.box!.max[0]).toBeCloseTo(4, 6);
    const cut = zipOf({ 'house.ifc': smallIfc().slice(0, -60) });
    expect((await add('cut.ifczip', cut)).error).toContain('is truncated');
    const two = await upload<{ detail: string }>(
      server,
      crew,
      '/bim',
      { name: 'two.ifczip', content: zipOf({ 'a.ifc': smallIfc(), 'b.ifc': smallIfc() }) },
      {},
      { projectid: project },
    );
    expect([two.status, two.body.detail]).toEqual([
      422,
      'two.ifczip has to contain exactly one .ifc file, but contains 2.',
    ]);
    const empty = await add('empty.ifc', smallIfc().replace(/DATA;[^]*ENDSEC;/, 'DATA;\nENDSEC;'));
    expect(empty).toMatchObject({
      state: 'failed',
      error: 'empty.ifc contains no building, element or space. Export the model with its elements.',
    });
    const again = must(await crew.send<BimModel>('POST', `/bim/${empty.id}/convert`), 200);
    await ended(crew, again.jobId!);
    expect(
      await server.db.query(
        'select 1 from bim_things t where not exists (select 1 from bim_editions e where e.edition = t.edition)',
      ),
    ).toEqual([]);
  });
});
