import { createToken, deleteToken, listTokens, type PersonalToken } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { TOKEN_PREFIX } from '../../http/gate/personal-token.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';
import { hashOfToken, randomToken } from '../../shared/auth/sessions.ts';

const MAX_TOKENS = 50;

const COLUMNS = `t.id, t.name, o.name as "organizationName", t.read_only as "readOnly", t.created_at as "createdAt", t.expires_at as "expiresAt",
  t.last_used_at as "lastUsedAt"`;

export const routes: Route[] = [
  route(listTokens, ({ caller, services }) =>
    services.db.query<PersonalToken>(
      `select ${COLUMNS} from personal_tokens t join organizations o on o.id = t.organization_id
       where t.user_id = $1 order by t.created_at desc, t.id`,
      [caller.userId],
    ),
  ),

  route(createToken, async ({ body, caller, services, request, reply }) => {
    const token = `${TOKEN_PREFIX}${randomToken()}`;
    const made = await services.db.transaction(async (tx) => {
      await tx.query('select 1 from users where id = $1 for update', [caller.userId]);
      const [{ count }] = (await tx.query<{ count: number }>(
        'select count(*)::int as count from personal_tokens where user_id = $1',
        [caller.userId],
      )) as [{ count: number }];
      if (count >= MAX_TOKENS) throw new HttpError(422, 'auth.too-many-tokens', { most: MAX_TOKENS });
      const [row] = await tx.query<PersonalToken>(
        `with t as (
           insert into personal_tokens (hash, user_id, organization_id, name, expires_at, read_only)
           values ($1, $2, $3, $4, now() + make_interval(days => $5), $6) returning *)
         select ${COLUMNS} from t join organizations o on o.id = t.organization_id`,
        [
          hashOfToken(token),
          caller.userId,
          caller.organizationId,
          body.name,
          body.days,
          body.readOnly ?? false,
        ],
      );
      await note(tx, 'token.created', caller, row!, request.ip);
      return row!;
    });
    void reply.code(201).header('cache-control', 'no-store');
    return { ...made, token };
  }),

  route(deleteToken, async ({ params, caller, services, request }) => {
    await services.db.transaction(async (tx) => {
      const [row] = await tx.query<{ id: string; name: string }>(
        'delete from personal_tokens where id = $1 and user_id = $2 returning id, name',
        [params.id, caller.userId],
      );
      if (!row) throw new HttpError(404, 'http.not-found');
      await note(tx, 'token.revoked', caller, row, request.ip);
      // Also ends the live streams opened with it.
      await services.events.announce(tx, 'session', { userId: caller.userId }, { reason: 'ended' });
    });
    return undefined;
  }),
];

function note(
  tx: Queries,
  kind: 'token.created' | 'token.revoked',
  caller: Caller,
  { id, name }: { id: string; name: string },
  address: string,
): Promise<void> {
  return audit(tx, { kind, actor: caller, subject: { kind: 'token', id, name }, address });
}
