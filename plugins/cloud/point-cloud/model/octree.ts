import { AppError } from '#core/kernel';
import type { ReadRange } from './copc.ts';
import type { OctreeAttribute } from './octree-points.ts';
import type { CloudAttribute } from '../api.ts';
import { isNumberType, type AttributePlace, type Decoding, type NodePoints, type Triple } from './points.ts';
import { childCube, type CloudSource, type SourceNode } from './source.ts';

const ENTRY = 22;
/** Type of an entry whose children are in another part of the hierarchy. */
const PROXY = 2;
const MAX_PAGE = 64 * 1024 ** 2;

/** The three files of an octree. */
export interface OctreeFiles {
  metadata(signal?: AbortSignal): Promise<unknown>;
  readonly hierarchy: ReadRange;
  readonly points: ReadRange;
}
export type DecodeNode = (
  bytes: ArrayBuffer,
  attributes: readonly OctreeAttribute[],
  decoding: Decoding,
) => Promise<NodePoints>;

interface Metadata {
  readonly version: string;
  readonly encoding: string;
  readonly spacing: number;
  readonly scale: Triple;
  readonly offset: Triple;
  readonly boundingBox: { readonly min: Triple; readonly max: Triple };
  readonly hierarchy: { readonly firstChunkSize: number };
  readonly attributes: readonly StoredAttribute[];
}
interface StoredAttribute extends OctreeAttribute {
  readonly description?: string;
  readonly numElements?: number;
  readonly min: number[];
  readonly max: number[];
  /** Of stored integers: value × scale + offset. */
  readonly scale?: number | readonly number[];
  readonly offset?: number | readonly number[];
}
/** Attributes that have a column of their own. */
const PLAIN: ReadonlySet<string> = new Set([
  'position',
  'rgb',
  'intensity',
  'classification',
  'return number',
  'number of returns',
  'point source id',
  'gps-time',
]);

/** A Potree 2.0 octree, read by ranges. */
export class OctreeSource implements CloudSource {
  readonly kind = 'octree';
  readonly root: SourceNode;
  readonly min: Triple;
  readonly max: Triple;
  readonly scale: Triple;
  readonly offset: Triple;
  readonly spacing: number;
  readonly hasColour: boolean;
  readonly times: readonly [number, number] | undefined;
  readonly attributes: readonly CloudAttribute[];
  readonly #metadata: Metadata;
  readonly #files: OctreeFiles;
  readonly #decode: DecodeNode;

  private constructor(metadata: Metadata, files: OctreeFiles, decode: DecodeNode) {
    this.#metadata = metadata;
    this.#files = files;
    this.#decode = decode;
    ({ scale: this.scale, offset: this.offset, spacing: this.spacing } = metadata);
    const { boundingBox, attributes, hierarchy } = metadata;
    const named = (name: string) => attributes.find((one) => one.name === name);
    // The bounding box of an octree is a cube; the points' own is that of their positions.
    const position = named('position')!;
    this.min = (position.min as unknown as Triple | undefined) ?? boundingBox.min;
    this.max = (position.max as unknown as Triple | undefined) ?? boundingBox.max;
    // The colours of a file without any are all black.
    this.hasColour = named('rgb')?.max.some((greatest) => greatest > 0) ?? false;
    const time = named('gps-time');
    this.times = time && time.max[0]! > time.min[0]! ? [time.min[0]!, time.max[0]!] : undefined;
    this.attributes = attributes
      .filter((one) => placeOf(attributes, one.name) !== undefined)
      .map(({ name, description = '' }) => ({ name, description }));
    this.root = nodeAt({
      level: 0,
      corner: boundingBox.min,
      side: boundingBox.max[0] - boundingBox.min[0],
    });
    this.root.page = { start: 0, size: hierarchy.firstChunkSize };
  }

  /** Reads the metadata and the first part of the hierarchy. Throws AppError when it is no octree of this kind. */
  static async open(files: OctreeFiles, decode: DecodeNode, signal?: AbortSignal): Promise<OctreeSource> {
    const source = new OctreeSource(checked(await files.metadata(signal)), files, decode);
    await source.expand(source.root, signal);
    return source;
  }

  async expand(node: SourceNode, signal?: AbortSignal): Promise<void> {
    const { page } = node;
    if (!page) return;
    readPage(node, new DataView(await this.#files.hierarchy(page.start, page.start + page.size, signal)));
  }

  async points(node: SourceNode, signal?: AbortSignal, names: readonly string[] = []): Promise<NodePoints> {
    const { scale, offset, attributes } = this.#metadata;
    const bytes =
      node.size === 0
        ? new ArrayBuffer(0)
        : await this.#files.points(node.start, node.start + node.size, signal);
    const timeOffset = this.times?.[0] ?? 0;
    const plain = attributes.map(({ name, size, type }) => ({ name, size, type }));
    const extras = names.flatMap((name) => placeOf(attributes, name) ?? []);
    const { count, corner } = node;
    return this.#decode(bytes, plain, { count, scale, offset, corner, timeOffset, extras });
  }
}

/** Undefined: there is none of this name, it has a column of its own, or several values. */
function placeOf(attributes: readonly StoredAttribute[], name: string): AttributePlace | undefined {
  let byte = 0;
  for (const one of attributes) {
    if (one.name === name) {
      const { type, scale = 1, offset = 0, numElements = 1 } = one;
      if (PLAIN.has(name) || numElements !== 1 || !isNumberType(type)) return undefined;
      return { byte, type, scale: [scale].flat()[0] ?? 1, offset: [offset].flat()[0] ?? 0 };
    }
    byte += one.size;
  }
  return undefined;
}

function nodeAt(cube: Pick<SourceNode, 'corner' | 'side' | 'level'>): SourceNode {
  return {
    ...cube,
    count: 0,
    start: 0,
    size: 0,
    children: Array<undefined>(8).fill(undefined),
    page: undefined,
  };
}

/** The entries of a page describe `top` and what is below it, level by level. */
function readPage(top: SourceNode, view: DataView): void {
  top.page = undefined;
  const nodes = [top];
  const count = Math.floor(view.byteLength / ENTRY);
  for (let i = 0; i < count; i++) {
    const node = nodes[i];
    if (!node) throw noOctree('hierarchy');
    const at = i * ENTRY;
    const [type, mask] = [view.getUint8(at), view.getUint8(at + 1)];
    const [start, size] = [Number(view.getBigInt64(at + 6, true)), Number(view.getBigInt64(at + 14, true))];
    if (start < 0 || size < 0 || size > MAX_PAGE) throw noOctree('hierarchy');
    node.count = view.getUint32(at + 2, true);
    if (type === PROXY) {
      node.page = { start, size };
      continue;
    }
    [node.start, node.size] = [start, size];
    for (let child = 0; child < 8; child++) {
      if (!(mask & (1 << child))) continue;
      const made = nodeAt(childCube(node, child));
      node.children[child] = made;
      nodes.push(made);
    }
  }
}

function checked(read: unknown): Metadata {
  const metadata = read as Metadata;
  if (typeof metadata !== 'object' || !String(metadata?.version).startsWith('2.')) throw noOctree('version');
  if (metadata.encoding !== 'DEFAULT') throw noOctree('encoding');
  if (!metadata.attributes.some(({ name }) => name === 'position')) throw noOctree('attributes');
  if (!(metadata.hierarchy.firstChunkSize <= MAX_PAGE)) throw noOctree('hierarchy');
  return metadata;
}

function noOctree(part: string): AppError {
  return new AppError('no-octree', part);
}
