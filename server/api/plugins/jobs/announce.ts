import type { Queries } from '../../../platform/db/database.ts';
import type { EventStream } from '../../../platform/events/stream.ts';

interface Run {
  readonly id: string;
  readonly pluginId: string;
  readonly organizationId: string;
  /** Who started it, or by whose rights it runs. */
  readonly userId: string | null;
}

/** Tells that person and those who manage plugins that a run has begun or ended; the last statement of a transaction. */
export async function announceRun(
  tx: Queries,
  events: EventStream,
  { id, pluginId, organizationId, userId }: Run,
): Promise<void> {
  const people = await tx.query<{ id: string }>(
    `select m.user_id as id from memberships m join roles r on r.role_id = m.role_id
     where m.organization_id = $1 and (m.user_id = $2 or r.authorizations && array['*', 'admin.plugins'])`,
    [organizationId, userId],
  );
  await events.announce(tx, 'pluginRun', { userId: people.map((each) => each.id) }, { id, plugin: pluginId });
}
