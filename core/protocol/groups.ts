import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, listQuery, name, uuid } from './common.ts';

/** A group of people of one organization, as recipients of notifications. */
export const group = z.object({
  id: uuid,
  name: z.string(),
  organizationId: uuid,
  memberCount: z.int(),
  version: z.int(),
});
export type Group = z.output<typeof group>;
export const groupWithMembers = z.extend(group, { userIds: z.array(uuid) });
export type GroupWithMembers = z.output<typeof groupWithMembers>;
const userIds = z.array(uuid).check(z.maxLength(10_000));

export const listGroups = defineCall({
  id: 'groups.list',
  method: 'GET',
  path: '/groups',
  summary: 'The groups in the organization of the token.',
  authorization: 'admin.users',
  query: listQuery,
  answer: z.array(group),
});
export const getGroup = defineCall({
  id: 'groups.get',
  method: 'GET',
  path: '/groups/:id',
  summary: 'One group and who is in it.',
  authorization: 'admin.users',
  params: byId,
  answer: groupWithMembers,
});
export const createGroup = defineCall({
  id: 'groups.create',
  method: 'POST',
  path: '/groups',
  summary: 'Creates a group in the organization of the token.',
  authorization: 'admin.users',
  body: z.object({ name, userIds: z.optional(userIds) }),
  answer: groupWithMembers,
});
export const updateGroup = defineCall({
  id: 'groups.update',
  method: 'PUT',
  path: '/groups/:id',
  summary: 'Changes what is given of a group: its name, all who are in it.',
  authorization: 'admin.users',
  params: byId,
  body: z.partial(z.object({ name, userIds })),
  answer: groupWithMembers,
  versioned: true,
});
export const deleteGroup = defineCall({
  id: 'groups.delete',
  method: 'DELETE',
  path: '/groups/:id',
  summary: 'Deletes a group; its people stay.',
  authorization: 'admin.users',
  params: byId,
  versioned: true,
});
