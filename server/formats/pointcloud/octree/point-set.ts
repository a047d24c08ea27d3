import { POINT_WORDS } from '../points.ts';

/** Points of a node that are not written yet: the first `count` of `indices` into the words. */
export interface PointSet {
  words: Int32Array;
  indices: Uint32Array;
  count: number;
}

/** The same points in words of their own, so that those of all others can be freed. */
export function detached({ words, indices, count }: PointSet): PointSet {
  const own = new Int32Array(count * POINT_WORDS);
  for (let i = 0; i < count; i++) {
    const at = indices[i]! * POINT_WORDS;
    own.set(words.subarray(at, at + POINT_WORDS), i * POINT_WORDS);
  }
  return { words: own, indices: Uint32Array.from({ length: count }, (_, i) => i), count };
}
