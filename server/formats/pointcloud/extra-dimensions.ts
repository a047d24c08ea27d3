/** A dimension that a LAS file adds to its points, as its record describes it. */
export interface ExtraDimension {
  /** Unique among those of a cloud. */
  name: string;
  /** Code of LAS 1.4, table 24; 0: bytes without a meaning that is known. */
  type: number;
  /** Bytes of a point. */
  size: number;
  /** Value = stored × scale + offset. */
  scale: number;
  offset: number;
  /** The description as it is in the file, 192 bytes. */
  descriptor: Uint8Array;
}

export const DESCRIPTOR = 192;
/** Extra bytes of a point that are kept; those beyond are left out, and said to be. */
export const MAX_EXTRA_BYTES = 192;
/** Bytes of the types 1 to 10. */
const SIZES = [0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8];
const NAMES = [
  'uint8',
  'uint8',
  'int8',
  'uint16',
  'int16',
  'uint32',
  'int32',
  'uint64',
  'int64',
  'float',
  'double',
];
const [HAS_SCALE, HAS_OFFSET] = [8, 16];

/** Names of what every point has. */
const TAKEN = [
  'position',
  'rgb',
  'rgb low',
  'intensity',
  'classification',
  'return number',
  'number of returns',
  'point source id',
  'gps-time',
  'scan angle',
  'user data',
  'point flags',
  'near infrared',
];

/** The name of a type in the metadata of an octree, and its number of elements. */
export function typeOfExtra({ type, size }: Pick<ExtraDimension, 'type' | 'size'>): {
  name: string;
  elements: number;
} {
  const base = type === 0 ? 1 : ((type - 1) % 10) + 1;
  return { name: NAMES[base]!, elements: size / SIZES[base]! };
}

/** What the record of extra bytes says of `bytes` bytes; what it does not describe is one dimension of bytes. */
export function parseExtraDimensions(record: Uint8Array | undefined, bytes: number): ExtraDimension[] {
  const found: ExtraDimension[] = [];
  const names = new Set(TAKEN);
  const add = (descriptor: Uint8Array, size: number) => {
    const view = new DataView(descriptor.buffer, descriptor.byteOffset, DESCRIPTOR);
    const stated = textAt(descriptor, 4, 32) || 'extra bytes';
    let name = stated;
    for (let n = 2; names.has(name.toLowerCase()); n++) name = `${stated} ${n}`;
    names.add(name.toLowerCase());
    const options = descriptor[3]!;
    const [scale, offset] = [view.getFloat64(112, true), view.getFloat64(136, true)];
    found.push({
      name,
      type: descriptor[2]!,
      size,
      scale: options & HAS_SCALE && descriptor[2] !== 0 && Number.isFinite(scale) && scale !== 0 ? scale : 1,
      offset: options & HAS_OFFSET && descriptor[2] !== 0 && Number.isFinite(offset) ? offset : 0,
      descriptor,
    });
  };
  let left = Math.min(bytes, MAX_EXTRA_BYTES);
  for (let at = 0; record && at + DESCRIPTOR <= record.length; at += DESCRIPTOR) {
    const descriptor = Uint8Array.from(record.subarray(at, at + DESCRIPTOR));
    const size = sizeOf(descriptor);
    if (size === 0 || size > left) break;
    add(descriptor, size);
    left -= size;
  }
  if (left > 0) {
    const descriptor = new Uint8Array(DESCRIPTOR);
    descriptor[3] = left;
    descriptor.set(Buffer.from('extra bytes'), 4);
    add(descriptor, left);
  }
  return found;
}

function sizeOf(descriptor: Uint8Array): number {
  const type = descriptor[2]!;
  if (type === 0) return descriptor[3]!;
  if (type > 30) return 0;
  return SIZES[((type - 1) % 10) + 1]! * Math.ceil(type / 10);
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return Buffer.from(bytes.subarray(at, at + length))
    .toString('latin1')
    .replace(/\0.*$/s, '')
    .replace(/[^\x20-\x7e]/g, '?')
    .trim();
}

/** Reads the first element of a dimension as it is stored, without scale and offset. */
export function readExtra(view: DataView, at: number, type: number): number {
  switch (type === 0 ? 1 : ((type - 1) % 10) + 1) {
    case 1:
      return view.getUint8(at);
    case 2:
      return view.getInt8(at);
    case 3:
      return view.getUint16(at, true);
    case 4:
      return view.getInt16(at, true);
    case 5:
      return view.getUint32(at, true);
    case 6:
      return view.getInt32(at, true);
    case 7:
      return Number(view.getBigUint64(at, true));
    case 8:
      return Number(view.getBigInt64(at, true));
    case 9:
      return view.getFloat32(at, true);
    default:
      return view.getFloat64(at, true);
  }
}
