import { CLOUD_ATTRIBUTES, type CloudAttribute } from './cloud-queries.ts';
import type { CloudQueryEnd, CloudQueryHead } from './cloud-queries.ts';

/** Points of one node. Columns that were not requested are missing. */
export interface CloudColumns {
  level: number;
  count: number;
  /** Three integers a point. */
  positions: Int32Array;
  rgb?: Uint8Array;
  intensity?: Uint16Array;
  classification?: Uint8Array;
  returnNumber?: Uint8Array;
  numberOfReturns?: Uint8Array;
  pointSourceId?: Uint16Array;
  gpsTime?: Float64Array;
}

const COLUMNS = {
  rgb: { type: Uint8Array, size: 3 },
  intensity: { type: Uint16Array, size: 1 },
  classification: { type: Uint8Array, size: 1 },
  returnNumber: { type: Uint8Array, size: 1 },
  numberOfReturns: { type: Uint8Array, size: 1 },
  pointSourceId: { type: Uint16Array, size: 1 },
  gpsTime: { type: Float64Array, size: 1 },
} satisfies Record<CloudAttribute, unknown>;

const HEAD = 1;
const POINTS = 2;
const END = 3;
/** Kind and length of a frame; level and count of a node. */
const FRAME_HEAD = 8;

export type CloudFrame =
  | { kind: 'head'; head: CloudQueryHead }
  | { kind: 'points'; points: CloudColumns }
  | { kind: 'end'; end: CloudQueryEnd };

const padded = (bytes: number) => Math.ceil(bytes / 8) * 8;

export function encodeCloudFrame(frame: CloudFrame): Uint8Array {
  if (frame.kind === 'points') return encodePoints(frame.points);
  const [kind, value] = frame.kind === 'head' ? [HEAD, frame.head] : [END, frame.end];
  const text = new TextEncoder().encode(JSON.stringify(value));
  const bytes = new Uint8Array(FRAME_HEAD + text.length);
  writeHead(bytes, kind, text.length);
  bytes.set(text, FRAME_HEAD);
  return bytes;
}

function encodePoints(points: CloudColumns): Uint8Array {
  const columns = [
    points.positions,
    ...CLOUD_ATTRIBUTES.flatMap((name) => points[name] ?? ([] as Uint8Array[])),
  ];
  const length = 8 + columns.reduce((sum, column) => sum + padded(column.byteLength), 0);
  const bytes = new Uint8Array(FRAME_HEAD + length);
  writeHead(bytes, POINTS, length);
  const view = new DataView(bytes.buffer);
  view.setUint32(FRAME_HEAD, points.level, true);
  view.setUint32(FRAME_HEAD + 4, points.count, true);
  let at = FRAME_HEAD + 8;
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += padded(column.byteLength);
  }
  return bytes;
}

function writeHead(bytes: Uint8Array, kind: number, length: number): void {
  const view = new DataView(bytes.buffer);
  view.setUint32(0, kind, true);
  view.setUint32(4, length, true);
}

/** Reads the frames of a binary answer as its bytes arrive. */
export class CloudFrameReader {
  #waiting: Uint8Array = new Uint8Array(0);
  #attributes: readonly CloudAttribute[] = [];

  /** The frames completed by these bytes. Throws on a frame that is none. */
  read(bytes: Uint8Array): CloudFrame[] {
    const all = new Uint8Array(this.#waiting.length + bytes.length);
    all.set(this.#waiting);
    all.set(bytes, this.#waiting.length);
    const view = new DataView(all.buffer);
    const frames: CloudFrame[] = [];
    let at = 0;
    while (at + FRAME_HEAD <= all.length) {
      const length = view.getUint32(at + 4, true);
      const end = at + FRAME_HEAD + length;
      if (end > all.length) break;
      frames.push(this.#frame(view.getUint32(at, true), all.slice(at + FRAME_HEAD, end)));
      at = end;
    }
    this.#waiting = all.slice(at);
    return frames;
  }

  #frame(kind: number, content: Uint8Array): CloudFrame {
    if (kind === POINTS) return { kind: 'points', points: this.#points(content) };
    const value: unknown =
      kind === HEAD || kind === END ? JSON.parse(new TextDecoder().decode(content)) : null;
    if (kind === END) return { kind: 'end', end: value as CloudQueryEnd };
    if (kind !== HEAD) throw new Error(`There is no frame of kind ${kind}.`);
    const head = value as CloudQueryHead;
    this.#attributes = head.attributes;
    return { kind: 'head', head };
  }

  #points({ buffer, byteLength }: Uint8Array): CloudColumns {
    const view = new DataView(buffer);
    const [level, count] = [view.getUint32(0, true), view.getUint32(4, true)];
    let at = 8;
    const column = (type: Int32ArrayConstructor | (typeof COLUMNS)[CloudAttribute]['type'], size: number) => {
      const values = new type(buffer as ArrayBuffer, at, count * size);
      at += padded(values.byteLength);
      if (at > byteLength) throw new Error('A frame of points is shorter than its columns.');
      return values;
    };
    const positions = column(Int32Array, 3) as Int32Array;
    const points: CloudColumns = { level, count, positions };
    for (const name of CLOUD_ATTRIBUTES)
      if (this.#attributes.includes(name))
        Object.assign(points, { [name]: column(COLUMNS[name].type, COLUMNS[name].size) });
    return points;
  }
}
