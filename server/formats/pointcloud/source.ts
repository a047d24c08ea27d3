import type { ExtraDimension } from './extra-dimensions.ts';
import type { LeftOut } from './points.ts';

/** Reads bytes `start` to `end`, inclusive. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

export type Vector3 = [number, number, number];

/** Points of one node in columns. Coordinates are integer × scale + offset of the source. */
export interface NodePoints {
  count: number;
  /** Three integers a point. */
  positions: Int32Array;
  /** 0 to 255, three a point. */
  rgb: Uint8Array;
  intensity: Uint16Array;
  classification: Uint8Array;
  returnNumber: Uint8Array;
  numberOfReturns: Uint8Array;
  pointSourceId: Uint16Array;
  gpsTime: Float64Array;
  /** What only files need; there when it was asked for. */
  rest?: PointsRest | undefined;
}

/** What points have beyond the columns of queries. */
export interface PointsRest {
  /** 0.006°, as in LAS 1.4. */
  scanAngle: Int16Array;
  userData: Uint8Array;
  /** As in LAS 1.4: synthetic, key point, withheld, overlap; channel of the scanner; direction; edge of the line. */
  flags: Uint8Array;
  /** 0 to 65,535 or 0 to 255, as in the file, three a point. */
  colour: Uint16Array;
  nir: Uint16Array;
  /** The bytes of all extra dimensions of a point, one point after the other. */
  extra: Uint8Array;
}

/** What the points of a cloud have beyond what every point has. */
export interface CloudRest {
  nir: boolean;
  extras: readonly ExtraDimension[];
  /** What was in the file and is not kept; `earlier`: converted before anything of this was kept. */
  leftOut: readonly (LeftOut | 'earlier')[];
  encoding: number;
}

/** A node of an octree: a thinned part of the points in its cube; the others are in its children. */
export interface CloudNode {
  /** `r024` in an octree, `3-1-0-2` in a COPC. */
  readonly name: string;
  /** 0 is the root. */
  readonly level: number;
  readonly min: Vector3;
  readonly max: Vector3;
  readonly count: number;
}

/** A point cloud as an octree, whatever file it is in. */
export interface PointSource {
  readonly scale: Vector3;
  readonly offset: Vector3;
  /** Distance between the points of the root; it halves with every level. */
  readonly spacing: number;
  readonly hasColour: boolean;
  readonly rest: CloudRest;
  root(): Promise<CloudNode | undefined>;
  children(node: CloudNode): Promise<CloudNode[]>;
  /** `whole`: with the rest of the points. */
  load(node: CloudNode, whole?: boolean): Promise<NodePoints>;
}

/** A cloud whose file contradicts itself or its format. */
export class UnreadableCloud extends Error {}

/** Most points of one node; more are a damaged file. */
const MAX_NODE_POINTS = 20_000_000;

/** Throws UnreadableCloud when a node claims what no file holds. */
export function checkNode(name: string, count: number, offset: number, bytes: number): void {
  const sound = [count, offset, bytes].every((each) => Number.isSafeInteger(each) && each >= 0);
  if (!sound || count > MAX_NODE_POINTS || bytes > 2 ** 30) throw new UnreadableCloud(`node ${name}`);
}

export function emptyPoints(count: number): NodePoints {
  return {
    count,
    positions: new Int32Array(count * 3),
    rgb: new Uint8Array(count * 3),
    intensity: new Uint16Array(count),
    classification: new Uint8Array(count),
    returnNumber: new Uint8Array(count),
    numberOfReturns: new Uint8Array(count),
    pointSourceId: new Uint16Array(count),
    gpsTime: new Float64Array(count),
  };
}

export function emptyRest(count: number, extraBytes: number): PointsRest {
  return {
    scanAngle: new Int16Array(count),
    userData: new Uint8Array(count),
    flags: new Uint8Array(count),
    colour: new Uint16Array(count * 3),
    nir: new Uint16Array(count),
    extra: new Uint8Array(count * extraBytes),
  };
}

export const extraBytesOf = ({ extras }: Pick<CloudRest, 'extras'>): number =>
  extras.reduce((sum, { size }) => sum + size, 0);
