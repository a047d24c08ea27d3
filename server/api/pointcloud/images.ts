import { setImagesMetadata, uploadCloudImages, type CloudImage, type PhotoFacts } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { lookAt } from '../../shared/files/look.ts';
import { isPhoto } from '../../shared/files/pictures.ts';
import { onlyContent, receive } from '../../shared/files/receive.ts';
import { requireViewer } from '../../shared/files/scope.ts';
import { contentOf, findFile, insertFile, readFiles, type FileRow } from '../../shared/files/store.ts';
import { holdUnarchived, refuseArchived } from '../../http/gate/archived.ts';
import { route, type Route } from '../../http/context.ts';
import { HttpError } from '../../base/http-error.ts';

const MAX_BYTES = 256 * 1024 * 1024;
const MAX_FILES = 20;
const MAX_IMAGES = 20_000;
const KINDS = ['pointcloud-image'] as const;

type Pose = Pick<CloudImage, 'position' | 'heading' | 'pitch' | 'roll' | 'takenAt'>;

/** Values set by a person, else those of the photo. */
function asImage(row: FileRow): CloudImage {
  const photo = row.facts as PhotoFacts | null;
  const own: Pose = {
    position: photo?.position ?? null,
    heading: photo?.direction ?? null,
    pitch: null,
    roll: null,
    takenAt: photo?.takenAt ?? null,
  };
  const { scan: _, ...pose } = row.details as Partial<Pose> & { scan?: unknown };
  return { ...contentOf(row), pointcloudId: row.pointcloudId!, lens: null, ...own, ...pose, photo };
}

export async function imagesOf(db: Queries, caller: Caller, pointcloudId: string): Promise<CloudImage[]> {
  const rows = await readFiles(db, caller, { kinds: KINDS, pointcloudId }, { paginate: MAX_IMAGES });
  return rows.map((row) => asImage(row));
}

/** Photos taken inside a point cloud, with their camera poses. */
export const imageRoutes: Route[] = [
  route(uploadCloudImages, async ({ caller, language, request, reply, services }) => {
    requireViewer(caller, 'pointcloud-image');
    const { db } = services;
    const schema = uploadCloudImages.body;
    const receiving = { request, services, language, schema, limit: MAX_BYTES, files: MAX_FILES };
    const made = await receive(receiving, async ({ pointcloudid }, contents) => {
      onlyContent(contents);
      await findFile(db, caller, pointcloudid, ['pointcloud']);
      await refuseArchived(db, caller, [pointcloudid]);
      const looked: Awaited<ReturnType<typeof lookAt>>[] = [];
      for (const content of contents) {
        const one = await lookAt(services, onlyContent([content]));
        if (!isPhoto(one.mediaType))
          throw new HttpError(422, 'panoramics.no-picture', { name: content.name });
        looked.push(one);
      }
      return db.transaction(async (tx) => {
        const { projectId } = await findFile(tx, caller, pointcloudid, ['pointcloud']);
        await holdUnarchived(tx, [projectId]);
        const rows: FileRow[] = [];
        for (const [i, content] of contents.entries()) {
          const file = { projectId, pointcloudId: pointcloudid, name: content.name, content, ...looked[i]! };
          const id = await insertFile(tx, caller, { kind: 'pointcloud-image', ...file });
          rows.push(await findFile(tx, caller, id, KINDS));
        }
        return rows;
      });
    });
    void reply.code(201);
    return made.map((row) => asImage(row));
  }),

  route(setImagesMetadata, async ({ params, body, caller, services }) => {
    return services.db.transaction(async (tx) => {
      await findFile(tx, caller, params.id, ['pointcloud']);
      const of = { kinds: KINDS, pointcloudId: params.id };
      const rows = await readFiles(tx, caller, of, { paginate: MAX_IMAGES });
      const byId = new Map(rows.map((row) => [row.id, row]));
      const byName = new Map(rows.map((row) => [row.name, row]));
      const unknown: string[] = [];
      const changed = new Map<string, Record<string, unknown>>();
      for (const { id, name, ...pose } of body) {
        const row = id === undefined ? byName.get(name ?? '') : byId.get(id);
        if (row) changed.set(row.id, { ...(changed.get(row.id) ?? row.details), ...pose });
        else unknown.push(id ?? name ?? '');
      }
      await tx.query(
        `update files f set details = n.details::jsonb, version = version + 1, updated_at = now(), updated_by = $3
         from unnest($1::uuid[], $2::text[]) as n(id, details) where f.id = n.id`,
        [[...changed.keys()], [...changed.values()].map((pose) => JSON.stringify(pose)), caller.userId],
      );
      return { changed: changed.size, unknown };
    });
  }),
];
