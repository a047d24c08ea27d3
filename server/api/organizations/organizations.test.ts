import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, Organization, Problem, Project, User } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';

describe.each(engines)('organizations on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    admin = await server.admin();
  });
  afterAll(() => server.close());

  const tag = (thing: { version: number }) => ({ 'if-match': `"${thing.version}"` });
  const remove = (one: Organization, as = admin) =>
    as.send<Problem>('DELETE', `/organizations/${one.id}`, undefined, tag(one));
  const home = async () =>
    must(await admin.send<Organization[]>('GET', '/organizations?search=groma'), 200)[0]!;

  it('is renamed with its version', async () => {
    const made = await server.organization(admin, 'Surveyors');
    const path = `/organizations/${made.id}`;
    expect((await admin.send('HEAD', path)).headers.etag).toBe(`"${made.version}"`);
    expect((await admin.send('PUT', path, { name: 'X' })).status).toBe(428);
    const renamed = must(
      await admin.send<Organization>('PUT', path, { name: 'Land surveyors' }, tag(made)),
      200,
    );
    expect(renamed).toEqual({ id: made.id, name: 'Land surveyors', version: made.version + 1 });
    const late = await admin.send<Organization>('PUT', path, { name: 'Y' }, tag(made));
    expect([late.status, late.body.name]).toEqual([412, 'Land surveyors']);
    const trail = must(await admin.send<AuditEntry[]>('GET', '/audit?kind=organization&search=land'), 200);
    expect(trail[0]).toMatchObject({
      kind: 'organization.changed',
      detail: { changed: { name: { from: 'Surveyors', to: 'Land surveyors' } } },
    });
  });

  it('is hidden from people outside it', async () => {
    const made = await server.organization(admin, 'Closed');
    const clerk = await server.person(admin, 'Clerk', ['admin.organizations', 'admin.users']);
    expect((await clerk.send('GET', `/organizations/${made.id}`)).status).toBe(404);
    expect((await clerk.send('PUT', `/organizations/${made.id}`, { name: 'Open' }, tag(made))).status).toBe(
      404,
    );
    expect((await remove(made, clerk)).status).toBe(404);
    const reader = await server.person(admin, 'Reader', []);
    expect((await reader.send('PUT', `/organizations/${made.id}`, { name: 'Open' }, tag(made))).status).toBe(
      403,
    );
  });

  it('is deleted only when it is empty and has no other members', async () => {
    const made = await server.organization(admin, 'Short-lived');
    const member = await server.person(admin, 'Member', [], { organizationIds: [made.id] });
    const full =
      'The organization Short-lived still contains projects, object types, groups or people. Move or delete them first.';
    expect(await remove(made)).toMatchObject({ status: 409, body: { detail: full } });
    const user = must(await admin.send<User>('GET', `/users/${member.id}`), 200);
    must(await admin.send('DELETE', `/users/${member.id}`, undefined, tag(user)), 204);

    const login = await server.signIn('admin@test.example', 'a long enough password');
    login.token = login.login.tokens.find((each) => each.organizationName === 'Short-lived')!.token;
    const project = must(await login.send<Project>('POST', '/projects', { projectName: 'Last one' }), 201);
    expect(await remove(made)).toMatchObject({ status: 409, body: { detail: full } });
    must(await login.send('DELETE', `/projects/${project.id}`, undefined, tag(project)), 204);

    expect(await remove(made, login)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('You are signed in to this organization') as unknown },
    });
    expect((await remove(made)).status).toBe(204);
    expect((await login.send('GET', '/me')).status).toBe(401);
    const trail = must(await admin.send<AuditEntry[]>('GET', '/audit?kind=organization.deleted'), 200);
    expect(trail.map((entry) => entry.subject?.name)).toContain('Short-lived');
  });

  it('names to its members whom they ask for access, administrators of users first', async () => {
    const made = await server.organization(admin, 'Askable');
    const inIt = { organizationIds: [made.id] };
    await server.person(admin, 'Zoe', ['admin.users'], inIt);
    await server.person(admin, 'Aldo', ['projects.write'], inIt);
    await server.person(admin, 'Bea', ['geometries.write'], inIt);
    const member = await server.person(admin, 'Newcomer', [], inIt);
    const contacts = must(
      await member.send<{ name: string; email: string }[]>('GET', `/organizations/${made.id}/contacts`),
      200,
    );
    // The founder is in it too.
    expect(contacts.map(({ name }) => name).filter((name) => ['Zoe', 'Aldo', 'Bea'].includes(name))).toEqual([
      'Zoe',
      'Aldo',
    ]);
    expect(contacts.find(({ name }) => name === 'Zoe')?.email).toBe('zoe@test.example');
    await server.person(admin, 'Otto', ['admin.organizations'], inIt);
    const allowing = must(
      await member.send<{ name: string }[]>('GET', `/organizations/${made.id}/contacts?about=layer-servers`),
      200,
    ).map(({ name }) => name);
    expect(allowing).toContain('Otto');
    expect(allowing.filter((name) => ['Zoe', 'Aldo', 'Bea'].includes(name))).toEqual([]);
    const stranger = await server.person(admin, 'Foreigner', []);
    expect((await stranger.send('GET', `/organizations/${made.id}/contacts`)).status).toBe(404);
  });

  it('keeps at least one administrator who can sign in somewhere', async () => {
    expect((await remove(await home())).status).toBe(409);
    expect((await admin.send('GET', '/me')).status).toBe(200);
  });
});
