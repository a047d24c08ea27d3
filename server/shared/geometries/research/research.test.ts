import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measuresOf } from '#core/geodesy';
import type { FieldSummary, Geometry, GeometryObject, Position, Problem } from '#core/protocol';
import { engines } from '../../../testing/databases.ts';
import { must, type TestPerson } from '../../../testing/server.ts';
import { openWorkplace, save, changeOf, square, ROME, type Workplace } from '../../../testing/workplace.ts';

describe.each(engines)('objects by their attributes on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let id: string;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    id = place.project.id;
    const trees: Record<string, unknown>[] = [
      { name: 'oak', height: 12.5, planted: '2001-03-01', alive: true, tags: ['a'] },
      { name: 'Elm', height: 9, planted: '1999-12-31T23:00:00Z', alive: false },
      { name: 'ash_1', height: '100', planted: '2024-02-30', alive: true },
      { name: 'birch 50%', height: 100, planted: '2000-01-01T00:30:00+02:00', alive: null },
      { name: '', height: null, id: 'mine' },
    ];
    const changes = trees.map((properties, i) => changeOf({ properties: { ...properties, n: i } }));
    const answers = await save(sara, id, [
      ...changes,
      changeOf({ typeName: 'secret', location: square(1, 1), properties: { n: 9 } }),
    ]);
    expect(answers.every(({ status }) => status === 'saved')).toBe(true);
  });
  afterAll(() => place.close());

  const ask = <T = GeometryObject[]>(body: unknown, headers: Record<string, string> = {}, by = sara) =>
    by.send<T>('POST', '/geometries/research', body, { projectid: id, type: 'parcel', ...headers });
  /** The numbers of the matching trees. */
  const found = async (filter: unknown, more: Record<string, unknown> = {}) =>
    must(await ask({ filter, orderby: 'n', ...more }), 200).map(({ properties }) => properties['n']);
  const one = (field: string, op: string, value?: unknown) => found({ field, op, value });

  it('compares a number with numbers only', async () => {
    expect(await one('height', 'eq', 100)).toEqual([3]);
    expect(await one('height', 'gt', 9)).toEqual([0, 3]);
    expect(await one('height', 'ge', 9)).toEqual([0, 1, 3]);
    expect(await one('height', 'lt', 12.5)).toEqual([1]);
    expect(await one('height', 'le', 12.5)).toEqual([0, 1]);
    expect(await one('height', 'eq', '100')).toEqual([2]);
  });

  it('compares text by case-insensitive order, and exactly for equality', async () => {
    expect(await one('name', 'lt', 'F')).toEqual([1, 2, 3, 4]);
    expect(await one('name', 'eq', 'elm')).toEqual([]);
    expect(await one('name', 'eq', 'Elm')).toEqual([1]);
  });

  it('compares dates as moments in any time zone, and invalid days as none', async () => {
    // 1999-12-31T23:00Z is before the start of 2000; 2000-01-01T00:30+02:00 is 1999-12-31T22:30Z, earlier still.
    expect(await one('planted', 'lt', '2000-01-01')).toEqual([1, 3]);
    expect(await one('planted', 'eq', '1999-12-31T22:30:00Z')).toEqual([3]);
    expect(await one('planted', 'ge', '1999-12-31T23:00:00')).toEqual([0, 1]);
    expect(await one('planted', 'in', ['2001-03-01T01:00:00+01:00'])).toEqual([0]);
    expect(await one('planted', 'eq', '2024-02-30')).toEqual([2]);
    expect(await one('planted', 'le', '9999-12-31')).toEqual([0, 1, 3]);
    expect(await one('planted', 'ge', '0001-01-01')).toEqual([0, 1, 3]);
  });

  it('handles true, false and null', async () => {
    expect(await one('alive', 'eq', true)).toEqual([0, 2]);
    expect(await one('alive', 'ne', true)).toEqual([1, 3, 4]);
    expect(await one('alive', 'eq', null)).toEqual([3, 4]);
    expect(await one('alive', 'null')).toEqual([3, 4]);
    expect(await one('alive', 'null', false)).toEqual([0, 1, 2]);
    expect(await one('name', 'null')).toEqual([4]);
    expect(await one('nowhere', 'null')).toEqual([0, 1, 2, 3, 4]);
  });

  it('finds parts of text, including wildcard characters', async () => {
    expect(await one('name', 'like', '%L%')).toEqual([1]);
    expect(await one('name', 'like', '%\\_%')).toEqual([2]);
    expect(await one('name', 'like', '%50\\%')).toEqual([3]);
    expect(await one('name', 'like', 'ash\\__')).toEqual([2]);
    expect(await one('height', 'like', '1%')).toEqual([0, 2, 3]);
  });

  it('finds one of a list', async () => {
    expect(await one('height', 'in', [9, 100])).toEqual([1, 3]);
    expect(await one('name', 'in', ['oak', null])).toEqual([0, 4]);
    expect(await one('name', 'in', [])).toEqual([]);
  });

  it('combines conditions', async () => {
    const young = { field: 'height', op: 'lt', value: 50 };
    const alive = { field: 'alive', op: 'eq', value: true };
    expect(await found({ and: [young, alive] })).toEqual([0]);
    expect(await found({ or: [young, alive] })).toEqual([0, 1, 2]);
    expect(await found({ and: [{ or: [young, alive] }, { field: 'name', op: 'ne', value: 'oak' }] })).toEqual(
      [1, 2],
    );
    expect(await found({ and: [] })).toEqual([0, 1, 2, 3, 4]);
    expect(await found({ or: [] })).toEqual([]);
    expect(await found(undefined)).toEqual([0, 1, 2, 3, 4]);
  });

  it('filters by the fields of every object, and by attributes with the same names', async () => {
    const [first] = must(await ask({ orderby: 'n' }), 200);
    expect(await one('id', 'eq', first!.id)).toEqual([0]);
    expect(await one('properties.id', 'eq', 'mine')).toEqual([4]);
    expect(await one('metadata.version', 'eq', 1)).toEqual([0, 1, 2, 3, 4]);
    expect(await one('metadata.createdAt', 'lt', '2020-01-01')).toEqual([]);
    expect(await one('metadata.createdAt', 'eq', first!.metadata.createdAt)).toHaveLength(5);
    expect(await one('metadata.createdBy', 'eq', 'Sara')).toHaveLength(5);
    const all = must(
      await ask({ filter: { field: 'geometryType', op: 'eq', value: 'Polygon' } }, { type: '' }),
      200,
    );
    expect(all.map((each) => each.typeName)).toEqual(['secret']);
    expect(all[0]!.location).not.toEqual(ROME);
  });

  it('sorts numbers before text and missing values last, in both directions', async () => {
    expect(await found(undefined, { orderby: 'height' })).toEqual([1, 0, 3, 2, 4]);
    expect(await found(undefined, { orderby: 'height', order: 'desc' })).toEqual([3, 0, 1, 2, 4]);
    expect(await found(undefined, { orderby: 'name' })).toEqual([4, 2, 3, 1, 0]);
  });

  it('returns pages with the total count', async () => {
    const page = (number: number) => ask({ orderby: 'n' }, { paginate: '2', page: String(number) });
    const [second, third, beyond] = [await page(2), await page(3), await page(9)];
    expect(second.body.map(({ properties }) => properties['n'])).toEqual([2, 3]);
    expect(third.body.map(({ properties }) => properties['n'])).toEqual([4]);
    expect([second, third, beyond].map(({ headers }) => headers['x-total-count'])).toEqual(['5', '5', '5']);
    expect(beyond.body).toEqual([]);
    const bad: Record<string, string>[] = [{ page: '0' }, { paginate: '20001' }, { page: 'x' }];
    for (const headers of bad) expect((await ask({}, headers)).status).toBe(400);
  });

  it('returns the page that follows an object, with and without a filter', async () => {
    const ids = async (body: Record<string, unknown>, headers = {}) =>
      must(await ask(body, { type: '', ...headers }), 200).map((each) => each.id);
    const filter = { field: 'n', op: 'ge', value: 0 };
    const all = await ids({});
    // By type, then by id: `secret` is the last.
    expect(all.slice(0, 5)).toEqual(all.slice(0, 5).sort());
    expect(all).toHaveLength(6);
    for (const where of [{}, { filter }]) {
      expect(await ids({ ...where, after: all[1] }, { paginate: '2' })).toEqual(all.slice(2, 4));
      expect(await ids({ ...where, after: all[3] }, { paginate: '20' })).toEqual(all.slice(4));
      expect(await ids({ ...where, after: all[5] })).toEqual([]);
      const gone = await ask<Problem>({ ...where, after: '5d0f1c0a-6a43-4b0e-9f0e-0f6a1f1f6b11' });
      expect([gone.status, gone.body.detail]).toEqual([422, expect.stringContaining('first page')]);
    }
    expect((await ask<Problem>({ after: all[0], orderby: 'n' })).status).toBe(422);
  });

  it('lists only given objects, or those that a box intersects', async () => {
    const [first, second] = must(await ask({ orderby: 'n' }), 200);
    expect(
      await found(undefined, { ids: [second!.id, first!.id, '5d0f1c0a-6a43-4b0e-9f0e-0f6a1f1f6b11'] }),
    ).toEqual([0, 1]);
    expect(await found(undefined, { ids: [] })).toEqual([]);
    expect(await found(undefined, { bbox: '12.49,41.9,12.5,41.91' })).toEqual([0, 1, 2, 3, 4]);
    expect(await found(undefined, { bbox: '13,41.9,14,41.91' })).toEqual([]);
    expect((await ask({ bbox: '13,42,14,41' })).status).toBe(400);
  });

  it('finds the place of an object in a list', async () => {
    const at = async (body: object) =>
      must(
        await sara.send<{ row: number | null }>('POST', '/geometries/position', body, {
          projectid: id,
          type: 'parcel',
        }),
        200,
      ).row;
    const byKey = must(await ask({}), 200).map((each) => each.id);
    const byName = must(await ask({ orderby: 'name' }), 200).map((each) => each.id);
    for (const [row, each] of byKey.entries()) {
      expect(await at({ id: each })).toBe(row);
      expect(await at({ id: each, orderby: 'name' })).toBe(byName.indexOf(each));
    }
    expect(await at({ id: byKey[0], filter: { or: [] } })).toBeNull();
    expect(await at({ id: '5d0f1c0a-6a43-4b0e-9f0e-0f6a1f1f6b11' })).toBeNull();
  });

  it('follows what changes between two pages', async () => {
    const filter = { field: 'n', op: 'ge', value: 70 };
    const page = async () =>
      must(await ask({ filter, orderby: 'n' }, { paginate: '2' }), 200).map((each) => each.properties['n']);
    const create = async (n: number) => (await save(sara, id, [changeOf({ properties: { n } })]))[0]!;
    const first = await create(71);
    await create(72);
    expect(await page()).toEqual([71, 72]);
    await create(70);
    expect(await page()).toEqual([70, 71]);
    must(
      await sara.send('DELETE', `/geometries/${first.id}`, undefined, { 'if-match': `"${first.version}"` }),
      204,
    );
    expect(await page()).toEqual([70, 72]);
    const rest = must(await ask({ filter }), 200);
    for (const { id: each, metadata } of rest)
      must(
        await sara.send('DELETE', `/geometries/${each}`, undefined, { 'if-match': `"${metadata.version}"` }),
        204,
      );
  });

  it('measures as geodesy does, in filters, orders and summaries, heights left out', async () => {
    const line: Geometry = {
      type: 'LineString',
      coordinates: [
        [11, 46, 200],
        [11.001, 46, 1200],
      ],
    };
    const rings = (shape: Geometry) => shape.coordinates as Position[][];
    const hole: Geometry = {
      type: 'Polygon',
      coordinates: [...rings(square(11, 46, 0.01)), ...rings(square(11.002, 46.002, 0.002))],
    };
    const shapes: Geometry[] = [square(11, 46), hole, line, ROME];
    for (const [n, location] of shapes.entries())
      await save(sara, id, [changeOf({ typeName: 'secret', location, properties: { n: 20 + n } })]);
    const measured = async (body: object) =>
      must(await ask({ filter: { field: 'n', op: 'ge', value: 20 }, ...body }, { type: 'secret' }), 200);
    const order = async (orderby: string) =>
      (await measured({ orderby, order: 'desc' })).map(({ properties }) => properties['n']);
    expect((await order('measures.area')).slice(0, 2)).toEqual([21, 20]);
    expect((await order('measures.length'))[0]).toBe(22);
    for (const name of ['area', 'length', 'perimeter'] as const) {
      const values = shapes.flatMap((shape) => measuresOf(shape)[name] ?? []);
      const summary = must(
        await sara.send<FieldSummary>(
          'POST',
          '/geometries/summary',
          { field: `measures.${name}`, filter: { field: 'n', op: 'ge', value: 20 } },
          { projectid: id, type: 'secret' },
        ),
        200,
      );
      expect(summary).toMatchObject({
        count: 4,
        numbers: values.length,
        empty: 4 - values.length,
        others: 0,
      });
      const sum = values.reduce((all, each) => all + each, 0);
      // Of some 860,000 m²: both sum in double precision, in another order.
      expect(Math.abs(summary.sum! - sum)).toBeLessThan(1e-5);
      expect(Math.abs(summary.max! - Math.max(...values))).toBeLessThan(1e-5);
      const above = await measured({ filter: { field: `measures.${name}`, op: 'ge', value: summary.mean! } });
      expect(above).toHaveLength(1);
    }
  });

  it('sums the numbers of a field, and counts what has none', async () => {
    const summary = async (body: object, by = sara) =>
      by.send<FieldSummary>('POST', '/geometries/summary', body, { projectid: id, type: 'parcel' });
    // 12.5, 9 and 100 are numbers, '100' is a text, null is none.
    expect(must(await summary({ field: 'height' }), 200)).toEqual({
      count: 5,
      numbers: 3,
      empty: 1,
      others: 1,
      sum: 121.5,
      mean: 40.5,
      min: 9,
      max: 100,
    });
    const young = { field: 'height', op: 'lt', value: 50 };
    expect(must(await summary({ field: 'height', filter: young }), 200)).toMatchObject({
      count: 2,
      sum: 21.5,
    });
    expect(must(await summary({ field: 'name' }), 200)).toMatchObject({
      numbers: 0,
      empty: 1,
      others: 4,
      sum: null,
    });
    expect(must(await summary({ field: 'height', ids: [] }), 200)).toMatchObject({ count: 0, mean: null });
    expect((await summary({ field: 'nul\0' })).status).toBe(422);
  });

  it('treats names and values as data only', async () => {
    const evil = `n') = '0' or true; drop table geometries; --`;
    expect(await one(evil, 'eq', 1)).toEqual([]);
    expect(await one('name', 'eq', evil)).toEqual([]);
    expect(await one('name', 'like', evil)).toEqual([]);
    expect((await ask<Problem>({ orderby: evil })).status).toBe(422);
    expect(await found(undefined)).toHaveLength(5);
    expect(await one('__proto__', 'null')).toHaveLength(5);
    expect(await one('constructor', 'null')).toHaveLength(5);
  });

  it('reports the errors of a filter with their places', async () => {
    const deep = (levels: number): unknown =>
      Array.from({ length: levels }).reduce((inner: unknown) => ({ and: [inner] }), {
        field: 'n',
        op: 'null',
      });
    const bad: [unknown, string][] = [
      [deep(8), 'body.filter.and[0].and[0].and[0].and[0].and[0].and[0].and[0].and[0]'],
      [{ and: [{ field: 'n', op: 'is', value: 1 }] }, 'body.filter.and[0]'],
      [{ and: [], or: [] }, 'body.filter'],
      [{ and: 1 }, 'body.filter'],
      [{ op: 'eq', value: 1 }, 'body.filter'],
      [{ field: 'n', op: 'lt', value: true }, 'body.filter.value'],
      [{ field: 'n', op: 'eq', value: [1] }, 'body.filter.value'],
      [{ field: 'n', op: 'eq', value: 'nul\0' }, 'body.filter.value'],
      [{ field: 'n', op: 'like', value: 'x\\' }, 'body.filter.value'],
      [{ field: 'n', op: 'in', value: [{}] }, 'body.filter.value'],
      [{ or: Array(201).fill({ field: 'n', op: 'null' }) }, 'body.filter.or[200]'],
    ];
    for (const [filter, path] of bad) {
      const answer = await ask<Problem>({ filter });
      expect([answer.status, answer.body.errors?.[0]?.path], JSON.stringify(filter).slice(0, 80)).toEqual([
        422,
        path,
      ]);
      expect(answer.body.detail).not.toContain('{{');
    }
    expect((await ask<Problem>({ filter: { field: 'nul\0', op: 'null' } })).status).toBe(422);
    // Deeper than any program could build it: JSON is text.
    const bottomless = `{"filter":${'{"and":['.repeat(100_000)}${']}'.repeat(100_000)}}`;
    expect((await ask<Problem>(bottomless)).status).toBe(422);
    const noObject = await ask<Problem>({ filter: 'n = 1' });
    expect([noObject.status, noObject.body.detail]).toEqual([
      400,
      'body.filter: The value must have the form {"field":"number","op":"eq","value":"12"}.',
    ]);
    expect((await ask<Problem>({ orderby: '' })).status).toBe(400);
    const italian = await ask<Problem>({ filter: { field: 'n', op: 'lt' } }, { 'accept-language': 'it' });
    expect(italian.body.detail).toBe(
      'Il valore in body.filter.value non è adatto all’operatore lt: un testo o un numero.',
    );
  });

  it('omits blocked types and other projects', async () => {
    const { server, admin } = place;
    const blocked = await server.person(admin, 'Bice', ['geometries.read'], { blockedLayers: ['parcel'] });
    const outside = await server.person(admin, 'Ugo', ['geometries.read']);
    must(
      await admin.send('PUT', `/projects/${id}/members`, { userIds: [admin.id, sara.id, blocked.id] }),
      204,
    );
    const left = await ask({}, { type: '' }, blocked);
    expect(new Set(left.body.map((each) => each.typeName))).toEqual(new Set(['secret']));
    // One at the start, four that were measured.
    expect(left.headers['x-total-count']).toBe('5');
    expect((await ask({}, {}, outside)).status).toBe(404);
    const sum = { field: 'n' };
    const seen = await blocked.send<FieldSummary>('POST', '/geometries/summary', sum, { projectid: id });
    expect(seen.body).toMatchObject({ sum: 9 + 20 + 21 + 22 + 23 });
    expect((await outside.send('POST', '/geometries/summary', sum, { projectid: id })).status).toBe(404);
  });
});
