import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GeometryObject, ObjectType } from '#core/protocol';
import type { Database } from '../db/database.ts';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { list, makeObject, openWorkplace, type Workplace } from '../../testing/workplace.ts';
import { composed, type ObjectQuery } from './texts-sql.ts';
import { TextCache } from './texts.ts';

/** More than are read without checking the cache first. */
const MANY = 24;

describe.each(engines)('cached objects on the %s engine,', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let project: string;
  let objects: GeometryObject[];
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    project = place.project.id;
    objects = [];
    for (let n = 0; n < MANY; n++)
      objects.push(await makeObject(sara, project, { properties: { number: n }, typeName: typeOf(n) }));
  });
  afterAll(() => place.close());

  /** Every sixth has a restricted type. */
  const typeOf = (n: number) => (n % 6 === 0 ? 'secret' : 'parcel');
  const byId = (all: readonly GeometryObject[]) => [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
  const messages = async (by = sara) => byId(await list(by, project));

  it('are not read again while unchanged', async () => {
    const first = await messages();
    expect(first).toEqual(byId(objects));
    await messages();
    const { answer, statements } = await recorded(place.server.db, () => messages());
    expect(answer).toEqual(first);
    expect(statements.filter((sql) => sql.includes('from geometries g'))).toEqual([
      expect.stringContaining('string_agg'),
    ]);
  });

  it('are up to date when others have changed, deleted or restored them', async () => {
    const paolo = await place.server.person(place.admin, 'Paolo', ['geometries.read', 'geometries.write']);
    const userIds = [place.admin.id, sara.id, paolo.id];
    must(await place.admin.send('PUT', `/projects/${project}/members`, { userIds }), 204);
    await messages();
    const { id } = objects[1]!;
    const changed = must(
      await paolo.send<GeometryObject>(
        'PUT',
        `/geometries/${id}`,
        { properties: { number: 100 } },
        { 'if-match': '"1"' },
      ),
      200,
    );
    const { answer, statements } = await recorded(place.server.db, () => messages());
    expect(answer.find((each) => each.id === id)).toEqual(changed);
    expect(answer).toHaveLength(MANY);
    // Only the changed one is read by id.
    expect(statements.filter((sql) => sql.includes('octet_length'))).toEqual([
      expect.stringContaining('g.id = any('),
    ]);
    must(await sara.send('DELETE', `/geometries/${id}`, undefined, { 'if-match': '"2"' }), 204);
    expect((await messages()).map((each) => each.id)).not.toContain(id);
    const back = must(await sara.send<GeometryObject>('POST', `/geometries/undo/${id}`), 200);
    expect((await messages()).find((each) => each.id === id)).toEqual(back);
  });

  it('of a blocked type never reach the person, although others have read them', async () => {
    const guest = await place.server.person(place.admin, 'Gina', ['geometries.read'], {
      blockedLayers: ['secret'],
    });
    const userIds = [place.admin.id, sara.id, guest.id];
    must(await place.admin.send('PUT', `/projects/${project}/members`, { userIds }), 204);
    await messages();
    await messages();
    const seen = await messages(guest);
    expect(new Set(seen.map((each) => each.typeName))).toEqual(new Set(['parcel']));
    // A sixth of them is secret.
    expect(seen).toHaveLength((MANY * 5) / 6);
  });

  it('have the current fields of their type', async () => {
    const read = async () => {
      const url = `/wfs/${project}?service=WFS&version=2.0.0&request=GetFeature&typeNames=groma:parcel`;
      const answer = await place.server.app.inject({ url, headers: { jwt: sara.token } });
      return answer.body;
    };
    expect(await read()).toContain(
      '<groma:otherAttributes>{"number":2}</groma:otherAttributes>'.replaceAll('"', '&quot;'),
    );
    await read();
    const types = must(await place.admin.send<ObjectType[]>('GET', '/attributes?objectname=parcel'), 200);
    const { id, version } = types.find(({ name }) => name === 'parcel')!;
    const number = { name: 'number', title: { en: 'Number', it: 'Numero' }, type: 'number', required: false };
    must(
      await place.admin.send(
        'PUT',
        `/attributes/${id}`,
        { fields: [number] },
        { 'if-match': `"${version}"` },
      ),
      200,
    );
    expect(await read()).toContain('<groma:number>2</groma:number>');
  });

  describe('are paged by bytes', () => {
    const form = composed(() => `repeat('x', 1000)`);
    const reading = (more: Partial<ObjectQuery> = {}): ObjectQuery => ({
      visible: 'g.project_id = $1',
      params: [project],
      limit: MANY,
      order: () => 'g.id',
      max: 1_000_000,
      ...more,
    });

    it.each([0, 5_000, 1_000_000])('are the same with a cache of %s bytes', async (room) => {
      const texts = new TextCache(room);
      const { db } = place.server;
      const ids = byId(await list(sara, project)).map(({ id }) => id);
      for (let time = 0; time < 3; time++) {
        const whole = await texts.read(db, form, reading());
        expect([whole.texts.length, whole.last, whole.more, whole.cut]).toEqual([
          MANY,
          ids.at(-1),
          false,
          false,
        ]);
        const part = await texts.read(db, form, reading({ limit: 21, offset: 2 }));
        expect([part.texts.length, part.last, part.more, part.cut]).toEqual([21, ids[22], true, false]);
        // Ten texts of a thousand bytes.
        const light = await texts.read(db, form, reading({ max: 10_999 }));
        expect([light.texts.length, light.last, light.more, light.cut]).toEqual([10, ids[9], true, true]);
      }
    });
  });
});

/** Records the statements sent while `work` runs. */
async function recorded<T>(
  db: Database,
  work: () => Promise<T>,
): Promise<{ answer: T; statements: string[] }> {
  const statements: string[] = [];
  const { query } = db;
  db.query = (sql, ...more) => {
    statements.push(sql);
    return query.call(db, sql, ...more) as never;
  };
  try {
    return { answer: await work(), statements };
  } finally {
    db.query = query;
  }
}
