import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, Me, ObjectType, Preferences, Problem, Role, User } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';

describe.each(engines)('administration on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    admin = await server.admin();
  });
  afterAll(() => server.close());

  const tag = (thing: { version: number }) => ({ 'if-match': `"${thing.version}"` });
  const roles = async () => must(await admin.send<Role[]>('GET', '/roles'), 200);
  const adminRole = async () => (await roles()).find((role) => role.role_name === 'Administrator')!;
  const userOf = async (id: string) => must(await admin.send<User>('GET', `/users/${id}`), 200);

  it('starts with three roles', async () => {
    expect((await roles()).map((role) => role.role_name)).toEqual(['Administrator', 'Surveyor', 'Viewer']);
    expect((await adminRole()).authorizations).toEqual(['*']);
  });

  it('names the authorization that a role lacks', async () => {
    const person = await server.person(admin, 'Anna', ['geometries.read']);
    const refused = await person.send<Problem>('GET', '/users');
    expect(refused).toMatchObject({
      status: 403,
      body: { detail: 'Your role does not have the permission admin.users.' },
    });
  });

  it('applies a changed role from the next request on', async () => {
    const person = await server.person(admin, 'Berta', ['geometries.read']);
    const role = (await roles()).find((each) => each.role_name === `Berta's role`)!;
    const authorizations = ['geometries.read', 'projects.write', 'tool:measure-2d.distance'];
    must(
      await admin.send('PUT', `/roles/authorizations/${role.role_id}`, { authorizations }, tag(role)),
      200,
    );
    expect(must(await person.send<Me>('GET', '/me'), 200).authorizations).toEqual(authorizations);
    must(await person.send('POST', '/projects', { projectName: 'Now allowed' }), 201);
    const messages = await server.db.query<{ payload: string }>(
      `select payload from events where kind = 'session' and user_id = $1`,
      [person.id],
    );
    expect(messages.map((event) => event.payload)).toContain('{"reason":"rights-changed"}');
  });

  it('does not change the Administrator role', async () => {
    const role = await adminRole();
    const attempts = [
      admin.send<Problem>('PUT', `/roles/authorizations/${role.role_id}`, { authorizations: [] }, tag(role)),
      admin.send<Problem>('PUT', `/roles/${role.role_id}`, { role_name: 'Boss' }, tag(role)),
      admin.send<Problem>('DELETE', `/roles/${role.role_id}`, undefined, tag(role)),
    ];
    for (const attempt of attempts)
      expect(await attempt).toMatchObject({
        status: 409,
        body: { detail: 'The role Administrator is protected and cannot be changed.' },
      });
  });

  it('never loses the last administrator, also when two leave at once', async () => {
    const me = await userOf(admin.id);
    const viewer = (await roles()).find((role) => role.role_name === 'Viewer')!;
    const change = (user: User, body: object) =>
      admin.send<Problem>('PUT', `/users/${user.id}`, body, tag(user));
    expect(await change(me, { active: false })).toMatchObject({
      status: 409,
      body: { detail: 'This would leave no active administrator.' },
    });
    expect((await change(me, { roleId: viewer.role_id })).status).toBe(409);
    expect((await admin.send('DELETE', `/users/${me.id}`, undefined, tag(me))).status).toBe(409);

    const email = 'second@test.example';
    const password = 'seven rivers meet';
    const roleId = (await adminRole()).role_id;
    const second = must(
      await admin.send<User>('POST', '/users', {
        email,
        name: 'Second',
        roleId,
        password,
        superAdministrator: true,
      }),
      201,
    );
    const secondPerson = await server.signIn(email, password);
    const answers = await Promise.all([
      admin.send('PUT', `/users/${second.id}`, { active: false }, tag(second)),
      secondPerson.send('PUT', `/users/${me.id}`, { active: false }, tag(me)),
    ]);
    const switchedOff = answers.filter((answer) => answer.status === 200);
    expect(switchedOff.length).toBeLessThanOrEqual(1);
    const left = await server.db.query(
      `select 1 from users u join memberships m on m.user_id = u.id join roles r on r.role_id = m.role_id
       where '*' = any(r.authorizations) and u.active and u.super_administrator`,
    );
    expect(left.length).toBeGreaterThanOrEqual(1);
    // The remaining one reactivates the first for the tests that follow.
    await server.db.query('update users set active = true where id = $1', [me.id]);
    admin = await server.admin();
  });

  it('changes the own e-mail or password only with the current password', async () => {
    const roleId = (await adminRole()).role_id;
    const password = 'seven rivers meet';
    const email = 'careful@test.example';
    const body = { email, name: 'Careful', roleId, password };
    const user = must(await admin.send<User>('POST', '/users', body), 201);
    const person = await server.signIn(email, password);
    const put = async (change: object) =>
      (await person.send<User>('PUT', `/users/${user.id}`, change, tag(user))).status;
    const next = { email: 'other@test.example' };
    expect(await put(next)).toBe(403);
    expect(await put({ password: 'another long password' })).toBe(403);
    expect(await put({ ...next, currentPassword: 'guessed' })).toBe(403);
    expect(await put({ email, name: 'Very careful' })).toBe(200);
    user.version++;
    expect(await put({ ...next, currentPassword: password })).toBe(200);
  });

  it('lets nobody grant or revoke what they do not have, by role, user or password', async () => {
    const deputy = await server.person(admin, 'Deputy', ['admin.roles', 'admin.users', 'geometries.read']);
    const made = await deputy.send<Problem>('POST', '/roles', { role_name: 'Coup', authorizations: ['*'] });
    expect(made).toMatchObject({ status: 403, body: { detail: expect.stringContaining('*') as unknown } });
    const surveyor = (await roles()).find((role) => role.role_name === 'Surveyor')!;
    const emptied = { authorizations: ['geometries.read'] };
    expect(
      (await deputy.send('PUT', `/roles/authorizations/${surveyor.role_id}`, emptied, tag(surveyor))).status,
    ).toBe(403);
    const roleId = (await adminRole()).role_id;
    const friend = { email: 'friend@test.example', name: 'Friend', roleId, password: 'seven rivers meet' };
    expect((await deputy.send('POST', '/users', friend)).status).toBe(403);
    const boss = await userOf(admin.id);
    expect(
      (await deputy.send('PUT', `/users/${boss.id}`, { password: 'taken over now' }, tag(boss))).status,
    ).toBe(403);
    const self = await userOf(deputy.id);
    expect((await deputy.send('PUT', `/users/${self.id}`, { roleId }, tag(self))).status).toBe(403);
    const own = await deputy.send<Role>('POST', '/roles', {
      role_name: 'Reader',
      authorizations: ['geometries.read'],
    });
    expect(own.status).toBe(201);
  });

  it('refuses a misspelt authorization, and keeps those of tools and plugins', async () => {
    const wrong = { role_name: 'Misspelt', authorizations: ['geometry.read'] };
    expect(await admin.send<Problem>('POST', '/roles', wrong)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('geometry.read') as unknown },
    });
    const authorizations = ['geometries.read', 'tool:measure-2d.distance', 'plugin:*'];
    const role = must(await admin.send<Role>('POST', '/roles', { ...wrong, authorizations }), 201);
    const path = `/roles/authorizations/${role.role_id}`;
    const changed = { authorizations: [...authorizations, 'fly'] };
    expect((await admin.send('PUT', path, changed, tag(role))).status).toBe(422);
    const { body } = await admin.send<Role>('GET', `/roles/roles/${role.role_id}`);
    expect(body.authorizations.toSorted()).toEqual(authorizations.toSorted());
  });

  it('answers for a person of another organization as if they did not exist', async () => {
    const other = await server.organization(admin, 'Neighbours');
    const stranger = await server.person(admin, 'Stranger', [], { organizationIds: [other.id] });
    const clerk = await server.person(admin, 'Clerk', ['admin.users']);
    const seen = await clerk.send<Problem>('GET', `/users/${stranger.id}`);
    const absent = await clerk.send<Problem>('GET', '/users/7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11');
    expect([seen.status, seen.body]).toEqual([404, absent.body]);
    const list = must(await clerk.send<User[]>('GET', '/users?paginate=500'), 200);
    expect(list.map((user) => user.name)).not.toContain('Stranger');
    const pulled = { organizationIds: [other.id] };
    const self = await userOf(clerk.id);
    expect((await clerk.send('PUT', `/users/${self.id}`, pulled, tag(self))).status).toBe(422);
  });

  it('lets nobody obtain through another person what they may not do themselves', async () => {
    const warden = await server.person(admin, 'Warden', ['admin.users'], { blockedLayers: ['secret'] });
    const roleId = (await server.role(admin, 'Nothing', [])).role_id;
    const puppet = { email: 'puppet@test.example', name: 'Puppet', roleId, password: 'seven rivers meet' };
    expect(await warden.send<Problem>('POST', '/users', puppet)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('secret') as unknown },
    });
    const bound = { ...puppet, blockedLayers: ['secret', 'other'] };
    const made = must(await warden.send<User>('POST', '/users', bound), 201);
    expect(
      (await warden.send('PUT', `/users/${made.id}`, { blockedLayers: ['other'] }, tag(made))).status,
    ).toBe(403);
    must(await warden.send('PUT', `/users/${made.id}`, { blockedLayers: ['secret'] }, tag(made)), 200);
    const self = await userOf(warden.id);
    expect((await warden.send('PUT', `/users/${self.id}`, { blockedLayers: [] }, tag(self))).status).toBe(
      403,
    );

    const abroad = await server.organization(admin, 'Abroad');
    const home = (await userOf(admin.id)).organizationIds.find((id) => id !== abroad.id)!;
    const clerk = await server.person(admin, 'Clerk2', ['admin.users'], { organizationIds: [home] });
    const both = await server.person(admin, 'Both', [], { organizationIds: [home, abroad.id] });
    const user = await userOf(both.id);
    expect(
      (await clerk.send('PUT', `/users/${user.id}`, { password: 'taken over now' }, tag(user))).status,
    ).toBe(403);
  });

  it('searches, sorts and pages users, with the total', async () => {
    for (const name of ['Zed_1', 'Zed%2', 'Zed 3']) {
      const email = `${name.replace(/\W/g, '')}@test.example`;
      const roleId = (await roles()).find((role) => role.role_name === 'Viewer')!.role_id;
      must(await admin.send('POST', '/users', { email, name, roleId, password: 'long enough now' }), 201);
    }
    const page = await admin.send<User[]>(
      'GET',
      '/users?search=zed&orderby=name&order=desc&paginate=2&page=1',
    );
    expect(page.headers['x-total-count']).toBe('3');
    expect(page.body.map((user) => user.name)).toEqual(['Zed_1', 'Zed%2']);
    const literal = must(await admin.send<User[]>('GET', '/users?search=d%25'), 200);
    expect(literal.map((user) => user.name)).toEqual(['Zed%2']);
    expect((await admin.send('GET', '/users?paginate=100000')).status).toBe(400);
    expect(
      (await admin.send('GET', `/users?orderby=${encodeURIComponent('1;drop table users')}`)).status,
    ).toBe(400);
  });

  it('refuses a second user with the same address, ignoring case', async () => {
    const roleId = (await roles())[2]!.role_id;
    const body = { email: 'ADMIN@test.example', name: 'Twin', roleId, password: 'long enough now' };
    expect(await admin.send<Problem>('POST', '/users', body)).toMatchObject({
      status: 409,
      body: { detail: 'A user with this e-mail address already exists.' },
    });
  });

  it('keeps the name of a deleted user and frees the address', async () => {
    const person = await server.person(admin, 'Gone', ['projects.write']);
    must(await person.send('POST', '/projects', { projectName: 'Left behind' }), 201);
    must(await person.send('GET', '/users/me/device-key'), 200);
    const keys = () =>
      server.db.query('select 1 from settings where name like $1', [`device-key/%${person.id}`]);
    expect(await keys()).toHaveLength(1);
    const user = await userOf(person.id);
    must(await admin.send('DELETE', `/users/${user.id}`, undefined, tag(user)), 204);
    expect((await person.send('GET', '/me')).status).toBe(401);
    expect((await admin.send('GET', `/users/${user.id}`)).status).toBe(404);
    expect(await keys()).toEqual([]);
    const roleId = (await roles())[2]!.role_id;
    const body = { email: 'gone@test.example', name: 'Back', roleId, password: 'long enough now' };
    must(await admin.send('POST', '/users', body), 201);
  });

  it('deletes a role only when nobody has it', async () => {
    const person = await server.person(admin, 'Holder', []);
    const role = (await roles()).find((each) => each.role_name === `Holder's role`)!;
    const attempt = () => admin.send('DELETE', `/roles/${role.role_id}`, undefined, tag(role));
    expect((await attempt()).status).toBe(409);
    const user = await userOf(person.id);
    must(await admin.send('DELETE', `/users/${user.id}`, undefined, tag(user)), 204);
    expect((await attempt()).status).toBe(204);
  });

  it('audits what was done to people, roles, projects and members, without secrets', async () => {
    const password = 'never to be read again';
    const [viewer, surveyor] = [(await roles()).find((r) => r.role_name === 'Viewer')!, (await roles())[1]!];
    const body = { email: 'trail@test.example', name: 'Trail', roleId: viewer.role_id, password };
    const made = must(await admin.send<User>('POST', '/users', body), 201);
    const change = { roleId: surveyor.role_id, password: `${password} 2` };
    const changed = must(await admin.send<User>('PUT', `/users/${made.id}`, change, tag(made)), 200);
    const project = await server.project(admin, 'Trailed project');
    const userIds = [admin.id, made.id];
    must(await admin.send('PUT', `/projects/${project.id}/members`, { userIds }), 204);
    must(await admin.send('DELETE', `/projects/${project.id}`, undefined, tag(project)), 204);
    must(await admin.send('DELETE', `/users/${made.id}`, undefined, tag(changed)), 204);
    const role = await server.role(admin, 'Trail role', ['import']);
    const authorizations = ['export'];
    const granted = must(
      await admin.send<Role>('PUT', `/roles/authorizations/${role.role_id}`, { authorizations }, tag(role)),
      200,
    );
    must(await admin.send('DELETE', `/roles/${role.role_id}`, undefined, tag(granted)), 204);
    const type = must(await admin.send<ObjectType>('POST', '/attributes', { name: 'trail_type' }), 201);
    must(await admin.send('DELETE', `/attributes/${type.id}`, undefined, tag(type)), 204);

    const trail = must(await admin.send<AuditEntry[]>('GET', '/audit?search=trail&paginate=100'), 200);
    expect(trail.map(({ kind, actor, detail }) => [kind, actor?.id, detail])).toEqual(
      [
        ['type.deleted', { objects: 0 }],
        ['role.deleted', { authorizations: ['export'] }],
        ['role.authorizations', { granted: ['export'], taken: ['import'] }],
        ['role.created', { authorizations: ['import'] }],
        ['user.deleted', { email: 'trail@test.example' }],
        ['project.deleted', { objectCount: 0 }],
        ['project.members', { come: [made.id], gone: [] }],
        ['project.created', {}],
        [
          'user.changed',
          { changed: { roleId: { from: viewer.role_id, to: surveyor.role_id } }, password: 'changed' },
        ],
        ['user.created', { email: 'trail@test.example', roleId: viewer.role_id, blockedLayers: [] }],
      ].map(([kind, detail]) => [kind, admin.id, detail]),
    );
    const all = await server.db.query<{ text: string }>('select detail::text as text from audit');
    expect(all.some(({ text }) => text.includes(password))).toBe(false);
  });

  it('answers HEAD of a user and a role with the version, and requires it for every change', async () => {
    const person = await server.person(admin, 'Versioned', []);
    const user = await userOf(person.id);
    const [role] = (await roles()).filter((each) => each.role_id === user.roleId);
    for (const [path, version] of [
      [`/users/${user.id}`, user.version],
      [`/roles/roles/${role!.role_id}`, role!.version],
      [`/roles/${role!.role_id}`, role!.version],
      [`/roles/authorizations/${role!.role_id}`, role!.version],
    ] as const) {
      const head = await admin.send<string>('HEAD', path);
      expect([head.status, head.headers.etag, head.body]).toEqual([200, `"${version}"`, '']);
    }
    const attempts = [
      admin.send('PUT', `/users/${user.id}`, { name: 'X' }),
      admin.send('DELETE', `/users/${user.id}`),
      admin.send('PUT', `/roles/${role!.role_id}`, { role_name: 'X' }),
      admin.send('PUT', `/roles/authorizations/${role!.role_id}`, { authorizations: [] }),
      admin.send('DELETE', `/roles/${role!.role_id}`),
    ];
    for (const attempt of attempts) expect((await attempt).status).toBe(428);
    const stale = { 'if-match': '"999"' };
    const late = await admin.send<Role>('PUT', `/roles/${role!.role_id}`, { role_name: 'X' }, stale);
    expect([late.status, late.body.role_name]).toEqual([412, `Versioned's role`]);
  });

  it("stores each person's preferences by version, visible only to them", async () => {
    const person = await server.person(admin, 'Picky', []);
    const path = `/preferences/${person.id}`;
    const empty = await person.send<Preferences>('GET', path);
    expect([empty.headers.etag, empty.body]).toEqual(['"0"', {}]);
    const wishes = { autoSave: false, zoomLevel: 21, angleUnit: 'gradian', reprojectOnPC: true };
    const saved = await person.send<Preferences>('PUT', path, wishes, { 'if-match': '"0"' });
    expect(saved.body).toEqual({ autoSave: false, zoomLevel: 21, angleUnit: 'gradian' });
    expect((await person.send('PUT', path, {}, { 'if-match': '"0"' })).status).toBe(412);
    expect((await person.send('PUT', path, {}, { 'if-match': saved.headers.etag as string })).status).toBe(
      200,
    );
    expect((await admin.send('GET', path)).status).toBe(404);
    expect((await person.send('PUT', path, { a: { deep: 1 } }, { 'if-match': '"2"' })).status).toBe(400);
  });

  it('finds a CRS by code and by words', async () => {
    type Found = { code: string; name: string; proj4: string }[];
    const byCode = must(await admin.send<Found>('GET', '/crs?search=EPSG:3003'), 200);
    expect(byCode[0]).toMatchObject({ code: 'EPSG:3003', name: 'Monte Mario / Italy zone 1' });
    const byWords = must(await admin.send<Found>('GET', '/crs?search=rdn2008%20zone%2012'), 200);
    expect(byWords.map((crs) => crs.code)).toContain('EPSG:7795');
    expect(byWords.length).toBeLessThanOrEqual(50);
  });
});
