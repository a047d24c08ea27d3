import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, like, uuid } from './common.ts';
import { WEBHOOK_EVENTS } from './webhooks.ts';

/** Objects that a job reads with one call. */
export const MAX_JOB_OBJECTS = 10_000;

const jobId = like('check-wells', /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/).check(z.maxLength(40));
/** `on`: events of a project that start it. `every`: minutes. A plugin can start each of its jobs, too. */
export const pluginJob = z.strictObject({
  id: jobId,
  title: z.strictObject({
    en: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
    it: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  }),
  on: z._default(z.array(z.enum(WEBHOOK_EVENTS)).check(z.maxLength(WEBHOOK_EVENTS.length)), []),
  every: z.optional(z.int().check(z.minimum(15), z.maximum(44_640))),
});
export type PluginJob = z.output<typeof pluginJob>;

export const pluginRun = z.object({
  id: uuid,
  job: z.string(),
  reason: z.enum(['event', 'schedule', 'call']),
  projectId: z.nullable(uuid),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Of the plugin; null: it has not begun. */
  version: z.nullable(z.string()),
  /** What the job has returned. */
  result: z.optional(z.unknown()),
  log: z.string(),
  /** Why it failed, in words. */
  problem: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
});
export type PluginRun = z.output<typeof pluginRun>;

export const startPluginJob = defineCall({
  id: 'pluginJobs.start',
  method: 'POST',
  path: '/plugins/:id/jobs/:job',
  summary:
    'Starts a job of a plugin on the server, by the rights of the caller; of one person at most ten wait.',
  authorization: 'signed-in',
  params: z.object({ id: uuid, job: jobId }),
  headers: z.object({ projectid: z.optional(uuid) }),
  body: z.object({ input: z.optional(z.unknown()) }),
  answer: z.object({ id: uuid }),
});
export const getPluginRun = defineCall({
  id: 'pluginJobs.run',
  method: 'GET',
  path: '/plugins/:id/runs/:run',
  summary: 'A run of a job of a plugin that the caller has started.',
  authorization: 'signed-in',
  params: z.object({ id: uuid, run: uuid }),
  answer: pluginRun,
});
export const listPluginRuns = defineCall({
  id: 'pluginJobs.runs',
  method: 'GET',
  path: '/plugins/:id/runs',
  summary: 'The newest fifty runs of the jobs of a plugin, with what they have logged and why they failed.',
  authorization: 'admin.plugins',
  params: byId,
  answer: z.array(pluginRun),
});
