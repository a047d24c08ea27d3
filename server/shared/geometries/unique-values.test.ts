import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeAnswer, ObjectType, Problem } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import { expectCounts } from '../../testing/counting.ts';
import { engines } from '../../testing/databases.ts';
import { must } from '../../testing/server.ts';
import { changeOf, makeObject, openWorkplace, ROME, save, type Workplace } from '../../testing/workplace.ts';
import { holdersOf } from './unique-values.ts';

describe.each(engines)('values of unique fields on the %s engine', (engine) => {
  let place: Workplace;
  const code = { name: 'code', title: { en: 'Code', it: 'Codice' }, type: 'text', required: false };
  beforeAll(async () => {
    place = await openWorkplace(engine);
  });
  afterAll(async () => {
    await expectCounts(place.server.db);
    await place.close();
  });

  const type = async (name: string, unique: boolean) =>
    must(
      await place.admin.send<ObjectType>('POST', '/attributes', { name, fields: [{ ...code, unique }] }),
      201,
    );
  const make = (typeName: string, value: unknown) =>
    place.surveyor.send<Problem>(
      'POST',
      '/geometries',
      { location: ROME, typeName, properties: { code: value } },
      { projectid: place.project.id },
    );

  it('are found by an index, whatever the number of objects', async () => {
    await type('plot', true);
    const { surveyor, project, server } = place;
    const changes = Array.from({ length: 1_500 }, (_, i) =>
      changeOf({ typeName: 'plot', properties: { code: `P${i}` } }),
    );
    const answers: ChangeAnswer[] = await save(surveyor, project.id, changes);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['saved']));
    await server.db.query('analyze geometries');
    await server.db.query('analyze unique_values');
    const of = { typeName: 'plot', field: 'code', values: ['"P7"', '"nowhere"', '"P8"'] };
    const holders = await holdersOf(server.db, project.id, of);
    expect(holders.map(({ n }) => n).sort()).toEqual([0, 2]);
    const plan: string[] = [];
    const explained = {
      query: async (sql: string, params: unknown[]) => {
        const rows = await server.db.query<Record<string, string>>(`explain ${sql}`, params);
        plan.push(...rows.flatMap((row) => Object.values(row)));
        return [];
      },
    };
    await holdersOf(explained as unknown as Queries, project.id, of);
    expect(plan.join('\n')).toContain('unique_values_pkey');
    expect(plan.join('\n')).not.toContain('Seq Scan on geometries');
  });

  it('are those of all objects when a field becomes unique, and follow every change', async () => {
    const made = await type('mast', false);
    await makeObject(place.surveyor, place.project.id, { typeName: 'mast', properties: { code: 'A' } });
    const fields = [{ ...code, unique: true }];
    must(await place.admin.send('PUT', `/attributes/${made.id}`, { fields }, { 'if-match': '"1"' }), 200);
    expect((await make('mast', 'A')).status).toBe(422);
    expect((await make('mast', '')).status).toBe(201);
    expect((await make('mast', '')).status).toBe(201);
    // Another type, whose codes may be the same, until its objects become masts.
    const other = await makeObject(place.surveyor, place.project.id, { properties: { code: 'A' } });
    const retype = { typeName: 'mast' };
    const headers = { projectid: place.project.id, 'if-match': '"1"' };
    const answer = await place.surveyor.send<Problem>('PUT', `/geometries/${other.id}`, retype, headers);
    expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining('A')]);
  });

  it('are equal where numbers are, however they are written', async () => {
    const number = [{ ...code, type: 'number', unique: true }];
    must(await place.admin.send('POST', '/attributes', { name: 'peg', fields: number }), 201);
    expect((await make('peg', 1)).status).toBe(201);
    const [answer] = await save(place.surveyor, place.project.id, [
      changeOf({ typeName: 'peg', properties: { code: 1.0 } }),
    ]);
    expect(answer!.status).toBe('refused');
  });
});
