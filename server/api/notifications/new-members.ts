import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';
import { notify } from './send.ts';

/** Notifies these people that the caller made them members of a project. Call it last in the transaction. */
export async function notifyNewMembers(
  tx: Queries,
  services: Pick<Services, 'events'>,
  caller: Caller,
  project: { id: string; name: string },
  userIds: readonly string[],
): Promise<void> {
  const others = userIds.filter((id) => id !== caller.userId);
  if (others.length === 0) return;
  const notice = {
    kind: 'project-member',
    organizationId: caller.organizationId,
    senderId: caller.userId,
    subject: project.name,
    text: '',
    channels: ['app'],
    audience: [],
    projectId: project.id,
  } as const;
  await notify(tx, services, notice, others);
}
