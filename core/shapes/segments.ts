import Flatbush from 'flatbush';
import { awayFrom, awayFromEdge, comeWithin, meets, widen } from './frames.ts';
import { frameAround, onEdge, turn, type Flat, type Frame } from './plane.ts';

/** Segments that follow each other lie side by side: so many share one frame in the index. */
const STRETCH = 16;
/** Stretches that follow each other, whose neighbours are sought together. */
const TOGETHER = 8;

type Pair = (run: number, segment: number, laterRun: number, later: number) => boolean;

/** The segments of several runs of positions (rings, lines), found by where they are. */
export class Segments<P extends Flat> {
  readonly runs: readonly (readonly P[])[];
  /** Every vertex of every run, east and north in turns: read much faster than the positions. */
  readonly #xy: Float64Array;
  /** By run: the number of its first vertex among all. */
  readonly #start: number[] = [];
  /** By stretch: its run, and the number among all of the vertices that it begins and ends with. */
  readonly #run: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  /** By stretch: its frame, four numbers. */
  readonly #frames: Float64Array;
  readonly #index: Flatbush | undefined;

  constructor(runs: readonly (readonly P[])[]) {
    this.runs = runs;
    this.#xy = new Float64Array(2 * runs.reduce((sum, { length }) => sum + length, 0));
    let vertex = 0;
    for (const [run, positions] of runs.entries()) {
      this.#start.push(vertex);
      const last = vertex + positions.length - 1;
      for (let from = vertex; from < last; from += STRETCH) {
        this.#run.push(run);
        this.#from.push(from);
        this.#to.push(Math.min(from + STRETCH, last));
      }
      for (const position of positions) {
        this.#xy[2 * vertex] = position[0];
        this.#xy[2 * vertex++ + 1] = position[1];
      }
    }
    const count = this.#run.length;
    this.#frames = new Float64Array(4 * count);
    if (count > 0) this.#index = this.#indexed(count);
  }

  /** Calls `found` with each segment whose frame meets the given one: its run, and its place in it. */
  each([west, south, east, north]: Frame, found: (run: number, segment: number) => void): void {
    for (const stretch of this.#index?.search(west, south, east, north) ?? []) {
      const run = this.#run[stretch]!;
      const start = this.#start[run]!;
      const to = this.#to[stretch]!;
      for (let i = this.#from[stretch]!; i < to; i++)
        if (meets(this.#xy, i, west, south, east, north)) found(run, i - start);
    }
  }

  /**
   * Does `test` say yes of any two segments that come within `margin` of each other? It is asked about each two whose
   * frames do once, the earlier one first, until it does; not about two of a stretch that goes straight on.
   */
  some(margin: number, test: Pair): boolean {
    return this.#someFrames(margin, (one, other) => this.#someOf(one, other, margin, test));
  }

  /**
   * Stretches of closed runs that nothing comes within `margin` of but those before and after, with which they go on in one
   * direction: nothing meets them, nor the chords from their first vertex to their last. By the numbers of these among all.
   */
  lone(margin: number): Map<number, number> {
    const count = this.#run.length;
    const next = Array.from({ length: count }, (_, stretch) => stretch + 1);
    for (let first = 0; first < count;) {
      let last = first;
      while (this.#run[last + 1] === this.#run[first]) last++;
      next[last] = first;
      first = last + 1;
    }
    const near = new Uint8Array(count);
    this.#someFrames(margin, (one, other) => {
      if (one !== other && next[one] !== other && next[other] !== one) near[one] = near[other] = 1;
      return false;
    });
    const goesOn = next.map((after, stretch) => this.#goOn(stretch, after, margin));
    const lone = new Map<number, number>();
    for (let stretch = 0; stretch < count; stretch++) {
      const after = next[stretch]!;
      if (goesOn[stretch] && goesOn[after] && !near[after]) lone.set(this.#from[after]!, this.#to[after]!);
    }
    return lone;
  }

  /** Does `test` say yes of any two stretches, or one and itself, whose frames come within `margin`? */
  #someFrames(margin: number, test: (one: number, other: number) => boolean): boolean {
    const frames = this.#frames;
    for (let first = 0; first < this.#run.length; first += TOGETHER) {
      const end = Math.min(first + TOGETHER, this.#run.length);
      const frame = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
      for (let one = first; one < end; one++) widen(frame, frames, 4 * one, margin);
      const others = this.#index!.search(...frame, (other) => other >= first);
      for (let one = first; one < end; one++)
        for (const other of others)
          if (other >= one && comeWithin(frames, 4 * one, 4 * other, margin) && test(one, other)) return true;
    }
    return false;
  }

  /**
   * Does every segment of a stretch, and of the one that follows it, bring them on by more than the margin, on the way from
   * the first vertex to the last? Then none comes that near to another, but where one ends and the next begins.
   */
  #goOn(stretch: number, next: number, margin: number): boolean {
    const xy = this.#xy;
    const from = 2 * this.#from[stretch]!;
    const to = 2 * this.#to[next]!;
    const dx = xy[to]! - xy[from]!;
    const dy = xy[to + 1]! - xy[from + 1]!;
    const least = margin * Math.sqrt(dx * dx + dy * dy);
    const advances = (which: number): boolean => {
      for (let i = 2 * this.#from[which]!; i < 2 * this.#to[which]!; i += 2)
        if ((xy[i + 2]! - xy[i]!) * dx + (xy[i + 3]! - xy[i + 1]!) * dy <= least) return false;
      return true;
    };
    return advances(stretch) && (stretch === next || advances(next));
  }

  /** As `some`, of one stretch and a later one, or itself. */
  #someOf(one: number, other: number, margin: number, test: Pair): boolean {
    if (one === other && this.#goOn(one, one, margin)) return false;
    const [xy, frames] = [this.#xy, this.#frames];
    const [run, laterRun] = [this.#run[one]!, this.#run[other]!];
    const [start, laterStart] = [this.#start[run]!, this.#start[laterRun]!];
    const [to, laterFrom, laterTo] = [this.#to[one]!, this.#from[other]!, this.#to[other]!];
    for (let i = this.#from[one]!; i < to; i++) {
      const ax = xy[2 * i]!;
      const ay = xy[2 * i + 1]!;
      const bx = xy[2 * i + 2]!;
      const by = xy[2 * i + 3]!;
      const west = (ax < bx ? ax : bx) - margin;
      const east = (ax < bx ? bx : ax) + margin;
      if (east < frames[4 * other]! || west > frames[4 * other + 2]!) continue;
      const south = (ay < by ? ay : by) - margin;
      const north = (ay < by ? by : ay) + margin;
      if (north < frames[4 * other + 1]! || south > frames[4 * other + 3]!) continue;
      for (let j = one === other ? i + 1 : laterFrom; j < laterTo; j++)
        if (meets(xy, j, west, south, east, north) && test(run, i - start, laterRun, j - laterStart))
          return true;
    }
    return false;
  }

  /**
   * For each place of a path the segment nearest to it, and the share of the way along that where it is; in the plane of
   * the numbers. Quickest where the places lie one beside the other.
   */
  nearestAlong(places: readonly Flat[], found: (place: number, ends: [P, P], share: number) => void): void {
    let [run, segment] = [this.#run[0]!, 0];
    for (let first = 0; first < places.length; first += TOGETHER) {
      const some = places.slice(first, first + TOGETHER);
      const [west, south, east, north] = frameAround(some);
      // No place of these is farther from the edge nearest to it than the first is from any, and itself from the first.
      const known = onEdge(some[0]!, ...this.ends(run, segment)).distance;
      const reach = known + Math.hypot(east - west, north - south);
      const near = this.#index!.search(west - reach, south - reach, east + reach, north + reach);
      for (let k = 0; k < some.length; k++) {
        const place = some[k]!;
        let best = this.#away(place, this.#start[run]! + segment);
        for (const stretch of near) {
          if (awayFrom(this.#frames, 4 * stretch, place) >= best) continue;
          const start = this.#start[this.#run[stretch]!]!;
          for (let i = this.#from[stretch]!; i < this.#to[stretch]!; i++) {
            const away = this.#away(place, i);
            if (away >= best) continue;
            best = away;
            run = this.#run[stretch]!;
            segment = i - start;
          }
        }
        const ends = this.ends(run, segment);
        found(first + k, ends, onEdge(place, ...ends).share);
      }
    }
  }

  /** How far a place is from the segment that begins at a vertex, by its number among all; squared. */
  #away(place: Flat, vertex: number): number {
    const xy = this.#xy;
    return awayFromEdge(
      place[0],
      place[1],
      xy[2 * vertex]!,
      xy[2 * vertex + 1]!,
      xy[2 * vertex + 2]!,
      xy[2 * vertex + 3]!,
    );
  }

  ends(run: number, segment: number): [P, P] {
    const positions = this.runs[run]!;
    return [positions[segment]!, positions[segment + 1]!];
  }

  /** Is the place within the runs, taken as the rings of a polygon (even-odd)? On an edge it may be either. */
  contains(place: Flat): boolean {
    let inside = false;
    this.each([place[0], place[1], Infinity, place[1]], (run, segment) => {
      const [a, b] = this.ends(run, segment);
      if (a[1] > place[1] === b[1] > place[1]) return;
      const side = turn(a, b, place);
      // An upward edge has what is west of it on its left.
      if (b[1] > a[1] ? side > 0 : side < 0) inside = !inside;
    });
    return inside;
  }

  #indexed(count: number): Flatbush {
    const index = new Flatbush(count);
    for (let stretch = 0; stretch < count; stretch++) {
      let west = Infinity;
      let south = Infinity;
      let east = -Infinity;
      let north = -Infinity;
      for (let i = this.#from[stretch]!; i <= this.#to[stretch]!; i++) {
        const x = this.#xy[2 * i]!;
        const y = this.#xy[2 * i + 1]!;
        if (x < west) west = x;
        if (x > east) east = x;
        if (y < south) south = y;
        if (y > north) north = y;
      }
      const at = 4 * stretch;
      this.#frames[at] = west;
      this.#frames[at + 1] = south;
      this.#frames[at + 2] = east;
      this.#frames[at + 3] = north;
      index.add(west, south, east, north);
    }
    index.finish();
    return index;
  }
}
