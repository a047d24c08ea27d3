import type { Queries } from '../../../platform/db/database.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Introduced } from './provider.ts';
import type { OidcSettings } from '../../../base/config/oidc.ts';

/** Why someone who signed in at the provider is rejected here; each has a message on the login page. */
export type TurnedAway = 'no-email' | 'unverified-email' | 'other-domain' | 'unknown-person';

/**
 * Returns the user with the provider's e-mail address, or creates one where the settings allow it. An address that
 * the provider has not verified is rejected: it could be anyone's.
 */
export async function personFor(
  tx: Queries,
  settings: OidcSettings,
  { email, emailVerified, name }: Introduced,
): Promise<string | { turnedAway: TurnedAway }> {
  if (!email) return { turnedAway: 'no-email' };
  if (!emailVerified && !settings.trustEmail) return { turnedAway: 'unverified-email' };
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (settings.domains && !settings.domains.includes(domain)) return { turnedAway: 'other-domain' };
  const [user] = await tx.query<{ id: string; active: boolean }>(
    'select id, active from users where lower(email) = $1 and deleted_at is null',
    [email],
  );
  if (user) return user.active ? user.id : { turnedAway: 'unknown-person' };
  if (!settings.newUsers) return { turnedAway: 'unknown-person' };
  return make(tx, settings.newUsers, email, name || email);
}

async function make(
  tx: Queries,
  { role, organization }: NonNullable<OidcSettings['newUsers']>,
  email: string,
  name: string,
): Promise<string> {
  const [made] = await tx.query<{ id: string; organizationId: string }>(
    `with o as (select id from organizations where name = $4 order by created_at limit 1),
       r as (select role_id, organization_id from roles
         where role_name = $3 and organization_id = (select id from o)),
       u as (insert into users (email, name) select $1, $2 from r returning id)
     insert into memberships (user_id, organization_id, role_id)
       select u.id, r.organization_id, r.role_id from u cross join r
     returning user_id as id, organization_id as "organizationId"`,
    [email, name.slice(0, 120), role, organization],
  );
  if (!made)
    throw new Error(
      `GROMA_OIDC: there is no organization ${organization} with a role ${role} for new users.`,
    );
  await audit(tx, {
    kind: 'user.created',
    actor: null,
    subject: { kind: 'user', id: made.id, name },
    detail: { way: 'oidc' },
  });
  return made.id;
}
