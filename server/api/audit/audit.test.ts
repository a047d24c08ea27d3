import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, User } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { audit, changes, forgetOldAudit } from '../../platform/audit/audit.ts';

describe.each(engines)('the audit trail on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let home: string;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    admin = await server.admin();
    home = must(await admin.send<User>('GET', `/users/${admin.id}`), 200).organizationIds[0]!;
  });
  afterAll(() => server.close());

  const trail = async (as: TestPerson, query = '') =>
    must(await as.send<AuditEntry[]>('GET', `/audit${query}`), 200);

  it('is append-only', async () => {
    await audit(server.db, {
      kind: 'project.created',
      actor: { userId: admin.id },
      detail: { what: 'kept' },
    });
    for (const attempt of [`update audit set kind = 'nothing'`, `delete from audit`, `truncate audit`])
      await expect(server.db.query(attempt)).rejects.toThrow('the audit trail is only ever added to');
    const stored = await server.db.query<{ count: number }>(
      `select count(*)::int as count from audit where detail ->> 'what' = 'kept'`,
    );
    expect(stored).toEqual([{ count: 1 }]);
  });

  it('is deleted after two years, and never within ninety days', async () => {
    await server.db.query(
      `insert into audit (at, kind, detail) values (now() - interval '731 days', 'project.created', '{"what":"old"}'),
         (now() - interval '729 days', 'project.created', '{"what":"not so old"}')`,
    );
    await forgetOldAudit(server.db);
    const left = await server.db.query<{ what: string }>(
      `select detail ->> 'what' as what from audit where detail ->> 'what' like '%old'`,
    );
    expect(left).toEqual([{ what: 'not so old' }]);
    await expect(forgetOldAudit(server.db, 0)).rejects.toThrow('the audit trail is only ever added to');
  });

  it('records only what changed', () => {
    const before = { name: 'A', blocked: ['x'], version: 1 };
    expect(changes(before, { name: 'A', blocked: [], version: 2 }, ['name', 'blocked'])).toEqual({
      blocked: { from: ['x'], to: [] },
    });
  });

  it('is read by administrators of the organizations concerned, without names of people outside them', async () => {
    const abroad = await server.organization(admin, 'Abroad');
    const clerk = await server.person(admin, 'Clerk', ['admin.users'], { organizationIds: [home] });
    const foreigner = await server.person(admin, 'Foreigner', ['admin.users'], {
      organizationIds: [abroad.id],
    });
    await audit(server.db, {
      kind: 'project.deleted',
      actor: { userId: foreigner.id, organizationId: abroad.id },
      subject: { kind: 'project', id: 'p', name: 'Theirs' },
    });
    await audit(server.db, {
      kind: 'user.changed',
      actor: { userId: foreigner.id, organizationId: abroad.id },
      subject: { kind: 'user', id: clerk.id, name: 'Clerk' },
      detail: { changed: { name: { from: 'Clark', to: 'Clerk' } } },
      address: '192.0.2.7',
    });
    await audit(server.db, { kind: 'session.refused', actor: null, detail: { email: 'who@test.example' } });

    expect(await trail(clerk, '?kind=project.deleted')).toEqual([]);
    expect((await trail(foreigner, '?kind=project')).map((entry) => entry.subject?.name)).toEqual(['Theirs']);
    const [seen] = await trail(clerk, '?kind=user.changed&search=192.0');
    expect(seen).toMatchObject({
      actor: null,
      subject: { kind: 'user', id: clerk.id, name: 'Clerk' },
      detail: { changed: { name: { from: 'Clark', to: 'Clerk' } } },
      address: '192.0.2.7',
    });
    expect(await trail(clerk, '?kind=session.refused')).toEqual([]);
    expect(await trail(admin, '?kind=session.refused')).toHaveLength(1);
    expect((await clerk.send('GET', '/audit?kind=user&page=0')).status).toBe(400);
    const reader = await server.person(admin, 'Reader', ['geometries.read']);
    expect((await reader.send('GET', '/audit')).status).toBe(403);
  });

  it('hides entries about object types that are blocked for the reader', async () => {
    const warden = await server.person(admin, 'Warden', ['admin.users'], { blockedLayers: ['secret'] });
    const actor = { userId: admin.id, organizationId: home };
    for (const name of ['secret', 'parcel'])
      await audit(server.db, { kind: 'type.deleted', actor, subject: { kind: 'type', id: name, name } });
    expect((await trail(warden, '?kind=type.deleted')).map((entry) => entry.subject?.name)).toEqual([
      'parcel',
    ]);
    expect(await trail(admin, '?kind=type.deleted')).toHaveLength(2);
  });

  it('is filtered by person and days, newest first, and paged', async () => {
    await server.db.query(
      `insert into audit (at, kind, actor_id, organization_ids) values
         ('2026-03-01T23:59:59Z', 'token.created', $1, array[$2::uuid]),
         ('2026-03-02T00:00:00Z', 'token.created', $1, array[$2::uuid]),
         ('2026-03-02T23:59:59Z', 'token.revoked', $1, array[$2::uuid]),
         ('2026-03-03T00:00:00Z', 'token.created', $1, array[$2::uuid])`,
      [admin.id, home],
    );
    const day = await trail(admin, `?kind=token&from=2026-03-02&to=2026-03-02&actor=${admin.id}`);
    expect(day.map((entry) => entry.kind)).toEqual(['token.revoked', 'token.created']);
    const page = await admin.send<AuditEntry[]>('GET', '/audit?kind=token&paginate=3&page=2');
    expect([page.headers['x-total-count'], page.body.length]).toEqual(['4', 1]);
    expect((await admin.send('GET', '/audit?from=yesterday')).status).toBe(400);
  });
});
