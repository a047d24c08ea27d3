import { Copc, Hierarchy, Key, Las } from 'copc';
import { createLazPerf, type LazPerf } from 'laz-perf';
import { MAX_EXTRA_BYTES, parseExtraDimensions } from './extra-dimensions.ts';
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

/** Bytes of a point of the formats that a COPC may have, without extra bytes. */
const POINT_SIZES: Readonly<Record<number, number>> = { 6: 30, 7: 36, 8: 38 };
const MAX_PAGE = 64 * 1024 * 1024;
const MAX_LEVEL = 30;
/** Points per byte above which it is no survey, beyond the first: real ones have less than one. */
const [MAX_POINTS_PER_BYTE, FREE_POINTS] = [40, 10_000];

let wasm: Promise<LazPerf> | undefined;

/** A COPC file; its points are decompressed here, so use it in a thread. */
export class CopcSource implements PointSource {
  readonly scale: Vector3;
  readonly offset: Vector3;
  readonly spacing: number;
  readonly hasColour: boolean;
  readonly rest: CloudRest;
  readonly #copc: Copc;
  readonly #read: (begin: number, end: number) => Promise<Uint8Array>;
  readonly #nodes: Hierarchy.Node.Map = {};
  readonly #pages: Hierarchy.Page.Map = {};
  /** Where the points of nodes begin. */
  readonly #starts = new Set<number>();
  #wide: boolean | undefined;

  private constructor(
    copc: Copc,
    rest: CloudRest,
    read: (begin: number, end: number) => Promise<Uint8Array>,
  ) {
    this.rest = rest;
    this.#copc = copc;
    this.#read = read;
    this.scale = copc.header.scale;
    this.offset = copc.header.offset;
    this.spacing = copc.info.spacing;
    this.hasColour = copc.header.pointDataRecordFormat !== 6;
  }

  /** Throws UnreadableCloud when it is no sound COPC. */
  static async open(bytes: ReadBytes, size: number): Promise<CopcSource> {
    const read = async (begin: number, end: number) => {
      if (begin < 0 || begin >= size || end <= begin) throw new UnreadableCloud('header');
      return bytes(begin, Math.min(end, size) - 1);
    };
    const copc = await Copc.create(read).catch((failure: unknown) => {
      throw failure instanceof Error && 'status' in failure ? failure : new UnreadableCloud('header');
    });
    const { pointDataRecordFormat: format, pointDataRecordLength: length, scale, offset } = copc.header;
    const sound = [...scale, ...offset, ...copc.info.cube, copc.info.spacing].every((one) =>
      Number.isFinite(one),
    );
    if (!sound || !(length >= (POINT_SIZES[format] ?? Infinity))) throw new UnreadableCloud('header');
    const source = new CopcSource(copc, await restOf(copc, read), read);
    await source.#page(copc.info.rootHierarchyPage);
    return source;
  }

  async root(): Promise<CloudNode | undefined> {
    return this.#node([0, 0, 0, 0]);
  }

  async children(node: CloudNode): Promise<CloudNode[]> {
    const [level, x, y, z] = Key.parse(node.name);
    if (level >= MAX_LEVEL) return [];
    const found: CloudNode[] = [];
    for (let n = 0; n < 8; n++) {
      const key: Key = [level + 1, 2 * x + (n & 1), 2 * y + ((n >> 1) & 1), 2 * z + (n >> 2)];
      const child = await this.#node(key);
      if (child) found.push(child);
    }
    return found;
  }

  async load(node: CloudNode, whole = false): Promise<NodePoints> {
    if (node.count === 0) return emptyPoints(0);
    const content = await this.#decompressed(node);
    if (this.#wide === undefined) {
      // The root has a sample of all colours.
      const root = node.level === 0 ? node : await this.root();
      const sample = root && root.count > 0 && root !== node ? await this.#decompressed(root) : content;
      this.#wide = this.hasColour && isWide(sample, this.#copc.header.pointDataRecordLength);
    }
    const layout = { ...this.#copc.header, pointCount: node.count };
    const points = decode(content, layout, this.#wide);
    if (whole) points.rest = decodeRest(content, layout, extraBytesOf(this.rest));
    return points;
  }

  async #decompressed({ count, name }: CloudNode): Promise<Uint8Array> {
    const place = this.#nodes[name]!;
    const from = place.pointDataOffset;
    const compressed = await this.#read(from, from + place.pointDataLength);
    const { pointDataRecordFormat, pointDataRecordLength } = this.#copc.header;
    const chunk = { pointCount: count, pointDataRecordFormat, pointDataRecordLength };
    try {
      return await Las.PointData.decompressChunk(compressed, chunk, await (wasm ??= createLazPerf()));
    } catch {
      // The module may be left in any state.
      wasm = undefined;
      throw new UnreadableCloud(`node ${name}`);
    }
  }

  async #node(key: Key): Promise<CloudNode | undefined> {
    const name = Key.toString(key);
    const page = this.#pages[name];
    if (page && !this.#nodes[name]) await this.#page(page);
    const found = this.#nodes[name];
    if (!found) return undefined;
    const { cube } = this.#copc.info;
    const [level, ...cell] = key;
    const side = (cube[3] - cube[0]) / 2 ** level;
    const min = cell.map((n, axis) => cube[axis]! + n * side) as Vector3;
    const max = min.map((low) => low + side) as Vector3;
    return { name, level, min, max, count: found.pointCount };
  }

  async #page({ pageOffset, pageLength }: Hierarchy.Page): Promise<void> {
    if (pageLength > MAX_PAGE || pageLength <= 0) throw new UnreadableCloud('hierarchy');
    const content = await this.#read(pageOffset, pageOffset + pageLength);
    const { nodes, pages } = parsePage(content);
    const entries = Object.entries(nodes).flatMap(([name, node]) => (node ? [{ name, ...node }] : []));
    for (const { name, pointCount, pointDataOffset, pointDataLength } of entries) {
      checkNode(name, pointCount, pointDataOffset, pointDataLength);
      if (pointCount > FREE_POINTS + pointDataLength * MAX_POINTS_PER_BYTE)
        throw new UnreadableCloud(`node ${name}`);
    }
    this.#takeChunks(entries.filter(({ pointCount }) => pointCount > 0));
    Object.assign(this.#nodes, nodes);
    Object.assign(this.#pages, pages);
  }

  /** Throws UnreadableCloud where chunks lie over each other. */
  #takeChunks(chunks: readonly ({ name: string } & Hierarchy.Node)[]): void {
    const rising = chunks.toSorted((a, b) => a.pointDataOffset - b.pointDataOffset);
    let end = 0;
    for (const { name, pointDataOffset, pointDataLength } of rising) {
      if (pointDataOffset < end || this.#starts.has(pointDataOffset)) throw overlapping(name);
      end = pointDataOffset + pointDataLength;
    }
    for (const { pointDataOffset } of rising) this.#starts.add(pointDataOffset);
  }
}

/** The same points twice would be counted twice. */
const overlapping = (name: string) => new UnreadableCloud(`overlapping node ${name}`);

function parsePage(content: Uint8Array): Hierarchy.Subtree {
  try {
    return Hierarchy.parse(content);
  } catch {
    throw new UnreadableCloud('hierarchy');
  }
}

const MAX_RECORD = 65_535;
const ENCODING = 0b1001;

async function restOf(
  { header, vlrs }: Copc,
  read: (begin: number, end: number) => Promise<Uint8Array>,
): Promise<CloudRest> {
  const { pointDataRecordFormat: format, pointDataRecordLength: length } = header;
  const bytes = length - POINT_SIZES[format]!;
  const found = vlrs.find(({ userId, recordId }) => userId === 'LASF_Spec' && recordId === 4);
  const sound = found && bytes > 0 && found.contentLength > 0 && found.contentLength <= MAX_RECORD;
  const record = sound
    ? await read(found.contentOffset, found.contentOffset + found.contentLength)
    : undefined;
  return {
    nir: format === 8,
    extras: parseExtraDimensions(record, bytes),
    leftOut: bytes > MAX_EXTRA_BYTES ? ['extra-bytes'] : [],
    encoding: header.globalEncoding & ENCODING,
  };
}

interface ChunkLayout {
  pointCount: number;
  pointDataRecordFormat: number;
  pointDataRecordLength: number;
}

function decode(
  content: Uint8Array,
  { pointCount, pointDataRecordFormat: format, pointDataRecordLength: stride }: ChunkLayout,
  wide: boolean,
): NodePoints {
  const points = emptyPoints(pointCount);
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  for (let i = 0, at = 0; i < pointCount; i++, at += stride) {
    for (let axis = 0; axis < 3; axis++) points.positions[3 * i + axis] = view.getInt32(at + 4 * axis, true);
    points.intensity[i] = view.getUint16(at + 12, true);
    points.returnNumber[i] = view.getUint8(at + 14) & 15;
    points.numberOfReturns[i] = view.getUint8(at + 14) >> 4;
    points.classification[i] = view.getUint8(at + 16);
    points.pointSourceId[i] = view.getUint16(at + 20, true);
    points.gpsTime[i] = view.getFloat64(at + 22, true);
    if (format === 6) continue;
    for (let n = 0; n < 3; n++) {
      const value = view.getUint16(at + 30 + 2 * n, true);
      points.rgb[3 * i + n] = wide ? value >> 8 : value;
    }
  }
  return points;
}

function decodeRest(
  content: Uint8Array,
  { pointCount, pointDataRecordFormat: format, pointDataRecordLength: stride }: ChunkLayout,
  extraBytes: number,
): PointsRest {
  const rest = emptyRest(pointCount, extraBytes);
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const extraAt = POINT_SIZES[format]!;
  for (let i = 0, at = 0; i < pointCount; i++, at += stride) {
    rest.flags[i] = view.getUint8(at + 15);
    rest.userData[i] = view.getUint8(at + 17);
    rest.scanAngle[i] = view.getInt16(at + 18, true);
    if (format !== 6)
      for (let n = 0; n < 3; n++) rest.colour[3 * i + n] = view.getUint16(at + 30 + 2 * n, true);
    if (format === 8) rest.nir[i] = view.getUint16(at + 36, true);
    rest.extra.set(content.subarray(at + extraAt, at + extraAt + extraBytes), i * extraBytes);
  }
  return rest;
}

/** Some programs write colours of 0 to 255 where the format has 0 to 65,535. */
function isWide(content: Uint8Array, stride: number): boolean {
  for (let at = 30; at < content.length; at += stride)
    for (let high = at + 1; high < at + 6; high += 2) if (content[high]! > 0) return true;
  return false;
}
