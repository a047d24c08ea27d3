import {
  createCloudLink,
  deleteCloudLink,
  LINK_PREFIX,
  listCloudLinks,
  MAX_LINK_DAYS,
  type CloudLink,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { publicUrl } from '../../http/public-url.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { hashOfToken, randomToken } from '../../shared/auth/sessions.ts';
import { findFile } from '../../shared/files/store.ts';

const MAX_LINKS = 100;
const DAY = 86_400_000;

const COLUMNS = `l.id, l.name, l.created_at as "createdAt", u.name as "createdBy", l.expires_at as "expiresAt",
  l.last_used_at as "lastUsedAt"`;

export const linkRoutes: Route[] = [
  route(listCloudLinks, async ({ params, caller, services }) => {
    await findFile(services.db, caller, params.id, ['pointcloud']);
    return services.db.query<CloudLink>(
      `select ${COLUMNS} from cloud_links l join users u on u.id = l.user_id where l.cloud_id = $1
       order by l.created_at desc, l.id`,
      [params.id],
    );
  }),

  route(createCloudLink, async ({ params, body, caller, services, request, reply }) => {
    const ends = Date.parse(body.expiresAt);
    if (ends <= Date.now()) throw new HttpError(422, 'pointcloud.link-past');
    if (ends > Date.now() + MAX_LINK_DAYS * DAY)
      throw new HttpError(422, 'pointcloud.link-too-long', { days: MAX_LINK_DAYS });
    const token = `${LINK_PREFIX}${randomToken()}`;
    const made = await services.db.transaction(async (tx) => {
      const cloud = await findFile(tx, caller, params.id, ['pointcloud']);
      await tx.query('select 1 from files where id = $1 for update', [cloud.id]);
      const [{ count }] = (await tx.query<{ count: number }>(
        'select count(*)::int as count from cloud_links where cloud_id = $1',
        [cloud.id],
      )) as [{ count: number }];
      if (count >= MAX_LINKS) throw new HttpError(422, 'pointcloud.too-many-links', { most: MAX_LINKS });
      const [row] = await tx.query<CloudLink>(
        `with l as (
           insert into cloud_links (hash, cloud_id, user_id, organization_id, name, expires_at)
           values ($1, $2, $3, $4, $5, $6) returning *)
         select ${COLUMNS} from l join users u on u.id = l.user_id`,
        [hashOfToken(token), cloud.id, caller.userId, caller.organizationId, body.name, body.expiresAt],
      );
      await note(tx, 'link.created', caller, row!, request.ip);
      return row!;
    });
    void reply.code(201).header('cache-control', 'no-store');
    // In the fragment: browsers do not send it, so that it is in no log.
    return { ...made, url: `${publicUrl(services.config)}/mobilecloud/${params.id}#link=${token}` };
  }),

  route(deleteCloudLink, async ({ params, caller, services, request }) => {
    await services.db.transaction(async (tx) => {
      await findFile(tx, caller, params.id, ['pointcloud']);
      const [row] = await tx.query<{ id: string; name: string }>(
        'delete from cloud_links where id = $1 and cloud_id = $2 returning id, name',
        [params.linkId, params.id],
      );
      if (!row) throw new HttpError(404, 'http.not-found');
      await note(tx, 'link.revoked', caller, row, request.ip);
    });
    return undefined;
  }),
];

function note(
  tx: Queries,
  kind: 'link.created' | 'link.revoked',
  caller: Caller,
  { id, name }: { id: string; name: string },
  address: string,
): Promise<void> {
  return audit(tx, { kind, actor: caller, subject: { kind: 'link', id, name }, address });
}
