/** A point near the pointer. */
export interface Candidate {
  /** CSS pixels from the pointer. */
  readonly away: number;
  /** From the eye, units of the CRS. */
  readonly depth: number;
  /** Distance between points of its node. */
  readonly spacing: number;
}

/**
 * How much farther than the nearest point others may be that belong to the same surface, in spacings: an inclined
 * surface has points at several depths around the pointer, and a wall behind it is many spacings away.
 */
const SAME_SURFACE = 4;

/**
 * Returns the point under the pointer: of the surface nearest to the eye, the point nearest to the pointer. Not the
 * nearest to the pointer of all, which may be on a wall behind and seen between the points in front.
 */
export function foremost<T extends Candidate>(candidates: readonly T[]): T | undefined {
  let first: T | undefined;
  for (const candidate of candidates) if (!first || candidate.depth < first.depth) first = candidate;
  if (!first) return undefined;
  let best = first;
  for (const candidate of candidates) {
    const reach = SAME_SURFACE * Math.max(first.spacing, candidate.spacing);
    if (candidate.depth - first.depth <= reach && candidate.away < best.away) best = candidate;
  }
  return best;
}
