import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, readMigrations } from '../../platform/db/migrate.ts';
import { engines, openTestDatabase, type TestDatabase } from '../../testing/databases.ts';

const MIGRATION = '0150-roles-of-organizations.sql';
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const [ALPI, COSTA] = [id(1), id(2)];
const [BOSS, CREW, SPARE] = [id(3), id(4), id(5)];
const [ADA, BOB, CARLA, DINO] = [id(6), id(7), id(8), id(9)];

describe.each(engines)('roles that all organizations shared, on the %s engine', (engine) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase(engine);
    await test.db.transaction((tx) =>
      tx.script(`
        drop index memberships_role;
        alter table memberships drop column role_id;
        alter table users drop column super_administrator;
        alter table roles drop column organization_id;
        alter table roles add constraint roles_role_name_key unique (role_name);
        alter table roles add constraint roles_predefined_key unique (predefined);
        alter table users add column role_id uuid not null references roles;
        delete from migrations where name = '${MIGRATION}';
        insert into organizations (id, name, created_at) values ('${ALPI}', 'Alpi', '2026-01-01'), ('${COSTA}', 'Costa', '2026-02-01');
        insert into roles (role_id, role_name, authorizations, predefined, version) values
          ('${BOSS}', 'Administrator', '{*}', 'Administrator', 1), ('${CREW}', 'Crew', '{geometries.read,import}', null, 4),
          ('${SPARE}', 'Spare', '{export}', null, 1);
        insert into users (id, email, name, role_id, created_at) values
          ('${ADA}', 'ada@x.example', 'Ada', '${BOSS}', '2026-01-01'), ('${BOB}', 'bob@x.example', 'Bob', '${BOSS}', '2026-01-02'),
          ('${CARLA}', 'carla@x.example', 'Carla', '${CREW}', '2026-01-03'), ('${DINO}', 'dino@x.example', 'Dino', '${CREW}', '2026-01-04');
        insert into memberships (user_id, organization_id) values
          ('${ADA}', '${ALPI}'), ('${ADA}', '${COSTA}'), ('${BOB}', '${COSTA}'), ('${CARLA}', '${ALPI}'),
          ('${DINO}', '${ALPI}'), ('${DINO}', '${COSTA}');`),
    );
    await migrate(test.db, await readMigrations());
  });
  afterAll(() => test.remove());

  it('are there in each organization as they were, so that every name in the settings still finds its role', async () => {
    const roles = await test.db.query(
      `select o.name, role_name, authorizations, predefined, r.version from roles r
         join organizations o on o.id = r.organization_id order by 1, 2`,
    );
    const each = [
      { role_name: 'Administrator', authorizations: ['*'], predefined: 'Administrator', version: 1 },
      { role_name: 'Crew', authorizations: ['geometries.read', 'import'], predefined: null, version: 4 },
      { role_name: 'Spare', authorizations: ['export'], predefined: null, version: 1 },
    ];
    expect(roles).toEqual(['Alpi', 'Costa'].flatMap((name) => each.map((role) => ({ name, ...role }))));
  });

  it('are held by the same people, each in the organization they belong to', async () => {
    const held = await test.db.query(
      `select u.name || ' in ' || o.name || ': ' || r.role_name as text from memberships m
         join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
         join roles r on r.role_id = m.role_id and r.organization_id = m.organization_id order by 1`,
    );
    expect(held.map(({ text }) => text)).toEqual([
      'Ada in Alpi: Administrator',
      'Ada in Costa: Administrator',
      'Bob in Costa: Administrator',
      'Carla in Alpi: Crew',
      'Dino in Alpi: Crew',
      'Dino in Costa: Crew',
    ]);
    const originals = await test.db.query(
      'select count(*)::int as n from roles where role_id = any($1::uuid[]) and organization_id = $2',
      [[BOSS, CREW, SPARE], ALPI],
    );
    expect(originals).toEqual([{ n: 3 }]);
  });

  it('make a super administrator only of who had all rights in every organization', async () => {
    const found = await test.db.query('select name from users where super_administrator');
    expect(found).toEqual([{ name: 'Ada' }]);
  });

  it('are never held in another organization', async () => {
    const wrong = test.db.query(
      `update memberships set role_id = (select role_id from roles where organization_id = $2 limit 1)
       where organization_id = $1`,
      [ALPI, COSTA],
    );
    await expect(wrong).rejects.toThrow(/memberships_role/);
  });
});
