import { distance } from '#core/geodesy';
import type { Position, Track } from '#core/protocol';

type TrackPosition = Track['positions'][number];

/** A gap of time is told from this many seconds on, and from this many times the usual interval. */
const GAP = { seconds: 10, times: 5 };
/** A jump is faster than anything that surveys, m/s, and farther than receivers scatter, metres. */
const JUMP = { speed: 60, metres: 5 };
/** Where there are no times: farther than this many times the usual distance, metres. */
const APART = { metres: 50, times: 20 };

export interface TrackFault {
  readonly kind: 'gap' | 'jump';
  /** Index of the position before it. */
  readonly at: number;
  readonly seconds: number | undefined;
  readonly metres: number;
}

export interface TrackFigures {
  readonly metres: number;
  readonly seconds: number | undefined;
  /** m/s from each position to the next; null without times. */
  readonly speeds: readonly (number | null)[];
  readonly faults: readonly TrackFault[];
}

/** Length, speeds, gaps and jumps of a track. */
export function figuresOf(positions: readonly TrackPosition[]): TrackFigures {
  const steps = positions.slice(1).map((to, i) => {
    const from = positions[i]!;
    const metres = distance([from[0], from[1]], [to[0], to[1]]);
    const seconds = from[3] === null || to[3] === null ? undefined : to[3] - from[3];
    return { metres, seconds };
  });
  const usualTime = median(
    steps.flatMap(({ seconds }) => (seconds !== undefined && seconds > 0 ? [seconds] : [])),
  );
  const usualWay = median(steps.flatMap(({ metres }) => (metres > 0 ? [metres] : [])));
  const faults = steps.flatMap(({ metres, seconds }, at): TrackFault[] => {
    if (seconds !== undefined && seconds > Math.max(GAP.seconds, usualTime * GAP.times))
      return [{ kind: 'gap', at, seconds, metres }];
    if (seconds !== undefined && (seconds < 0 || (metres > JUMP.metres && metres > seconds * JUMP.speed)))
      return [{ kind: 'jump', at, seconds, metres }];
    if (seconds === undefined && metres > Math.max(APART.metres, usualWay * APART.times))
      return [{ kind: 'jump', at, seconds, metres }];
    return [];
  });
  const [first, last] = [positions[0]?.[3], positions.at(-1)?.[3]];
  return {
    metres: steps.reduce((sum, { metres }) => sum + metres, 0),
    seconds: first == null || last == null ? undefined : last - first,
    speeds: [
      ...steps.map(({ metres, seconds }) => (seconds !== undefined && seconds > 0 ? metres / seconds : null)),
      ...(positions.length > 0 ? [null] : []),
    ],
    faults,
  };
}

/** Where a track is at a time, seconds since 1970; undefined before, after and in a gap. */
export function placeAt(positions: readonly TrackPosition[], time: number): Position | undefined {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle]![3] ?? -Infinity) < time) low = middle + 1;
    else high = middle;
  }
  const [to, from] = [positions[low], positions[low - 1] ?? positions[low]];
  if (!to || !from || to[3] === null || from[3] === null || time < from[3]) return undefined;
  const gap = to[3] - from[3];
  if (gap > GAP.seconds) return undefined;
  const part = gap === 0 ? 0 : (time - from[3]) / gap;
  const turn = to[0] - from[0];
  if (Math.abs(turn) > 180) return [from[0], from[1]];
  return [from[0] + turn * part, from[1] + (to[1] - from[1]) * part];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
