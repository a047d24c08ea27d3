import type { Database, Queries } from '../../platform/db/database.ts';
import type { ServerConfig } from '../../base/config/server-config.ts';
import { ADMINISTRATOR, seedRoles } from '../roles/seed.ts';
import { generatePassword, hashPassword } from './passwords.ts';
import { createLoginToken } from './sessions.ts';

const DEFAULT_EMAIL = 'admin@groma.local';
const LINK_MINUTES = 24 * 60;

export interface FirstAdministrator {
  userId: string;
  email: string;
  organizationId: string;
  /** Set when it was generated here: it cannot be shown later. */
  password: string | undefined;
}

/**
 * Creates what an empty database lacks: roles, an organization, the administrator. Resolves to undefined when there
 * are users already; of several servers that start together, one does it.
 */
export async function prepareFirstStart(
  db: Database,
  config: ServerConfig,
  /** Runs in the same transaction as the creation of the administrator. */
  also?: (tx: Queries, first: FirstAdministrator) => Promise<void>,
): Promise<FirstAdministrator | undefined> {
  const [there] = await db.query('select 1 from users limit 1');
  if (there) return undefined;
  const email = (config.adminEmail ?? DEFAULT_EMAIL).trim().toLowerCase();
  const password = config.adminPassword ?? generatePassword();
  const hash = await hashPassword(password);
  return db.transaction(async (tx) => {
    await tx.query('lock table users in exclusive mode');
    const [already] = await tx.query('select 1 from users limit 1');
    if (already) return undefined;
    const [organization] = await tx.query<{ id: string }>(
      'insert into organizations (name) values ($1) returning id',
      ['Groma'],
    );
    await seedRoles(tx, organization!.id);
    const [user] = await tx.query<{ id: string }>(
      `insert into users (email, name, password_hash, super_administrator) values ($1, $2, $3, true) returning id`,
      [email, ADMINISTRATOR, hash],
    );
    await tx.query(
      `insert into memberships (user_id, organization_id, role_id)
       select $1, organization_id, role_id from roles where organization_id = $2 and role_name = $3`,
      [user!.id, organization!.id, ADMINISTRATOR],
    );
    const first = {
      userId: user!.id,
      email,
      organizationId: organization!.id,
      password: config.adminPassword ? undefined : password,
    };
    await also?.(tx, first);
    return first;
  });
}

/**
 * A token for a one-time link, for the administrator named by GROMA_ADMIN_EMAIL, or the first one; whoever can read
 * the server's console controls the machine anyway. Undefined when every administrator is disabled.
 */
export async function administratorLoginToken(
  db: Database,
  config: ServerConfig,
): Promise<string | undefined> {
  const [administrator] = await db.query<{ id: string }>(
    `select u.id from users u where u.active and u.deleted_at is null
       and exists (select 1 from memberships m join roles r on r.role_id = m.role_id
         where m.user_id = u.id and '*' = any(r.authorizations))
     order by (lower(u.email) = lower($1)) desc, u.super_administrator desc, u.created_at limit 1`,
    [(config.adminEmail ?? DEFAULT_EMAIL).trim()],
  );
  if (!administrator) return undefined;
  await db.query('delete from login_tokens where user_id = $1 and used_at is null', [administrator.id]);
  return createLoginToken(db, administrator.id, LINK_MINUTES);
}
