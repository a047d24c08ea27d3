import type { Field } from '#core/protocol';
import type { FlatTable } from '../../../../formats/flatbuffer-table.ts';

/** Column types of FlatGeobuf in their order, with the bytes of each; 0: its length stands before it. */
const TYPES = [
  ['Byte', 1],
  ['UByte', 1],
  ['Bool', 1],
  ['Short', 2],
  ['UShort', 2],
  ['Int', 4],
  ['UInt', 4],
  ['Long', 8],
  ['ULong', 8],
  ['Float', 4],
  ['Double', 8],
  ['String', 0],
  ['Json', 0],
  ['DateTime', 0],
  ['Binary', 0],
] as const;

export interface FgbColumn {
  name: string;
  type: number;
  /** Undefined: its values are not imported. */
  field: Field | undefined;
}

export function columnOf(table: FlatTable): FgbColumn {
  const name = table.text(0) ?? '';
  const type = table.byte(1);
  return { name, type, field: fieldOf(name, type) };
}

function fieldOf(name: string, type: number): Field | undefined {
  const kind = TYPES[type]?.[0];
  if (kind === undefined || kind === 'Binary' || kind === 'Json') return undefined;
  const fieldType: Field['type'] =
    kind === 'Bool'
      ? 'boolean'
      : kind === 'Float' || kind === 'Double'
        ? 'number'
        : kind === 'String'
          ? 'text'
          : kind === 'DateTime'
            ? 'date'
            : 'integer';
  return { name, title: { en: name, it: name }, type: fieldType, required: false };
}

/** Values as pairs of the number of a column and its bytes. Throws RangeError. */
export function propertiesOf(
  bytes: Uint8Array | undefined,
  columns: readonly FgbColumn[],
): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const { name, field } of columns) if (field) properties[name] = null;
  if (!bytes) return properties;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 2 <= bytes.length;) {
    const column = columns[view.getUint16(at, true)];
    const [kind, size] = TYPES[column?.type ?? -1] ?? [];
    if (!column || kind === undefined || size === undefined) throw new RangeError('An unknown column.');
    at += 2;
    const length = size === 0 ? view.getUint32(at, true) : size;
    if (size === 0) at += 4;
    if (at + length > bytes.length) throw new RangeError('Beyond the end of the buffer.');
    if (kind !== 'Binary') properties[column.name] = valueOf(view, at, kind, length);
    at += length;
  }
  return properties;
}

function valueOf(view: DataView, at: number, kind: (typeof TYPES)[number][0], length: number): unknown {
  switch (kind) {
    case 'Byte':
      return view.getInt8(at);
    case 'UByte':
      return view.getUint8(at);
    case 'Bool':
      return view.getUint8(at) !== 0;
    case 'Short':
      return view.getInt16(at, true);
    case 'UShort':
      return view.getUint16(at, true);
    case 'Int':
      return view.getInt32(at, true);
    case 'UInt':
      return view.getUint32(at, true);
    case 'Long':
      return whole(view.getBigInt64(at, true));
    case 'ULong':
      return whole(view.getBigUint64(at, true));
    case 'Float':
      // The shortest decimal of single precision.
      return finite(Number(view.getFloat32(at, true).toPrecision(8)));
    case 'Double':
      return finite(view.getFloat64(at, true));
    default: {
      const text = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, length));
      return kind === 'Json' ? parsed(text) : text;
    }
  }
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function whole(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
