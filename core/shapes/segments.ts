import Flatbush from 'flatbush';
import type { Flat, Frame } from './plane.ts';
import { frameOf, turn } from './plane.ts';

/** The segments of several runs of positions (rings, lines), found by where they are. */
export class Segments<P extends Flat> {
  readonly runs: readonly (readonly P[])[];
  readonly #index: Flatbush | undefined;
  /** Number of the first segment of each run. */
  readonly #first: number[] = [];

  constructor(runs: readonly (readonly P[])[]) {
    this.runs = runs;
    let count = 0;
    for (const run of runs) {
      this.#first.push(count);
      count += Math.max(0, run.length - 1);
    }
    if (count === 0) return;
    const index = new Flatbush(count);
    for (const run of runs)
      for (let i = 1; i < run.length; i++)
        index.add(...(frameOf(run[i - 1]!, run[i]!) as [number, number, number, number]));
    index.finish();
    this.#index = index;
  }

  /** Calls `found` with each segment whose frame meets the given one: its run, and its place in it. */
  each([west, south, east, north]: Frame, found: (run: number, segment: number) => void): void {
    for (const number of this.#index?.search(west, south, east, north) ?? []) {
      const run = this.#runOf(number);
      found(run, number - this.#first[run]!);
    }
  }

  ends(run: number, segment: number): [P, P] {
    const positions = this.runs[run]!;
    return [positions[segment]!, positions[segment + 1]!];
  }

  /** Is the place within the runs, taken as the rings of a polygon (even-odd)? On an edge it may be either. */
  contains(place: Flat): boolean {
    let within = false;
    this.each([place[0], place[1], Infinity, place[1]], (run, segment) => {
      const [a, b] = this.ends(run, segment);
      if (a[1] > place[1] === b[1] > place[1]) return;
      const side = turn(a, b, place);
      // An upward edge has what is west of it on its left.
      if (b[1] > a[1] ? side > 0 : side < 0) within = !within;
    });
    return within;
  }

  #runOf(number: number): number {
    let [low, high] = [0, this.#first.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#first[middle]! <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
