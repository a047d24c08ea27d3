import { DESCRIPTOR, parseExtraDimensions } from './extra-dimensions.ts';
import {
  checkNode,
  emptyPoints,
  emptyRest,
  extraBytesOf,
  UnreadableCloud,
  type CloudNode,
  type CloudRest,
  type NodePoints,
  type PointSource,
  type PointsRest,
  type ReadBytes,
  type Vector3,
} from './source.ts';

/** What is read of a Potree 2.0 `metadata.json`. */
interface Metadata {
  hierarchy: { firstChunkSize: number };
  scale: Vector3;
  offset: Vector3;
  spacing: number;
  boundingBox: { min: Vector3; max: Vector3 };
  encoding: string;
  attributes: { name: string; size: number; type: string; descriptor?: string }[];
  /** Missing where it was written before the rest of the points was kept. */
  rest?: { colour: 'byte' | 'high' | 'doubled' | 'fine'; leftOut: CloudRest['leftOut']; encoding: number };
}

interface OctreeNode extends CloudNode {
  offset: number;
  bytes: number;
  /** Place of its chunk of the hierarchy; undefined once it is read. */
  page: { offset: number; bytes: number } | undefined;
  children: OctreeNode[];
}

const ENTRY = 22;
const PROXY = 2;
const MAX_LEVEL = 30;

/** A Potree 2.0 octree of encoding DEFAULT. */
export class OctreeSource implements PointSource {
  readonly scale: Vector3;
  readonly offset: Vector3;
  readonly spacing: number;
  readonly hasColour: boolean;
  readonly rest: CloudRest;
  readonly #colour: NonNullable<Metadata['rest']>['colour'];
  /** Where extra dimensions begin in a point. */
  readonly #extraAt: number;
  readonly #root: OctreeNode;
  readonly #columns = new Map<string, { at: number; size: number; type: string }>();
  readonly #stride: number;
  readonly #hierarchy: ReadBytes;
  readonly #points: ReadBytes;

  /** Throws UnreadableCloud when the metadata is not of such an octree. */
  constructor(metadata: string, hierarchy: ReadBytes, points: ReadBytes) {
    const read = JSON.parse(metadata) as Metadata;
    if (read.encoding !== 'DEFAULT' || !Array.isArray(read.attributes))
      throw new UnreadableCloud('metadata.json');
    this.scale = read.scale;
    this.offset = read.offset;
    this.spacing = read.spacing;
    this.#hierarchy = hierarchy;
    this.#points = points;
    let at = 0;
    for (const { name, size, type, descriptor } of read.attributes) {
      if (descriptor === undefined)
        this.#columns.set(name.toLowerCase().replace(/[^a-z]/g, ''), { at, size, type });
      at += size;
    }
    this.#stride = at;
    if (!this.#columns.has('position')) throw new UnreadableCloud('metadata.json');
    this.hasColour = this.#columns.has('rgb');
    const described = read.attributes.flatMap(({ descriptor }) =>
      descriptor === undefined ? [] : [Buffer.from(descriptor, 'base64')],
    );
    if (described.some((one) => one.length !== DESCRIPTOR)) throw new UnreadableCloud('metadata.json');
    const bytes = read.attributes.reduce(
      (sum, one) => sum + (one.descriptor === undefined ? 0 : one.size),
      0,
    );
    this.#extraAt = at - bytes;
    this.#colour = read.rest?.colour ?? 'doubled';
    this.rest = {
      nir: this.#columns.has('nearinfrared'),
      extras: parseExtraDimensions(Buffer.concat(described), bytes),
      leftOut: read.rest?.leftOut ?? ['earlier'],
      encoding: read.rest?.encoding ?? 0,
    };
    this.#root = {
      name: 'r',
      level: 0,
      min: read.boundingBox.min,
      max: read.boundingBox.max,
      count: 0,
      offset: 0,
      bytes: 0,
      page: { offset: 0, bytes: read.hierarchy.firstChunkSize },
      children: [],
    };
  }

  async root(): Promise<OctreeNode> {
    await this.#open(this.#root);
    return this.#root;
  }

  async children(node: CloudNode): Promise<OctreeNode[]> {
    const own = node as OctreeNode;
    await this.#open(own);
    return own.children;
  }

  async load(node: CloudNode, whole = false): Promise<NodePoints> {
    // Where the points of a node on top of a chunk are, its chunk tells.
    await this.#open(node as OctreeNode);
    const { offset, bytes, count, name } = node as OctreeNode;
    if (count === 0) return emptyPoints(0);
    if (bytes !== count * this.#stride) throw new UnreadableCloud(`node ${name}`);
    const content = await this.#points(offset, offset + bytes - 1);
    if (content.length !== bytes) throw new UnreadableCloud(`node ${name}`);
    const view = new DataView(content.buffer, content.byteOffset, bytes);
    const points = this.#decode(view, count);
    if (whole) points.rest = this.#decodeRest(view, points);
    return points;
  }

  #decode(view: DataView, count: number): NodePoints {
    const points = emptyPoints(count);
    const stride = this.#stride;
    const each = (name: string, read: (at: number, i: number) => void) => {
      const column = this.#columns.get(name);
      if (column) for (let i = 0, at = column.at; i < count; i++, at += stride) read(at, i);
    };
    each('position', (at, i) => {
      points.positions[3 * i] = view.getInt32(at, true);
      points.positions[3 * i + 1] = view.getInt32(at + 4, true);
      points.positions[3 * i + 2] = view.getInt32(at + 8, true);
    });
    each('rgb', (at, i) => {
      for (let n = 0; n < 3; n++) points.rgb[3 * i + n] = view.getUint16(at + 2 * n, true);
    });
    each('intensity', (at, i) => (points.intensity[i] = view.getUint16(at, true)));
    each('classification', (at, i) => (points.classification[i] = view.getUint8(at)));
    each('returnnumber', (at, i) => (points.returnNumber[i] = view.getUint8(at)));
    each('numberofreturns', (at, i) => (points.numberOfReturns[i] = view.getUint8(at)));
    each('pointsourceid', (at, i) => (points.pointSourceId[i] = view.getUint16(at, true)));
    each('gpstime', (at, i) => (points.gpsTime[i] = view.getFloat64(at, true)));
    return points;
  }

  #decodeRest(view: DataView, { count, rgb }: NodePoints): PointsRest {
    const bytes = extraBytesOf(this.rest);
    const rest = emptyRest(count, bytes);
    const stride = this.#stride;
    const at = (name: string) => this.#columns.get(name)?.at;
    const [low, angle, user] = [at('rgblow'), at('scanangle'), at('userdata')];
    const [flags, nir] = [at('pointflags'), at('nearinfrared')];
    const factor = { byte: 1, high: 256, doubled: 257, fine: 256 }[this.#colour];
    for (let i = 0, start = 0; i < count; i++, start += stride) {
      for (let n = 3 * i; n < 3 * i + 3; n++)
        rest.colour[n] = rgb[n]! * factor + (low === undefined ? 0 : view.getUint8(start + low + n - 3 * i));
      if (angle !== undefined) rest.scanAngle[i] = view.getInt16(start + angle, true);
      if (user !== undefined) rest.userData[i] = view.getUint8(start + user);
      if (flags !== undefined) rest.flags[i] = view.getUint8(start + flags);
      if (nir !== undefined) rest.nir[i] = view.getUint16(start + nir, true);
      for (let n = 0; n < bytes; n++) rest.extra[i * bytes + n] = view.getUint8(start + this.#extraAt + n);
    }
    return rest;
  }

  /** Reads the chunk of the hierarchy below a node, if it was not read. */
  async #open(top: OctreeNode): Promise<void> {
    const { page } = top;
    if (!page) return;
    checkNode(top.name, 0, page.offset, page.bytes);
    const content = await this.#hierarchy(page.offset, page.offset + page.bytes - 1);
    if (content.length !== page.bytes || page.bytes % ENTRY !== 0) throw new UnreadableCloud('hierarchy.bin');
    // Two requests may have read it at once.
    if (!top.page) return;
    const view = new DataView(content.buffer, content.byteOffset, content.length);
    const nodes = [top];
    const below = new Map<OctreeNode, OctreeNode[]>();
    for (let i = 0; i < nodes.length; i++) {
      const at = i * ENTRY;
      if (at + ENTRY > content.length) throw new UnreadableCloud('hierarchy.bin');
      const node = nodes[i]! as { -readonly [K in keyof OctreeNode]: OctreeNode[K] };
      const [offset, bytes] = [
        Number(view.getBigInt64(at + 6, true)),
        Number(view.getBigInt64(at + 14, true)),
      ];
      const count = view.getUint32(at + 2, true);
      checkNode(node.name, count, offset, bytes);
      node.count = count;
      if (view.getUint8(at) === PROXY) {
        if (node === top) throw new UnreadableCloud('hierarchy.bin');
        node.page = { offset, bytes };
        continue;
      }
      node.offset = offset;
      node.bytes = bytes;
      const children = childrenOf(node, view.getUint8(at + 1));
      below.set(node, children);
      nodes.push(...children);
    }
    for (const [node, children] of below) node.children = children;
    top.page = undefined;
  }
}

function childrenOf({ name, level, min, max }: OctreeNode, mask: number): OctreeNode[] {
  if (level >= MAX_LEVEL && mask !== 0) throw new UnreadableCloud('hierarchy.bin');
  const made: OctreeNode[] = [];
  for (let n = 0; n < 8; n++) {
    if (((mask >> n) & 1) === 0) continue;
    const [low, high]: [Vector3, Vector3] = [[...min], [...max]];
    for (const [axis, bit] of [4, 2, 1].entries()) {
      const middle = (min[axis]! + max[axis]!) / 2;
      if ((n & bit) === 0) high[axis] = middle;
      else low[axis] = middle;
    }
    const own = { name: `${name}${n}`, level: level + 1, min: low, max: high };
    made.push({ ...own, count: 0, offset: 0, bytes: 0, page: undefined, children: [] });
  }
  return made;
}
