import { AppError } from '#core/kernel';
import type { CloudAttribute } from '../api.ts';
import { attributesOf, RECORDS, type RecordAttribute } from './copc-attributes.ts';
import type { AttributePlace, NodePoints, Triple } from './points.ts';
import { childCube, type CloudSource, type SourceNode } from './source.ts';

/** Bytes of the first request: header and COPC info; small files come with more. */
const HEAD = 16_384;
/** The info record begins here, after the LAS header and the header of its VLR. */
const INFO = 429;
const ENTRY = 32;
/** Most bytes of a page of the hierarchy and of a node: what claims more is no COPC. */
const MAX_PAGE = 64 * 1024 ** 2;
const MAX_LEVEL = 30;

export type ReadRange = (start: number, end: number, signal?: AbortSignal) => Promise<ArrayBuffer>;

/** A compressed node, to be decoded. */
export interface CopcChunk {
  readonly bytes: ArrayBuffer;
  readonly format: number;
  readonly recordLength: number;
  readonly count: number;
  readonly corner: Triple;
  readonly scale: Triple;
  readonly offset: Triple;
  readonly timeOffset: number;
  readonly extras: readonly AttributePlace[];
  /** Whether colours have 16 bits; undefined: to be found out. */
  readonly deepColours: boolean | undefined;
}
export type DecodeChunk = (chunk: CopcChunk) => Promise<{ points: NodePoints; deepColours: boolean }>;

interface CopcHeader {
  readonly format: number;
  readonly recordLength: number;
  readonly scale: Triple;
  readonly offset: Triple;
  readonly min: Triple;
  readonly max: Triple;
  readonly corner: Triple;
  readonly side: number;
  readonly spacing: number;
  readonly hierarchy: { readonly start: number; readonly size: number };
  readonly times: readonly [number, number] | undefined;
  /** Where the records before the points end, and how many there are. */
  readonly records: { readonly end: number; readonly count: number; readonly start: number };
}

/** A COPC file, read by ranges. */
export class CopcSource implements CloudSource {
  readonly kind = 'copc';
  readonly root: SourceNode;
  readonly min: Triple;
  readonly max: Triple;
  readonly scale: Triple;
  readonly offset: Triple;
  readonly spacing: number;
  readonly hasColour: boolean;
  readonly times: readonly [number, number] | undefined;
  readonly attributes: readonly CloudAttribute[];
  readonly #places: readonly RecordAttribute[];
  readonly #header: CopcHeader;
  readonly #read: ReadRange;
  readonly #decode: DecodeChunk;
  #deepColours: boolean | undefined;

  private constructor(
    header: CopcHeader,
    places: readonly RecordAttribute[],
    read: ReadRange,
    decode: DecodeChunk,
  ) {
    this.#header = header;
    this.#places = places;
    this.attributes = places.map(({ name, description }) => ({ name, description }));
    this.#read = read;
    this.#decode = decode;
    ({
      min: this.min,
      max: this.max,
      scale: this.scale,
      offset: this.offset,
      spacing: this.spacing,
      times: this.times,
    } = header);
    this.hasColour = header.format >= 7;
    this.root = nodeAt({ level: 0, corner: header.corner, side: header.side });
    this.root.page = header.hierarchy;
  }

  /** Reads the header. Throws AppError when it is no COPC. */
  static async open(read: ReadRange, decode: DecodeChunk, signal?: AbortSignal): Promise<CopcSource> {
    const head = await read(0, HEAD, signal);
    const header = readHeader(head);
    const { end } = header.records;
    // What follows the records are points; of a header with very many of them, the first count.
    const records = end <= head.byteLength ? head : await read(0, Math.min(end, RECORDS), signal);
    const source = new CopcSource(header, attributesOf(records, header), read, decode);
    await source.expand(source.root, signal);
    return source;
  }

  async expand(node: SourceNode, signal?: AbortSignal): Promise<void> {
    const { page } = node;
    if (!page) return;
    const bytes = await this.#read(page.start, page.start + page.size, signal);
    readPage(node, this.#header, new DataView(bytes));
  }

  async points(node: SourceNode, signal?: AbortSignal, names: readonly string[] = []): Promise<NodePoints> {
    const { format, recordLength, scale, offset, times } = this.#header;
    const bytes = await this.#read(node.start, node.start + node.size, signal);
    const { points, deepColours } = await this.#decode({
      bytes,
      format,
      recordLength,
      scale,
      offset,
      count: node.count,
      corner: node.corner,
      timeOffset: times?.[0] ?? 0,
      extras: names.flatMap((wanted) => this.#places.find(({ name }) => name === wanted)?.place ?? []),
      deepColours: this.#deepColours,
    });
    this.#deepColours ??= deepColours;
    return points;
  }
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

function readHeader(bytes: ArrayBuffer): CopcHeader {
  const view = new DataView(bytes);
  const text = (at: number, length: number) =>
    String.fromCharCode(...new Uint8Array(bytes, at, length)).replace(/\0.*$/s, '');
  if (bytes.byteLength < INFO + 160 || text(0, 4) !== 'LASF' || text(377, 16) !== 'copc')
    throw noCopc('header');
  const float = (at: number) => view.getFloat64(at, true);
  const triple = (at: number, step = 8): Triple => [float(at), float(at + step), float(at + 2 * step)];
  const long = (at: number) => Number(view.getBigUint64(at, true));
  const [center, half] = [triple(INFO), float(INFO + 24)];
  const header: CopcHeader = {
    format: view.getUint8(104) & 0x3f,
    recordLength: view.getUint16(105, true),
    scale: triple(131),
    offset: triple(155),
    max: triple(179, 16),
    min: triple(187, 16),
    corner: [center[0] - half, center[1] - half, center[2] - half],
    side: 2 * half,
    spacing: float(INFO + 32),
    hierarchy: { start: long(INFO + 40), size: long(INFO + 48) },
    times: timesOf(float(INFO + 56), float(INFO + 64)),
    records: {
      start: view.getUint16(94, true),
      end: view.getUint32(96, true),
      count: view.getUint32(100, true),
    },
  };
  const numbers = [...header.scale, ...header.offset, ...header.min, ...header.max, ...header.corner];
  if (!numbers.every(Number.isFinite) || !header.scale.every((scale) => scale > 0))
    throw noCopc('coordinates');
  if (!(header.side > 0) || !Number.isFinite(header.side) || !(header.spacing > 0)) throw noCopc('cube');
  if (![6, 7, 8].includes(header.format) || header.recordLength < 30) throw noCopc('point format');
  if (header.hierarchy.size % ENTRY !== 0 || header.hierarchy.size > MAX_PAGE) throw noCopc('hierarchy');
  return header;
}

function timesOf(first: number, last: number): readonly [number, number] | undefined {
  return Number.isFinite(first) && Number.isFinite(last) && last > first ? [first, last] : undefined;
}

/** Adds the entries of a page to the nodes below `top`. */
function readPage(top: SourceNode, { corner, side }: CopcHeader, view: DataView): void {
  top.page = undefined;
  const known = new Map<string, SourceNode>();
  const keyOf = (node: SourceNode): string => {
    const cell = side / 2 ** node.level;
    return [node.level, ...node.corner.map((value, axis) => Math.round((value - corner[axis]!) / cell))].join(
      '-',
    );
  };
  known.set(keyOf(top), top);
  const entries = [];
  for (let at = 0; at + ENTRY <= view.byteLength; at += ENTRY) {
    const [level, x, y, z] = [0, 4, 8, 12].map((byte) => view.getInt32(at + byte, true)) as [
      number,
      number,
      number,
      number,
    ];
    entries.push({
      key: [level, x, y, z] as const,
      start: Number(view.getBigUint64(at + 16, true)),
      size: view.getInt32(at + 24, true),
      count: view.getInt32(at + 28, true),
    });
  }
  // Parents first, whatever their order in the file.
  entries.sort((a, b) => a.key[0] - b.key[0]);
  for (const { key, start, size, count } of entries) {
    const [level, x, y, z] = key;
    if (level < 0 || level > MAX_LEVEL || size < 0 || size > MAX_PAGE || count < -1)
      throw noCopc('hierarchy');
    let node = known.get(key.join('-'));
    if (!node) {
      const parent = known.get([level - 1, x >> 1, y >> 1, z >> 1].join('-'));
      if (!parent) continue;
      const i = ((x & 1) << 2) | ((y & 1) << 1) | (z & 1);
      node = nodeAt(childCube(parent, i));
      parent.children[i] = node;
      known.set(key.join('-'), node);
    }
    if (count === -1) node.page = { start, size };
    else [node.count, node.start, node.size] = [count, start, size];
  }
}

function noCopc(part: string): AppError {
  return new AppError('no-copc', part);
}
