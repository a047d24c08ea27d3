/** Points of a node that are not written yet: the first `count` of `indices` into the words. */
export interface PointSet {
  words: Int32Array;
  /** Words of a point. */
  stride: number;
  indices: Uint32Array;
  count: number;
}

/** The same points in words of their own, so that those of all others can be freed. */
export function detached({ words, stride, indices, count }: PointSet): PointSet {
  const own = new Int32Array(count * stride);
  for (let i = 0; i < count; i++) {
    const at = indices[i]! * stride;
    own.set(words.subarray(at, at + stride), i * stride);
  }
  return { words: own, stride, indices: Uint32Array.from({ length: count }, (_, i) => i), count };
}
