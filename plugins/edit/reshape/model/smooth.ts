import { interpolate } from '#core/shapes';
import type { LocalPoint } from './chart.ts';

/**
 * Cuts corners at a quarter of each edge, `rounds` times, after Chaikin (1974). A line keeps its ends, a ring stays
 * closed.
 */
export function smoothed(run: readonly LocalPoint[], closed: boolean, rounds: number): LocalPoint[] {
  let now = [...run];
  for (let round = 0; round < rounds; round++) {
    const next: LocalPoint[] = closed ? [] : [now[0]!];
    for (let i = 0; i + 1 < now.length; i++) {
      const [a, b] = [now[i]!, now[i + 1]!];
      if (closed || i > 0) next.push(interpolate(a, b, 0.25));
      if (closed || i + 2 < now.length) next.push(interpolate(a, b, 0.75));
    }
    next.push(closed ? next[0]! : now.at(-1)!);
    now = next;
  }
  return now;
}
