import { ACTIVITIES, type Activity, type BodyOf, type reportUsers, type UserReport } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import { scopeOf } from '../../../shared/access/scope.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { HttpError } from '../../../base/http-error.ts';
import { startsOf } from './periods.ts';

export type ReportOptions = BodyOf<typeof reportUsers>;
type ReportStep = UserReport['step'];

const DAY = 86_400_000;
const MAX_DAYS = 731;

/** One count, for a person or a period. */
interface CountRow {
  userId: string | null;
  start: string | null;
  what: keyof Activity;
  count: number;
  lastAt: string;
}

/**
 * Activity of people as far as the caller may see it: objects of their projects without blocked types; sign-ins and
 * exports of the token's organization. Throws 422 for an invalid span or time zone.
 */
export async function gatherReport(db: Queries, caller: Caller, options: ReportOptions): Promise<UserReport> {
  const { from, to } = options;
  const timeZone = options.timeZone ?? 'UTC';
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  if (days < 1) throw new HttpError(422, 'report.backwards', { from, to });
  if (days > MAX_DAYS) throw new HttpError(422, 'report.too-long', { days, most: MAX_DAYS });
  refuseUnknownZone(timeZone);
  const step: ReportStep = days <= 62 ? 'day' : days <= 366 ? 'week' : 'month';

  const names = await people(db, caller);
  const rows = await counts(db, caller, { ...options, timeZone, step });
  const users = new Map<string | null, UserReport['users'][number]>();
  const periods = new Map(startsOf(from, to, step).map((start) => [start, { start, ...nothing() }]));
  const totals = nothing();
  for (const { userId, start, what, count, lastAt } of rows) {
    if (start !== null) {
      periods.get(start)![what] += count;
      continue;
    }
    totals[what] += count;
    const key = userId !== null && names.has(userId) ? userId : null;
    const user = users.get(key) ?? { userId: key, name: names.get(key ?? '') ?? '', ...nothing(), lastAt };
    user[what] += count;
    if (user.lastAt === null || user.lastAt < lastAt) user.lastAt = lastAt;
    users.set(key, user);
  }
  const byName = [...users.values()].sort(
    (a, b) => Number(a.userId === null) - Number(b.userId === null) || a.name.localeCompare(b.name),
  );
  return { from, to, timeZone, step, users: byName, periods: [...periods.values()], totals };
}

/** Names of current and former members of the caller's organization, including deleted people. */
async function people(db: Queries, caller: Caller): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(
    'select u.id, u.name from users u join memberships m on m.user_id = u.id where m.organization_id = $1',
    [caller.organizationId],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Counts by person and by period. */
function counts(
  db: Queries,
  caller: Caller,
  { from, to, timeZone, step, userIds, projectId }: ReportOptions & { timeZone: string; step: ReportStep },
): Promise<CountRow[]> {
  const params: unknown[] = [
    from,
    to,
    timeZone,
    step,
    userIds ?? null,
    caller.organizationId,
    projectId ?? null,
  ];
  const scope = scopeOf(caller, projectId === undefined ? {} : { projectId });
  const within = (alias: string, person: string) =>
    `${alias}.at >= $1::date::timestamp at time zone $3::text
     and ${alias}.at < ($2::date + 1)::timestamp at time zone $3::text
     and ($5::uuid[] is null or ${alias}.${person} = any($5::uuid[]))`;
  return db.query<CountRow>(
    `with done as (
       select t.by_user as person, t.at, case when t.before is null then 'created' when t.after is null then 'deleted'
           else 'changed' end as what, 1 as count
         from transactions t where t.geometry_id is not null and ${within('t', 'by_user')} and ${scope.objects('t', params)}
       union all
       select i.by_user, i.at, each.what, each.count from imports i
         cross join lateral (values ('imports', 1), ('importedObjects', i.count)) as each(what, count)
         where i.undone_at is null and ${within('i', 'by_user')} and ${scope.objects('i', params)}
       union all
       select a.actor_id, a.at, case a.kind when 'export.made' then 'exports' else 'signIns' end, 1 from audit a
         where a.organization_ids @> array[$6::uuid] and ${within('a', 'actor_id')} and a.actor_id is not null
           and (a.kind = 'session.signed-in' or (a.kind = 'export.made'
             and ($7::uuid is null or (a.subject_kind = 'project' and a.subject_id = $7::uuid::text))))
     ), placed as (
       select person, what, count, at,
         to_char(date_trunc($4::text, at at time zone $3::text), 'YYYY-MM-DD') as start from done
     )
     select person as "userId", start, what, sum(count)::int as count, max(at) as "lastAt"
     from placed group by grouping sets ((person, what), (start, what))`,
    params,
  );
}

function nothing(): Activity {
  return Object.fromEntries(ACTIVITIES.map((what) => [what, 0])) as unknown as Activity;
}

function refuseUnknownZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new HttpError(422, 'report.unknown-zone', { zone: timeZone });
  }
  // JavaScript accepts `+02:00`, PostgreSQL reads it with the opposite sign.
  if (!/^[A-Za-z]/.test(timeZone)) throw new HttpError(422, 'report.unknown-zone', { zone: timeZone });
}
