import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Audience,
  AuditEntry,
  GroupWithMembers,
  Notification,
  Problem,
  Project,
  SentNotification,
  User,
} from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { openMailbox, type Mailbox } from '../../testing/mailbox.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';

describe.each(engines)('messages to people on the %s engine', (engine) => {
  let server: TestServer;
  let mailbox: Mailbox;
  let admin: TestPerson;
  let writer: TestPerson;
  let anna: TestPerson;
  let berta: TestPerson;
  beforeAll(async () => {
    mailbox = await openMailbox();
    server = await startTestServer({ engine, config: { smtp: mailbox.url } });
    admin = await server.admin();
    writer = await server.person(admin, 'Writer', ['notifications.write']);
    anna = await server.person(admin, 'Anna', []);
    berta = await server.person(admin, 'Berta', []);
  });
  afterAll(async () => {
    await server.close();
    await mailbox.close();
  });

  const mine = async (as: TestPerson, query = '') =>
    must(await as.send<Notification[]>('GET', `/notifications${query}`), 200);
  const unread = async (as: TestPerson) =>
    must(await as.send<{ count: number }>('GET', '/notifications/unread'), 200).count;
  const write = (to: object, subject = 'Tomorrow', as = writer) =>
    as.send<SentNotification>('POST', '/notifications', { subject, text: 'We meet at seven.', ...to });
  const messages = async (userId: string) =>
    (
      await server.db.query<{ payload: string }>(
        `select payload from events where kind = 'notification' and user_id = $1 order by id`,
        [userId],
      )
    ).map(({ payload }) => JSON.parse(payload) as { id: string; text: string });

  it('reach their recipients live, and each marks and deletes their own', async () => {
    const sent = must(await write({ userIds: [anna.id, berta.id] }, 'For two'), 201);
    expect(sent).toMatchObject({ subject: 'For two', recipientCount: 2, readCount: 0, channels: ['app'] });
    expect(await mine(anna)).toMatchObject([
      { kind: 'message', subject: 'For two', text: 'We meet at seven.', sender: 'Writer', readAt: null },
    ]);
    expect((await messages(anna.id)).at(-1)).toEqual({ id: sent.id, text: 'For two', kind: 'message' });
    expect([await unread(anna), await unread(berta), await unread(admin)]).toEqual([1, 1, 0]);

    const left = must(await anna.send('POST', '/notifications/read', { ids: [sent.id] }), 200);
    expect(left).toEqual({ count: 0 });
    expect(await mine(anna, '?unread=true')).toEqual([]);
    expect(await unread(berta)).toBe(1);
    must(await anna.send('DELETE', `/notifications/${sent.id}`), 204);
    expect(await mine(anna)).toEqual([]);
    expect((await anna.send('DELETE', `/notifications/${sent.id}`)).status).toBe(404);
    expect(await mine(berta)).toHaveLength(1);

    const [own] = must(await writer.send<SentNotification[]>('GET', '/notifications/sent?search=two'), 200);
    expect(own).toMatchObject({ id: sent.id, recipientCount: 2, readCount: 1 });
    const readers = must(
      await writer.send<{ name: string; readAt: string | null }[]>('GET', `/notifications/sent/${sent.id}`),
      200,
    );
    expect(readers.map(({ name, readAt }) => [name, readAt !== null])).toEqual([
      ['Anna', true],
      ['Berta', false],
    ]);
    // Messages of others cannot be read, whatever the rights.
    expect((await admin.send('GET', `/notifications/sent/${sent.id}`)).status).toBe(404);
  });

  it('lead their readers to the project that they are about, and members to their new project', async () => {
    const maker = await server.person(admin, 'Maker', ['projects.write', 'notifications.write']);
    const project = must(await maker.send<Project>('POST', '/projects', { projectName: 'Bridge' }), 201);
    const newest = async (as: TestPerson) => (await mine(as))[0];
    must(await write({ userIds: [anna.id], projectId: project.id }, 'Look', maker), 201);
    // Not a member: the message comes, without a project that cannot be opened.
    expect(await newest(anna)).toMatchObject({ subject: 'Look', project: null });
    expect((await write({ userIds: [anna.id], projectId: project.id }, 'Not mine')).status).toBe(404);

    const about = { id: project.id, projectName: 'Bridge' };
    const members = { userIds: [maker.id, anna.id] };
    must(await maker.send('PUT', `/projects/${project.id}/members`, members), 204);
    expect(await newest(anna)).toMatchObject({
      kind: 'project-member',
      subject: 'Bridge',
      sender: 'Maker',
      project: about,
    });
    expect((await messages(anna.id)).at(-1)).toMatchObject({ text: 'Bridge', kind: 'project-member' });
    expect(await mine(anna, '?search=Look')).toMatchObject([{ project: about }]);
    // Told once: who is a member already, and who made the change, is not.
    const count = (await mine(anna)).length;
    must(await maker.send('PUT', `/projects/${project.id}/members`, members), 204);
    expect([(await mine(anna)).length, await mine(maker)]).toEqual([count, []]);

    const letter = { userIds: [anna.id, berta.id], projectId: project.id, channels: ['mail'] };
    must(await write(letter, 'By mail', maker), 201);
    expect((await mailbox.next('anna@test.example')).text).toContain(`/draw/${project.id}`);
    // Who is no member gets no link that they cannot open.
    expect((await mailbox.next('berta@test.example')).text).not.toContain('/draw/');
  });

  it('reach a group, a role and a whole organization once each, but not the sender', async () => {
    const users = must(await admin.send<User[]>('GET', '/users?paginate=100'), 200);
    const roleId = users.find(({ id }) => id === berta.id)!.roleId;
    const group = must(
      await admin.send<GroupWithMembers>('POST', '/groups', { name: 'Crew', userIds: [anna.id, writer.id] }),
      201,
    );
    const both = { groupIds: [group.id], roleIds: [roleId], userIds: [anna.id] };
    const sent = must(await write(both), 201);
    expect(sent.recipientCount).toBe(2);
    expect(sent.audience.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      `group Crew`,
      `role Berta's role`,
      'user Anna',
    ]);
    // The four of this organization, without the sender.
    expect(must(await write({ organization: true }), 201).recipientCount).toBe(users.length - 1);
    expect(must(await write({ userIds: [writer.id] }), 201).recipientCount).toBe(1);
    const alone = must(
      await admin.send<GroupWithMembers>('POST', '/groups', { name: 'Alone', userIds: [writer.id] }),
      201,
    );
    expect(await write({ groupIds: [alone.id] })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('No one would receive this message.') as unknown },
    });
    expect((await write({})).status).toBe(422);
  });

  it('never reach another organization, and do not reveal who is in it', async () => {
    const abroad = await server.organization(admin, 'Abroad');
    const stranger = await server.person(admin, 'Stranger', [], { organizationIds: [abroad.id] });
    const nobody = '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11';
    const refusals = [];
    for (const id of [stranger.id, nobody]) {
      const refused = await write({ userIds: [anna.id, id] });
      expect(refused.status).toBe(422);
      refusals.push(refused.body);
    }
    expect(refusals[0]).toEqual(refusals[1]);
    must(await write({ organization: true }, 'Ours alone'), 201);
    expect(await mine(stranger)).toEqual([]);
    const found = must(await writer.send<Audience[]>('GET', '/notifications/audiences?search=r'), 200);
    expect(found.map(({ name }) => name)).toContain('Writer');
    expect(found.map(({ name }) => name)).not.toContain('Stranger');
    expect(found.map(({ name }) => name)).not.toContain('Abroad');
  });

  it('reach a member of two organizations only in the one written to', async () => {
    const users = must(await admin.send<User[]>('GET', '/users?search=anna'), 200);
    const branch = await server.organization(admin, 'Branch');
    const organizationIds = [users[0]!.organizationIds[0]!, branch.id];
    await server.person(admin, 'Both', [], { organizationIds });
    const both = await server.signIn('both@test.example', `Both's own password`);
    must(await write({ userIds: [both.id] }), 201);
    const tokenOf = (name: string) => both.login.tokens.find((each) => each.organizationName === name)!.token;
    both.token = tokenOf('Branch');
    expect(await unread(both)).toBe(0);
    both.token = tokenOf('Groma');
    expect(await unread(both)).toBe(1);
  });

  it("are also sent by e-mail, one to each, in each person's language", async () => {
    const user = must(await admin.send<User[]>('GET', '/users?search=berta'), 200)[0]!;
    const tag = { 'if-match': `"${user.version}"` };
    must(await admin.send('PUT', `/users/${user.id}`, { language: 'it' }, tag), 200);
    const before = await unread(anna);
    must(await write({ userIds: [anna.id, berta.id], channels: ['mail'] }, 'By post'), 201);
    const [first, second] = [
      await mailbox.next('anna@test.example'),
      await mailbox.next('berta@test.example'),
    ];
    expect([first.subject, first.to?.length, second.to?.length]).toEqual(['By post', 1, 1]);
    expect(first.text).toContain('We meet at seven.');
    expect(first.text).toContain('Writer (Groma) sent you this message through Groma.');
    expect(second.text).toContain('Writer (Groma) ti ha inviato questo messaggio tramite Groma.');
    expect(await unread(anna)).toBe(before);
  });

  it('send no e-mail when the message was refused', async () => {
    const arrived = mailbox.received.length;
    const refused = await write({
      userIds: [anna.id, '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11'],
      channels: ['mail'],
    });
    expect(refused.status).toBe(422);
    const waiting = await server.db.query(`select 1 from mails where state = 'waiting'`);
    expect([waiting.length, mailbox.received.length]).toEqual([0, arrived]);
  });

  it('are written only with the right to, within limits, and audited', async () => {
    expect(await write({ userIds: [berta.id] }, 'No', anna)).toMatchObject({
      status: 403,
      body: { detail: 'Your role does not have the permission notifications.write.' },
    });
    expect((await write({ userIds: [anna.id] }, 'x'.repeat(201))).status).toBe(400);
    expect((await write({ userIds: [anna.id], channels: [] })).status).toBe(400);
    expect((await writer.send<Problem>('POST', '/notifications', { subject: ' ', text: 'x' })).status).toBe(
      400,
    );
    const [entry] = must(await admin.send<AuditEntry[]>('GET', '/audit?kind=notification'), 200);
    expect(entry).toMatchObject({ actor: { name: 'Writer' }, detail: { channels: ['mail'], recipients: 2 } });
    expect(JSON.stringify(entry)).not.toContain('seven');
  });

  it('are paged, newest first', async () => {
    for (const n of [1, 2, 3]) must(await write({ userIds: [berta.id] }, `Page ${n}`), 201);
    const page = await berta.send<Notification[]>('GET', '/notifications?search=page&paginate=2&page=1');
    expect([page.headers['x-total-count'], ...page.body.map(({ subject }) => subject)]).toEqual([
      '3',
      'Page 3',
      'Page 2',
    ]);
  });
});
