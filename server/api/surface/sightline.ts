/** What an upright half plane from the eye cuts from triangles: pairs of distance and height, metres from the eye. */
export interface Ray {
  /** distance, height, distance, height of each cut, one after the other. */
  cuts: number[];
}

/** Metres before its target within which a sightline is not hidden: the target lies on a surface. */
const NEAR = 0.05;

/** Looks along a ray, from near to far. */
export class Sightline {
  readonly #cuts: Float64Array;
  /** Of the terrain passed so far. */
  #steepest = -Infinity;

  constructor({ cuts }: Ray) {
    this.#cuts = Float64Array.from(cuts);
  }

  /**
   * Whether a target above the surface at a distance is seen; undefined where there is none. `ground`: the height of the
   * terrain there.
   */
  look(away: number, ground: number | undefined, target: number): boolean | undefined {
    const top = this.#topAt(away);
    if (ground === undefined && top === undefined) return undefined;
    const height = Math.max(ground ?? -Infinity, top ?? -Infinity) + target;
    const slope = height / away;
    const seen = slope >= this.#steepest && !this.#isCut(away, slope);
    if (ground !== undefined) this.#steepest = Math.max(this.#steepest, ground / away);
    return seen;
  }

  #topAt(away: number): number | undefined {
    const cuts = this.#cuts;
    let top: number | undefined;
    for (let i = 0; i < cuts.length; i += 4) {
      const [from, to] = [cuts[i]!, cuts[i + 2]!];
      if (from > away === to > away) continue;
      const height = cuts[i + 1]! + ((away - from) / (to - from)) * (cuts[i + 3]! - cuts[i + 1]!);
      if (top === undefined || height > top) top = height;
    }
    return top;
  }

  #isCut(away: number, slope: number): boolean {
    const cuts = this.#cuts;
    for (let i = 0; i < cuts.length; i += 4) {
      const above = cuts[i + 1]! - slope * cuts[i]!;
      const toAbove = cuts[i + 3]! - slope * cuts[i + 2]!;
      if (above >= 0 === toAbove >= 0) continue;
      const at = cuts[i]! + (above / (above - toAbove)) * (cuts[i + 2]! - cuts[i]!);
      if (at > 0 && at < away - NEAR) return true;
    }
    return false;
  }
}
