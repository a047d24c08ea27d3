import type { CloudAttribute } from '../api.ts';
import { BYTES, type AttributePlace, type NumberType } from './points.ts';

/** Bytes of the records before the points that are read at most. */
export const RECORDS = 1024 ** 2;
const RECORD_HEAD = 54;
/** A descriptor of extra bytes. */
const DESCRIPTOR = 192;
/** Data types of extra bytes, from 1. */
const TYPES: readonly NumberType[] = [
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
/** Length of the records of point formats 6, 7 and 8 without extra bytes. */
const PLAIN_LENGTHS: Readonly<Record<number, number>> = { 6: 30, 7: 36, 8: 38 };
/** Degrees of a scan angle. */
const ANGLE = 0.006;

/** A further attribute, and where it is in a record. */
export interface RecordAttribute extends CloudAttribute {
  readonly place: AttributePlace;
}

interface LasRecords {
  readonly format: number;
  readonly recordLength: number;
  readonly records: { readonly start: number; readonly end: number; readonly count: number };
}

/** What the points of a LAS 1.4 file have beyond the usual; `bytes` are those before its points. */
export function attributesOf(
  bytes: ArrayBuffer,
  { format, recordLength, records }: LasRecords,
): RecordAttribute[] {
  const plain = (byte: number, type: NumberType, scale = 1): AttributePlace => ({
    byte,
    type,
    scale,
    offset: 0,
  });
  const length = PLAIN_LENGTHS[format]!;
  return [
    { name: 'scan angle', description: '°', place: plain(18, 'int16', ANGLE) },
    { name: 'user data', description: '', place: plain(17, 'uint8') },
    ...(format === 8 ? [{ name: 'nir', description: '', place: plain(36, 'uint16') }] : []),
    ...extraBytes(bytes, records, length).filter(
      ({ place }) => place.byte + BYTES[place.type] <= recordLength,
    ),
  ];
}

/** The descriptors of extra bytes; those of a type that no number is of only take their place. */
function extraBytes(
  bytes: ArrayBuffer,
  { start, end, count }: LasRecords['records'],
  from: number,
): RecordAttribute[] {
  const view = new DataView(bytes);
  const text = (at: number, length: number) =>
    new TextDecoder()
      .decode(new Uint8Array(bytes, at, length))
      .replace(/\0.*$/s, '')
      .trim();
  const last = Math.min(end, view.byteLength);
  for (let at = start, i = 0; i < count && at + RECORD_HEAD <= last; i++) {
    const size = view.getUint16(at + 20, true);
    const body = at + RECORD_HEAD;
    if (body + size > last) break;
    if (text(at + 2, 16) === 'LASF_Spec' && view.getUint16(at + 18, true) === 4)
      return readDescriptors(view, { body, size, from, text });
    at = body + size;
  }
  return [];
}

interface Descriptors {
  readonly body: number;
  readonly size: number;
  /** Byte of a point at which extra bytes begin. */
  readonly from: number;
  readonly text: (at: number, length: number) => string;
}

function readDescriptors(view: DataView, { body, size, from, text }: Descriptors): RecordAttribute[] {
  const found: RecordAttribute[] = [];
  let byte = from;
  for (let at = body; at + DESCRIPTOR <= body + size; at += DESCRIPTOR) {
    const [kind, options] = [view.getUint8(at + 2), view.getUint8(at + 3)];
    // Of kind 0, the options are the number of bytes.
    const type = TYPES[kind - 1];
    if (!type) {
      // The values in two and three parts of older files.
      const parts = Math.floor((kind - 1) / TYPES.length) + 1;
      byte += kind === 0 ? options : BYTES[TYPES[(kind - 1) % TYPES.length]!] * parts;
      continue;
    }
    const [scale, offset] = [view.getFloat64(at + 112, true), view.getFloat64(at + 136, true)];
    found.push({
      name: text(at + 4, 32),
      description: text(at + 160, 32),
      place: { byte, type, scale: options & 8 ? scale : 1, offset: options & 16 ? offset : 0 },
    });
    byte += BYTES[type];
  }
  return found.filter(({ name, place }) => name !== '' && Number.isFinite(place.scale + place.offset));
}
