import {
  deleteKeptDeviation,
  keepDeviation,
  listKeptDeviations,
  MAX_KEPT_DEVIATIONS,
  type KeptDeviation,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { findFile } from '../../shared/files/store.ts';
import { measureOn, closing } from './query/routes.ts';
import { cloudOf } from './record/cloud-record.ts';

type Found = Omit<KeptDeviation, 'id' | 'pointcloudId' | 'name' | 'createdAt' | 'createdBy'>;
type Row = Pick<KeptDeviation, 'id' | 'pointcloudId' | 'name' | 'createdAt' | 'createdBy'> & { found: Found };

/** Comparisons of point clouds that were kept. */
export const deviationRoutes: Route[] = [
  route(listKeptDeviations, async ({ params, caller, services, reply }) => {
    await findFile(services.db, caller, params.id, ['pointcloud']);
    void reply.header('cache-control', 'no-store');
    return read(services.db, params.id);
  }),

  route(keepDeviation, async ({ params, query, body, caller, services, reply }) => {
    const { name, ...request } = body;
    const row = await findFile(services.db, caller, params.id, ['pointcloud']);
    const other = await findFile(services.db, caller, request.cloudId, ['pointcloud']);
    const measured = await measureOn(services, caller, params.id, query, request, closing(reply));
    if (measured.measure !== 'deviation' || !measured.deviation)
      throw new HttpError(422, 'pointcloud.no-deviation', { name: row.name, other: other.name });
    const { octree, metresPerUnit } = cloudOf(row);
    const found: Found = {
      cloudName: row.name,
      otherName: other.name,
      source: measured.source,
      other: measured.other,
      unit: query.crs === undefined ? (octree === null ? metresPerUnit : 1) : (query.unit ?? 1),
      most: request.most,
      tolerance: request.tolerance ?? null,
      deviation: measured.deviation,
    };
    const kept = await services.db.transaction(async (tx) => {
      const { id } = await findFile(tx, caller, params.id, ['pointcloud']);
      // Serializes two who keep the last one allowed.
      await tx.query('select 1 from files where id = $1 for update', [id]);
      const before = await read(tx, id);
      if (before.length >= MAX_KEPT_DEVIATIONS)
        throw new HttpError(422, 'pointcloud.too-many-deviations', { most: MAX_KEPT_DEVIATIONS });
      await tx.query(
        'insert into cloud_deviations (cloud_id, name, found, created_by) values ($1, $2, $3::jsonb, $4)',
        [id, name, JSON.stringify(found), caller.userId],
      );
      const [newest] = await read(tx, id);
      return newest!;
    });
    void reply.code(201);
    return kept;
  }),

  route(deleteKeptDeviation, async ({ params, caller, services }) => {
    await findFile(services.db, caller, params.id, ['pointcloud']);
    const gone = await services.db.query(
      'delete from cloud_deviations where id = $1 and cloud_id = $2 returning id',
      [params.deviation, params.id],
    );
    if (gone.length === 0) throw new HttpError(404, 'http.not-found');
    return undefined;
  }),
];

async function read(db: Queries, cloudId: string): Promise<KeptDeviation[]> {
  const rows = await db.query<Row>(
    `select d.id, d.cloud_id as "pointcloudId", d.name, d.found, d.created_at as "createdAt", u.name as "createdBy"
     from cloud_deviations d left join users u on u.id = d.created_by
     where d.cloud_id = $1 order by d.created_at desc, d.id`,
    [cloudId],
  );
  return rows.map(({ found, ...row }) => ({ ...row, ...found }));
}
