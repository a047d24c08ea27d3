import * as z from 'zod/mini';
import { defineCall, TIMEOUT } from './call.ts';
import { uuid } from './common.ts';

const counts = {
  /** Sessions begun. */
  signIns: z.int(),
  /** Objects drawn, changed, deleted by hand; an import counts once, not by its objects. */
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
  /** How long a period is: days up to two months, weeks up to a year, then months. */
  step: z.enum(['day', 'week', 'month']),
  /** Only people who did something, by name. `userId` null: people who have left the organization, together. */
  users: z.array(
    z.extend(activity, {
      userId: z.nullable(uuid),
      name: z.string(),
      lastAt: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Every period from the first to the last, also the quiet ones; the first day of each. */
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
    /** Included; at most two years after `from`. */
    to: z.iso.date(),
    userIds: z.optional(z.array(uuid).check(z.minLength(1), z.maxLength(1000))),
    /** Objects, imports and exports of this project only. */
    projectId: z.optional(uuid),
    /** Where days begin and end, as IANA names it (`Europe/Rome`); usual: UTC. */
    timeZone: z.optional(z.string().check(z.maxLength(60))),
  }),
  answer: userReport,
  timeout: TIMEOUT.files,
});
