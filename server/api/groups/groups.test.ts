import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, Group, GroupWithMembers, Problem, User } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';

describe.each(engines)('groups on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let anna: TestPerson;
  let home: string;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    admin = await server.admin();
    anna = await server.person(admin, 'Anna', []);
    home = (await userOf(admin.id)).organizationIds[0]!;
  });
  afterAll(() => server.close());

  const tag = (thing: { version: number }) => ({ 'if-match': `"${thing.version}"` });
  const userOf = async (id: string) => must(await admin.send<User>('GET', `/users/${id}`), 200);
  const groupOf = async (id: string) => must(await admin.send<GroupWithMembers>('GET', `/groups/${id}`), 200);
  const make = async (name: string, userIds: string[] = []) =>
    must(await admin.send<GroupWithMembers>('POST', '/groups', { name, userIds }), 201);

  it('has members and a version, and answers HEAD like GET', async () => {
    const made = await make(' North crew ', [anna.id]);
    expect(made).toMatchObject({
      name: 'North crew',
      organizationId: home,
      memberCount: 1,
      userIds: [anna.id],
    });
    const head = await admin.send<string>('HEAD', `/groups/${made.id}`);
    expect([head.status, head.headers.etag, head.body]).toEqual([200, `"${made.version}"`, '']);
    const path = `/groups/${made.id}`;
    expect((await admin.send('PUT', path, { name: 'South' })).status).toBe(428);
    const renamed = must(await admin.send<GroupWithMembers>('PUT', path, { name: 'South' }, tag(made)), 200);
    expect(renamed).toMatchObject({ name: 'South', userIds: [anna.id] });
    const late = await admin.send<GroupWithMembers>('PUT', path, { userIds: [] }, tag(made));
    expect([late.status, late.body.name]).toEqual([412, 'South']);
    expect((await admin.send('DELETE', path, undefined, tag(made))).status).toBe(412);
    must(await admin.send('DELETE', path, undefined, tag(renamed)), 204);
    expect((await admin.send('GET', path)).status).toBe(404);
    expect((await userOf(anna.id)).groupIds).toEqual([]);
  });

  it('refuses a duplicate name and unknown people, and then changes nothing', async () => {
    const made = await make('Levellers', [anna.id]);
    expect(await admin.send<Problem>('POST', '/groups', { name: 'levellers' })).toMatchObject({
      status: 409,
      body: { detail: 'Your organization already has a group with this name.' },
    });
    const nobody = '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11';
    const changed = await admin.send<Problem>(
      'PUT',
      `/groups/${made.id}`,
      { name: 'Renamed', userIds: [nobody] },
      tag(made),
    );
    expect(changed.status).toBe(422);
    expect(await groupOf(made.id)).toEqual(made);
    expect((await admin.send('POST', '/groups', { name: '' })).status).toBe(400);
  });

  it("has the same members seen from the user: either side increments the other's version", async () => {
    const made = await make('Drone pilots');
    const before = await userOf(anna.id);
    const groupIds = [...before.groupIds, made.id];
    const after = must(await admin.send<User>('PUT', `/users/${anna.id}`, { groupIds }, tag(before)), 200);
    expect(new Set(after.groupIds)).toEqual(new Set(groupIds));
    const joined = await groupOf(made.id);
    expect([joined.userIds, joined.version]).toEqual([[anna.id], made.version + 1]);
    must(await admin.send('PUT', `/groups/${made.id}`, { userIds: [] }, tag(joined)), 200);
    const left = await userOf(anna.id);
    expect([left.groupIds, left.version]).toEqual([before.groupIds, after.version + 1]);
    const stranger = await admin.send('PUT', `/users/${anna.id}`, { groupIds: [anna.id] }, tag(left));
    expect(stranger.status).toBe(422);
  });

  it('loses people who leave its organization or are deleted', async () => {
    const abroad = await server.organization(admin, 'Abroad');
    const both = await server.person(admin, 'Both', [], { organizationIds: [home, abroad.id] });
    const made = await make('Travellers', [both.id]);
    const user = await userOf(both.id);
    must(await admin.send('PUT', `/users/${both.id}`, { organizationIds: [abroad.id] }, tag(user)), 200);
    expect((await groupOf(made.id)).userIds).toEqual([]);
    const gone = await server.person(admin, 'Gone', []);
    const joined = must(
      await admin.send<Group>(
        'PUT',
        `/groups/${made.id}`,
        { userIds: [gone.id] },
        tag(await groupOf(made.id)),
      ),
      200,
    );
    expect(joined.memberCount).toBe(1);
    must(await admin.send('DELETE', `/users/${gone.id}`, undefined, tag(await userOf(gone.id))), 204);
    expect((await groupOf(made.id)).memberCount).toBe(0);
  });

  it('is hidden from other organizations, and cannot include their people', async () => {
    const made = await make('Ours', [anna.id]);
    const other = await server.organization(admin, 'Elsewhere');
    const clerk = await server.person(admin, 'Clerk', ['admin.users'], { organizationIds: [other.id] });
    expect(must(await clerk.send<Group[]>('GET', '/groups'), 200)).toEqual([]);
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { name: 'Mine now' } : undefined;
      expect((await clerk.send(method, `/groups/${made.id}`, body, tag(made))).status).toBe(404);
    }
    const taken = await clerk.send('POST', '/groups', { name: 'Poached', userIds: [anna.id] });
    expect(taken.status).toBe(422);
    const self = must(await clerk.send<User>('GET', `/users/${clerk.id}`), 200);
    const joining = { groupIds: [made.id] };
    expect((await clerk.send('PUT', `/users/${clerk.id}`, joining, tag(self))).status).toBe(422);
    expect((await anna.send('GET', '/groups')).status).toBe(403);
    const members = async (as: TestPerson) =>
      must(await as.send<User[]>('GET', `/users?group=${made.id}`), 200).map(({ name }) => name);
    expect([await members(admin), await members(clerk)]).toEqual([['Anna'], []]);
  });

  it('is listed with paging, search and sorting, with the total', async () => {
    for (const name of ['Zeta 1', 'Zeta 2', 'Zeta 3']) await make(name);
    const page = await admin.send<Group[]>('GET', '/groups?search=zeta&order=desc&paginate=2&page=1');
    expect(page.headers['x-total-count']).toBe('3');
    expect(page.body.map((group) => group.name)).toEqual(['Zeta 3', 'Zeta 2']);
  });

  it('records every change in the audit trail', async () => {
    const made = await make('Trailed', [anna.id]);
    must(await admin.send('PUT', `/groups/${made.id}`, { name: 'Trailed 2' }, tag(made)), 200);
    must(await admin.send('DELETE', `/groups/${made.id}`, undefined, tag(await groupOf(made.id))), 204);
    const trail = must(await admin.send<AuditEntry[]>('GET', '/audit?kind=group&search=trailed'), 200);
    expect(trail.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['group.deleted', { userIds: [anna.id] }],
      ['group.changed', { changed: { name: { from: 'Trailed', to: 'Trailed 2' } } }],
      ['group.created', { userIds: [anna.id] }],
    ]);
  });
});
