import { listAudit, type AuditEntry } from '#core/protocol';
import { blockedTypes } from '../../base/caller.ts';
import { route, type Route } from '../../http/context.ts';
import { listClauses, listed } from '../../http/list.ts';
import { organizationsWith } from '../../shared/roles/reach.ts';
import { paramsInto } from '../../platform/db/params.ts';

const LIST = {
  columns: { at: 'a.id', kind: 'a.kind', actor: `lower(coalesce(actor.name, ''))` },
  searched: ['a.subject_name', 'actor.name', 'a.address'],
  defaultOrder: 'a.id',
  unique: 'a.id desc',
};

/** The caller ($1) sees entries of the organizations they administer; super administrators ($2) see all. */
const OWN = organizationsWith('$1::uuid', 'admin.users');
const VISIBLE = `($2::boolean or a.organization_ids && array${OWN})
  and not (coalesce(a.detail ->> 'typeName', case when a.subject_kind = 'type' then a.subject_name end, '') = any($3::text[]))`;
/** Names only people of the caller's organizations, including deactivated ones. */
const ACTOR = `left join users actor on actor.id = a.actor_id and (actor.id = $1::uuid or exists (
  select 1 from memberships m where m.user_id = actor.id and m.organization_id in ${OWN}))`;

export const routes: Route[] = [
  route(listAudit, async ({ query, caller, services, reply }) =>
    listed(reply, query, (pageQuery) => {
      const params: unknown[] = [caller.userId, caller.superAdministrator, blockedTypes(caller)];
      const param = paramsInto(params);
      const { where, tail } = listClauses({ ...pageQuery, order: pageQuery.order ?? 'desc' }, LIST, params);
      const conditions = [VISIBLE, where];
      if (pageQuery.kind !== undefined) {
        const kind = param(pageQuery.kind);
        conditions.push(`(a.kind = ${kind} or split_part(a.kind, '.', 1) = ${kind})`);
      }
      if (pageQuery.actor !== undefined) conditions.push(`actor.id = ${param(pageQuery.actor)}::uuid`);
      if (pageQuery.from !== undefined)
        conditions.push(`a.at >= ${param(pageQuery.from)}::date::timestamp at time zone 'UTC'`);
      if (pageQuery.to !== undefined)
        conditions.push(`a.at < (${param(pageQuery.to)}::date + 1)::timestamp at time zone 'UTC'`);
      return services.db.query<AuditEntry & { total: number }>(
        `select a.id, a.at, a.kind, a.detail, a.address, count(*) over () as total,
           case when actor.id is not null then jsonb_build_object('id', actor.id, 'name', actor.name) end as actor,
           case when a.subject_kind is not null then
             jsonb_build_object('kind', a.subject_kind, 'id', a.subject_id, 'name', a.subject_name) end as subject
         from audit a ${ACTOR} where ${conditions.join(' and ')} ${tail}`,
        params,
      );
    }),
  ),
];
