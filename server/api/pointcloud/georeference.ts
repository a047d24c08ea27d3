import { getCloudGeoreference, listCloudGeoreferences, putCloudGeoreference } from '#core/protocol';
import { route, type Route } from '../../http/context.ts';
import { tagVersion } from '../../http/versions.ts';
import { findFile } from '../../shared/files/store.ts';
import {
  currentGeoreference,
  readGeoreferences,
  saveGeoreference,
} from '../../shared/placement/georeferences.ts';
import { placedCloud } from './record/cloud-record.ts';

/** Where point clouds are. */
export const georeferenceRoutes: Route[] = [
  route(getCloudGeoreference, async ({ params, caller, services, reply }) => {
    const row = await findFile(services.db, caller, params.id, ['pointcloud']);
    const current = currentGeoreference(placedCloud(row), row.georeference);
    tagVersion(reply, current.version);
    void reply.header('cache-control', 'no-store');
    return current;
  }),

  route(putCloudGeoreference, async ({ params, body, caller, ifMatch, services, reply }) => {
    const saved = await services.db.transaction(async (tx) => {
      // Serializes two who place it at once.
      await tx.query('select 1 from files where id = $1 for update', [params.id]);
      const row = await findFile(tx, caller, params.id, ['pointcloud']);
      const placed = placedCloud(row);
      const current = currentGeoreference(placed, row.georeference);
      return saveGeoreference(tx, caller, { ...placed, current }, body, ifMatch);
    });
    tagVersion(reply, saved.version);
    return saved;
  }),

  route(listCloudGeoreferences, async ({ params, caller, services }) => {
    const row = await findFile(services.db, caller, params.id, ['pointcloud']);
    return readGeoreferences(services.db, placedCloud(row));
  }),
];
