import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, email, language, listQuery, name, uuid } from './common.ts';

const state = z.enum(['pending', 'accepted', 'refused']);

export const accessRequest = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  /** The project or organization, as entered by the person. */
  wish: z.string(),
  reason: z.string(),
  language,
  at: z.iso.datetime(),
  state,
  /** The project that the wish names, if the caller works on it. */
  project: z.nullable(z.object({ id: uuid, projectName: z.string() })),
  /** Someone in the organization already has this address: accepting gives them the projects. */
  known: z.boolean(),
  decidedAt: z.nullable(z.iso.datetime()),
  decidedBy: z.nullable(z.string()),
});
export type AccessRequest = z.output<typeof accessRequest>;

export const requestAccess = defineCall({
  id: 'requests.create',
  method: 'POST',
  path: '/requests',
  summary: 'Asks to be let in. The answer is the same whatever there is, and whoever is known.',
  authorization: 'public',
  body: z.object({
    name,
    email,
    wish: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
  }),
});
export const listRequests = defineCall({
  id: 'requests.list',
  method: 'GET',
  path: '/requests',
  summary: 'Who asks to be let in, newest first.',
  authorization: 'admin.users',
  query: z.extend(listQuery, { state: z.optional(state) }),
  answer: z.array(accessRequest),
});
const decided = z.object({
  userId: z.nullable(uuid),
  /** False: the server has no mail server, and logged the message instead of sending it. */
  mailed: z.boolean(),
});
export const acceptRequest = defineCall({
  id: 'requests.accept',
  method: 'POST',
  path: '/requests/:id/accept',
  summary: 'Lets a person in: makes the user, gives the projects, and sends a link to set a password.',
  authorization: 'admin.users',
  params: byId,
  body: z.object({ roleId: uuid, projectIds: z.optional(z.array(uuid).check(z.maxLength(100))) }),
  answer: decided,
});
export const refuseRequest = defineCall({
  id: 'requests.refuse',
  method: 'POST',
  path: '/requests/:id/refuse',
  summary: 'Turns a request down; tells the person unless `silent`.',
  authorization: 'admin.users',
  params: byId,
  body: z.object({
    answer: z.optional(z.string().check(z.trim(), z.maxLength(2000))),
    silent: z.optional(z.boolean()),
  }),
  answer: decided,
});
