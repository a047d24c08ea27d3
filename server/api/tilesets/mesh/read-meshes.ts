import { closeSync, openSync, readSync } from 'node:fs';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import type { TilesetClip, TilesetPlace } from '#core/protocol';
import { readModel, type ModelMesh } from '../../../formats/tiles3d/read-model.ts';
import { unpack } from '../../../formats/tiles3d/unpack.ts';
import type { TilesetFile } from '../read-archive.ts';
import { pathOf } from '../tree.ts';
import type { Around } from './bounds.ts';
import { finestTiles, type FinestTiles } from './finest-tiles.ts';

/** A set as a thread reads it: an archive, or what another server sent of it. */
export interface MeshSource {
  id: string;
  name: string;
  root: string;
  place: TilesetPlace | null;
  clip: TilesetClip | null;
  from:
    | { kind: 'archive'; file: string; files: ReadonlyMap<string, TilesetFile> }
    | { kind: 'fetched'; found: FinestTiles; files: ReadonlyMap<string, Uint8Array> };
}

/** What was read of a set, and what was not. */
export interface MeshFacts {
  id: string;
  name: string;
  triangles: number;
  /** Metres: the geometric error of the tiles that stand for finer ones; 0: the finest were read. */
  error: number;
  /** Number of contents that could not be read. */
  unread: number;
}

/** Most bytes of contents of all sets, as packed in their models. */
const MAX_BYTES = 256 * 1024 ** 2;
/** Largest file of a set, unpacked. */
const MAX_FILE = 256 * 1024 ** 2;

/** Reads the triangles around a place, one model after the other, in earth-centred metres. */
export async function readMeshes(
  source: MeshSource,
  around: Around,
  sets: number,
  visit: (mesh: ModelMesh) => void,
): Promise<MeshFacts> {
  const { id, name, root, place, from } = source;
  const archive = from.kind === 'archive' ? openSync(from.file, 'r') : undefined;
  const read = (path: string): Promise<Buffer> => {
    if (from.kind === 'archive') return Promise.resolve(readFile(archive!, from.files.get(path)));
    const bytes = from.files.get(path);
    if (!bytes) throw new RangeError(`${path} was not fetched.`);
    return Promise.resolve(Buffer.from(bytes));
  };
  try {
    const found =
      from.kind === 'fetched'
        ? from.found
        : await finestTiles(
            { root, place, read, sizeOf: (path) => from.files.get(path)?.bytes ?? 0, most: MAX_BYTES / sets },
            around,
          );
    const facts: MeshFacts = { id, name, triangles: 0, error: found.error, unread: found.implicit };
    for (const { path, transform, zUp } of found.tiles) {
      try {
        const { models, other } = unpack(await read(path));
        facts.unread += other.length;
        for (const model of models)
          for (const mesh of await readModel(model, transform, zUp, (uri) => read(pathOf(uri, path)))) {
            facts.triangles += mesh.triangles.length / 3;
            visit(mesh);
          }
      } catch {
        // A content that is damaged, or of a kind that is not read; the answer counts it.
        facts.unread++;
      }
    }
    return facts;
  } finally {
    if (archive !== undefined) closeSync(archive);
  }
}

function readFile(archive: number, file: TilesetFile | undefined): Buffer {
  if (!file) throw new RangeError('No such file.');
  const packed = Buffer.allocUnsafe(file.packed);
  for (let done = 0; done < packed.length;) {
    const count = readSync(archive, packed, done, packed.length - done, file.start + done);
    if (count === 0) throw new RangeError('Cut off.');
    done += count;
  }
  const content = file.deflated ? inflateRawSync(packed, { maxOutputLength: MAX_FILE }) : packed;
  return file.gzipped ? gunzipSync(content, { maxOutputLength: MAX_FILE }) : content;
}
