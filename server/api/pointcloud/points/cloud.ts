import { CopcSource } from '../../../formats/pointcloud/copc-source.ts';
import { OctreeSource } from '../../../formats/pointcloud/octree-source.ts';
import { moved } from '../../../formats/pointcloud/moved-source.ts';
import { placed } from '../../../formats/pointcloud/placed-source.ts';
import {
  UnreadableCloud,
  type CloudNode,
  type NodePoints,
  type PointSource,
} from '../../../formats/pointcloud/source.ts';
import { Unusable } from '../../../base/unusable.ts';
import { bytesOf } from '../../../shared/files/bytes.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { lengthened, moveBetween } from './frames.ts';
import { readClasses, readState, type ClassState } from './overlay.ts';
import type { CloudPlace } from './task.ts';

/** Bytes of decoded nodes that a thread keeps. */
const MAX_CACHED = 96 * 1024 ** 2;
const BYTES_A_POINT = 33;
/** Hierarchies that a thread keeps. */
const MAX_OPEN = 8;

/** An opened cloud with its edits. */
export class Cloud {
  private constructor(
    readonly place: CloudPlace,
    readonly source: PointSource,
    readonly state: ClassState,
    private readonly storage: Storage,
    private readonly name: string,
  ) {}

  static async open(storage: Storage, place: CloudPlace): Promise<Cloud> {
    const into = place.into && [place.into.from, place.into.to];
    const name = `${place.octree ?? place.copc!.key} ${JSON.stringify([place.where, into])}`;
    const source = await opened(name, () => openPlaced(storage, place));
    return new Cloud(place, source, await readState(storage, place.state), storage, name);
  }

  root(): Promise<CloudNode | undefined> {
    return readable(this.source.root());
  }

  children(node: CloudNode): Promise<CloudNode[]> {
    return readable(this.source.children(node));
  }

  /** The points of a node with their present classes. `whole`: with the rest of them, which is not kept in memory. */
  async load(node: CloudNode, whole = false): Promise<NodePoints> {
    const points = whole
      ? await readable(this.source.load(node, true))
      : await cached(`${this.name} ${node.name}`, () => readable(this.source.load(node)));
    const edited = this.state.get(node.name);
    if (!edited) return points;
    const classification = await readClasses(this.storage, edited);
    if (classification.length !== points.count) throw new Unusable('pointcloud.other-edits');
    return { ...points, classification };
  }
}

async function openPlaced(storage: Storage, place: CloudPlace): Promise<PointSource> {
  const source = await readable(placed(await openSource(storage, place), place.where));
  const root = place.into && (await readable(source.root()));
  if (!place.into || !root) return source;
  const near = root.min.map((value, i) => (value + root.max[i]!) / 2);
  const move = await moveBetween(place.into, near);
  return readable(moved(source, { move, factor: lengthened(place.into) }));
}

async function openSource(storage: Storage, { octree, copc }: CloudPlace): Promise<PointSource> {
  if (copc)
    return readable(CopcSource.open((start, end) => bytesOf(storage, copc.key, start, end), copc.bytes));
  const key = `${octree}/metadata.json`;
  const size = await storage.size(key);
  if (size === undefined || size > 1024 ** 2)
    throw new Unusable('pointcloud.unreadable', { part: 'metadata.json' });
  const metadata = (await bytesOf(storage, key, 0, size - 1)).toString();
  const part = (file: string) => (start: number, end: number) =>
    bytesOf(storage, `${octree}/${file}`, start, end);
  return new OctreeSource(metadata, part('hierarchy.bin'), part('octree.bin'));
}

/** An unreadable file is a sentence for the person. */
async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (failure) {
    if (failure instanceof UnreadableCloud)
      throw new Unusable('pointcloud.unreadable', { part: failure.message });
    throw failure;
  }
}

const sources = new Map<string, Promise<PointSource>>();

function opened(name: string, open: () => Promise<PointSource>): Promise<PointSource> {
  const source = sources.get(name) ?? open();
  sources.delete(name);
  sources.set(name, source);
  source.catch(() => sources.delete(name));
  for (const oldest of sources.keys()) {
    if (sources.size <= MAX_OPEN) break;
    sources.delete(oldest);
  }
  return source;
}

const nodes = new Map<string, NodePoints>();
let cachedBytes = 0;

async function cached(name: string, load: () => Promise<NodePoints>): Promise<NodePoints> {
  const found = nodes.get(name);
  const points = found ?? (await load());
  if (!nodes.delete(name)) cachedBytes += points.count * BYTES_A_POINT;
  nodes.set(name, points);
  for (const [oldest, old] of nodes) {
    if (cachedBytes <= MAX_CACHED) break;
    nodes.delete(oldest);
    cachedBytes -= old.count * BYTES_A_POINT;
  }
  return points;
}
