/** Why a cut does not divide. */
export type SplitReason =
  /** The point is farther from the line than it may be; `metres` says how far. */
  | 'off-line'
  /** The cut is at an end of the line, so that one part would be nothing. */
  | 'at-end'
  /** Line and cut do not meet. */
  | 'misses'
  /** The cut enters without coming out again, or joins what does not divide (an edge with a hole). */
  | 'ends-inside'
  /** The cut touches the outline from outside, or runs along it. */
  | 'touches'
  /** Line and cut run along each other, so that no place of it is the cut. */
  | 'runs-along'
  /** The polygon's outline crosses itself `at` this place. */
  | 'crosses-itself'
  /** Vertices lie closer together than can be told apart; the parts would not add up to the whole. */
  | 'too-fine'
  /** More crossings than can be worth a cut. */
  | 'too-many';

export interface SplitFault {
  reason: SplitReason;
  metres?: number;
  at?: readonly [number, number];
}

/** What a cut makes: two parts or more; or why it does not divide. */
export type Split<Part> = { parts: Part[] } | { refused: SplitFault };

/** Places where a cut and an object meet; a drawn line has some, a coast and its railway some hundred. */
export const MOST_CROSSINGS = 20_000;

/** Carries a fault out of the depth; it never leaves this module. */
export class Unsplittable extends Error {
  constructor(readonly fault: SplitFault) {
    super(fault.reason);
  }
}

export function splitting<Part>(work: () => Part[]): Split<Part> {
  try {
    return { parts: work() };
  } catch (thrown) {
    if (thrown instanceof Unsplittable) return { refused: thrown.fault };
    throw thrown;
  }
}
