import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  MAX_SELECTED,
  type CalculationPreview,
  type GeometryObject,
  type ManyChanged,
  type ManyPreview,
  type Problem,
} from '#core/protocol';
import { openJobs } from '../../../app/job-kinds.ts';
import { expectCounts } from '../../../testing/counting.ts';
import { engines } from '../../../testing/databases.ts';
import { must, type TestPerson } from '../../../testing/server.ts';
import { ended } from '../../../testing/upload-job.ts';
import {
  changeOf,
  list,
  makeObject,
  openWorkplace,
  save,
  type Workplace,
} from '../../../testing/workplace.ts';

describe.each(engines)('changing many objects on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let id: string;
  beforeAll(async () => {
    place = await openWorkplace(engine, { jobs: openJobs });
    sara = place.surveyor;
    id = place.project.id;
    const fields = [
      { name: 'code', title: { en: 'Code', it: 'Codice' }, type: 'text', required: false, unique: true },
    ];
    must(await place.admin.send('POST', '/attributes', { name: 'plot', fields }), 201);
  });
  afterAll(async () => {
    await expectCounts(place.server.db);
    await place.close();
  });

  const start = <T = { jobId: string }>(body: object, by = sara, path = 'changemany') =>
    by.send<T>('POST', `/geometries/${path}`, { changeId: randomUUID(), ...body }, { projectid: id });
  const result = async (jobId: string) => {
    const job = await ended<ManyChanged>(sara, jobId);
    if (!job.result) throw new Error(job.error ?? 'no result');
    return job.result;
  };
  const change = async (body: object) => result(must(await start(body), 202).jobId);
  const reverse = async (transactionId: string | null) =>
    result(must(await start({ transactionId }, sara, 'reversemany'), 202).jobId);
  const some = (count: number, properties = {}) =>
    Promise.all(Array.from({ length: count }, () => makeObject(sara, id, { properties })));
  const idsOf = (objects: readonly GeometryObject[]) => objects.map((object) => object.id);
  const get = (objectId: string) => sara.send<GeometryObject>('GET', `/geometries/${objectId}`);

  it('labels moved by hand stay with their objects, are found, and placed by the map again', async () => {
    const labelAt: [number, number] = [12.5, 41.9];
    const [moved, other] = await some(2);
    await save(sara, id, [changeOf({ id: moved!.id, version: 1, labelAt })]);
    expect(must(await get(moved!.id), 200).labelAt).toEqual(labelAt);
    // A change of something else keeps it, also one of many.
    await change({ ids: [moved!.id], set: { use: 'wood' } });
    const found = await sara.send<GeometryObject[]>(
      'POST',
      '/geometries/research',
      { filter: { field: 'labelAt', op: 'null', value: false } },
      { projectid: id },
    );
    expect(must(found, 200)).toMatchObject([{ id: moved!.id, labelAt, properties: { use: 'wood' } }]);
    const done = await change({ ids: idsOf([moved!, other!]), labelAt: null });
    expect(done).toMatchObject({ changed: 1, unchanged: 1, refused: [] });
    expect(must(await get(moved!.id), 200)).not.toHaveProperty('labelAt');
    await reverse(done.transactionId);
    expect(must(await get(moved!.id), 200).labelAt).toEqual(labelAt);
    const { version } = must(await get(moved!.id), 200).metadata;
    await save(sara, id, [changeOf({ id: moved!.id, version, labelAt: null })]);
    expect(must(await get(moved!.id), 200)).not.toHaveProperty('labelAt');
    const wrong = await sara.send<Problem>('PUT', `/geometries/${other!.id}`, { labelAt: [12, 95] }, { 'if-match': '"1"' }); // prettier-ignore
    expect(wrong.status).toBe(400);
  });

  it('sets and removes attributes in one transaction, which is taken back and made again', async () => {
    const objects = await some(3, { use: 'field', owner: 'Ada' });
    const done = await change({ ids: idsOf(objects), set: { use: 'wood', owner: null } });
    expect(done).toMatchObject({ changed: 3, unchanged: 0, refused: [] });
    const states = async () => Promise.all(objects.map(async (object) => must(await get(object.id), 200)));
    expect((await states()).map(({ properties, metadata }) => [properties, metadata.version])).toEqual(
      Array(3).fill([{ use: 'wood' }, 2]),
    );
    const back = await reverse(done.transactionId);
    expect(back).toMatchObject({ changed: 3, refused: [] });
    expect((await states()).map(({ properties, metadata }) => [properties, metadata.version])).toEqual(
      Array(3).fill([{ use: 'field', owner: 'Ada' }, 3]),
    );
    await reverse(back.transactionId);
    expect((await states()).map(({ properties }) => properties)).toEqual(Array(3).fill({ use: 'wood' }));
  });

  it('calculates a field for each object in one transaction, as its preview said', async () => {
    const number = { title: { en: 'N', it: 'N' }, type: 'number', required: false };
    const fields = [
      { ...number, name: 'width' },
      { ...number, name: 'cost', max: 100 },
      { ...number, name: 'twice', computed: 'width * 2' },
    ];
    must(await place.admin.send('POST', '/attributes', { name: 'wall', fields }), 201);
    const made = await Promise.all(
      [{ width: 2 }, { width: 3, cost: 30 }, { cost: 5 }, { width: 50 }].map((properties) =>
        makeObject(sara, id, { typeName: 'wall', properties }),
      ),
    );
    const other = await makeObject(sara, id, { properties: { width: 9 } });
    const ids = idsOf([...made, other]);
    const calculate = { typeName: 'wall', field: 'cost', expression: 'width * 10' };
    const preview = must(
      await sara.send<CalculationPreview>(
        'POST',
        '/geometries/calculation',
        { ids, calculate },
        { projectid: id },
      ),
      200,
    );
    // 20 is new, 30 is there, without a width there is no cost, 500 is too much.
    expect(preview).toMatchObject({ count: 4, previewed: 4, changed: 2, unchanged: 1, emptied: 1 });
    expect(preview.refused).toEqual([{ reason: expect.stringContaining('100'), count: 1 }]);
    expect(preview.examples.find((each) => each.id === made[0]!.id)).toEqual({ id: made[0]!.id, after: 20 });
    const done = await change({ ids, calculate });
    expect(done).toMatchObject({ changed: 2, unchanged: 2, refused: preview.refused });
    const costs = async () =>
      Promise.all(made.map(async (object) => must(await get(object.id), 200).properties['cost']));
    expect(await costs()).toEqual([20, 30, undefined, undefined]);
    await reverse(done.transactionId);
    expect(await costs()).toEqual([undefined, 30, 5, undefined]);
    for (const [wrong, part] of [
      [{ field: 'depth' }, 'depth'],
      [{ field: 'twice' }, 'twice'],
      [{ typeName: 'gone' }, 'gone'],
      [{ expression: 'width *' }, 'incomplete'],
      [{ expression: 'depth' }, 'depth'],
    ] as const) {
      const body = { ids, calculate: { ...calculate, ...wrong } };
      for (const path of ['calculation', 'changemany']) {
        const answer = await start<Problem>(body, sara, path);
        expect([answer.status, answer.body.detail], path).toEqual([422, expect.stringContaining(part)]);
      }
    }
  });

  it('previews by the same rules what would change, stay and be refused, and changes nothing', async () => {
    const objects = await some(4, { use: 'field' });
    const [first, second] = objects;
    const taken = await makeObject(sara, id, { typeName: 'plot', properties: { code: 'P1' } });
    const other = await makeObject(sara, id, { typeName: 'plot', properties: { code: 'P2' } });
    await change({ ids: [second!.id], set: { use: 'wood' } });
    const preview = async (body: object) =>
      must(await start<ManyPreview>(body, sara, 'changemany/preview'), 200);
    const set = await preview({ ids: [...idsOf(objects), randomUUID()], set: { use: 'wood' } });
    expect(set).toMatchObject({ count: 4, previewed: 4, changed: 3, unchanged: 1, refused: [] });
    expect(set.examples).toHaveLength(3);
    expect(set.examples[0]).toMatchObject({ before: { use: 'field' }, after: { use: 'wood' } });
    const unique = await preview({ ids: [other.id], set: { code: 'P1' } });
    expect(unique).toMatchObject({
      changed: 0,
      refused: [{ reason: expect.stringContaining('P1'), count: 1 }],
    });
    expect(unique.examples[0]?.problem).toBe(unique.refused[0]?.reason);
    expect((await preview({ ids: [taken.id], deleted: true })).changed).toBe(1);
    expect((await start<Problem>({ ids: [taken.id] }, sara, 'changemany/preview')).status).toBe(422);
    expect((await get(first!.id)).body.properties).toEqual({ use: 'field' });
    expect((await get(taken.id)).status).toBe(200);
  });

  it('deletes, and restores with geometry and attributes', async () => {
    const objects = await some(2, { use: 'field' });
    const done = await change({ ids: idsOf(objects), deleted: true });
    expect(done).toMatchObject({ changed: 2 });
    for (const object of objects) expect((await get(object.id)).status).toBe(404);
    const back = await reverse(done.transactionId);
    for (const { id: objectId, location, properties } of objects)
      expect(must(await get(objectId), 200)).toMatchObject({ location, properties });
    await reverse(back.transactionId);
    for (const object of objects) expect((await get(object.id)).status).toBe(404);
  });

  it('changes those that it can, and says why not the others', async () => {
    const [first, second] = await some(2, { code: 1 });
    const unknown = randomUUID();
    const done = await change({ ids: [first!.id, unknown, second!.id.toUpperCase()], set: { code: 1 } });
    expect(done).toEqual({
      changed: 0,
      unchanged: 2,
      refused: [{ reason: 'The object does not exist, or you have no access to it.', count: 1 }],
      transactionId: null,
    });
    const typed = await change({ ids: idsOf([first!, second!]), typeName: 'plot', set: { code: 'A' } });
    expect(typed).toMatchObject({ changed: 1, refused: [{ count: 1 }] });
    expect(await change({ ids: [first!.id], typeName: 'nowhere' })).toMatchObject({
      changed: 0,
      refused: [{ reason: 'This project has no object type named nowhere.', count: 1 }],
    });
  });

  it('leaves what was changed since as it is', async () => {
    const objects = await some(2);
    const done = await change({ ids: idsOf(objects), set: { use: 'wood' } });
    const [first] = objects;
    await change({ ids: [first!.id], set: { use: 'road' } });
    expect(await reverse(done.transactionId)).toMatchObject({
      changed: 1,
      refused: [{ reason: 'Changed since by you or someone else.', count: 1 }],
    });
    expect(must(await get(first!.id), 200).properties).toEqual({ use: 'road' });
  });

  it('is done once, however often it is sent', async () => {
    const [object] = await some(1, { n: 0 });
    const body = { changeId: randomUUID(), ids: [object!.id], set: { n: 1 } };
    const jobs = [must(await start(body), 202).jobId, must(await start(body), 202).jobId];
    expect(jobs).toEqual([body.changeId, body.changeId]);
    await result(body.changeId);
    expect(must(await get(object!.id), 200).metadata.version).toBe(2);
  });

  it('is refused without the right, for the changes of others, and with nothing to do', async () => {
    const [object] = await some(1);
    const { server, admin } = place;
    const writer = await server.person(admin, 'Wanda', ['geometries.read', 'geometries.write']);
    const members = [admin.id, sara.id, writer.id];
    must(await admin.send('PUT', `/projects/${id}/members`, { userIds: members }), 204);
    const ids = [object!.id];
    expect((await start<Problem>({ ids, deleted: true }, writer)).status).toBe(403);
    expect((await start<Problem>({ ids })).status).toBe(422);
    expect((await start<Problem>({ ids: [], deleted: true })).status).toBe(400);
    const tooMany = Array<string>(MAX_SELECTED + 1).fill(object!.id);
    expect((await start<Problem>({ ids: tooMany, deleted: true })).status).toBe(400);
    const { transactionId } = await change({ ids, set: { use: 'wood' } });
    const other = must(await start({ transactionId }, writer, 'reversemany'), 202);
    const job = await ended(writer, other.jobId);
    expect([job.state, job.error]).toEqual(['failed', 'You have made no such change in this project.']);
  });

  it('is announced with the objects of few, and as a reload of more than a thousand', async () => {
    const made = await save(
      sara,
      id,
      Array.from({ length: 1100 }, () => changeOf({ typeName: 'secret', properties: { use: 'field' } })),
    );
    const ids = made.map((answer) => answer.id!);
    const done = await change({ ids, set: { use: 'wood' } });
    expect(done).toMatchObject({ changed: 1100, refused: [] });
    const events = await place.server.db.query<{ payload: string }>(
      `select payload from events where kind = 'geometries' and project_id = $1 order by id desc limit 1`,
      [id],
    );
    expect(JSON.parse(events[0]!.payload)).toMatchObject({ changed: [], reload: true });
    await reverse(done.transactionId);
    const objects = await list(sara, id, '', 'secret');
    expect(objects.filter(({ properties }) => properties.use === 'field')).toHaveLength(1100);
  });

  describe.runIf(engine === 'embedded')('where all share one connection', () => {
    const many = async (count: number) =>
      (
        await save(
          sara,
          id,
          Array.from({ length: count }, () => changeOf({ properties: { n: 0 } })),
        )
      ).map((answer) => answer.id!);
    const versions = async (ids: readonly string[]) =>
      (
        await place.server.db.query<{ version: number; count: number }>(
          'select version, count(*)::int as count from geometries where id = any($1) group by version order by version',
          [ids],
        )
      ).map(({ version, count }) => [version, count]);
    /** Runs the job again, as after its process has ended. */
    const again = async (jobId: string, of: { ids?: readonly string[]; state?: string }) => {
      await place.server.db.query(
        `update jobs set state = $2, result = null,
           input = case when $3::text is null then input else jsonb_set(input, '{ids}', $3::jsonb) end where id = $1`,
        [jobId, of.state ?? 'queued', of.ids ? JSON.stringify(of.ids) : null],
      );
      await place.server.db.notify('jobs', 'new');
    };

    it('lets others in between, and is one change all the same', async () => {
      const ids = await many(4000);
      const { jobId } = must(await start({ ids, set: { n: 1 } }), 202);
      let between = 0;
      const finished = ended<ManyChanged>(sara, jobId);
      let isRunning = true;
      void finished.then(() => (isRunning = false));
      while (isRunning && between < 2) if ((await versions(ids)).length === 2) between++;
      const { result: done } = await finished;
      expect(between).toBeGreaterThan(1);
      expect(done).toMatchObject({ changed: 4000, refused: [] });
      const moments = await place.server.db.query(
        `select at, by_user from transactions where geometry_id = any($1) and version = 2 group by at, by_user`,
        [ids],
      );
      expect(moments).toHaveLength(1);
      await reverse(done!.transactionId);
      const values = await place.server.db.query(
        `select properties, version from geometries where id = any($1) group by properties, version`,
        [ids],
      );
      expect(values).toEqual([{ properties: { n: 0 }, version: 3 }]);
    });

    it('goes on where it was broken off, and is undone as one', async () => {
      const ids = await many(6);
      const body = { changeId: randomUUID(), ids: ids.slice(0, 4), set: { n: 1 } };
      must(await start(body), 202);
      await result(body.changeId);
      await again(body.changeId, { ids });
      const done = await result(body.changeId);
      expect(done).toMatchObject({ changed: 6, unchanged: 0, refused: [] });
      expect(await versions(ids)).toEqual([[2, 6]]);
      expect(await reverse(done.transactionId)).toMatchObject({ changed: 6, refused: [] });
    });

    it('leaves what someone has changed since it began', async () => {
      const ids = await many(2);
      const body = { changeId: randomUUID(), ids: ids.slice(0, 1), set: { n: 1 } };
      must(await start(body), 202);
      await result(body.changeId);
      await change({ ids: ids.slice(1), set: { n: 2 } });
      await again(body.changeId, { ids });
      expect(await result(body.changeId)).toMatchObject({
        changed: 1,
        refused: [{ reason: 'Changed since by you or someone else.', count: 1 }],
      });
      expect(must(await get(ids[1]!), 200).properties).toEqual({ n: 2 });
    });

    it('is taken back, once, when it has ended with a part done', async () => {
      const ids = await many(3);
      const body = { changeId: randomUUID(), ids, set: { n: 1 } };
      must(await start(body), 202);
      await result(body.changeId);
      await again(body.changeId, { state: 'cancelled' });
      for (const attempt of [1, 2]) {
        await change({ ids: await many(1), set: { n: attempt } });
        await vi.waitFor(async () => expect(await versions(ids)).toEqual([[3, 3]]), 10_000);
      }
      expect(must(await get(ids[0]!), 200).properties).toEqual({ n: 0 });
    });
  });
});
