import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, readMigrations } from '../../platform/db/migrate.ts';
import { engines, openTestDatabase, type TestDatabase } from '../../testing/databases.ts';

const MIGRATION = '0135-plugin-names.sql';

describe.each(engines)('roles from before plugins were renamed, on the %s engine', (engine) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase(engine);
  });
  afterAll(() => test.remove());

  interface Role {
    authorizations: string[];
    given: string[];
    version: number;
  }
  /** Returns the role as the migration leaves it. */
  async function upgraded(authorizations: readonly string[], given: readonly string[] = []): Promise<Role> {
    const { db } = test;
    await db.query('delete from organizations');
    await db.query('delete from migrations where name = $1', [MIGRATION]);
    await db.query(
      `with made as (insert into organizations (name) values ('Alpi') returning id)
       insert into roles (organization_id, role_name, authorizations, given) select id, 'Surveyor', $1, $2 from made`,
      [authorizations, given],
    );
    await migrate(db, await readMigrations());
    const [role] = await db.query<Role>('select authorizations, given, version from roles');
    return role!;
  }

  it('have the same tools and plugins under the new names', async () => {
    const role = await upgraded(
      [
        'geometries.write',
        'tool:draw-2d.point',
        'tool:draw-3d.facade',
        'tool:select-2d.box',
        'plugin:table-2d',
        'tool:walk-3d.walk',
      ],
      ['tool:transform-2d.shift'],
    );
    expect(role.authorizations).toEqual([
      'geometries.write',
      'tool:draw.point',
      'tool:facades.facade',
      'tool:selection-tools.box',
      'plugin:table',
      'tool:walk.walk',
    ]);
    expect(role.given).toEqual(['tool:transform.shift']);
    expect(role.version).toBe(2);
  });

  it('have what was granted of a plugin that became part of another', async () => {
    const { authorizations } = await upgraded(['tool:lists-2d.traverse', 'tool:shapes-2d.circle']);
    expect(authorizations).toEqual(['tool:shapes.traverse', 'tool:shapes.circle']);
  });

  it('have a grant once, whichever of its names they had', async () => {
    const { authorizations } = await upgraded(['tool:draw.point', 'tool:draw-2d.point']);
    expect(authorizations).toEqual(['tool:draw.point']);
  });

  it('are unchanged if none of their grants was renamed', async () => {
    const held = ['*', 'tool:*', 'plugin:*', 'plugin:import', 'tool:measure-2d.area', 'layers.read'];
    expect(await upgraded(held)).toEqual({ authorizations: held, given: [], version: 1 });
  });
});
