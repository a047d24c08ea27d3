import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, name, uuid } from './common.ts';

/** Prefix of the secret of a link. It stands in the fragment of its address: `/mobilecloud/{id}#link=<secret>`. */
export const LINK_PREFIX = 'gromalink_';
/** Longest time until a link ends, days. */
export const MAX_LINK_DAYS = 366;

/** A link that opens one point cloud for reading, without signing in. */
export const cloudLink = z.object({
  id: uuid,
  name: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type CloudLink = z.output<typeof cloudLink>;

export const listCloudLinks = defineCall({
  id: 'pointcloud.links',
  method: 'GET',
  path: '/pointcloud/:id/links',
  summary: 'The links to a point cloud, newest first; never their secrets.',
  authorization: 'pointcloud.share',
  params: byId,
  answer: z.array(cloudLink),
});
export const createCloudLink = defineCall({
  id: 'pointcloud.createLink',
  method: 'POST',
  path: '/pointcloud/:id/links',
  summary:
    'Makes a link that opens one point cloud for reading until it ends; its address is answered only this once.',
  authorization: 'pointcloud.share',
  session: true,
  params: byId,
  body: z.object({ name, expiresAt: z.iso.datetime() }),
  answer: z.extend(cloudLink, { url: z.string() }),
});
export const deleteCloudLink = defineCall({
  id: 'pointcloud.deleteLink',
  method: 'DELETE',
  path: '/pointcloud/:id/links/:linkId',
  summary: 'Revokes a link to a point cloud; it opens nothing from the next request on.',
  authorization: 'pointcloud.share',
  session: true,
  params: z.object({ id: uuid, linkId: uuid }),
});
