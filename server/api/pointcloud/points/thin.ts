import { Unusable } from '../../../base/unusable.ts';
import type { CloudFile } from './task.ts';
import { CellSet } from './cell-set.ts';

/** Cubes that a thinned file may have; beyond, memory would not hold them. */
const MAX_CELLS = 60_000_000;

/** Whether a point is kept: the first of each cube, or a share of all, the same points each time. */
export function thinning(thin: CloudFile['thin']): (x: number, y: number, z: number) => boolean {
  if (!thin) return () => true;
  if (thin.kind === 'random') {
    const random = sequence();
    return () => random() < thin.share;
  }
  const { side } = thin;
  const taken = new CellSet();
  let first: readonly number[] | undefined;
  return (x, y, z) => {
    const cell = [Math.floor(x / side), Math.floor(y / side), Math.floor(z / side)] as const;
    first ??= cell;
    if (!taken.add(cell[0] - first[0]!, cell[1] - first[1]!, cell[2] - first[2]!)) return false;
    if (taken.size > MAX_CELLS) throw new Unusable('pointcloud.too-many-cells', { cells: MAX_CELLS });
    return true;
  };
}

/** Numbers from 0 to 1, the same sequence each time (mulberry32). */
function sequence(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
