/** Why a cut does not divide. */
export type SplitReason =
  /** The point is farther from the line than it may be; `metres` says how far. */
  | 'off-line'
  /** The cut is at an end of the line, so that one part would be empty. */
  | 'at-end'
  /** Line and cut do not meet. */
  | 'misses'
  /** The cut enters without leaving, or joins what does not divide (an edge with a hole). */
  | 'ends-inside'
  /** The cut touches the outline from outside, or runs along it. */
  | 'touches'
  /** Line and cut run along each other, so that they cross nowhere. */
  | 'runs-along'
  /** The polygon's outline crosses itself `at` this place. */
  | 'crosses-itself'
  /** Vertices are too close to each other: the parts would not add up to the whole. */
  | 'too-fine'
  /** There are too many crossings. */
  | 'too-many';

export interface SplitFault {
  reason: SplitReason;
  metres?: number;
  at?: readonly [number, number];
}

/** The result of a cut: two or more parts, or why it does not divide. */
export type Split<Part> = { parts: Part[] } | { refused: SplitFault };

/** Most crossings of a cut and an object; a drawn line has a few, a coast and its railway some hundred. */
export const MAX_CROSSINGS = 20_000;

/** Thrown within this module to abort a split. */
export class SplitError extends Error {
  constructor(readonly fault: SplitFault) {
    super(fault.reason);
  }
}

export function trySplit<Part>(work: () => Part[]): Split<Part> {
  try {
    return { parts: work() };
  } catch (thrown) {
    if (thrown instanceof SplitError) return { refused: thrown.fault };
    throw thrown;
  }
}
