import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem, UserReport } from '#core/protocol';
import { audit } from '../../../platform/audit/audit.ts';
import { engines } from '../../../testing/databases.ts';
import { must, type TestPerson } from '../../../testing/server.ts';
import { changeOf, makeObject, openWorkplace, save, type Workplace } from '../../../testing/workplace.ts';

describe.each(engines)('the report of activity on the %s engine', (engine) => {
  let place: Workplace;
  let reader: TestPerson;
  const today = new Date().toISOString().slice(0, 10);
  beforeAll(async () => {
    place = await openWorkplace(engine);
    const { server, admin, surveyor, project } = place;
    reader = await server.person(admin, 'Rita', ['reports.read', 'geometries.read']);
    const userIds = [admin.id, surveyor.id, reader.id];
    must(await admin.send('PUT', `/projects/${project.id}/members`, { userIds }), 204);
    // Sara draws two parcels and a secret, changes one and deletes the other.
    const first = await makeObject(surveyor, project.id);
    const second = await makeObject(surveyor, project.id);
    await makeObject(surveyor, project.id, { typeName: 'secret' });
    const change = changeOf({ id: first.id, properties: {}, version: 1, location: second.location });
    await save(surveyor, project.id, [change, changeOf({ id: second.id, version: 1, deleted: true })]);
    await server.db.query(
      `insert into imports (id, project_id, file_name, type_name, count, by_user)
       values (gen_random_uuid(), $1, 'a.zip', 'parcel', 120, $2), (gen_random_uuid(), $1, 'b.zip', 'secret', 7, $2)`,
      [project.id, surveyor.id],
    );
    const actor = { userId: surveyor.id, organizationId: project.organizationId };
    const subject = { kind: 'project', id: project.id, name: project.projectName };
    await audit(server.db, { kind: 'export.made', actor, subject });
  });
  afterAll(() => place.close());

  const ask = (body: object, as = reader, accept?: string) =>
    as.send<UserReport & Problem & string>(
      'POST',
      '/users/report',
      { from: today, to: today, ...body },
      accept === undefined ? {} : { accept },
    );
  const report = async (body: object = {}, as = reader) => must(await ask(body, as), 200);

  it('counts what each person did, in total and by period', async () => {
    const { users, periods, totals, step } = await report();
    // Administrator signed in once at the start, and Sara and Rita once each.
    expect(users.map(({ name, signIns }) => [name, signIns])).toEqual([
      ['Administrator', 1],
      ['Rita', 1],
      ['Sara', 1],
    ]);
    const sara = {
      signIns: 1,
      created: 3,
      changed: 1,
      deleted: 1,
      imports: 2,
      importedObjects: 127,
      exports: 1,
    };
    expect(users[2]).toMatchObject({ userId: place.surveyor.id, ...sara });
    expect(totals).toEqual({ ...sara, signIns: 3 });
    expect([step, periods]).toEqual(['day', [{ start: today, ...totals }]]);
    expect(Date.parse(users[2]!.lastAt!)).toBeGreaterThan(Date.now() - 600_000);
  });

  it('excludes what is blocked for the reader, and projects they are not members of', async () => {
    const { server, admin, project, surveyor } = place;
    const warden = await server.person(admin, 'Walter', ['reports.read'], { blockedLayers: ['secret'] });
    const outside = await report({}, warden);
    expect(outside.totals).toMatchObject({ created: 0, imports: 0, exports: 1 });
    const userIds = [admin.id, surveyor.id, reader.id, warden.id];
    must(await admin.send('PUT', `/projects/${project.id}/members`, { userIds }), 204);
    const inside = await report({}, warden);
    expect(inside.totals).toMatchObject({
      created: 2,
      changed: 1,
      deleted: 1,
      imports: 1,
      importedObjects: 120,
    });
  });

  it('is limited to the requested people and project', async () => {
    const { admin, server, project, surveyor } = place;
    const one = await report({ userIds: [surveyor.id] });
    expect(one.users.map(({ name }) => name)).toEqual(['Sara']);
    const own = await server.project(admin, 'Another', [reader]);
    expect((await report({ projectId: own.id })).totals).toMatchObject({
      created: 0,
      imports: 0,
      exports: 0,
    });
    expect((await report({ projectId: project.id })).totals).toMatchObject({ created: 3, exports: 1 });
    const closed = await server.project(admin, 'Closed');
    expect((await ask({ projectId: closed.id })).status).toBe(404);
  });

  it('divides days in the given time zone', async () => {
    const { server, surveyor, project } = place;
    // 23:30 UTC on the last of March is half past one on the first of April in Rome (summer time, UTC+2).
    await server.db.query(
      `insert into imports (id, project_id, file_name, type_name, count, by_user, at)
       values (gen_random_uuid(), $1, 'c.zip', 'parcel', 5, $2, '2026-03-31T23:30:00Z')`,
      [project.id, surveyor.id],
    );
    const days = { from: '2026-03-31', to: '2026-04-01' };
    const perDay = async (timeZone: string) =>
      (await report({ ...days, timeZone })).periods.map(({ start, imports }) => `${start} ${imports}`);
    expect(await perDay('UTC')).toEqual(['2026-03-31 1', '2026-04-01 0']);
    expect(await perDay('Europe/Rome')).toEqual(['2026-03-31 0', '2026-04-01 1']);
    expect((await report({ from: '2026-03-31', to: '2026-03-31', timeZone: 'Europe/Rome' })).users).toEqual(
      [],
    );
  });

  it('uses weeks and months for longer spans, and refuses invalid ones', async () => {
    const year = await report({ from: '2026-01-01', to: '2026-04-30' });
    // 120 days from a Thursday: the week of 29 December to that of 27 April.
    expect([year.step, year.periods[0]!.start, year.periods.length]).toEqual(['week', '2025-12-29', 18]);
    expect(year.periods.reduce((sum, { importedObjects }) => sum + importedObjects, 0)).toBe(5);
    const long = await report({ from: '2025-04-01', to: '2026-04-30' });
    expect([long.step, long.periods.length]).toEqual(['month', 13]);
    for (const body of [
      { from: '2026-04-02', to: '2026-04-01' },
      { from: '2020-01-01', to: '2026-01-01' },
      { timeZone: 'Mars/Olympus' },
      { timeZone: '+02:00' },
    ])
      expect((await ask(body)).status).toBe(422);
    expect((await ask({ from: 'soon' })).status).toBe(400);
    expect((await ask({}, place.surveyor)).status).toBe(403);
  });

  it('does not name former members, but counts what they did', async () => {
    const { server, admin, project } = place;
    const leaver = await server.person(admin, 'Leaver', ['geometries.read', 'geometries.write']);
    must(
      await admin.send('PUT', `/projects/${project.id}/members`, {
        userIds: [admin.id, reader.id, leaver.id],
      }),
      204,
    );
    await makeObject(leaver, project.id);
    await server.db.query('delete from memberships where user_id = $1', [leaver.id]);
    const { users } = await report();
    expect(users.at(-1)).toMatchObject({ userId: null, name: '', created: 1 });
    expect(users.map(({ name }) => name)).not.toContain('Leaver');
  });

  it('is available as CSV without formulas, in the requested language', async () => {
    const { server, surveyor } = place;
    await server.db.query(`update users set name = '=1+1,"x"' where id = $1`, [surveyor.id]);
    const answer = await ask({}, reader, 'text/csv');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain(`activity-${today}-${today}.csv`);
    const lines = answer.body.split('\r\n');
    expect(lines[0]).toBe(
      '\ufeffPerson,Sign-ins,Created,Changed,Deleted,Imports,Imported objects,Exports,Last active',
    );
    expect(lines.find((line) => line.includes('=1'))).toMatch(
      /^"'=1\+1,""x""",1,3,1,1,2,127,1,\d{4}-\d\d-\d\d \d\d:\d\d$/,
    );
    expect(lines.at(-2)).toMatch(/^Total,/);
    const italian = await reader.send<string>(
      'POST',
      '/users/report',
      { from: today, to: today },
      { accept: 'text/csv', 'accept-language': 'it' },
    );
    expect(italian.body.split('\r\n')[0]).toContain('Persona,Accessi,Creati');
  });

  it('is available as PDF with its title; other formats are refused', async () => {
    const answer = await ask({}, reader, 'application/pdf');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.body.slice(0, 8)).toBe('%PDF-1.7');
    // The texts of the two charts for people who do not see them.
    const alternatives = [...answer.body.matchAll(/\/Alt \((.*?)\)\n/g)].map(([, text]) => text);
    const numbers = / \d+ in total, at most \d+ per period\.$/;
    expect(alternatives).toEqual([expect.stringMatching(numbers), expect.stringMatching(numbers)]);
    expect((await ask({}, reader, 'image/png')).status).toBe(415);
  });
});
