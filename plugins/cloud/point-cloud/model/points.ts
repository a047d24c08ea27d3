/** The points of a node. Columns have a value a point; positions and colours three. */
export interface NodePoints {
  readonly count: number;
  /** From the least corner of the node's cube, units of the file. */
  readonly positions: Float32Array;
  /** 0 to 255. */
  readonly colours: Uint8Array | undefined;
  readonly intensity: Uint16Array;
  readonly classification: Uint8Array;
  readonly returnNumber: Uint8Array;
  readonly numberOfReturns: Uint8Array;
  readonly source: Uint16Array;
  /** Seconds after the `timeOffset` of the cloud. */
  readonly time: Float32Array | undefined;
  /** Of the further attributes that were asked for. */
  readonly extras: readonly Float32Array[];
}

/** Where a further attribute is in a record, and how it is stored. */
export interface AttributePlace {
  readonly byte: number;
  readonly type: NumberType;
  readonly scale: number;
  readonly offset: number;
}
export type NumberType =
  | 'uint8'
  | 'int8'
  | 'uint16'
  | 'int16'
  | 'uint32'
  | 'int32'
  | 'uint64'
  | 'int64'
  | 'float'
  | 'double';
const READERS: Readonly<Record<NumberType, (view: DataView, at: number) => number>> = {
  uint8: (view, at) => view.getUint8(at),
  int8: (view, at) => view.getInt8(at),
  uint16: (view, at) => view.getUint16(at, true),
  int16: (view, at) => view.getInt16(at, true),
  uint32: (view, at) => view.getUint32(at, true),
  int32: (view, at) => view.getInt32(at, true),
  uint64: (view, at) => Number(view.getBigUint64(at, true)),
  int64: (view, at) => Number(view.getBigInt64(at, true)),
  float: (view, at) => view.getFloat32(at, true),
  double: (view, at) => view.getFloat64(at, true),
};
export const isNumberType = (type: string): type is NumberType => Object.hasOwn(READERS, type);
export const BYTES: Readonly<Record<NumberType, number>> = {
  uint8: 1,
  int8: 1,
  uint16: 2,
  int16: 2,
  uint32: 4,
  int32: 4,
  uint64: 8,
  int64: 8,
  float: 4,
  double: 8,
};

export function readAttribute(view: DataView, start: number, place: AttributePlace): number {
  return READERS[place.type](view, start + place.byte) * place.scale + place.offset;
}

export type Triple = readonly [number, number, number];

/** What decoding needs to know of a cloud and of the cube of a node. */
export interface Decoding {
  readonly count: number;
  readonly scale: Triple;
  readonly offset: Triple;
  /** The least corner of the node's cube, in the file's coordinates. */
  readonly corner: Triple;
  readonly timeOffset: number;
  /** The further attributes that are read, too. */
  readonly extras?: readonly AttributePlace[] | undefined;
}

export function emptyPoints(count: number, hasColour: boolean, hasTime: boolean, extras = 0): NodePoints {
  return {
    count,
    positions: new Float32Array(3 * count),
    colours: hasColour ? new Uint8Array(3 * count) : undefined,
    intensity: new Uint16Array(count),
    classification: new Uint8Array(count),
    returnNumber: new Uint8Array(count),
    numberOfReturns: new Uint8Array(count),
    source: new Uint16Array(count),
    time: hasTime ? new Float32Array(count) : undefined,
    extras: Array.from({ length: extras }, () => new Float32Array(count)),
  };
}

/** The buffers of points, to be handed over between threads without a copy. */
export function buffersOf(points: NodePoints): ArrayBuffer[] {
  return [...Object.values(points), ...points.extras].flatMap((column: unknown) =>
    ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : [],
  );
}
