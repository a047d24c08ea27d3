/** A place along a line, metres, with its chainage there. */
export interface Post {
  readonly along: number;
  readonly chainage: number;
  /** Line of the text, from 1. */
  readonly line: number;
}

/** Why posts cannot calibrate a line: the lines of the text with the two posts. */
export interface PostProblem {
  readonly kind: 'same-place' | 'not-monotone';
  readonly first: Post;
  readonly second: Post;
}

/** Chainage along a line: linear between posts, continued beyond the outermost ones. */
export interface Calibration {
  toChainage(along: number): number;
  toAlong(chainage: number): number;
  /** Chainage decreases along the line. */
  readonly isReversed: boolean;
  /** Metres of chainage per metre of the line between consecutive posts: least and most. Both 1 with fewer than two. */
  readonly scale: readonly [number, number];
}

/** Posts closer than this along the line, metres, are at the same place. */
const SAME = 1e-3;

/**
 * Calibrates a line. Without posts its start has the chainage `start`; with one, chainage grows with the line from
 * there; with more, it continues beyond the outermost ones as between them and their neighbours.
 */
export function calibrate(posts: readonly Post[], start = 0): Calibration | PostProblem {
  const sorted = [...posts].sort((a, b) => a.along - b.along);
  if (sorted.length < 2) {
    const { along, chainage } = sorted[0] ?? { along: 0, chainage: start };
    return {
      toChainage: (metres) => chainage + metres - along,
      toAlong: (value) => along + value - chainage,
      isReversed: false,
      scale: [1, 1],
    };
  }
  const isReversed = sorted.at(-1)!.chainage < sorted[0]!.chainage;
  const scales: number[] = [];
  for (const [i, second] of sorted.slice(1).entries()) {
    const first = sorted[i]!;
    if (second.along - first.along < SAME) return { kind: 'same-place', first, second };
    const scale = (second.chainage - first.chainage) / (second.along - first.along);
    if (isReversed ? scale >= 0 : scale <= 0) return { kind: 'not-monotone', first, second };
    scales.push(scale);
  }
  const alongs = sorted.map(({ along }) => along);
  const chainages = sorted.map(({ chainage }) => chainage);
  const sizes = scales.map(Math.abs);
  return {
    toChainage: (metres) => interpolate(alongs, chainages, metres, 1),
    toAlong: (value) => interpolate(chainages, alongs, value, isReversed ? -1 : 1),
    isReversed,
    scale: [Math.min(...sizes), Math.max(...sizes)],
  };
}

/** `from` is sorted, ascending if `sign` is 1. */
function interpolate(from: readonly number[], to: readonly number[], value: number, sign: number): number {
  let i = 0;
  while (i < from.length - 2 && sign * value > sign * from[i + 1]!) i++;
  const part = (value - from[i]!) / (from[i + 1]! - from[i]!);
  return to[i]! + part * (to[i + 1]! - to[i]!);
}
