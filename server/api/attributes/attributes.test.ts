import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AnswerOf,
  Field,
  FieldEffects,
  GeometryObject,
  listTransactions,
  ObjectType,
  Problem,
  TypeObjects,
} from '#core/protocol';
import { expectCounts } from '../../testing/counting.ts';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { list, makeObject, openWorkplace, save, square, type Workplace } from '../../testing/workplace.ts';

describe.each(engines)('object types on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
  });
  afterAll(async () => {
    await expectCounts(place.server.db);
    await place.close();
  });
  const make = async (type: Partial<ObjectType> & { name: string }) =>
    must(await sara.send<ObjectType>('POST', '/attributes', type), 201);
  const tag = (type: ObjectType) => ({ 'if-match': `"${type.version}"` });

  it('are created from a name alone; title and style get defaults', async () => {
    const type = await make({ name: 'pipe', geometryType: 'LineString' });
    expect(type).toMatchObject({
      title: { en: 'pipe', it: 'pipe' },
      geometryType: 'LineString',
      fields: [],
      projectIds: [],
      images: [],
      icon: null,
      version: 1,
    });
    expect(type.style.stroke).toMatch(/^#[0-9a-f]{6}$/);
    const read = await sara.send<ObjectType>('GET', `/attributes/${type.id}`);
    expect([read.body, read.headers.etag]).toEqual([type, '"1"']);
  });

  it('are searched, sorted and paged, with their total', async () => {
    for (const name of ['tree b', 'tree a', 'tree c']) await make({ name });
    const page = await sara.send<ObjectType[]>('GET', '/attributes?search=TREE&order=desc&paginate=2&page=1');
    expect(page.body.map(({ name }) => name)).toEqual(['tree c', 'tree b']);
    expect(page.headers['x-total-count']).toBe('3');
    const named = await sara.send<ObjectType[]>('GET', '/attributes?objectname=tree%20a');
    expect(named.body.map(({ name }) => name)).toEqual(['tree a']);
    const beyond = await sara.send<ObjectType[]>('GET', '/attributes?objectname=tree&paginate=2&page=9');
    expect([beyond.status, beyond.body, beyond.headers['x-total-count']]).toEqual([200, [], '3']);
    const head = await sara.send('HEAD', '/attributes?objectname=tree');
    expect([head.status, head.headers['x-total-count'], head.body]).toEqual([200, '3', '']);
    const nul = await sara.send<ObjectType[]>('GET', '/attributes?objectname=tree%00%20a');
    expect(nul.body.map(({ name }) => name)).toEqual(['tree a']);
  });

  it('with an invalid title, icon or style are refused, each error with its path', async () => {
    const wrong: Record<string, unknown> = {
      title: { en: 'a\0b', it: 'x' },
      icon: '\0',
      style: { stroke: '#000000', width: 1, label: '\0' },
    };
    for (const [part, value] of Object.entries(wrong)) {
      const answer = await sara.send<Problem>('POST', '/attributes', { name: 'unstorable', [part]: value });
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, `body.${part}`]);
    }
  });

  it('of a project are its own and those of its whole organization', async () => {
    const other = await place.server.project(place.admin, 'Other', [sara]);
    await make({ name: 'only here', projectIds: [place.project.id] });
    await make({ name: 'only there', projectIds: [other.id] });
    const headers = { projectid: place.project.id };
    const types = must(await sara.send<ObjectType[]>('GET', '/attributes/project', undefined, headers), 200);
    const names = types.map(({ name }) => name);
    expect(names).toContain('only here');
    expect(names).toContain('parcel');
    expect(names).not.toContain('only there');
    const body = { location: { type: 'Point', coordinates: [1, 1] }, typeName: 'only there' };
    expect((await sara.send('POST', '/geometries', body, headers)).status).toBe(422);
  });

  it('have forms with groups and conditions, of which hidden fields require no value', async () => {
    const title = { en: 'x', it: 'x' };
    const kind = { name: 'kind', title, type: 'text' as const, required: false };
    const depth = { name: 'depth', title, type: 'number' as const, required: true, group: 'wet' };
    const groups = [{ name: 'wet', title, when: "kind = 'well'" }];
    const type = await make({ name: 'site', fields: [kind, depth], groups });
    expect([type.fields, type.groups]).toEqual([[kind, depth], groups]);
    const store = (properties: object) =>
      sara.send<Problem>(
        'POST',
        '/geometries',
        { location: { type: 'Point', coordinates: [1, 1] }, typeName: 'site', properties },
        { projectid: place.project.id },
      );
    expect((await store({ kind: 'tree' })).status).toBe(201);
    expect((await store({})).status).toBe(201);
    const lacking = await store({ kind: 'well' });
    expect([lacking.status, lacking.body.errors?.[0]?.path]).toEqual([422, 'body.properties.depth']);
    expect((await store({ kind: 'well', depth: 2 })).status).toBe(201);
    const path = `/attributes/${type.id}`;
    // Of three objects two have no depth; the condition holds for none of these.
    const height = { ...depth, name: 'height', group: undefined, when: "kind <> 'well'" };
    const fields = [kind, depth, height];
    const { effects } = must(
      await sara.send<FieldEffects>('POST', `${path}/fields/preview`, { fields }),
      200,
    );
    expect(effects).toMatchObject([{ field: 'height', change: 'added', empty: 1 }]);
    const wrong = { fields: [kind, { ...depth, when: 'depth > 1' }] };
    for (const [method, url] of [
      ['PUT', path],
      ['PUT', `${path}/fields`],
      ['POST', `${path}/fields/preview`],
    ] as const) {
      const refused = await sara.send<Problem>(method, url, wrong, tag(type));
      expect([url, refused.status, refused.body.errors?.[0]?.path]).toEqual([
        url,
        422,
        'body.fields[1].when',
      ]);
    }
    const changed = must(
      await sara.send<ObjectType>('PUT', `${path}/fields`, { fields: [kind, depth] }, tag(type)),
      200,
    );
    expect(changed.groups).toEqual(groups);
    const ungrouped = { fields: [kind, { ...depth, group: undefined }], groups: [] };
    expect(
      must(await sara.send<ObjectType>('PUT', `${path}/fields`, ungrouped, tag(changed)), 200).groups,
    ).toEqual([]);
  });

  it('change only what is sent, and need the current version', async () => {
    const type = await make({ name: 'wall' });
    const title = { en: 'Wall', it: 'Muro' };
    const path = `/attributes/${type.id}`;
    expect((await sara.send('PUT', path, { title })).status).toBe(428);
    const changed = must(await sara.send<ObjectType>('PUT', path, { title }, tag(type)), 200);
    expect(changed).toEqual({ ...type, title, version: 2 });
    const late = await sara.send<ObjectType>('PUT', path, { title }, tag(type));
    expect([late.status, late.body]).toEqual([412, changed]);
  });

  it('with objects keep their name and cannot be deleted', async () => {
    const type = await make({ name: 'bench' });
    const path = `/attributes/${type.id}`;
    const object = await makeObject(sara, place.project.id, { typeName: 'bench' });
    const renamed = await sara.send<Problem>('PUT', path, { name: 'seat' }, tag(type));
    expect([renamed.status, renamed.body.detail]).toEqual([
      409,
      'The object type bench has 1 objects and cannot be renamed. Change its title instead.',
    ]);
    expect((await sara.send('DELETE', path, undefined, tag(type))).status).toBe(409);
    const moved = await sara.send(
      'PUT',
      path,
      { projectIds: [(await place.server.project(place.admin, 'X', [sara])).id] },
      tag(type),
    );
    expect(moved.status).toBe(409);
    must(await sara.send('DELETE', `/geometries/${object.id}`, undefined, { 'if-match': '"1"' }), 204);
    expect((await sara.send('DELETE', path, undefined, tag(type))).status).toBe(204);
    expect((await sara.send('GET', path)).status).toBe(404);
    // The object's history remains; restoring it needs its type.
    expect((await sara.send('POST', `/geometries/undo/${object.id}`)).status).toBe(422);
  });

  it('are deleted with their objects when their number is confirmed, unless some are in projects of others', async () => {
    const type = await make({ name: 'kiosk' });
    const path = `/attributes/${type.id}`;
    const [first, second] = [
      await makeObject(sara, place.project.id, { typeName: 'kiosk' }),
      await makeObject(sara, place.project.id, { typeName: 'kiosk' }),
    ];
    const other = await place.server.project(place.admin, 'A kiosk too', [sara]);
    await makeObject(sara, other.id, { typeName: 'kiosk' });
    const counted = must(await sara.send<TypeObjects>('GET', `${path}/objects`), 200);
    expect(counted).toEqual({
      count: 3,
      projects: [
        { id: other.id, projectName: 'A kiosk too', count: 1 },
        { id: place.project.id, projectName: expect.any(String), count: 2 },
      ],
      elsewhere: 0,
    });
    const remove = (query: string, by = sara) =>
      by.send<Problem>('DELETE', `${path}${query}`, undefined, tag(type));
    expect((await remove('')).status).toBe(409);
    expect((await remove('?objects=2')).status).toBe(409);
    const mayNotDelete = await place.server.person(place.admin, 'Nora', [
      'geometries.read',
      'attributes.write',
    ]);
    must(await place.admin.send('PUT', `/projects/${place.project.id}/members`, { userIds: [place.admin.id, sara.id, mayNotDelete.id] }), 204); // prettier-ignore
    const partly = await sara.send<TypeObjects>('GET', `${path}/objects`);
    expect(partly.body.elsewhere).toBe(0);
    const refused = await remove('?objects=9', mayNotDelete);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The object type kiosk has 1 objects in projects that you are not a member of, and cannot be deleted. Ask a member of these projects.',
    ]);
    expect((await remove('?objects=3')).status).toBe(204);
    expect((await sara.send('GET', path)).status).toBe(404);
    for (const { id } of [first, second])
      expect((await sara.send('GET', `/geometries/${id}`)).status).toBe(404);
    const history = must(await sara.send<AnswerOf<typeof listTransactions>>('GET', `/geometries/${first.id}/transactions`), 200); // prettier-ignore
    expect(history.map(({ kind }) => kind)).toEqual(['delete', 'create']);
  });

  it('can have one name in several projects, but one name stands for one type in each', async () => {
    const [here, there] = [place.project.id, (await place.server.project(place.admin, 'There', [sara])).id];
    const field = { name: 'n', title: { en: 'n', it: 'n' }, type: 'number' as const, required: true };
    const own = await make({ name: 'croft', projectIds: [here], fields: [field] });
    const other = await make({ name: 'croft', projectIds: [there] });
    const same = (body: object) => sara.send('POST', '/attributes', { name: 'croft', ...body });
    for (const body of [{}, { projectIds: [here] }, { projectIds: [here, there] }])
      expect([body, (await same(body)).status]).toEqual([body, 409]);
    expect((await same({ name: 'parcel', projectIds: [here] })).status).toBe(409);
    for (const body of [{ projectIds: [] }, { projectIds: [here, there] }])
      expect((await sara.send('PUT', `/attributes/${other.id}`, body, tag(other))).status).toBe(409);
    // At the same moment, one of them wins.
    const third = (await place.server.project(place.admin, 'Third', [sara])).id;
    const both = await Promise.all([same({ projectIds: [third] }), same({ projectIds: [third] })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    // Each project has its own rules, and each type its own objects.
    const croft = { typeName: 'croft', location: square(1, 1), properties: {} };
    expect((await sara.send('POST', '/geometries', croft, { projectid: here })).status).toBe(422);
    await makeObject(sara, there, croft);
    const mine = await makeObject(sara, here, { ...croft, properties: { n: 1 } });
    const count = async (projectid: string) =>
      must(
        await sara.send<{ count: number }>('GET', '/geometries/count', undefined, {
          projectid,
          type: 'croft',
        }),
        200,
      ).count;
    const fields = [{ ...field, type: 'text' as const }];
    const effects = must(
      await sara.send<FieldEffects>('POST', `/attributes/${own.id}/fields/preview`, { fields }),
      200,
    );
    expect([effects.objects, effects.elsewhere]).toEqual([1, 0]);
    must(await sara.send('PUT', `/attributes/${own.id}/fields`, { fields }, tag(own)), 200);
    expect(must(await sara.send<GeometryObject>('GET', `/geometries/${mine.id}`), 200).properties).toEqual({
      n: '1',
    });
    const gone = await sara.send('DELETE', `/attributes/${other.id}?objects=1`, undefined, tag(other));
    expect([gone.status, await count(here)]).toEqual([204, 1]);
    // Programs that read all projects at once get one collection with the fields of both.
    const again = await make({
      name: 'croft',
      projectIds: [there],
      fields: [{ ...field, name: 'm', required: false }],
    });
    await makeObject(sara, there, { ...croft, properties: { m: 2 } });
    const answer = await place.server.app.inject({
      url: '/ogcapi/collections/croft/items?f=json',
      headers: { jwt: sara.token },
    });
    expect(answer.json()).toMatchObject({ numberMatched: 2 });
    const list = await place.server.app.inject({
      url: '/ogcapi/collections?f=json',
      headers: { jwt: sara.token },
    });
    const ids = list.json<{ collections: { id: string }[] }>().collections.map(({ id }) => id);
    expect(ids.filter((id) => id === 'croft')).toEqual(['croft']);
    // The types of a project go with it.
    const { headers } = await place.admin.send('GET', `/projects/${there}`);
    must(
      await place.admin.send('DELETE', `/projects/${there}`, undefined, {
        'if-match': String(headers['etag']),
      }),
      204,
    );
    expect(await place.server.db.query('select 1 from object_types where id = $1', [again.id])).toEqual([]);
  });

  it('with the same name can exist once only', async () => {
    expect((await sara.send('POST', '/attributes', { name: 'parcel' })).status).toBe(409);
  });

  it('that could not be used are refused, each error with its path', async () => {
    const title = { en: '', it: '' };
    const text = { title, type: 'text', required: false };
    const fields = [
      { ...text, name: 'a', pattern: '(' },
      { ...text, name: 'a' },
      { ...text, name: 'b', type: 'number', min: 2, max: 1 },
      { ...text, name: 'c', type: 'choice', choices: [] },
      { ...text, name: 'nul\0' },
    ];
    const answer = await sara.send<Problem>('POST', '/attributes', { name: 'map-3d', fields });
    expect(answer.status).toBe(422);
    expect(answer.body.errors!.map(({ path }) => path)).toEqual([
      'body.name',
      'body.fields[0].pattern',
      'body.fields[1].name',
      'body.fields[2].min',
      'body.fields[3].choices',
      'body.fields[4]',
    ]);
    expect(
      (await sara.send('POST', '/attributes', { name: 'x', style: { stroke: 'red', width: 1 } })).status,
    ).toBe(400);
  });

  it('belong to an organization, and apply to projects the person works on', async () => {
    const theirs = await place.server.project(place.admin, 'Not hers');
    expect((await sara.send('POST', '/attributes', { name: 'y', projectIds: [theirs.id] })).status).toBe(422);
    const organization = await place.server.organization(place.admin, 'Elsewhere');
    const authorizations = ['geometries.read', 'attributes.write'];
    const stranger = await place.server.person(place.admin, 'Otto', authorizations, {
      organizationIds: [organization.id],
    });
    expect(must(await stranger.send<ObjectType[]>('GET', '/attributes'), 200)).toEqual([]);
    const [type] = must(await sara.send<ObjectType[]>('GET', '/attributes'), 200);
    expect((await stranger.send('GET', `/attributes/${type!.id}`)).status).toBe(404);
    expect((await stranger.send('PUT', `/attributes/${type!.id}`, {}, { 'if-match': '"1"' })).status).toBe(
      404,
    );
    expect((await stranger.send('POST', '/attributes', { name: 'parcel' })).status).toBe(201);
  });

  describe('with their fields', () => {
    const field = (name: string, type: Field['type'] = 'text', more: Partial<Field> = {}): Field => ({
      name,
      title: { en: name, it: name },
      type,
      required: false,
      ...more,
    });
    const preview = async (type: ObjectType, fields: Field[]) =>
      must(await sara.send<FieldEffects>('POST', `/attributes/${type.id}/fields/preview`, { fields }), 200);
    const put = (type: ObjectType, fields: Field[], lost?: number, by = sara) =>
      by.send<ObjectType & Problem>('PUT', `/attributes/${type.id}/fields`, { fields, lost }, tag(type));
    const fill = async (typeName: string, values: Record<string, unknown>[]) => {
      const objects: GeometryObject[] = [];
      for (const properties of values)
        objects.push(await makeObject(sara, place.project.id, { typeName, properties }));
      return objects;
    };
    const valuesOf = async (typeName: string) => {
      const objects = await list(sara, place.project.id, '', typeName);
      return new Map(objects.map(({ id, properties }) => [id, properties]));
    };
    const nothing = { converted: 0, lost: 0, empty: 0, outOfRange: 0, duplicates: 0, examples: [] };

    it('say first what a change of type does to the values, then convert them in one step with its history', async () => {
      const type = await make({ name: 'pole', fields: [field('height'), field('code')] });
      const heights = ['12.5', ' 7 ', 'tall', '', '120'];
      const made = await fill('pole', heights.map((height, n) => ({ height, code: `P${n}` }))); // prettier-ignore
      const fields = [field('code'), field('height', 'number', { max: 100 })];
      const effects = await preview(type, fields);
      expect(effects).toEqual({
        objects: 5,
        lost: 1,
        elsewhere: 0,
        rewritten: 5,
        effects: [
          {
            ...nothing,
            field: 'height',
            change: 'changed',
            converted: 3,
            lost: 1,
            empty: 1,
            outOfRange: 1,
            examples: ['tall'],
          },
        ],
      });
      expect((await valuesOf('pole')).get(made[0]!.id)).toEqual({ height: '12.5', code: 'P0' });

      const unconfirmed = await put(type, fields);
      expect([unconfirmed.status, unconfirmed.body.detail]).toEqual([
        409,
        '1 values would be removed, more than the 0 that were confirmed. Check the effects again.',
      ]);
      const changed = must(await put(type, fields, 1), 200);
      expect([changed.version, changed.fields.map(({ name }) => name)]).toEqual([2, ['code', 'height']]);
      expect((await put(type, fields, 1)).status).toBe(412);
      const values = await valuesOf('pole');
      expect(made.map(({ id }) => values.get(id))).toEqual([
        { height: 12.5, code: 'P0' },
        { height: 7, code: 'P1' },
        { code: 'P2' },
        { code: 'P3' },
        { height: 120, code: 'P4' },
      ]);
      const history = must(
        await sara.send<AnswerOf<typeof listTransactions>>('GET', `/geometries/${made[2]!.id}/transactions`),
        200,
      );
      expect(history[0]).toMatchObject({
        kind: 'update',
        before: { properties: { height: 'tall' } },
        after: { properties: { code: 'P2' } },
      });
    });

    it('say how many objects hold a value of a removed field, and free the style of it', async () => {
      const style = { stroke: '#000000', width: 1, label: 'name', height: 'depth' };
      const fields = [field('name'), field('depth', 'number')];
      const type = await make({ name: 'well', style, fields });
      const [first] = await fill('well', [{ name: 'A', depth: 3 }, { depth: 4 }]);
      expect((await preview(type, fields.slice(1))).effects).toEqual([
        { ...nothing, field: 'name', change: 'removed', lost: 1, empty: 1, examples: ['A'] },
      ]);
      const changed = must(await put(type, fields.slice(1), 1), 200);
      expect(changed.style).toEqual({ stroke: '#000000', width: 1, height: 'depth' });
      expect((await valuesOf('well')).get(first!.id)).toEqual({ depth: 3 });
    });

    it('can be retitled, reordered and bounded without touching a value', async () => {
      const fields = [field('a'), field('b', 'number', { unique: false })];
      const type = await make({ name: 'kerb', fields });
      const made = await fill('kerb', [{ b: 5 }, { a: 'x', b: 5 }]);
      const after = [
        field('b', 'number', { max: 4, unique: true }),
        field('a', 'text', { title: { en: 'Name', it: 'Nome' }, required: true, default: 'new' }),
      ];
      expect((await preview(type, after)).effects).toEqual([
        { ...nothing, field: 'b', change: 'changed', outOfRange: 2, duplicates: 2 },
        { ...nothing, field: 'a', change: 'changed', empty: 1 },
      ]);
      expect(must(await put(type, after), 200).fields).toEqual(after);
      const [object] = await list(sara, place.project.id, '', 'kerb');
      expect([object!.metadata.version, made.length]).toEqual([1, 2]);
    });

    it('calculate their values from others and the geometry, whatever is sent', async () => {
      const fields = [field('price', 'number'), field('area', 'number', { computed: '$area' })];
      const type = await make({ name: 'lot', geometryType: 'Polygon', fields });
      const location = square(12, 42);
      const lot = await makeObject(sara, place.project.id, {
        typeName: 'lot',
        location,
        properties: { price: 2, area: -1 },
      });
      const [judge] = await place.server.db.query<{ area: number }>(
        'select st_area(g.geom::geography) as area from geometries g where g.id = $1',
        [lot.id],
      );
      expect(lot.properties['area']).toBeCloseTo(judge!.area, 3);
      const after = [...fields, field('value', 'integer', { computed: 'price * area' })];
      expect((await put(type, after)).body.detail).toContain('cannot use the field area');
      after[2] = field('value', 'integer', { computed: 'price * $area' });
      expect((await preview(type, after)).effects).toEqual([
        { ...nothing, field: 'value', change: 'added', converted: 1 },
      ]);
      const changed = must(await put(type, after), 200);
      const area = lot.properties['area'] as number;
      expect((await valuesOf('lot')).get(lot.id)).toEqual({ price: 2, area, value: Math.round(2 * area) });
      // Only the geometry changes, then only the price.
      const [moved] = await save(sara, place.project.id, [
        { clientId: lot.id, id: lot.id, version: 2, typeName: 'lot', location: square(12, 42, 0.002) },
      ]);
      const larger = (await valuesOf('lot')).get(lot.id)!['area'] as number;
      expect([moved!.status, Math.round(larger / area)]).toEqual(['saved', 4]);
      must(
        await sara.send('PUT', `/geometries/${lot.id}`, { properties: { price: 3 } }, { 'if-match': '"3"' }),
        200,
      );
      expect((await valuesOf('lot')).get(lot.id)).toMatchObject({
        area: larger,
        value: Math.round(3 * larger),
      });
      must(await put(changed, [field('price', 'number')], 2), 200);
      expect((await valuesOf('lot')).get(lot.id)).toEqual({ price: 3 });
    });

    it('are refused where they could not be used, each error with its path', async () => {
      const fields = [
        field('a', 'number', { default: 'x' }),
        field('b', 'text', { default: 'x', unique: true }),
        field('c', 'date', { computed: '1' }),
        field('d', 'number', { computed: '1 +' }),
        field('e', 'number', { computed: 'a', required: true }),
        field('f', 'number', { computed: 'process' }),
      ];
      const type = await make({ name: 'odd' });
      for (const answer of [
        await put(type, fields),
        await sara.send<Problem>('POST', `/attributes/${type.id}/fields/preview`, { fields }),
      ])
        expect([answer.status, answer.body.errors!.map(({ path }) => path)]).toEqual([
          422,
          [
            'body.fields[0].default',
            'body.fields[1].default',
            'body.fields[2].type',
            'body.fields[3].computed',
            'body.fields[4].required',
            'body.fields[5].computed',
          ],
        ]);
    });

    it('stay while values in projects of others would change, and need the right to change objects', async () => {
      const other = await place.server.project(place.admin, 'Not of Sara');
      const type = await make({ name: 'lamp', fields: [field('watt'), field('old')] });
      const [lamp] = await fill('lamp', [{ watt: '60' }]);
      await makeObject(place.admin, other.id, { typeName: 'lamp', properties: { watt: '40' } });
      const fields = [field('watt', 'number'), field('old')];
      expect(await preview(type, fields)).toMatchObject({ objects: 1, elsewhere: 1 });
      expect((await put(type, fields)).status).toBe(409);
      // No object elsewhere has a value of this one.
      const fewer = must(await put(type, [field('watt')]), 200);
      expect((await valuesOf('lamp')).get(lamp!.id)).toEqual({ watt: '60' });
      must(await put(fewer, [field('watt', 'text', { required: true })]), 200);

      const tess = await place.server.person(place.admin, 'Tess', ['geometries.read', 'attributes.write']);
      const hers = await place.server.project(place.admin, 'Of Tess', [tess]);
      const bulb = await make({ name: 'bulb', fields: [field('watt')] });
      await makeObject(place.admin, hers.id, { typeName: 'bulb', properties: { watt: '40' } });
      const denied = await put(bulb, [field('watt', 'number')], 0, tess);
      expect([denied.status, denied.body.detail]).toEqual([403, expect.stringContaining('geometries.write')]);
      must(await put(bulb, [field('watt', 'text', { title: { en: 'Power', it: 'Potenza' } })], 0, tess), 200);
    });

    it('tell everyone in the organization, and who has the project open, of the change', async () => {
      const type = await make({ name: 'gate', fields: [field('wide')] });
      const [gate] = await fill('gate', [{ wide: '3' }]);
      const last = await place.server.db.query<{ id: number }>('select max(id) as id from events');
      must(await put(type, [field('wide', 'number')]), 200);
      const events = await place.server.db.query<{ kind: string; payload: string }>(
        'select kind, payload from events where id > $1 order by id',
        [last[0]!.id],
      );
      const [objects, ...types] = events;
      expect(JSON.parse(objects!.payload)).toMatchObject({
        changed: [{ id: gate!.id, properties: { wide: 3 } }],
      });
      expect(new Set(types.map(({ kind }) => kind))).toEqual(new Set(['types']));
    });
  });
});
