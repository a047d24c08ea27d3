import Flatbush from 'flatbush';
import {
  distanceSquaredToFrame,
  distanceSquaredToEdge,
  framesWithin,
  segmentMeetsFrame,
  widenFrame,
} from './frames.ts';
import { frameAround, nearestOnEdge, turn, type PlanePosition, type PlaneExtent } from './plane.ts';

/** Consecutive segments that share one frame in the index. */
const CHUNK_LENGTH = 16;
/** Consecutive chunks that are searched together. */
const GROUP_SIZE = 8;

type PairTest = (run: number, segment: number, laterRun: number, later: number) => boolean;

/**
 * A spatial index of the segments of several runs of positions (rings, lines). A chunk is up to 16 consecutive
 * segments.
 */
export class SegmentIndex<P extends PlanePosition> {
  readonly runs: readonly (readonly P[])[];
  /** The coordinates of all vertices, x and y alternating: much faster to read than positions. */
  readonly #xy: Float64Array;
  /** By run: index of its first vertex. */
  readonly #start: number[] = [];
  /** By chunk: its run, and the indexes of its first and last vertex. */
  readonly #run: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  /** By chunk: its frame, four numbers. */
  readonly #frames: Float64Array;
  readonly #index: Flatbush | undefined;

  constructor(runs: readonly (readonly P[])[]) {
    this.runs = runs;
    this.#xy = new Float64Array(2 * runs.reduce((sum, { length }) => sum + length, 0));
    let vertex = 0;
    for (const [run, positions] of runs.entries()) {
      this.#start.push(vertex);
      const last = vertex + positions.length - 1;
      for (let from = vertex; from < last; from += CHUNK_LENGTH) {
        this.#run.push(run);
        this.#from.push(from);
        this.#to.push(Math.min(from + CHUNK_LENGTH, last));
      }
      for (const position of positions) {
        this.#xy[2 * vertex] = position[0];
        this.#xy[2 * vertex++ + 1] = position[1];
      }
    }
    const count = this.#run.length;
    this.#frames = new Float64Array(4 * count);
    if (count > 0) this.#index = this.#buildIndex(count);
  }

  /** Calls `found` with the run and the index of each segment whose frame meets the given one. */
  each([west, south, east, north]: PlaneExtent, found: (run: number, segment: number) => void): void {
    for (const chunk of this.#index?.search(west, south, east, north) ?? []) {
      const run = this.#run[chunk]!;
      const start = this.#start[run]!;
      const to = this.#to[chunk]!;
      for (let i = this.#from[chunk]!; i < to; i++)
        if (segmentMeetsFrame(this.#xy, i, west, south, east, north)) found(run, i - start);
    }
  }

  /**
   * Returns whether `test` is true for any two segments within `margin` of each other. It is called once for each
   * pair whose frames are that near, the earlier segment first, until it returns true; but not for pairs within a
   * chunk that goes straight on.
   */
  some(margin: number, test: PairTest): boolean {
    return this.#someStretches(margin, (one, other) => this.#somePair(one, other, margin, test));
  }

  /**
   * Returns chunks of closed runs that have nothing within `margin` except the chunks before and after, with
   * which they continue in one direction. Nothing meets them, nor their chords. Maps the index of the first vertex to
   * that of the last.
   */
  isolatedStretches(margin: number): Map<number, number> {
    const count = this.#run.length;
    const next = Array.from({ length: count }, (_, chunk) => chunk + 1);
    for (let first = 0; first < count;) {
      let last = first;
      while (this.#run[last + 1] === this.#run[first]) last++;
      next[last] = first;
      first = last + 1;
    }
    const near = new Uint8Array(count);
    this.#someStretches(margin, (one, other) => {
      if (one !== other && next[one] !== other && next[other] !== one) near[one] = near[other] = 1;
      return false;
    });
    const advances = next.map((after, chunk) => this.#advances(chunk, after, margin));
    const lone = new Map<number, number>();
    for (let chunk = 0; chunk < count; chunk++) {
      const after = next[chunk]!;
      if (advances[chunk] && advances[after] && !near[after]) lone.set(this.#from[after]!, this.#to[after]!);
    }
    return lone;
  }

  /** Returns whether `test` is true for any two chunks, or one and itself, whose frames come within `margin`. */
  #someStretches(margin: number, test: (one: number, other: number) => boolean): boolean {
    const frames = this.#frames;
    for (let first = 0; first < this.#run.length; first += GROUP_SIZE) {
      const end = Math.min(first + GROUP_SIZE, this.#run.length);
      const frame = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
      for (let one = first; one < end; one++) widenFrame(frame, frames, 4 * one, margin);
      const others = this.#index!.search(...frame, (other) => other >= first);
      for (let one = first; one < end; one++)
        for (const other of others)
          if (other >= one && framesWithin(frames, 4 * one, 4 * other, margin) && test(one, other))
            return true;
    }
    return false;
  }

  /**
   * Returns whether every segment of a chunk and of the next one advances by more than the margin in the direction
   * from the first vertex to the last. Then no two of them come that near, except at shared ends.
   */
  #advances(chunk: number, next: number, margin: number): boolean {
    const xy = this.#xy;
    const from = 2 * this.#from[chunk]!;
    const to = 2 * this.#to[next]!;
    const dx = xy[to]! - xy[from]!;
    const dy = xy[to + 1]! - xy[from + 1]!;
    const minimum = margin * Math.sqrt(dx * dx + dy * dy);
    const advances = (which: number): boolean => {
      for (let i = 2 * this.#from[which]!; i < 2 * this.#to[which]!; i += 2)
        if ((xy[i + 2]! - xy[i]!) * dx + (xy[i + 3]! - xy[i + 1]!) * dy <= minimum) return false;
      return true;
    };
    return advances(chunk) && (chunk === next || advances(next));
  }

  /** As `some`, for one chunk and a later one, or itself. */
  #somePair(one: number, other: number, margin: number, test: PairTest): boolean {
    if (one === other && this.#advances(one, one, margin)) return false;
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
        if (
          segmentMeetsFrame(xy, j, west, south, east, north) &&
          test(run, i - start, laterRun, j - laterStart)
        )
          return true;
    }
    return false;
  }

  /**
   * Calls `found` for each place of a path with the nearest segment and the share along it, in plane coordinates.
   * Fastest when consecutive places are near each other.
   */
  nearestAlong(
    places: readonly PlanePosition[],
    found: (place: number, ends: [P, P], share: number) => void,
  ): void {
    let [run, segment] = [this.#run[0]!, 0];
    for (let first = 0; first < places.length; first += GROUP_SIZE) {
      const some = places.slice(first, first + GROUP_SIZE);
      const [west, south, east, north] = frameAround(some);
      // No place of the group is farther from its nearest segment than the first place is from any segment, plus the
      // diagonal of the group's frame: the search stays within that distance.
      const known = nearestOnEdge(some[0]!, ...this.ends(run, segment)).distance;
      const reach = known + Math.hypot(east - west, north - south);
      const near = this.#index!.search(west - reach, south - reach, east + reach, north + reach);
      for (let k = 0; k < some.length; k++) {
        const place = some[k]!;
        let best = this.#distanceSquared(place, this.#start[run]! + segment);
        for (const chunk of near) {
          if (distanceSquaredToFrame(this.#frames, 4 * chunk, place) >= best) continue;
          const start = this.#start[this.#run[chunk]!]!;
          for (let i = this.#from[chunk]!; i < this.#to[chunk]!; i++) {
            const distance = this.#distanceSquared(place, i);
            if (distance >= best) continue;
            best = distance;
            run = this.#run[chunk]!;
            segment = i - start;
          }
        }
        const ends = this.ends(run, segment);
        found(first + k, ends, nearestOnEdge(place, ...ends).share);
      }
    }
  }

  /** Returns the squared distance of a place from the segment that begins at a vertex. */
  #distanceSquared(place: PlanePosition, vertex: number): number {
    const xy = this.#xy;
    return distanceSquaredToEdge(
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

  /**
   * Returns whether the place is inside the runs, taken as the rings of a polygon (even-odd rule). On an edge it may
   * be either.
   */
  contains(place: PlanePosition): boolean {
    let inside = false;
    this.each([place[0], place[1], Infinity, place[1]], (run, segment) => {
      const [a, b] = this.ends(run, segment);
      if (a[1] > place[1] === b[1] > place[1]) return;
      const side = turn(a, b, place);
      // West of an upward edge is on its left.
      if (b[1] > a[1] ? side > 0 : side < 0) inside = !inside;
    });
    return inside;
  }

  #buildIndex(count: number): Flatbush {
    const index = new Flatbush(count);
    for (let chunk = 0; chunk < count; chunk++) {
      let west = Infinity;
      let south = Infinity;
      let east = -Infinity;
      let north = -Infinity;
      for (let i = this.#from[chunk]!; i <= this.#to[chunk]!; i++) {
        const x = this.#xy[2 * i]!;
        const y = this.#xy[2 * i + 1]!;
        if (x < west) west = x;
        if (x > east) east = x;
        if (y < south) south = y;
        if (y > north) north = y;
      }
      const at = 4 * chunk;
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
