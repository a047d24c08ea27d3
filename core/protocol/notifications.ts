import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, listQuery, uuid } from './common.ts';

const ids = z.array(uuid).check(z.maxLength(1000));
const channel = z.enum(['app', 'mail']);

export const notification = z.object({
  id: uuid,
  /**
   * `message`: written by a person. `access-request`: someone requests access; `subject` is their name.
   * `project-member`: the reader was made a member of a project; `subject` is its name, `text` is empty.
   */
  kind: z.enum(['message', 'access-request', 'project-member']),
  subject: z.string(),
  text: z.string(),
  /** Null for the server itself. */
  sender: z.nullable(z.string()),
  /** What it is about; null for nothing, and for a project of which the reader is no member. */
  project: z.nullable(z.object({ id: uuid, projectName: z.string() })),
  at: z.iso.datetime(),
  readAt: z.nullable(z.iso.datetime()),
});
export type Notification = z.output<typeof notification>;

export const audienceKind = z.enum(['user', 'group', 'role', 'organization']);
export const audience = z.object({ kind: audienceKind, id: uuid, name: z.string() });
export type Audience = z.output<typeof audience>;

export const sentNotification = z.object({
  id: uuid,
  subject: z.string(),
  text: z.string(),
  channels: z.array(channel),
  at: z.iso.datetime(),
  /** The recipients, with their names at that time. */
  audience: z.array(audience),
  recipientCount: z.int(),
  readCount: z.int(),
});
export type SentNotification = z.output<typeof sentNotification>;

export const sendNotification = defineCall({
  id: 'notifications.send',
  method: 'POST',
  path: '/notifications',
  summary: 'Writes to people of the organization of the token: by name, group, role, or to all of it.',
  authorization: 'notifications.write',
  body: z.object({
    subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(10_000)),
    userIds: z.optional(ids),
    groupIds: z.optional(ids),
    roleIds: z.optional(ids),
    /** To everyone in the organization. */
    organization: z.optional(z.boolean()),
    /** What it is about: a project of which the sender is a member. */
    projectId: z.optional(uuid),
    /** In the workbench, by e-mail, or both. Default: in the workbench. */
    channels: z.optional(z.array(channel).check(z.minLength(1), z.maxLength(2))),
  }),
  answer: sentNotification,
});
export const listNotifications = defineCall({
  id: 'notifications.list',
  method: 'GET',
  path: '/notifications',
  summary: 'What was written to the caller, newest first.',
  authorization: 'signed-in',
  query: z.extend(listQuery, { unread: z.optional(z.enum(['true', 'false'])) }),
  answer: z.array(notification),
});
export const countUnread = defineCall({
  id: 'notifications.unread',
  method: 'GET',
  path: '/notifications/unread',
  summary: 'How much the caller has not read.',
  authorization: 'signed-in',
  answer: z.object({ count: z.int() }),
});
export const readNotifications = defineCall({
  id: 'notifications.read',
  method: 'POST',
  path: '/notifications/read',
  summary: 'Marks what is named, or everything, as read by the caller; answers what is left.',
  authorization: 'signed-in',
  body: z.object({ ids: z.optional(ids) }),
  answer: z.object({ count: z.int() }),
});
export const deleteNotification = defineCall({
  id: 'notifications.delete',
  method: 'DELETE',
  path: '/notifications/:id',
  summary: "Takes one away from the caller's list; others keep theirs.",
  authorization: 'signed-in',
  params: byId,
});
export const listSent = defineCall({
  id: 'notifications.sent',
  method: 'GET',
  path: '/notifications/sent',
  summary: 'What the caller has written, newest first, and how many have read it.',
  authorization: 'notifications.write',
  query: listQuery,
  answer: z.array(sentNotification),
});
export const listReaders = defineCall({
  id: 'notifications.readers',
  method: 'GET',
  path: '/notifications/sent/:id',
  summary: 'Who received one of them, and who has read it when.',
  authorization: 'notifications.write',
  params: byId,
  query: listQuery,
  answer: z.array(z.object({ userId: uuid, name: z.string(), readAt: z.nullable(z.iso.datetime()) })),
});
export const listAudiences = defineCall({
  id: 'notifications.audiences',
  method: 'GET',
  path: '/notifications/audiences',
  summary: 'People, groups and roles that can be written to, by name; up to 20 of each.',
  authorization: 'notifications.write',
  query: z.object({ search: z.optional(z.string().check(z.maxLength(200))) }),
  answer: z.array(z.extend(audience, { count: z.int() })),
});
