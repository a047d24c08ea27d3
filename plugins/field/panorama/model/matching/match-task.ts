import { cross, dot, lengthOfVector, minus, type Vector } from '#core/geodesy';
import {
  correlate,
  scaled,
  SIDE,
  type Candidate,
  type Comparison,
  type Correlated,
  type Standpoint,
} from './correlate.ts';

// Assumed, not measured on pairs of real panoramas: a person always decides.
/** Correlation below which the pictures are too little alike to be sure. */
const MIN_SURE_SCORE = 0.75;
/** By how much of the correlation the next best place must be worse to be sure. */
const MIN_SURE_LEAD = 0.06;
/** Candidates that are compared in detail. */
export const MAX_CANDIDATES = 4;
/** Around a candidate, part of its distance that is compared in detail; metres, at least and at the nearest. */
const DETAIL = { part: 0.08, least: 0.05, nearest: 0.5 };

export interface Match extends Candidate {
  /** Of the next best place; 0 where there is none. */
  readonly next: number;
  readonly isSure: boolean;
}
/** What of a comparison says where its distances are seen. */
export type MatchGeometry = Pick<Comparison, 'direction' | 'pixel'> &
  Record<'first' | 'second', Pick<Standpoint, 'origin'>>;
export type MatchFault = 'plain' | 'unseen' | 'none';

/** What the worker is asked: to compare, with pictures that it decodes first. */
export interface MatchTask {
  readonly comparison: Omit<Comparison, 'first' | 'second'>;
  readonly first: CodedStandpoint;
  readonly second: CodedStandpoint;
  /** Only around these; none: all along the line. */
  readonly rough?: readonly Candidate[];
}
export interface CodedStandpoint extends Omit<Standpoint, 'pieces'> {
  readonly pieces: readonly CodedPiece[];
}
export interface CodedPiece {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly picture: Blob;
}

/**
 * Compares along the whole line of sight, or in detail around rough candidates. Then the score is the mean of both: the
 * rough one has seen more of the surroundings.
 */
export function correlateAround(comparison: Comparison, rough?: readonly Candidate[]): Correlated {
  if (!rough) return correlate(comparison);
  const detailed = rough.map(({ distance }) => {
    const room = Math.max(DETAIL.least, distance * DETAIL.part);
    const nearest = Math.max(DETAIL.nearest, distance - room);
    return correlate({ ...comparison, nearest, farthest: distance + room });
  });
  const peaks = detailed.flatMap((one, i) => {
    const [best] = typeof one === 'string' ? [] : one;
    return best ? [{ distance: best.distance, score: (best.score + rough[i]!.score) / 2 }] : [];
  });
  if (peaks.length === 0) return detailed.find((one) => typeof one === 'string') ?? [];
  return peaks.sort((a, b) => b.score - a.score);
}

/** The best of the peaks, and whether it can be relied on. */
export function judged(peaks: Correlated, geometry: MatchGeometry): Match | MatchFault {
  if (typeof peaks === 'string') return peaks;
  const [best, ...others] = peaks;
  if (!best) return 'none';
  // What the compared squares share is no other place.
  const next = others.find(({ distance }) => apart(geometry, best.distance, distance) > SIDE)?.score ?? 0;
  return { ...best, next, isSure: best.score >= MIN_SURE_SCORE && best.score - next >= MIN_SURE_LEAD };
}

/** Pixels of the second picture between the places of two distances. */
function apart({ first, second, direction, pixel }: MatchGeometry, one: number, other: number): number {
  const base = minus(second.origin, first.origin);
  const [a, b] = [one, other].map((distance) => minus(scaled(direction, distance), base)) as [Vector, Vector];
  return Math.atan2(lengthOfVector(cross(a, b)), dot(a, b)) / pixel;
}
