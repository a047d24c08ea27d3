import { getCloudClips, putCloudClips, type CloudClips } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import { route, type Route } from '../../http/context.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import { findFile } from '../../shared/files/store.ts';

/** The clips of a point cloud, versioned as a whole. */
export const clipRoutes: Route[] = [
  route(getCloudClips, async ({ params, caller, services, reply }) => {
    const { id } = await findFile(services.db, caller, params.id, ['pointcloud']);
    const kept = await read(services.db, id);
    tagVersion(reply, kept.version);
    void reply.header('cache-control', 'no-store');
    return kept;
  }),

  route(putCloudClips, async ({ params, body, caller, ifMatch, services, reply }) => {
    const kept = await services.db.transaction(async (tx) => {
      const { id } = await findFile(tx, caller, params.id, ['pointcloud']);
      // Serializes two who keep the first clips.
      await tx.query('select 1 from files where id = $1 for update', [id]);
      const before = await read(tx, id);
      if (before.version !== ifMatch) throw stale(before, before.version);
      await tx.query(
        `insert into cloud_clips (cloud_id, clips, mode, version) values ($1, $2::jsonb, $3, 1)
         on conflict (cloud_id) do update
           set clips = excluded.clips, mode = excluded.mode, version = cloud_clips.version + 1`,
        [id, JSON.stringify(body.clips), body.mode],
      );
      return read(tx, id);
    });
    tagVersion(reply, kept.version);
    return kept;
  }),
];

async function read(db: Queries, cloudId: string): Promise<CloudClips & { version: number }> {
  const [row] = await db.query<CloudClips & { version: number }>(
    'select clips, mode, version from cloud_clips where cloud_id = $1',
    [cloudId],
  );
  return row ?? { clips: [], mode: 'inside', version: 0 };
}
