import {
  addCloudAnnotation,
  deleteCloudAnnotation,
  getCloudAnnotation,
  listCloudAnnotations,
  MAX_ANNOTATIONS,
  updateCloudAnnotation,
  type AnnotationContent,
  type CloudAnnotation,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { stale, tagVersion } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import { findFile } from '../../shared/files/store.ts';

const ANNOTATIONS = `select a.id, a.cloud_id as "pointcloudId", a.title, a.text, a.category, a.position, a.camera, a.version,
  a.created_at as "createdAt", c.name as "createdBy", a.updated_at as "updatedAt", u.name as "updatedBy"
  from cloud_annotations a left join users c on c.id = a.created_by left join users u on u.id = a.updated_by`;

/** Signs with a text at places of a point cloud. */
export const annotationRoutes: Route[] = [
  route(listCloudAnnotations, async ({ params, caller, services, reply }) => {
    await findFile(services.db, caller, params.id, ['pointcloud']);
    void reply.header('cache-control', 'no-store');
    return services.db.query<CloudAnnotation>(
      `${ANNOTATIONS} where a.cloud_id = $1 order by lower(a.title), a.id`,
      [params.id],
    );
  }),

  route(addCloudAnnotation, async ({ params, body, caller, services, reply }) => {
    const made = await services.db.transaction(async (tx) => {
      const { id: cloudId } = await findFile(tx, caller, params.id, ['pointcloud']);
      // Serializes two who add the last one allowed.
      await tx.query('select 1 from files where id = $1 for update', [cloudId]);
      const [row] = await tx.query<{ count: number }>(
        'select count(*)::int as count from cloud_annotations where cloud_id = $1',
        [cloudId],
      );
      if (row!.count >= MAX_ANNOTATIONS)
        throw new HttpError(422, 'pointcloud.too-many-annotations', { most: MAX_ANNOTATIONS });
      const [{ id }] = (await tx.query<{ id: string }>(
        `insert into cloud_annotations (cloud_id, title, text, category, position, camera, created_by, updated_by)
         values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $7) returning id`,
        [cloudId, ...columnsOf(body), caller.userId],
      )) as [{ id: string }];
      return find(tx, caller, id);
    });
    void reply.code(201);
    tagVersion(reply, made.version);
    return made;
  }),

  route(getCloudAnnotation, async ({ params, caller, services, reply }) => {
    const found = await find(services.db, caller, params.id);
    tagVersion(reply, found.version);
    return found;
  }),

  route(updateCloudAnnotation, async ({ params, body, caller, ifMatch, services, reply }) => {
    const changed = await services.db.transaction(async (tx) => {
      const before = await take(tx, caller, params.id, ifMatch);
      await tx.query(
        `update cloud_annotations set title = $2, text = $3, category = $4, position = $5::jsonb, camera = $6::jsonb,
           updated_by = $7, updated_at = now(), version = version + 1 where id = $1`,
        [params.id, ...columnsOf({ ...before, ...body }), caller.userId],
      );
      return find(tx, caller, params.id);
    });
    tagVersion(reply, changed.version);
    return changed;
  }),

  route(deleteCloudAnnotation, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      await take(tx, caller, params.id, ifMatch);
      await tx.query('delete from cloud_annotations where id = $1', [params.id]);
    });
    return undefined;
  }),
];

function columnsOf({ title, text, category, position, camera }: AnnotationContent): unknown[] {
  return [title, text, category, JSON.stringify(position), camera && JSON.stringify(camera)];
}

async function take(tx: Queries, caller: Caller, id: string, version: number): Promise<CloudAnnotation> {
  await tx.query('select 1 from cloud_annotations where id = $1 for update', [id]);
  const found = await find(tx, caller, id);
  if (found.version !== version) throw stale(found, found.version);
  return found;
}

/** Throws 404 when the caller cannot see its cloud. */
async function find(db: Queries, caller: Caller, id: string): Promise<CloudAnnotation> {
  const [found] = await db.query<CloudAnnotation>(`${ANNOTATIONS} where a.id = $1`, [id]);
  if (!found) throw new HttpError(404, 'http.not-found');
  await findFile(db, caller, found.pointcloudId, ['pointcloud']);
  return found;
}
