import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { EventStream } from '../../platform/events/stream.ts';

/** Tells everyone in the organization that its object types changed; the last statement of a transaction. */
export async function announceTypes(
  tx: Queries,
  events: EventStream,
  { organizationId }: Pick<Caller, 'organizationId'>,
): Promise<void> {
  const people = await tx.query<{ id: string }>(
    'select m.user_id as id from memberships m where m.organization_id = $1',
    [organizationId],
  );
  await events.announce(tx, 'types', { userId: people.map(({ id }) => id) }, {});
}
