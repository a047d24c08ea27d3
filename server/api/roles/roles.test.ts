import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Audience, AuditEntry, Organization, Problem, Role, User } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';

/** An administrator with all rights, of one organization. */
interface Place {
  id: string;
  boss: TestPerson;
  crew: Role;
}

describe.each(engines)('roles of two organizations on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let alpi: Place;
  let costa: Place;

  beforeAll(async () => {
    server = await startTestServer({ engine });
    admin = await server.admin();
    const settle = async (name: string): Promise<Place> => {
      const { id } = await server.organization(admin, name);
      const boss = await server.person(admin, `Boss${name}`, ['*'], { organizationIds: [id] });
      const crew = await server.role(boss, 'Crew', ['geometries.read', 'import']);
      return { id, boss, crew };
    };
    alpi = await settle('Alpi');
    costa = await settle('Costa');
  });
  afterAll(() => server.close());

  const tag = (thing: { version: number }) => ({ 'if-match': `"${thing.version}"` });
  const rolesOf = async (as: TestPerson, query = '') =>
    must(await as.send<Role[]>('GET', `/roles${query}`), 200);
  const userOf = async (as: TestPerson, id: string) => must(await as.send<User>('GET', `/users/${id}`), 200);
  const put = (as: TestPerson, user: User, change: object) =>
    as.send<User & Problem>('PUT', `/users/${user.id}`, change, tag(user));

  it('begin with the predefined ones in each, and may have the same names', async () => {
    expect(alpi.crew.organizationId).toBe(alpi.id);
    const roles = await rolesOf(alpi.boss);
    expect(roles.map(({ role_name }) => role_name)).toEqual([
      'Administrator',
      "BossAlpi's role",
      'Crew',
      'Surveyor',
      'Viewer',
    ]);
    expect(new Set(roles.map(({ organizationId }) => organizationId))).toEqual(new Set([alpi.id]));
    const again = { role_name: 'Crew' };
    expect((await alpi.boss.send('POST', '/roles', again)).status).toBe(409);
  });

  it('of another organization are neither listed nor read, changed or deleted, whatever the own rights', async () => {
    const { boss } = alpi;
    const { role_id: id } = costa.crew;
    expect(await rolesOf(boss, `?organizationId=${costa.id}`)).toEqual([]);
    for (const path of [`/roles/${id}`, `/roles/roles/${id}`, `/roles/authorizations/${id}`])
      for (const method of ['GET', 'HEAD'] as const) expect((await boss.send(method, path)).status).toBe(404);
    const change = tag(costa.crew);
    const attempts = [
      await boss.send('PUT', `/roles/${id}`, { role_name: 'Taken' }, change),
      await boss.send('PUT', `/roles/authorizations/${id}`, { authorizations: [] }, change),
      await boss.send('DELETE', `/roles/${id}`, undefined, change),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404]);
    const planted = { role_name: 'Planted', organizationId: costa.id };
    expect((await boss.send('POST', '/roles', planted)).status).toBe(422);
    expect(must(await costa.boss.send<Role>('GET', `/roles/${id}`), 200)).toEqual(costa.crew);
  });

  it('of another organization are not assigned, written to or told about', async () => {
    const { boss } = alpi;
    const roleId = costa.crew.role_id;
    const ivo = { email: 'ivo@test.example', name: 'Ivo', password: 'seven rivers meet' };
    expect((await boss.send('POST', '/users', { ...ivo, roleId })).status).toBe(422);
    const own = alpi.crew.role_id;
    const both = { ...ivo, roleId: own, roleIds: [own, roleId] };
    expect((await boss.send('POST', '/users', both)).status).toBe(422);
    const made = must(await boss.send<User>('POST', '/users', { ...ivo, roleId: own }), 201);
    expect(made).toMatchObject({ roleId: own, roleIds: [own], organizationIds: [alpi.id] });
    expect((await put(boss, made, { roleId })).status).toBe(422);
    expect((await put(boss, made, { roleIds: [roleId] })).status).toBe(422);
    expect((await put(boss, made, { organizationIds: [costa.id] })).status).toBe(422);

    const [request] = await server.db.query<{ id: string }>(
      `insert into access_requests (name, email, wish, reason, language, routed, organization_id)
       values ('Nora', 'nora@test.example', 'Alpi', 'To look', 'en', true, $1) returning id`,
      [alpi.id],
    );
    expect((await boss.send('POST', `/requests/${request!.id}/accept`, { roleId })).status).toBe(422);

    const message = { subject: 'Hello', text: 'Hello', roleIds: [roleId] };
    expect((await boss.send('POST', '/notifications', message)).status).toBe(422);
    const audiences = must(await boss.send<Audience[]>('GET', '/notifications/audiences?search=crew'), 200);
    expect(audiences.map(({ id }) => id)).toEqual([own]);
    const trail = must(await boss.send<AuditEntry[]>('GET', '/audit?search=crew'), 200);
    expect(trail.map(({ subject }) => subject?.id)).toEqual([own]);
  });

  it('give nothing elsewhere: rights are those in the organization of the token', async () => {
    const { boss } = alpi;
    const both = await server.person(admin, 'Both', ['geometries.read'], {
      organizationIds: [alpi.id, costa.id],
    });
    const person = await userOf(boss, both.id);
    const inAlpi = (await rolesOf(boss)).find(({ role_name }) => role_name === "Both's role")!;
    expect(person.roleIds).toEqual([inAlpi.role_id]);
    // An administrator of one organization changes the role there, and nothing that opens the other one.
    const administrator = (await rolesOf(boss)).find(({ role_name }) => role_name === 'Administrator')!;
    const promoted = must(await put(boss, person, { roleId: administrator.role_id, name: person.name }), 200);
    for (const change of [
      { password: 'eight rivers meet' },
      { email: 'x@test.example' },
      { name: 'X' },
      { active: false },
    ])
      expect((await put(boss, promoted, change)).status).toBe(403);
    expect((await boss.send('DELETE', `/users/${person.id}`, undefined, tag(promoted))).status).toBe(403);

    const again = await server.signIn('both@test.example', `Both's own password`);
    const [first, second] = again.login.tokens;
    expect([first!.organizationName, second!.organizationName]).toEqual(['Alpi', 'Costa']);
    const inCosta = await server.send<Problem>('GET', '/users', undefined, { jwt: second!.token });
    expect(inCosta.status).toBe(403);
    const users = must(await server.send<User[]>('GET', '/users', undefined, { jwt: first!.token }), 200);
    expect(users.map(({ name }) => name)).not.toContain('BossCosta');
    const visible = await rolesOf(again);
    expect(visible.some(({ organizationId }) => organizationId === costa.id)).toBe(false);
    const rename = await server.send(
      'PUT',
      `/organizations/${costa.id}`,
      { name: 'Taken' },
      { jwt: first!.token, 'if-match': '"1"' },
    );
    expect(rename.status).toBe(403);
    must(await put(boss, await userOf(boss, both.id), { organizationIds: [] as string[] }), 400);
  });

  it('change in one organization without effect in another', async () => {
    const viewer = async ({ boss }: Place) =>
      (await rolesOf(boss)).find(({ role_name }) => role_name === 'Viewer')!;
    const before = await viewer(costa);
    const ours = await viewer(alpi);
    const emptied = { authorizations: [] };
    must(await alpi.boss.send('PUT', `/roles/authorizations/${ours.role_id}`, emptied, tag(ours)), 200);
    expect(await viewer(costa)).toEqual(before);
  });

  it('are all open to super administrators, whom only super administrators appoint or change', async () => {
    const all = await rolesOf(admin);
    expect(all.map(({ role_id }) => role_id)).toEqual(
      expect.arrayContaining([alpi.crew.role_id, costa.crew.role_id]),
    );
    const { organizationId } = (await rolesOf(admin, '?paginate=1'))[0]!;
    expect([alpi.id, costa.id]).not.toContain(organizationId);
    const renamed = must(
      await admin.send<Role>('PUT', `/roles/${costa.crew.role_id}`, { role_name: 'Team' }, tag(costa.crew)),
      200,
    );
    expect(renamed.organizationId).toBe(costa.id);
    const { boss } = alpi;
    const self = await userOf(boss, boss.id);
    expect((await put(boss, self, { superAdministrator: true })).status).toBe(403);
    const own = alpi.crew.role_id;
    const ada = { email: 'ada@test.example', name: 'Ada', password: 'nine rivers meet', roleId: own };
    expect((await boss.send('POST', '/users', { ...ada, superAdministrator: true })).status).toBe(403);
    must(await put(admin, self, { superAdministrator: true }), 200);
    expect((await rolesOf(boss)).length).toBe((await rolesOf(admin)).length);
    const made: Organization = await server.organization(boss, 'Isole');
    const members = must(await boss.send<User>('GET', `/users/${boss.id}`), 200);
    expect(members.organizationIds).toContain(made.id);
  });

  it('need one for each organization when a person joins several', async () => {
    const eva = {
      email: 'eva@test.example',
      name: 'Eva',
      password: 'ten rivers meet',
      roleId: alpi.crew.role_id,
    };
    const organizationIds = [alpi.id, costa.id];
    const missing = await admin.send<Problem>('POST', '/users', { ...eva, organizationIds });
    expect([missing.status, missing.body.detail]).toEqual([
      422,
      'Choose the role that this person has in the organization Costa.',
    ]);
    const roleIds = [costa.crew.role_id];
    const made = must(await admin.send<User>('POST', '/users', { ...eva, organizationIds, roleIds }), 201);
    expect(new Set(made.roleIds)).toEqual(new Set([alpi.crew.role_id, costa.crew.role_id]));
    const elsewhere = await put(admin, made, { organizationIds: [alpi.id], roleIds });
    expect(elsewhere.status).toBe(422);
  });
});
