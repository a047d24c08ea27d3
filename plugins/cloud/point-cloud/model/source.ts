import type { CloudAttribute } from '../api.ts';
import type { NodePoints, Triple } from './points.ts';

/** A node of an octree as its hierarchy describes it. Child `i` is at x = bit 4, y = bit 2, z = bit 1 of `i`. */
export interface SourceNode {
  readonly level: number;
  readonly corner: Triple;
  /** Side of its cube. */
  readonly side: number;
  count: number;
  /** Where its points are; size 0 where it has none. */
  start: number;
  size: number;
  children: (SourceNode | undefined)[];
  /** Where the part of the hierarchy below it is; undefined when it is known. */
  page: { readonly start: number; readonly size: number } | undefined;
}

/** Points of a cloud, read by parts. Coordinates are those of the file. */
export interface CloudSource {
  readonly kind: 'copc' | 'octree';
  readonly root: SourceNode;
  /** The box around the points. */
  readonly min: Triple;
  readonly max: Triple;
  /** Resolution of the stored coordinates. */
  readonly scale: Triple;
  readonly offset: Triple;
  /** Distance between the points of the root. */
  readonly spacing: number;
  readonly hasColour: boolean;
  /** GPS times, seconds; undefined where there are none. */
  readonly times: readonly [number, number] | undefined;
  /** Attributes of its points beyond those that all clouds have. */
  readonly attributes: readonly CloudAttribute[];
  /** Loads the part of the hierarchy below a node. */
  expand(node: SourceNode, signal?: AbortSignal): Promise<void>;
  /** `extras`: names of further attributes that are read, too. */
  points(node: SourceNode, signal?: AbortSignal, extras?: readonly string[]): Promise<NodePoints>;
  /** Classes of points have changed: those read from now on are the new ones. */
  renew?(): void;
}

/** The cube of child `i` of a node. */
export function childCube(
  { corner, side, level }: Pick<SourceNode, 'corner' | 'side' | 'level'>,
  i: number,
): Pick<SourceNode, 'corner' | 'side' | 'level'> {
  const half = side / 2;
  const [x, y, z] = corner;
  return {
    level: level + 1,
    side: half,
    corner: [x + (i & 4 ? half : 0), y + (i & 2 ? half : 0), z + (i & 1 ? half : 0)],
  };
}
