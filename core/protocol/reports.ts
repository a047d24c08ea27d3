import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { uuid } from './common.ts';

const counts = {
  /** Number of sessions started. */
  signIns: z.int(),
  /** Objects created, changed and deleted by hand; an import counts as one import, not by its objects. */
  created: z.int(),
  changed: z.int(),
  deleted: z.int(),
  imports: z.int(),
  importedObjects: z.int(),
  exports: z.int(),
};
const activity = z.object(counts);
export type Activity = z.output<typeof activity>;
export const ACTIVITIES = Object.keys(counts) as (keyof Activity)[];

export const userReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string(),
  /** Length of a period: days up to two months, weeks up to a year, then months. */
  step: z.enum(['day', 'week', 'month']),
  /** Only people with activity, by name. `userId` null: people who have left the organization, combined. */
  users: z.array(
    z.extend(activity, {
      userId: z.nullable(uuid),
      name: z.string(),
      lastAt: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Every period from the first to the last, including those without activity; `start` is its first day. */
  periods: z.array(z.extend(activity, { start: z.iso.date() })),
  totals: activity,
});
export type UserReport = z.output<typeof userReport>;

export const reportUsers = defineCall({
  id: 'users.report',
  method: 'POST',
  path: '/users/report',
  summary:
    'What people did from one day to another, in the projects the caller works on: JSON, or by `Accept` text/csv or application/pdf.',
  authorization: 'reports.read',
  headers: z.object({ accept: z.optional(z.string().check(z.maxLength(500))) }),
  body: z.object({
    from: z.iso.date(),
    /** Inclusive; at most two years after `from`. */
    to: z.iso.date(),
    userIds: z.optional(z.array(uuid).check(z.minLength(1), z.maxLength(1000))),
    /** Only objects, imports and exports of this project. */
    projectId: z.optional(uuid),
    /** Time zone that determines where days start and end, an IANA name (`Europe/Rome`). Default: UTC. */
    timeZone: z.optional(z.string().check(z.maxLength(60))),
  }),
  answer: userReport,
  timeout: TIMEOUT.files,
});
