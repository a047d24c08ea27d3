import { createHash } from 'node:crypto';
import { grants, LINK_PREFIX } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Queries } from '../../platform/db/database.ts';
import { CALLER_COLUMNS } from './caller-columns.ts';

/** Milliseconds between updates of a link's last use. */
const NOTED_EVERY = 60_000;
/** What a link may do, as far as the person who made it may. */
const READING = ['geometries.read', 'pointcloud.read'] as const;

export function isLinkToken(token: string): boolean {
  return token.startsWith(LINK_PREFIX);
}

interface LinkRow extends Caller {
  cloudId: string;
  linkId: string;
  expired: boolean;
  stale: boolean;
}

/**
 * The caller of a link to a point cloud: the person who made it, for reading this cloud only. Throws 401 when it is
 * unknown, revoked or has ended, or when that person is no longer in the organization.
 */
export async function callerOfLink(db: Queries, token: string): Promise<Caller> {
  const [row] = await db.query<LinkRow>(
    `select ${CALLER_COLUMNS}, l.id as "sessionId", l.id as "linkId", l.cloud_id as "cloudId", l.expires_at <= now() as expired,
       coalesce(l.last_used_at < now() - make_interval(secs => $2), true) as stale
     from cloud_links l
       join users u on u.id = l.user_id and u.active and u.deleted_at is null
       join memberships m on m.user_id = u.id and m.organization_id = l.organization_id
       join roles r on r.role_id = m.role_id
       join organizations o on o.id = l.organization_id
     where l.hash = $1`,
    [createHash('sha256').update(token).digest(), NOTED_EVERY / 1000],
  );
  if (!row) throw new HttpError(401, 'auth.link-unknown');
  const { expired, stale, cloudId, linkId, ...person } = row;
  if (expired) throw new HttpError(401, 'auth.link-ended');
  if (stale) await db.query('update cloud_links set last_used_at = now() where id = $1', [linkId]);
  return {
    ...person,
    superAdministrator: false,
    authorizations: READING.filter((one) => grants(person.authorizations, one)),
    linkedCloud: cloudId,
  };
}
