import type { Audience, Notification } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';

export interface Notice {
  kind: Notification['kind'];
  organizationId: string;
  senderId: string | null;
  subject: string;
  text: string;
  channels: readonly ('app' | 'mail')[];
  audience: readonly Audience[];
  /** The project that it is about. */
  projectId?: string;
}

/** Adds a notification to the inboxes of these people and announces it. Call it last in the transaction. */
export async function notify(
  tx: Queries,
  { events }: Pick<Services, 'events'>,
  notice: Notice,
  userIds: readonly string[],
): Promise<{ id: string; at: string }> {
  const { kind, organizationId, senderId, subject, text, channels, audience, projectId } = notice;
  const [made] = await tx.query<{ id: string; at: string }>(
    `insert into notifications (kind, organization_id, sender_id, subject, body, channels, audience, project_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id, sent_at as at`,
    [kind, organizationId, senderId, subject, text, channels, JSON.stringify(audience), projectId ?? null],
  );
  await tx.query(
    'insert into notification_recipients (notification_id, user_id) select $1, unnest($2::uuid[])',
    [made!.id, userIds],
  );
  if (channels.includes('app'))
    await events.announce(tx, 'notification', { userId: userIds }, { id: made!.id, text: subject, kind });
  return made!;
}
