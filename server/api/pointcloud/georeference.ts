import {
  georeferencedBox,
  getCloudGeoreference,
  listCloudGeoreferences,
  putCloudGeoreference,
  type CloudHeader,
  type GeoreferencedBox,
} from '#core/protocol';
import { route, type Route } from '../../http/context.ts';
import { tagVersion } from '../../http/versions.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { bytesOf } from '../../shared/files/bytes.ts';
import { findFile, type FileRow } from '../../shared/files/store.ts';
import {
  currentGeoreference,
  readGeoreferences,
  saveGeoreference,
} from '../../shared/placement/georeferences.ts';
import { placedCloud } from './record/cloud-record.ts';

/** Most bytes of the metadata of an octree. */
const MAX_METADATA = 1024 ** 2;

/** Around the points of a cloud, in stored coordinates; null while it is not converted. */
async function boxOf(storage: Storage, row: FileRow): Promise<GeoreferencedBox['box']> {
  const { format, min, max } = row.facts as CloudHeader;
  if (format === 'copc') return min && max && { min, max };
  if (row.cloud?.octreeContent !== row.content) return null;
  const key = `clouds/${row.id}/${row.cloud.octree}/metadata.json`;
  const bytes = await storage.size(key);
  if (bytes === undefined || bytes > MAX_METADATA) return null;
  const text = (await bytesOf(storage, key, 0, bytes - 1)).toString();
  const { attributes, boundingBox } = JSON.parse(text) as {
    attributes: { name: string; min?: number[]; max?: number[] }[];
    boundingBox: { min: number[]; max: number[] };
  };
  // The bounding box of an octree is a cube; the points' own is that of their positions.
  const position = attributes.find(({ name }) => name === 'position');
  const { min: least = boundingBox.min, max: most = boundingBox.max } = position ?? {};
  const found = georeferencedBox.shape.box.safeParse({ min: least, max: most });
  return found.success ? found.data : null;
}

/** Where point clouds are. */
export const georeferenceRoutes: Route[] = [
  route(getCloudGeoreference, async ({ params, caller, services, reply }) => {
    const row = await findFile(services.db, caller, params.id, ['pointcloud']);
    const current = currentGeoreference(placedCloud(row), row.georeference);
    tagVersion(reply, current.version);
    void reply.header('cache-control', 'no-store');
    return { ...current, box: await boxOf(services.storage, row) };
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
