import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCounts } from '../../testing/counting.ts';
import { engines } from '../../testing/databases.ts';
import { must } from '../../testing/server.ts';
import { makeObject, openWorkplace, type Workplace } from '../../testing/workplace.ts';
import { sumUpCounts } from './counts.ts';

describe.each(engines)('the counts of objects on the %s engine', (engine) => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace(engine);
  });
  afterAll(() => place.close());

  it('are exact after objects came, changed their type and went, and when they are summed up', async () => {
    const { surveyor, project, server } = place;
    const headers = { projectid: project.id };
    const count = async (type = '') =>
      must(
        await surveyor.send<{ count: number }>('GET', '/geometries/count', undefined, {
          ...headers,
          ...(type && { type }),
        }),
        200,
      ).count;
    const rows = async () => (await server.db.query('select 1 from object_counts')).length;
    expect(await count()).toBe(0);
    for (let n = 0; n < 60; n++)
      await makeObject(surveyor, project.id, { typeName: n < 55 ? 'parcel' : 'secret' });
    const [first, second] = await Promise.all([1, 2].map(() => makeObject(surveyor, project.id)));
    must(
      await surveyor.send(
        'PUT',
        `/geometries/${first!.id}`,
        { typeName: 'secret' },
        { ...headers, 'if-match': '"1"' },
      ),
      200,
    );
    must(
      await surveyor.send('DELETE', `/geometries/${second!.id}`, undefined, {
        ...headers,
        'if-match': '"1"',
      }),
      204,
    );
    // 55 parcels, and 5 secrets and the one that became it.
    const expected = [61, 55, 6];
    const counted = async () => [await count(), await count('parcel'), await count('secret')];
    expect(await counted()).toEqual(expected);
    await expectCounts(server.db);
    expect(await rows()).toBeGreaterThan(60);
    await sumUpCounts(server.db);
    expect(await rows()).toBeLessThan(15);
    expect(await counted()).toEqual(expected);
    await expectCounts(server.db);
  });
});
