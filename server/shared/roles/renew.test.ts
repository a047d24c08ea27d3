import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate, readMigrations } from '../../platform/db/migrate.ts';
import { engines, openTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { renewRoles } from './renew.ts';
import { PREDEFINED, seedRoles } from './seed.ts';

const MIGRATION = '0130-predefined-roles.sql';
const ALPI = '00000000-0000-4000-8000-000000000001';
/** As created by the first version. */
const FIRST_VIEWER = [
  'geometries.read',
  'tool:measure-2d.area',
  'tool:measure-2d.distance',
  'tool:selection.select',
];

describe.each(engines)('predefined roles of an earlier version on the %s engine', (engine) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase(engine);
  });
  afterAll(() => test.remove());
  beforeEach(async () => {
    await test.db.query('delete from organizations');
    await test.db.query(`insert into organizations (id, name) values ($1, 'Alpi')`, [ALPI]);
  });

  /** A database before the migration, with these roles in it. */
  async function earlier(roles: Record<string, readonly string[]>): Promise<void> {
    const { db } = test!;
    await db.query('alter table roles drop column predefined, drop column given');
    await db.query('delete from migrations where name = $1', [MIGRATION]);
    for (const [name, authorizations] of Object.entries(roles))
      await db.query('insert into roles (organization_id, role_name, authorizations) values ($1, $2, $3)', [
        ALPI,
        name,
        authorizations,
      ]);
  }
  async function noted(kind: string, name: string, detail: object): Promise<void> {
    await test.db.query(
      `insert into audit (kind, subject_kind, subject_id, subject_name, detail)
       select $1, 'role', role_id::text, role_name, $3 from roles where role_name = $2`,
      [kind, name, JSON.stringify(detail)],
    );
  }
  const upgrade = async () => {
    await migrate(test.db, await readMigrations());
    await renewRoles(test.db);
  };
  async function authorizationsOf(name: string): Promise<string[] | undefined> {
    const [role] = await test.db.query<{ authorizations: string[] }>(
      'select authorizations from roles where role_name = $1',
      [name],
    );
    return role && [...role.authorizations].sort();
  }
  const now = (name: string) => [...PREDEFINED[name]!].sort();

  it('are granted the tools added since, with an entry in the audit trail', async () => {
    await earlier({ Administrator: ['*'], Surveyor: PREDEFINED['Surveyor']!, Viewer: FIRST_VIEWER });
    await upgrade();
    expect(await authorizationsOf('Viewer')).toEqual(now('Viewer'));
    expect(await authorizationsOf('Surveyor')).toEqual(now('Surveyor'));
    expect(await authorizationsOf('Administrator')).toEqual(['*']);
    const messages = await test.db.query<{ subject_name: string; detail: { granted: string[] } }>(
      `select subject_name, detail from audit where kind = 'role.authorizations'`,
    );
    expect(messages.map(({ subject_name }) => subject_name)).toEqual(['Viewer']);
    expect(messages[0]!.detail.granted.sort()).toEqual(
      now('Viewer').filter((each) => !FIRST_VIEWER.includes(each)),
    );
  });

  it('do not regain what was revoked, before the upgrade or after it', async () => {
    const [taken, stored] = ['tool:measure-2d.area', 'tool:measure-2d.distance'];
    await earlier({ Viewer: FIRST_VIEWER.filter((each) => each !== taken) });
    await noted('role.authorizations', 'Viewer', { granted: [], taken: [taken] });
    await upgrade();
    expect(await authorizationsOf('Viewer')).toEqual(now('Viewer').filter((each) => each !== taken));

    const left = now('Viewer').filter((each) => each !== taken && each !== stored);
    await test.db.query(`update roles set authorizations = $1 where role_name = 'Viewer'`, [left]);
    await renewRoles(test.db);
    expect(await authorizationsOf('Viewer')).toEqual(left);
  });

  it('are recognized under another name', async () => {
    await earlier({});
    await migrate(test.db, await readMigrations());
    await test.db.transaction((tx) => seedRoles(tx, ALPI));
    await test.db.query(
      `update roles set role_name = 'Guest', authorizations = '{}', given = '{}' where predefined = 'Viewer'`,
    );
    await renewRoles(test.db);
    expect(await authorizationsOf('Guest')).toEqual(now('Viewer'));
  });

  it('are unchanged when a person created them, and not created when missing', async () => {
    await earlier({ Viewer: ['geometries.read'] });
    await noted('role.created', 'Viewer', { authorizations: ['geometries.read'] });
    await upgrade();
    expect(await authorizationsOf('Viewer')).toEqual(['geometries.read']);
    expect(await authorizationsOf('Surveyor')).toBeUndefined();
  });

  it('get no new grants in a database of this version', async () => {
    await test.db.transaction((tx) => seedRoles(tx, ALPI));
    const before = await test.db.query('select * from roles order by role_name');
    await renewRoles(test.db);
    expect(await test.db.query('select * from roles order by role_name')).toEqual(before);
  });
});
