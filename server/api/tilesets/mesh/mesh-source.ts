import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { Services } from '../../../platform/services/services.ts';
import { endingOf } from '../kinds.ts';
import type { TilesetFile } from '../read-archive.ts';
import { fetchRemote } from '../remote.ts';
import { tilesetOf, type TilesetRow } from '../store.ts';
import type { Around } from './bounds.ts';
import { finestTiles } from './finest-tiles.ts';
import type { MeshSource } from './read-meshes.ts';

/** Most contents of a set of another server, and bytes of one of its files. */
const MAX_FETCHED = 60;
const MAX_BYTES = 32 * 1024 ** 2;
const AT_ONCE = 6;

/** What a thread reads a set from; of a set of another server, its tiles around a place are fetched now. */
export async function meshSourceOf(services: Services, row: TilesetRow, around: Around): Promise<MeshSource> {
  const { id, name, root, place, clip } = tilesetOf(row);
  const named = { id, name, root, place, clip };
  if (row.key !== null) {
    const files = await services.db.query<TilesetFile>(
      'select path, start, packed, bytes, deflated, gzipped from tileset_files where tileset_id = $1',
      [id],
    );
    const file = await services.storage.localPath(row.key);
    return { ...named, from: { kind: 'archive', file, files: new Map(files.map((one) => [one.path, one])) } };
  }
  const files = new Map<string, Buffer>();
  const read = async (path: string): Promise<Buffer> => {
    const known = files.get(path);
    if (known) return known;
    const { body } = await fetchRemote(services.outgoing, row.address!, path, undefined);
    const bytes = await buffer(body);
    if (bytes.length > MAX_BYTES) throw new RangeError('Too large.');
    files.set(path, bytes);
    return bytes;
  };
  const found = await finestTiles({ root, place, read, sizeOf: () => 1, most: MAX_FETCHED }, around);
  const limit = pLimit(AT_ONCE);
  // What cannot be fetched is counted as unread.
  await Promise.all(found.tiles.map(({ path }) => limit(() => read(path).catch(() => undefined))));
  for (const path of files.keys()) if (endingOf(path) === 'json') files.delete(path);
  return { ...named, from: { kind: 'fetched', found, files } };
}
