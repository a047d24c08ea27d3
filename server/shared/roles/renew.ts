import { audit } from '../../platform/audit/audit.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { PREDEFINED } from './seed.ts';

interface PredefinedRole {
  role_id: string;
  role_name: string;
  authorizations: string[];
  given: string[];
}

/**
 * Grants the predefined roles of a database the tools that are new in this version. Each is granted once, so that
 * what an administrator revoked stays revoked.
 */
export async function renewRoles(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const [name, authorizations] of Object.entries(PREDEFINED)) {
      const roles = await tx.query<PredefinedRole>(
        'select role_id, role_name, authorizations, given from roles where predefined = $1 order by role_id for update',
        [name],
      );
      for (const role of roles) await renew(tx, role, authorizations);
    }
  });
}

async function renew(tx: Queries, role: PredefinedRole, authorizations: readonly string[]): Promise<void> {
  const added = authorizations.filter((each) => !role.given.includes(each));
  if (added.length === 0) return;
  const granted = added.filter((each) => !role.authorizations.includes(each));
  await tx.query(
    'update roles set authorizations = $2, given = $3, version = version + 1 where role_id = $1',
    [role.role_id, [...role.authorizations, ...granted].sort(), [...role.given, ...added]],
  );
  const subject = { kind: 'role' as const, id: role.role_id, name: role.role_name };
  await audit(tx, { kind: 'role.authorizations', actor: null, subject, detail: { granted, taken: [] } });
}
