import type { AuditKind } from '#core/protocol';
import type { Database, Queries } from '../db/database.ts';

export interface Audited {
  kind: AuditKind;
  /** The actor: a `Caller`, a person without a token yet (signing in), or null if unknown. */
  actor: { userId: string; organizationId?: string } | null;
  /** The subject, with its `name` at that time. */
  subject?: {
    kind: 'user' | 'role' | 'group' | 'organization' | 'project' | 'type' | (string & {});
    id: string;
    name: string;
  };
  /** Other details. Never a password, a token or a hash of one. */
  detail?: Record<string, unknown>;
  /** `request.ip`. */
  address?: string;
}

/** Longest text from outside, in characters: a failed sign-in records what a stranger typed. */
const LONGEST = 254;

/**
 * Records an action in the audit trail, in the transaction that does it. Administrators of the actor's organization
 * can read it, and those of the organization or person concerned.
 */
export async function audit(tx: Queries, { kind, actor, subject, detail, address }: Audited): Promise<void> {
  await tx.query(
    `insert into audit (kind, actor_id, subject_kind, subject_id, subject_name, detail, address, organization_ids)
     select $1::text, $2::uuid, $3::text, $4::text, $5::text, $6::jsonb, $7::text, array(
       select $8::uuid where $8::uuid is not null
       union select m.organization_id from memberships m
         where (m.user_id = $2::uuid and $8::uuid is null) or ($3::text = 'user' and m.user_id::text = $4::text)
       union select o.id from organizations o where $3::text = 'organization' and o.id::text = $4::text
       union select r.organization_id from roles r where $3::text = 'role' and r.role_id::text = $4::text)`,
    [
      kind,
      actor?.userId ?? null,
      subject?.kind ?? null,
      subject?.id.slice(0, LONGEST) ?? null,
      subject?.name.slice(0, LONGEST) ?? null,
      JSON.stringify(detail ?? {}),
      address ?? null,
      actor?.organizationId ?? null,
    ],
  );
}

/** The differences between two states for `audit`, limited to the fields `names`. */
export function changes<T extends object>(
  before: T,
  after: T,
  names: readonly (keyof T & string)[],
): Record<string, { from: unknown; to: unknown }> {
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, { from: before[name], to: after[name] }]),
  );
}

const RETENTION_DAYS = 730;

/** Deletes entries older than two years; the database refuses to delete others. */
export async function forgetOldAudit(db: Database, days = RETENTION_DAYS): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(`select set_config('groma.audit_retention', 'on', true)`);
    await tx.query('delete from audit where at < now() - make_interval(days => $1)', [days]);
  });
}
