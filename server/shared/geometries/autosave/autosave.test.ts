import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeometryObject, ObjectType } from '#core/protocol';
import { expectCounts } from '../../../testing/counting.ts';
import { engines } from '../../../testing/databases.ts';
import { must, type TestPerson } from '../../../testing/server.ts';
import {
  changeOf,
  list,
  makeObject,
  openWorkplace,
  ROME,
  save,
  square,
  type Workplace,
} from '../../../testing/workplace.ts';

describe.each(engines)('autosave on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let id: string;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    id = place.project.id;
  });
  afterAll(async () => {
    await expectCounts(place.server.db);
    await place.close();
  });
  const get = async (objectId: string) =>
    (await sara.send<GeometryObject>('GET', `/geometries/${objectId}`)).body;
  const kinds = async (objectId: string) => (await get(objectId)).transactions.map(({ kind }) => kind);

  it('returns a result for every change in its place: created, changed and deleted', async () => {
    const [one, two] = [await makeObject(sara, id), await makeObject(sara, id)];
    const made = changeOf({ properties: { n: 1 } });
    const answers = await save(sara, id, [
      changeOf({ id: one.id, version: 1, properties: { n: 2 }, location: undefined, typeName: undefined }),
      made,
      { clientId: 'gone', id: two.id, version: 1, deleted: true },
    ]);
    expect(answers).toEqual([
      { clientId: expect.any(String), id: one.id, status: 'saved', version: 2 },
      { clientId: made.clientId, id: made.clientId, status: 'saved', version: 1 },
      { clientId: 'gone', id: two.id, status: 'saved', version: 2 },
    ]);
    expect(await get(one.id)).toMatchObject({ location: ROME, properties: { n: 2 }, typeName: 'parcel' });
    expect(await get(made.clientId)).toMatchObject({ properties: { n: 1 }, metadata: { createdBy: 'Sara' } });
    expect((await sara.send('GET', `/geometries/${two.id}`)).status).toBe(404);
  });

  it('keeps by which plugin a change was made, in the history of the object', async () => {
    const made = changeOf({ plugin: 'acme-wells@1.0.0' });
    const change = {
      id: made.clientId,
      version: 1,
      properties: { n: 2 },
      location: undefined,
      typeName: undefined,
    };
    await save(sara, id, [made]);
    await save(sara, id, [changeOf(change)]);
    const removed = {
      clientId: 'removed',
      id: made.clientId,
      version: 2,
      deleted: true,
      plugin: 'acme-wells@1.1.0',
    };
    expect((await get(made.clientId)).transactions.map(({ plugin }) => plugin)).toEqual([
      undefined,
      'acme-wells@1.0.0',
    ]);
    await save(sara, id, [removed]);
    const { body } = await sara.send<{ kind: string; plugin?: string }[]>(
      'GET',
      `/geometries/${made.clientId}/transactions`,
    );
    expect(body.map(({ plugin }) => plugin)).toEqual(['acme-wells@1.1.0', undefined, 'acme-wells@1.0.0']);
    const [answer] = await save(sara, id, [changeOf({ plugin: 'Groma itself' })]);
    expect(answer).toMatchObject({ status: 'refused', detail: expect.stringContaining('acme-wells@1.4.0') });
  });

  it('gives an object whose client id is not a uuid a new id', async () => {
    const [answer] = await save(sara, id, [changeOf({ clientId: 'draft 1' })]);
    expect(answer!.id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await get(answer!.id!)).location).toEqual(ROME);
  });

  it('applies a list sent twice once, with the same response', async () => {
    const held = await makeObject(sara, id);
    const changes = [
      changeOf(),
      changeOf({ clientId: 'no uuid' }),
      changeOf({ id: held.id, version: 1, properties: { n: 1 } }),
    ];
    const before = (await list(sara, id)).length;
    const first = await save(sara, id, changes);
    expect(await save(sara, id, changes)).toEqual(first);
    expect((await list(sara, id)).length).toBe(before + 2);
    expect(await kinds(held.id)).toEqual(['update', 'create']);
  });

  it('treats other content under a client id whose response was lost as the next change', async () => {
    const first = changeOf({ properties: { n: 1 } });
    await save(sara, id, [first]);
    const [second] = await save(sara, id, [{ ...first, properties: { n: 2 } }]);
    expect(second).toMatchObject({ id: first.clientId, status: 'saved', version: 2 });
    const [third] = await save(sara, id, [{ clientId: first.clientId, deleted: true }]);
    expect(third).toMatchObject({ id: first.clientId, status: 'saved', version: 3 });
    const [again] = await save(sara, id, [{ ...first, properties: { n: 3 } }]);
    expect(again).toMatchObject({ id: first.clientId, status: 'saved', version: 4 });
    expect(await get(first.clientId)).toMatchObject({ properties: { n: 3 } });
  });

  it('refuses a change after a lost response when someone else has changed the object since', async () => {
    const first = changeOf({ properties: { n: 1 } });
    await save(sara, id, [first]);
    must(
      await place.admin.send(
        'PUT',
        `/geometries/${first.clientId}`,
        { properties: { n: 9 } },
        { 'if-match': '"1"' },
      ),
      200,
    );
    const [late] = await save(sara, id, [{ ...first, properties: { n: 2 } }]);
    expect(late).toMatchObject({ status: 'conflict', current: { properties: { n: 9 } } });
  });

  it('returns the current object for a conflict, and saves the others', async () => {
    const object = await makeObject(sara, id);
    const path = `/geometries/${object.id}`;
    must(await place.admin.send('PUT', path, { properties: { by: 'admin' } }, { 'if-match': '"1"' }), 200);
    const other = changeOf();
    const answers = await save(sara, id, [
      changeOf({ id: object.id, version: 1, properties: { by: 'Sara' } }),
      { clientId: 'delete', id: object.id, version: 1, deleted: true },
      other,
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['conflict', 'conflict', 'saved']);
    expect(answers[0]!.current).toEqual(await get(object.id));
    expect(answers[0]!.detail).toBe('Someone else has changed this object.');
    expect((await get(object.id)).properties).toEqual({ by: 'admin' });
  });

  it('restores a deleted object from the version of its deletion, and from no other', async () => {
    const object = await makeObject(sara, id, { properties: { n: 1 } });
    const [gone] = await save(sara, id, [{ clientId: 'g1', id: object.id, version: 1, deleted: true }]);
    const change = { id: object.id, typeName: 'parcel', properties: { n: 2 }, location: square(2, 2) };
    const [late] = await save(sara, id, [{ ...change, clientId: 'g2', version: 1 }]);
    expect(late).toMatchObject({ status: 'conflict', current: null });
    const [back] = await save(sara, id, [{ ...change, clientId: 'g3', version: gone!.version }]);
    expect(back).toMatchObject({ id: object.id, status: 'saved', version: 3 });
    const now = await get(object.id);
    expect(now).toMatchObject({ properties: { n: 2 }, location: square(2, 2) });
    expect(now.metadata.createdAt).toBe(object.metadata.createdAt);
    expect(await kinds(object.id)).toEqual(['restore', 'delete', 'create']);
    const [again] = await save(sara, id, [{ clientId: 'g4', id: object.id, version: 3, deleted: true }]);
    expect(await save(sara, id, [{ clientId: 'g5', id: object.id, version: 3, deleted: true }])).toEqual([
      { clientId: 'g5', id: object.id, status: 'saved', version: again!.version },
    ]);
  });

  it('applies changes of one object in one list one after the other', async () => {
    const first = changeOf({ properties: { n: 1 } });
    const answers = await save(sara, id, [
      first,
      { ...first, properties: { n: 2 } },
      { clientId: 'c', id: first.clientId, version: 2, properties: { n: 3 } },
      { clientId: 'd', id: first.clientId, version: 3, deleted: true },
      { clientId: 'e', id: first.clientId, version: 4, properties: { n: 5 } },
    ]);
    expect(answers.map(({ status, version }) => [status, version])).toEqual([
      ['saved', 1],
      ['saved', 2],
      ['saved', 3],
      ['saved', 4],
      ['saved', 5],
    ]);
    expect(await get(first.clientId)).toMatchObject({ properties: { n: 5 }, metadata: { version: 5 } });
  });

  it('refuses a malformed change with a message, and continues with the others', async () => {
    const good = changeOf();
    const answers = await save(sara, id, [
      null,
      'text',
      { clientId: 'a', location: { type: 'Point', coordinates: [200, 0] }, typeName: 'parcel' },
      { clientId: 'b', location: ROME, typeName: 7 },
      { location: ROME },
      { clientId: 'c', id: 'not an id', version: 1 },
      { clientId: 'm4', location: ROME },
      { clientId: 'm5', typeName: 'parcel' },
      { clientId: 'm6', id: randomUUID(), version: 1, location: ROME },
      { clientId: 'nul\0', location: ROME, typeName: 'parcel' },
      { clientId: 'g', location: ROME, typeName: 'nul\0' },
      { clientId: 'h', location: ROME, typeName: 'parcel', properties: { a: '\0' } },
      { clientId: 'i', location: ROME, typeName: 'parcel', properties: { a: '\ud800' } },
      good,
    ]);
    const { length } = answers;
    expect(answers.map(({ status }) => status)).toEqual([...Array(length - 1).fill('refused'), 'saved']);
    for (const answer of answers.slice(0, -1)) expect(answer.detail).toMatch(/\.$/);
    expect(answers[2]).toEqual({
      clientId: 'a',
      id: null,
      status: 'refused',
      detail:
        'The change cannot be read (location: At coordinates the coordinate 200 is out of range: ' +
        'longitude from -180 to 180, latitude from -90 to 90).',
    });
  });

  it('requires permission to delete', async () => {
    const roles = ['geometries.read', 'geometries.write'];
    const writer = await place.server.person(place.admin, 'Wanda', roles);
    const project = await place.server.project(place.admin, 'Writers', [writer]);
    const object = await makeObject(writer, project.id);
    const [refused, saved] = await save(writer, project.id, [
      { clientId: 'x', id: object.id, version: 1, deleted: true },
      changeOf(),
    ]);
    expect(refused).toMatchObject({
      status: 'refused',
      detail: 'Your role does not have the permission geometries.delete.',
    });
    expect(saved!.status).toBe('saved');
  });

  it('applies a split as one change, with permission to split', async () => {
    const split = ['geometries.read', 'geometries.write', 'geometries.split'];
    const surveyor = await place.server.person(place.admin, 'Sofia', split);
    const writer = await place.server.person(place.admin, 'Walter', split.slice(0, 2));
    const project = await place.server.project(place.admin, 'Divided', [surveyor, writer]);
    const field = await makeObject(surveyor, project.id, { location: square(12, 42, 0.002) });
    const part = changeOf({ location: square(12.001, 42), split: true });
    const rest = changeOf({ id: field.id, version: 1, location: square(12, 42), split: true });
    for (const refused of await save(writer, project.id, [rest, part]))
      expect(refused).toMatchObject({
        status: 'refused',
        detail: 'Your role does not have the permission geometries.split.',
      });
    const saved = await save(surveyor, project.id, [rest, part]);
    expect(saved.map(({ status, version }) => [status, version])).toEqual([
      ['saved', 2],
      ['saved', 1],
    ]);
    expect(await save(surveyor, project.id, [rest, part])).toEqual(saved);
    const kindsOf = async (objectId: string) =>
      (await surveyor.send<GeometryObject>('GET', `/geometries/${objectId}`)).body.transactions.map(
        ({ kind }) => kind,
      );
    expect(await kindsOf(field.id)).toEqual(['split', 'create']);
    expect(await kindsOf(part.clientId)).toEqual(['split']);
  });

  it('lets exactly one of two writers of the same object win, in any order of their lists', async () => {
    const objects = await Promise.all(Array.from({ length: 10 }, () => makeObject(sara, id)));
    const changes = (by: string) =>
      objects.map((object) => changeOf({ id: object.id, version: 1, properties: { by } }));
    const lists = [changes('a'), changes('b').reverse(), changes('c'), changes('d').reverse()];
    const answers = await Promise.all(lists.map((each) => save(sara, id, each)));
    for (const object of objects) {
      const mine = answers.flat().filter((answer) => answer.id === object.id);
      expect(mine.map(({ status }) => status).sort()).toEqual(['conflict', 'conflict', 'conflict', 'saved']);
      expect((await get(object.id)).metadata.version).toBe(2);
    }
  });

  it('creates one object for the same list sent four times at once', async () => {
    const changes = Array.from({ length: 10 }, (_, n) => changeOf(n % 2 ? {} : { clientId: `at once ${n}` }));
    const before = (await list(sara, id)).length;
    const answers = await Promise.all([1, 2, 3, 4].map(() => save(sara, id, changes)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((await list(sara, id)).length).toBe(before + 10);
  });

  describe('with fields', () => {
    beforeAll(async () => {
      const title = { en: 'x', it: 'x' };
      const fields = [
        { name: 'code', title, type: 'text', required: true, unique: true, pattern: '[A-Z]{2}\\d+' },
        { name: 'height', title, type: 'number', required: false, min: 0, max: 100 },
        { name: 'use', title, type: 'choice', required: false, choices: [{ value: 'road', title }] },
      ];
      must(
        await place.admin.send('POST', '/attributes', { name: 'pole', geometryType: 'Point', fields }),
        201,
      );
    });
    const pole = (properties: Record<string, unknown>) => changeOf({ typeName: 'pole', properties });

    it('refuses what the object type does not allow, with the reasons', async () => {
      const answers = await save(sara, id, [
        pole({}),
        pole({ code: 'ab1' }),
        pole({ code: 'AB1', height: '5' }),
        pole({ code: 'AB1', height: 101 }),
        pole({ code: 'AB1', use: 'rail' }),
        changeOf({ typeName: 'pole', location: square(0, 0), properties: { code: 'AB1' } }),
        pole({ code: 'AB1', height: 100, use: 'road', extra: [1] }),
      ]);
      expect(answers.map(({ detail }) => detail)).toEqual([
        'code is required.',
        'code does not match the pattern [A-Z]{2}\\d+.',
        'height must be a number.',
        'height must be at most 100.',
        'use must be one of: road.',
        'Objects of the type pole are Point, not Polygon.',
        undefined,
      ]);
    });

    it('keeps unique values unique, in one list, among others and between parallel writers', async () => {
      const [first, second] = await save(sara, id, [pole({ code: 'UN1' }), pole({ code: 'UN1' })]);
      expect([first!.status, second!.status]).toEqual(['saved', 'refused']);
      expect(second!.detail).toBe('code must be unique, and "UN1" is already used.');
      const [self] = await save(sara, id, [
        { clientId: 's', id: first!.id, version: 1, properties: { code: 'UN1', height: 1 } },
      ]);
      expect(self!.status).toBe('saved');
      const raced = await Promise.all([1, 2, 3].map(() => save(sara, id, [pole({ code: 'UN2' })])));
      expect(
        raced
          .flat()
          .map(({ status }) => status)
          .sort(),
      ).toEqual(['refused', 'refused', 'saved']);
    });
  });

  it('refuses projects of others', async () => {
    const other = await place.server.project(place.admin, 'Theirs');
    const answer = await sara.send('POST', '/geometries/autosave', [changeOf()], { projectid: other.id });
    expect(answer.status).toBe(404);
    const theirs = await makeObject(place.admin, other.id);
    const [named, expected] = await save(sara, id, [
      changeOf({ id: theirs.id, version: 1 }),
      changeOf({ clientId: theirs.id }),
    ]);
    expect(named).toMatchObject({
      status: 'refused',
      detail: 'The object does not exist, or you have no access to it.',
    });
    // A new object with the id of a hidden one gets another id, as if the hidden one did not exist.
    expect(expected!.status).toBe('saved');
    expect(expected!.id).not.toBe(theirs.id);
    expect((await place.admin.send<GeometryObject>('GET', `/geometries/${theirs.id}`)).body).toEqual(theirs);
  });

  it('treats a blocked type as if it did not exist', async () => {
    const hidden = await makeObject(place.admin, id, { typeName: 'secret' });
    const blocked = await place.server.person(
      place.admin,
      'Bruno',
      ['geometries.read', 'geometries.write', 'geometries.delete'],
      {
        blockedLayers: ['secret', 'map-3d'],
      },
    );
    must(
      await place.admin.send('PUT', `/projects/${id}/members`, {
        userIds: [place.admin.id, sara.id, blocked.id],
      }),
      204,
    );
    const answers = await save(blocked, id, [
      changeOf({ typeName: 'secret' }),
      changeOf({ typeName: 'no such type' }),
      changeOf({ id: hidden.id, version: 1 }),
      { clientId: 'x', id: hidden.id, version: 1, deleted: true },
    ]);
    expect(answers.map(({ detail }) => detail)).toEqual([
      'This project has no object type named secret.',
      'This project has no object type named no such type.',
      'The object does not exist, or you have no access to it.',
      'The object does not exist, or you have no access to it.',
    ]);
    const types = must(await blocked.send<ObjectType[]>('GET', '/attributes'), 200);
    expect(types.map(({ name }) => name)).toEqual(['parcel', 'pole']);
  });
});
