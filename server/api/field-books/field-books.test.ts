import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AnswerOf,
  acceptFieldBook,
  FieldBook,
  FieldBookDetail,
  FieldBookRecord,
  FieldBookTypes,
  GeometryObject,
  StoredCodeList,
  listFieldBookLines,
  ObjectType,
  Problem,
} from '#core/protocol';
import { openJobs } from '../../app/job-kinds.ts';
import { engines } from '../../testing/databases.ts';
import { download, upload } from '../../testing/sending.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { ended } from '../../testing/upload-job.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

/** A station at 291 000 E, 4 640 000 N of EPSG:32633 in Rome, oriented to the north, with three points 100 m away. */
const RW5 = [
  'JB,NMVIA APPIA,DT06-27-2003,TM14:21:53',
  'MO,AD0,UN1,SF1.00000000,EC0,EO0.0,AU0',
  'OC,OP1,N 4640000.000,E 291000.000,EL20.000,--ST',
  'BK,OP1,BP2,BS0.0000,BC0.0000',
  'LS,HI1.500,HR1.500',
  'SS,OP1,FP10,AR0.0000,ZE90.0000,SD100.000,--TREE',
  'SS,OP1,FP11,AR90.0000,ZE90.0000,SD100.000,--TREE',
  'SS,OP1,FP12,AR180.0000,ZE90.0000,SD100.000,--WALL',
  'SS,OP1,FP13',
].join('\r\n');

describe.each(engines)('field books on the %s engine', (engine) => {
  let place: Workplace;
  let crew: TestPerson;
  let project: string;
  beforeAll(async () => {
    place = await openWorkplace(engine, { jobs: openJobs });
    crew = await place.server.person(place.admin, 'Crew', [
      'geometries.read',
      'geometries.write',
      'geometries.delete',
      'import',
    ]);
    project = (await place.server.project(place.admin, 'Appia', [crew])).id;
  });
  afterAll(() => place.close());

  const add = (content: string, fields: Record<string, string> = {}, by = crew) =>
    upload<FieldBook & Problem>(
      place.server,
      by,
      `/projects/${project}/field-books`,
      { name: 'a.rw5', content },
      fields,
    );
  const begin = async () => must(await add(RW5, { crs: 'EPSG:32633' }), 201);
  const read = async (id: string) => must(await crew.send<FieldBookDetail>('GET', `/field-books/${id}`), 200);
  const tag = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` });
  const compute = async (id: string) => {
    const { jobId } = must(await crew.send<{ jobId: string }>('POST', `/field-books/${id}/compute`), 202);
    expect(await ended(crew, jobId)).toMatchObject({ state: 'done' });
    return read(id);
  };
  const accept = async (id: string, types: Partial<FieldBookTypes> = {}) =>
    must(
      await crew.send<AnswerOf<typeof acceptFieldBook>>('POST', `/field-books/${id}/objects`, {
        typeName: 'Points',
        ...types,
      }),
      200,
    );
  const objects = async () =>
    must(
      await crew.send<GeometryObject[]>(
        'POST',
        '/geometries/research',
        { filters: [] },
        { projectid: project },
      ),
      200,
    );

  it('keep the observations of a file, and say what is wrong in it', async () => {
    const book = await begin();
    expect(book).toMatchObject({
      name: 'VIA APPIA',
      format: 'rw5',
      observationCount: 3,
      stationCount: 1,
      vectorCount: 0,
      state: 'new',
    });
    expect(book.known).toEqual([{ name: '1', east: 291_000, north: 4_640_000, height: 20 }]);
    const { problems, stations } = await read(book.id);
    expect(problems).toEqual([{ line: 9, message: 'The record “SS,OP1,FP13” is cut and is left out.' }]);
    const path = `/field-books/${book.id}/records?station=${stations[0]!.ordinal}`;
    const records = must(await crew.send<FieldBookRecord[]>('GET', path), 200);
    expect(records.map(({ kind, name }) => [kind, name])).toEqual([
      ['station', '1'],
      ['observation', '10'],
      ['observation', '11'],
      ['observation', '12'],
    ]);
  });

  it('refuse files of no instrument, and reference systems in degrees', async () => {
    expect((await add('hello')).body.detail).toContain('not of an instrument that can be read');
    expect((await add(RW5, { crs: 'EPSG:4326' })).body.detail).toContain('has degrees');
  });

  it('are computed, become objects in one step, and move them after a correction', async () => {
    const { id } = await begin();
    const computed = await compute(id);
    const point = (detail: FieldBookDetail, name: string) =>
      detail.result!.points.find((one) => one.name === name)!;
    expect(point(computed, '11')).toMatchObject({ how: 'radiation', code: 'TREE' });
    expect(point(computed, '11').east).toBeCloseTo(291_100, 3);
    expect(point(computed, '11').north).toBeCloseTo(4_640_000, 3);

    const made = await accept(id);
    expect(made).toMatchObject({ created: 4, updated: 0, refused: [], geoid: 'EGM96' });
    expect((await read(id)).accepted.toSorted()).toEqual(['1', '10', '11', '12']);
    expect(await accept(id)).toMatchObject({ created: 0, updated: 0, unchanged: 4, transactionId: null });

    // The distance to 11 was 10 m longer.
    const record = { set: { slope: 110 } };
    const before = await read(id);
    const ordinal = before.stations[0]!.ordinal + 2;
    must(await crew.send('PATCH', `/field-books/${id}/records/${ordinal}`, record, tag(before)), 200);
    const late = await crew.send<Problem>('POST', `/field-books/${id}/objects`, { typeName: 'Points' });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('Compute it again')]);
    const again = await compute(id);
    expect(again.moved).toEqual([{ name: '11', metres: expect.closeTo(10, 3), height: expect.any(Number) }]);
    const moved = await accept(id);
    expect(moved).toMatchObject({ created: 0, updated: 1, unchanged: 3 });

    const back = { changeId: crypto.randomUUID(), transactionId: made.transactionId };
    const undone = must(
      await crew.send<{ jobId: string }>('POST', '/geometries/reversemany', back, { projectid: project }),
      202,
    );
    // Three go; the one that was moved since stays.
    expect(await ended(crew, undone.jobId)).toMatchObject({ state: 'done', result: { changed: 3 } });
    expect(await objects()).toHaveLength(1);
  });

  it('become objects of the types of their codes, with their accuracy, and change type with the code', async () => {
    const { id } = await begin();
    await compute(id);
    const codes = [
      { code: 'tre*', typeName: 'Trees' },
      { code: 'ST', typeName: null },
    ];
    const before = new Set((await objects()).map((object) => object.id));
    const made = await accept(id, { codes });
    expect(made.created).toBe(3);
    const mine = async () =>
      (await objects())
        .filter((object) => !before.has(object.id))
        .toSorted((a, b) => String(a.properties['point']).localeCompare(String(b.properties['point'])));
    expect((await mine()).map(({ typeName }) => typeName)).toEqual(['Trees', 'Trees', 'Points']);
    // Across the line: 5″ of 100 m is 2.42 mm, centring 2 mm, and 1″ of the stated azimuth 0.48 mm.
    const [first] = await mine();
    expect(first!.properties).toMatchObject({ point: '10', code: 'TREE', accuracy: 0.00318 });
    expect(first!.properties['accuracy_height']).toBeGreaterThan(0.002);
    const { types, stations, version } = await read(id);
    expect(types).toEqual({ typeName: 'Points', codes });

    const ordinal = stations[0]!.ordinal + 1;
    const record = { set: { code: 'LAMP' } };
    must(await crew.send('PATCH', `/field-books/${id}/records/${ordinal}`, record, tag({ version })), 200);
    await compute(id);
    expect(await accept(id, { codes })).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
    expect((await mine())[0]).toMatchObject({ typeName: 'Points', properties: { code: 'LAMP' } });
  });

  it('of a level have heights without places, from benchmarks that need only a height', async () => {
    const reading = (kind: number, name: string, value: string) =>
      `110001+0000000${name} 32...8+03000000 ${kind}.08+${value} `;
    const gsi = [reading(331, 'A', '00150000'), reading(332, 'B', '00100000')].join('\r\n');
    const book = must(await add(gsi), 201);
    const half = [{ name: 'A', east: 1, north: null, height: 5 }];
    const refused = await crew.send<Problem>('PUT', `/field-books/${book.id}`, { known: half }, tag(book));
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'A needs an easting and a northing, or a height.',
    ]);
    const known = [{ name: 'A', east: null, north: null, height: 100 }];
    must(await crew.send('PUT', `/field-books/${book.id}`, { known }, tag(book)), 200);
    const { result } = await compute(book.id);
    expect(result!.heights.map(({ name, height }) => [name, Number(height.toFixed(5))])).toEqual([
      ['A', 100],
      ['B', 100.5],
    ]);
    const csv = await download(place.server, crew, `/field-books/${book.id}/report?format=csv`);
    expect(csv.body).toContain('B,,,100.5000,,levelled');
    const pdf = await download(place.server, crew, `/field-books/${book.id}/report?format=pdf`);
    expect(pdf.body.slice(0, 5)).toBe('%PDF-');
  });

  it('have lines of their codes, which change, close and go with the codes', async () => {
    const head = RW5.split('\r\n').slice(0, 5);
    const shot = (name: string, angle: number, code: string) =>
      `SS,OP1,FP${name},AR${angle}.0000,ZE90.0000,SD100.000,--${code}`;
    const shots = [
      shot('20', 0, 'FENCE B'),
      shot('21', 90, 'FENCE'),
      shot('22', 180, 'FENCE'),
      shot('23', 10, 'TREE'),
    ];
    const codes = [
      {
        code: 'FENCE',
        pointType: null,
        line: { typeName: 'Fences', kind: 'line' },
        color: '#aa0000',
        attributes: [{ field: 'material', value: 'wood' }],
      },
    ];
    const none = must(await crew.send<StoredCodeList>('GET', '/field-codes'), 200);
    expect([none.version, none.codes]).toEqual([0, []]);
    const list = { controls: none.controls, numbers: none.numbers, codes };
    expect((await crew.send('PUT', '/field-codes', list, { 'if-match': '"0"' })).status).toBe(403);
    const twice = { ...list, codes: [...codes, { ...codes[0]!, code: 'fence' }] };
    const refused = await place.admin.send<Problem>('PUT', '/field-codes', twice, { 'if-match': '"0"' });
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('listed twice')]);
    must(await place.admin.send('PUT', '/field-codes', list, { 'if-match': '"0"' }), 200);
    expect((await place.admin.send('PUT', '/field-codes', list, { 'if-match': '"0"' })).status).toBe(412);

    const { id } = must(await add([...head, ...shots].join('\r\n'), { crs: 'EPSG:32633' }), 201);
    await compute(id);
    const lines = () => crew.send<AnswerOf<typeof listFieldBookLines>>('GET', `/field-books/${id}/lines`);
    const [fence] = must(await lines(), 200).lines;
    // Two chords of a quarter of a circle of 100 m.
    expect(fence!.length).toBeCloseTo(2 * 100 * Math.SQRT2, 3);
    expect(fence).toMatchObject({ name: 'FENCE', points: ['20', '21', '22'], isOpen: true });
    expect(must(await lines(), 200).problems[0]!.message).toContain('never ended');

    const before = new Set((await objects()).map((object) => object.id));
    // The station, the tree and the fence.
    expect(await accept(id)).toMatchObject({ created: 3, removed: 0, refused: [] });
    const made = async () =>
      (await objects()).find(({ id: one, typeName }) => !before.has(one) && typeName === 'Fences');
    expect((await made())!.location).toMatchObject({ type: 'LineString', coordinates: { length: 3 } });
    expect((await made())!.properties).toEqual({ line: 'FENCE', code: 'FENCE', material: 'wood' });
    expect(await accept(id)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });

    const recode = async (nth: number, code: string) => {
      const { stations, version } = await read(id);
      const path = `/field-books/${id}/records/${stations[0]!.ordinal + nth}`;
      must(await crew.send('PATCH', path, { set: { code } }, tag({ version })), 200);
      await compute(id);
    };
    await recode(3, 'FENCE C');
    expect(await accept(id)).toMatchObject({ created: 0, updated: 1, removed: 0 });
    expect((await made())!.location.coordinates).toHaveLength(4);
    await recode(1, 'ROCK');
    await recode(2, 'ROCK');
    expect(await accept(id)).toMatchObject({ created: 2, removed: 1 });
    expect(await made()).toBeUndefined();
  });

  it('make types as their codes say, values as the fields are, and two lines from one point', async () => {
    const head = RW5.split('\r\n').slice(0, 5);
    const shot = (name: string, angle: number, code: string) =>
      `SS,OP1,FP${name},AR${angle}.0000,ZE90.0000,SD100.000,--${code}`;
    const shots = [
      shot('30', 0, 'WIRE B'),
      shot('31', 90, 'WIRE E'),
      shot('30', 0, 'WIRE B'),
      shot('32', 180, 'WIRE E'),
      shot('33', 200, 'WIRE'),
      shot('34', 220, 'SIGN'),
      shot('35', 240, 'SIGN'),
    ];
    const fields = [{ name: 'checked', title: { en: 'Checked', it: 'Verificato' }, type: 'boolean' }];
    const signs = {
      name: 'Signs',
      geometryType: 'Point',
      fields: fields.map((f) => ({ ...f, required: false })),
    };
    must(await place.admin.send('POST', '/attributes', signs), 201);
    const code = { pointType: null, line: null, color: null, attributes: [] };
    const codes = [
      {
        ...code,
        code: 'WIRE',
        pointType: 'Wires',
        line: { typeName: 'Wires', kind: 'line' },
        color: '#aa0000',
      },
      { ...code, code: 'SIGN', pointType: 'Signs', attributes: [{ field: 'checked', value: 'yes' }] },
    ];
    const { version, ...list } = must(await place.admin.send<StoredCodeList>('GET', '/field-codes'), 200);
    must(await place.admin.send('PUT', '/field-codes', { ...list, codes }, tag({ version })), 200);
    const { id } = must(await add([...head, ...shots].join('\r\n'), { crs: 'EPSG:32633' }), 201);
    await compute(id);
    const before = new Set((await objects()).map((object) => object.id));
    // The station and six points; two lines. That of a single point is none.
    expect(await accept(id, { typeName: 'Wires' })).toMatchObject({ created: 9, refused: [] });
    const made = (await objects()).filter((object) => !before.has(object.id));
    expect(made.filter(({ location }) => location.type === 'LineString')).toHaveLength(2);
    const checked = made.filter(({ typeName }) => typeName === 'Signs').map(({ properties }) => properties);
    expect(checked.map((properties) => properties['checked'])).toEqual([true, true]);
    const types = must(await place.admin.send<ObjectType[]>('GET', '/attributes'), 200);
    const wires = types.find(({ name }) => name === 'Wires')!;
    expect([wires.geometryType, wires.style.stroke]).toEqual([null, '#aa0000']);
    expect(wires.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['point', 'line']));
  });

  it('are read by a code list whose hidden codes stay when somebody who does not see them changes it', async () => {
    const admin = await place.server.person(place.admin, 'Blocked', ['geometries.read', 'attributes.write'], {
      blockedLayers: ['Vaults'],
    });
    const code = (name: string, typeName: string) => ({
      code: name,
      pointType: typeName,
      line: null,
      color: null,
      attributes: [],
    });
    const get = async (as: TestPerson) => must(await as.send<StoredCodeList>('GET', '/field-codes'), 200);
    const put = async (as: TestPerson, codes: ReturnType<typeof code>[]) => {
      const { version, ...list } = await get(as);
      return as.send<StoredCodeList & Problem>('PUT', '/field-codes', { ...list, codes }, tag({ version }));
    };
    const names = ({ codes }: StoredCodeList) => codes.map((one) => one.code);
    const [tree, vault] = [code('TREE', 'Trees'), code('VAULT  LID', 'Vaults')];
    must(await put(place.admin, [tree, vault]), 200);
    expect(names(await get(admin))).toEqual(['TREE']);
    expect(names(must(await put(admin, [code('LAMP', 'Lamps')]), 200))).toEqual(['LAMP']);
    expect(names(await get(place.admin))).toEqual(['LAMP', 'VAULT  LID']);
    const refused = await put(admin, [code('vault lid', 'Lids')]);
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('may not see')]);
    must(await put(place.admin, []), 200);
  });

  it('restore what the file says, and refuse a correction of an older version', async () => {
    const book = await begin();
    const { stations } = await read(book.id);
    const path = `/field-books/${book.id}/records/${stations[0]!.ordinal + 1}`;
    const changed = must(
      await crew.send<FieldBook>('PATCH', path, { set: { circle: 12.5 } }, tag(book)),
      200,
    );
    expect((await crew.send('PATCH', path, { used: false }, tag(book))).status).toBe(412);
    const records = async () =>
      must(
        await crew.send<FieldBookRecord[]>(
          'GET',
          `/field-books/${book.id}/records?station=${stations[0]!.ordinal}`,
        ),
        200,
      );
    // What the file says stays beside the correction, with who made it and when.
    const [, corrected] = await records();
    expect(corrected).toMatchObject({ circle: 12.5, original: { circle: 0, slope: 100 }, changedBy: 'Crew' });
    expect(Date.now() - Date.parse(corrected!.changedAt!)).toBeLessThan(60_000);
    const restored = must(await crew.send<FieldBook>('PATCH', path, { restore: true }, tag(changed)), 200);
    const asRead = { circle: 0, original: null, used: true, changedAt: null, changedBy: null };
    expect((await records())[1]).toMatchObject(asRead);
    const without = must(await crew.send<FieldBook>('PATCH', path, { used: false }, tag(restored)), 200);
    expect((await records())[1]).toMatchObject({ original: null, used: false, changedBy: 'Crew' });
    // A value that is corrected to what the file says is no correction.
    const same = { set: { circle: 0 }, used: true };
    const again = must(await crew.send<FieldBook>('PATCH', path, same, tag(without)), 200);
    expect((await records())[1]).toMatchObject(asRead);
    // What changes nothing is no correction of anybody, and the book stays as computed.
    for (const nothing of [same, { restore: true }, {}])
      expect(must(await crew.send<FieldBook>('PATCH', path, nothing, tag(again)), 200).version).toBe(
        again.version,
      );
    expect((await records())[1]).toMatchObject(asRead);
    const wrong = await crew.send<Problem>('PATCH', path, { set: { azimuth: 5 } }, tag(again));
    expect(wrong.body.detail).toContain('does not have the value');
  });

  it('are printed as PDF, CSV and GSI', async () => {
    const { id } = await begin();
    expect((await crew.send<Problem>('GET', `/field-books/${id}/report?format=csv`)).status).toBe(409);
    await compute(id);
    const file = async (format: string) =>
      (await download(place.server, crew, `/field-books/${id}/report?format=${format}`)).body;
    expect((await file('pdf')).slice(0, 5)).toBe('%PDF-');
    expect(await file('csv')).toContain('11,291100.0000,4640000.0000,20.00');
    expect(await file('gsi')).toContain('81..16+0000002911000000');
  });

  it('exchange east and north where a file names its axes the other way round, and back', async () => {
    const { id } = await begin();
    const places = async () => {
      const { known, stations, settings } = await read(id);
      return [known, stations.map(({ east, north }) => [east, north]), settings.isExchanged ?? false];
    };
    const asRead = await places();
    const set = async (isExchanged: boolean) => {
      const book = await read(id);
      const settings = { ...book.settings, isExchanged };
      return must(await crew.send<FieldBook>('PUT', `/field-books/${id}`, { settings }, tag(book)), 200);
    };
    await set(true);
    expect(await places()).toEqual([
      [{ name: '1', east: 4_640_000, north: 291_000, height: 20 }],
      [[4_640_000, 291_000]],
      true,
    ]);
    // Once more changes nothing.
    await set(true);
    expect((await places())[1]).toEqual([[4_640_000, 291_000]]);
    await set(false);
    expect(await places()).toEqual(asRead);
  });

  it('say that coordinates of their own are not in the reference system of the project', async () => {
    const local = RW5.replace('N 4640000.000,E 291000.000', 'N 500.000,E 500.000');
    const { id } = must(await add(local, { crs: 'EPSG:32633' }), 201);
    const { result } = await compute(id);
    expect(result!.problems).toMatchObject([{ kind: 'outside-area', values: { count: 4, name: '1' } }]);
  });

  it('are hidden from others', async () => {
    const { id } = await begin();
    const outsider = await place.server.person(place.admin, 'Outsider', [
      'geometries.read',
      'geometries.write',
    ]);
    expect((await outsider.send('GET', `/field-books/${id}`)).status).toBe(404);
    expect((await add(RW5, {}, outsider)).status).toBe(404);
  });
});
