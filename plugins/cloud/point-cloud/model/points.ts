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
}

export function emptyPoints(count: number, hasColour: boolean, hasTime: boolean): NodePoints {
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
  };
}

/** The buffers of points, to be handed over between threads without a copy. */
export function buffersOf(points: NodePoints): ArrayBuffer[] {
  return Object.values(points).flatMap((column: unknown) =>
    ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : [],
  );
}
