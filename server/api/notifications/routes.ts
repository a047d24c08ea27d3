import {
  countUnread,
  deleteNotification,
  listAudiences,
  listNotifications,
  listReaders,
  listSent,
  readNotifications,
  sendNotification,
  type Notification,
  type SentNotification,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { route, type Route } from '../../http/context.ts';
import type { Services } from '../../platform/services/services.ts';
import { sentence } from '../../base/language.ts';
import { listClauses, listed } from '../../http/list.ts';
import { publicUrl } from '../../http/public-url.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { HttpError } from '../../base/http-error.ts';
import { audienceOf, findAudiences, recipientsOf, type Recipient } from './audience.ts';
import { notify } from './send.ts';

/** Most e-mails sent by one call. */
const MAX_MAILS = 1000;

/** The caller's ($1) inbox in the token's organization ($2). */
const MINE = `notification_recipients r join notifications n on n.id = r.notification_id
  where r.user_id = $1 and n.organization_id = $2 and r.deleted_at is null and 'app' = any(n.channels)`;
const SENT = `select n.id, n.subject, n.body as text, n.channels, n.sent_at as at, n.audience,
    (select count(*)::int from notification_recipients r where r.notification_id = n.id) as "recipientCount",
    (select count(*)::int from notification_recipients r where r.notification_id = n.id and r.read_at is not null)
      as "readCount", count(*) over () as total
  from notifications n where n.sender_id = $1 and n.organization_id = $2`;

export const routes: Route[] = [
  route(sendNotification, async ({ body, caller, services, reply }) => {
    const channels = [...new Set(body.channels ?? ['app' as const])];
    const sent = await services.db.transaction(async (tx): Promise<SentNotification> => {
      const audience = await audienceOf(tx, caller, body);
      if (body.projectId !== undefined) await requireProject(tx, caller, body.projectId);
      const recipients = await recipientsOf(tx, caller, body);
      if (recipients.length === 0) throw new HttpError(422, 'notifications.nobody');
      if (channels.includes('mail')) {
        if (recipients.length > MAX_MAILS)
          throw new HttpError(422, 'notifications.too-many-mails', {
            count: recipients.length,
            most: MAX_MAILS,
          });
        await post(tx, services, caller, body, recipients);
      }
      const { subject, text, projectId } = body;
      const { organizationId, userId: senderId } = caller;
      const notice = {
        kind: 'message',
        organizationId,
        senderId,
        subject,
        text,
        channels,
        audience,
        projectId,
      } as const;
      const detail = {
        channels,
        to: audience.map(({ name }) => name),
        recipients: recipients.length,
      };
      await audit(tx, { kind: 'notification.sent', actor: caller, detail });
      const made = await notify(
        tx,
        services,
        notice,
        recipients.map(({ id }) => id),
      );
      return { ...made, subject, text, channels, audience, recipientCount: recipients.length, readCount: 0 };
    });
    void reply.code(201);
    return sent;
  }),

  route(listNotifications, async ({ query, caller, services, reply }) =>
    listed(reply, query, (pageQuery) => {
      const params: unknown[] = [caller.userId, caller.organizationId];
      const of = {
        columns: { at: 'r.sent_at', subject: 'lower(n.subject)' },
        searched: ['n.subject', 'n.body'],
        defaultOrder: 'r.sent_at',
        unique: 'n.id',
      };
      const { where, tail } = listClauses({ ...pageQuery, order: pageQuery.order ?? 'desc' }, of, params);
      const unread = pageQuery.unread === 'true' ? 'and r.read_at is null' : '';
      return services.db.query<Notification & { total: number }>(
        `select n.id, n.kind, n.subject, n.body as text, r.sent_at as at, r.read_at as "readAt",
           (select u.name from users u where u.id = n.sender_id) as sender,
           (select jsonb_build_object('id', p.id, 'projectName', p.project_name)
              from projects p join project_members pm on pm.project_id = p.id
              where p.id = n.project_id and pm.user_id = $1) as project,
           count(*) over () as total
         from ${MINE} ${unread} and ${where} ${tail}`,
        params,
      );
    }),
  ),

  route(countUnread, async ({ caller, services }) => unreadOf(services.db, caller)),

  route(readNotifications, async ({ body, caller, services }) => {
    await services.db.query(
      `update notification_recipients r set read_at = now() from notifications n
       where n.id = r.notification_id and n.organization_id = $2 and r.user_id = $1 and r.read_at is null
         and ($3::uuid[] is null or n.id = any($3::uuid[]))`,
      [caller.userId, caller.organizationId, body.ids ?? null],
    );
    return unreadOf(services.db, caller);
  }),

  route(deleteNotification, async ({ params, caller, services }) => {
    const gone = await services.db.query(
      `update notification_recipients r set deleted_at = now() where r.notification_id = $3
         and exists (select 1 from ${MINE} and n.id = $3) and r.user_id = $1 returning 1`,
      [caller.userId, caller.organizationId, params.id],
    );
    if (gone.length === 0) throw new HttpError(404, 'http.not-found');
    return undefined;
  }),

  route(listSent, async ({ query, caller, services, reply }) =>
    listed(reply, query, (pageQuery) => {
      const params: unknown[] = [caller.userId, caller.organizationId];
      const of = {
        columns: { at: 'n.sent_at', subject: 'lower(n.subject)' },
        searched: ['n.subject', 'n.body'],
        defaultOrder: 'n.sent_at',
        unique: 'n.id',
      };
      const { where, tail } = listClauses({ ...pageQuery, order: pageQuery.order ?? 'desc' }, of, params);
      return services.db.query<SentNotification & { total: number }>(`${SENT} and ${where} ${tail}`, params);
    }),
  ),

  route(listReaders, async ({ params: { id }, query, caller, services, reply }) => {
    const own = await services.db.query(`${SENT} and n.id = $3`, [caller.userId, caller.organizationId, id]);
    if (own.length === 0) throw new HttpError(404, 'http.not-found');
    return listed(reply, query, (pageQuery) => {
      const params: unknown[] = [id];
      const of = {
        columns: { name: 'lower(u.name)', readAt: 'r.read_at' },
        searched: ['u.name'],
        defaultOrder: 'lower(u.name)',
        unique: 'u.id',
      };
      const { where, tail } = listClauses(pageQuery, of, params);
      return services.db.query<{ userId: string; name: string; readAt: string | null; total: number }>(
        `select u.id as "userId", u.name, r.read_at as "readAt", count(*) over () as total
         from notification_recipients r join users u on u.id = r.user_id
         where r.notification_id = $1 and ${where} ${tail}`,
        params,
      );
    });
  }),

  route(listAudiences, async ({ query, caller, services }) =>
    findAudiences(services.db, caller, query.search),
  ),
];

async function unreadOf(db: Queries, caller: Caller): Promise<{ count: number }> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from ${MINE} and r.read_at is null`,
    [caller.userId, caller.organizationId],
  );
  return row!;
}

/** One e-mail to each recipient, so that nobody sees the others. */
async function post(
  tx: Queries,
  { mail, config }: Services,
  caller: Caller,
  { subject, text, projectId }: { subject: string; text: string; projectId?: string | undefined },
  recipients: readonly Recipient[],
): Promise<void> {
  const values = { name: caller.name, organization: caller.organizationName };
  const link = `\n\n${publicUrl(config)}/draw/${projectId}`;
  const members = await membersOf(tx, projectId);
  for (const { id, email, language } of recipients) {
    const foot = sentence(language ?? caller.language ?? 'en', 'notifications.mail-foot', values);
    await mail.send(
      { to: email, subject, text: `${text}${members.has(id) ? link : ''}\n\n-- \n${foot}\n` },
      tx,
    );
  }
}

/** Who can open the project; nobody where there is none. */
async function membersOf(tx: Queries, projectId: string | undefined): Promise<ReadonlySet<string>> {
  if (projectId === undefined) return new Set();
  const rows = await tx.query<{ id: string }>(
    'select user_id as id from project_members where project_id = $1',
    [projectId],
  );
  return new Set(rows.map(({ id }) => id));
}
