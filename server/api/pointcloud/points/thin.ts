import type { CloudFile } from './task.ts';

/** Whether a point is kept: the first of each cube, or a share of all, the same points each time. */
export function thinning(thin: CloudFile['thin']): (x: number, y: number, z: number) => boolean {
  if (!thin) return () => true;
  if (thin.kind === 'random') {
    const random = sequence();
    return () => random() < thin.share;
  }
  const { side } = thin;
  const taken = new Set<string>();
  return (x, y, z) => {
    const key = `${Math.floor(x / side)} ${Math.floor(y / side)} ${Math.floor(z / side)}`;
    if (taken.has(key)) return false;
    taken.add(key);
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
