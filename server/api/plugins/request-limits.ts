import type { Queries } from '../../platform/db/database.ts';

/** Requests in a minute: of one person by one plugin, and to one host by all plugins of an organization. */
export const PER_MINUTE = { plugin: 60, host: 300 };

/** Counts a request, on whichever server it is sent. Returns whether it is one too many within the minute. */
export async function isTooMany(
  db: Queries,
  organizationId: string,
  sender: string,
  most: number,
): Promise<boolean> {
  const [row] = await db.query<{ count: number }>(
    `insert into plugin_requests as r (organization_id, sender) values ($1, $2)
     on conflict (organization_id, sender) do update set
       begun_at = case when r.begun_at < now() - interval '1 minute' then now() else r.begun_at end,
       count = case when r.begun_at < now() - interval '1 minute' then 1 else r.count + 1 end
     returning count`,
    [organizationId, sender],
  );
  return row!.count > most;
}

export async function forgetOldRequestCounts(db: Queries): Promise<void> {
  await db.query(`delete from plugin_requests where begun_at < now() - interval '1 minute'`);
}
