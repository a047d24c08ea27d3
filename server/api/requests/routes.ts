import {
  acceptRequest,
  grants,
  listRequests,
  refuseRequest,
  requestAccess,
  type AccessRequest,
} from '#core/protocol';
import { audit } from '../../platform/audit/audit.ts';
import { countGuess } from '../../shared/auth/guesses.ts';
import { outsideTransaction } from '../../platform/db/nesting.ts';
import { route, type Route } from '../../http/context.ts';
import { sentence } from '../../base/language.ts';
import { listClauses, listed } from '../../http/list.ts';
import { HttpError } from '../../base/http-error.ts';
import { concerned, CONCERNS, decide, take } from './pending-request.ts';
import { letIn } from './let-in.ts';
import { routeRequests } from './routing.ts';
import { addParam } from '../../platform/db/params.ts';

/** Most pending requests; beyond it, it is abuse. */
const MAX_WAITING = 1000;

const LIST = {
  columns: { at: 'q.created_at', name: 'lower(q.name)', state: 'q.state' },
  searched: ['q.name', 'q.email', 'q.wish'],
  defaultOrder: 'q.created_at',
  unique: 'q.id',
};

export const routes: Route[] = [
  route(requestAccess, async ({ body, language, services, request }) => {
    await countGuess(services.db, { kind: 'request', address: request.ip, account: body.email });
    await services.db.transaction(async (tx) => {
      const [waiting] = await tx.query<{ count: number }>(
        `select count(*)::int as count from access_requests where state = 'pending'`,
      );
      if (waiting!.count >= MAX_WAITING) throw new HttpError(503, 'requests.too-many');
      // Of repeated requests the first one counts.
      await tx.query(
        `insert into access_requests (name, email, wish, reason, language) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
        [body.name, body.email, body.wish, body.reason, language],
      );
    });
    void outsideTransaction(() => routeRequests(services)).catch((failure: unknown) =>
      request.log.error({ err: failure }, 'an access request could not be passed on'),
    );
    return undefined;
  }),

  route(listRequests, async ({ query, caller, services, reply }) =>
    listed(reply, query, (pageQuery) => {
      const params: unknown[] = [...concerned(caller), caller.userId];
      const { where, tail } = listClauses({ ...pageQuery, order: pageQuery.order ?? 'desc' }, LIST, params);
      const state = pageQuery.state === undefined ? 'true' : `q.state = ${addParam(params, pageQuery.state)}`;
      return services.db.query<AccessRequest & { total: number }>(
        `select q.id, q.name, q.email, q.wish, q.reason, q.language, q.created_at as at, q.state,
           q.decided_at as "decidedAt", (select u.name from users u where u.id = q.decided_by) as "decidedBy",
           case when p.id is not null then jsonb_build_object('id', p.id, 'projectName', p.project_name) end as project,
           exists (select 1 from users u join memberships m on m.user_id = u.id and m.organization_id = $1
             where lower(u.email) = lower(q.email) and u.deleted_at is null) as known, count(*) over () as total
         from access_requests q
           left join projects p on p.id = q.project_id and p.organization_id = $1
             and exists (select 1 from project_members pm where pm.project_id = p.id and pm.user_id = $3)
         where ${CONCERNS} and ${state} and ${where} ${tail}`,
        params,
      );
    }),
  ),

  route(acceptRequest, async ({ params, body, caller, services }) => {
    const projectIds = body.projectIds ?? [];
    if (projectIds.length > 0 && !grants(caller.authorizations, 'projects.write'))
      throw new HttpError(403, 'auth.not-allowed', { authorization: 'projects.write' });
    const userId = await services.db.transaction(async (tx) => {
      const pageQuery = await take(tx, caller, params.id);
      await decide(tx, caller, pageQuery.id, 'accepted');
      return letIn(tx, services, caller, pageQuery, { roleId: body.roleId, projectIds });
    });
    return { userId, mailed: services.config.smtp !== undefined };
  }),

  route(refuseRequest, async ({ params, body, caller, services }) => {
    await services.db.transaction(async (tx) => {
      const pageQuery = await take(tx, caller, params.id);
      await decide(tx, caller, pageQuery.id, 'refused');
      const { id, name, email, language, wish } = pageQuery;
      const subject = { kind: 'request', id, name };
      await audit(tx, { kind: 'request.refused', actor: caller, subject, detail: { email, wish } });
      if (body.silent) return;
      const values = { name, wish, organization: caller.organizationName };
      const text = [sentence(language, 'mail.refusal.text', values), body.answer ?? ''];
      const message = { to: email, subject: sentence(language, 'mail.refusal.subject', values) };
      await services.mail.send({ ...message, text: text.join('\n\n').trim() }, tx);
    });
    return { userId: null, mailed: services.config.smtp !== undefined && !body.silent };
  }),
];
