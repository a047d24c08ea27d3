import type { BimDeviationRow, BimDeviations, BimSurveyed } from '#core/protocol';
import type { ElementName } from './element-info.ts';
import type { Surface } from './surface.ts';

type Triple = readonly [number, number, number];

/** Points in the axes of the file, in threes, metres; of objects with the id of each. */
export interface SurveyedPoints {
  coordinates: Float64Array;
  ids?: readonly string[];
}
export interface DeviationOptions {
  tolerance: number;
  reach: number;
}

const BARS = 80;
const MAX_SAMPLE = 40_000;
const MAX_SURVEYED = 5_000;
const MAX_ROWS = 100_000;

/** Count, mean and spread of numbers that come one by one. */
class Statistics {
  count = 0;
  #mean = 0;
  #squares = 0;
  #min = Infinity;
  #max = -Infinity;
  #within = 0;

  add(value: number, tolerance: number): void {
    this.count++;
    const from = value - this.#mean;
    this.#mean += from / this.count;
    this.#squares += from * (value - this.#mean);
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    if (Math.abs(value) <= tolerance) this.#within++;
  }

  /** `sigma` about the mean, of the points as a sample. */
  get values() {
    const { count } = this;
    return {
      count,
      mean: this.#mean,
      sigma: count > 1 ? Math.sqrt(this.#squares / (count - 1)) : 0,
      min: this.#min,
      max: this.#max,
      within: this.#within / count,
    };
  }
}

/** How far points are from the nearest faces of elements, as they come. */
export class Deviation {
  readonly #surface: Surface;
  readonly #names: readonly ElementName[];
  readonly #options: DeviationOptions;
  readonly #rows = new Map<number, Statistics>();
  readonly #all = new Statistics();
  readonly #histogram = new Array<number>(BARS).fill(0);
  readonly #sample = new Float32Array(MAX_SAMPLE * 4);
  readonly #surveyed: BimSurveyed[] = [];
  #points = 0;
  #chance = 1;

  /** `names`: of the elements of the surface, in its order. */
  constructor(surface: Surface, names: readonly ElementName[], options: DeviationOptions) {
    this.#surface = surface;
    this.#names = names;
    this.#options = options;
  }

  get points(): number {
    return this.#points;
  }

  add({ coordinates, ids }: SurveyedPoints): void {
    const { tolerance, reach } = this.#options;
    for (let i = 0; i + 2 < coordinates.length; i += 3) {
      this.#points++;
      const place: Triple = [coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]!];
      const near = this.#surface.near(place, reach);
      if (!near) continue;
      const { element, distance, at } = near;
      this.#all.add(distance, tolerance);
      let row = this.#rows.get(element);
      if (!row) this.#rows.set(element, (row = new Statistics()));
      row.add(distance, tolerance);
      const bar = Math.floor(((distance + reach) / (2 * reach)) * BARS);
      this.#histogram[Math.min(BARS - 1, Math.max(0, bar))]!++;
      this.#keep(place, distance);
      if (ids)
        this.#surveyed.push({
          objectId: ids[i / 3]!,
          ...this.#names[element]!,
          distance,
          delta: [place[0] - at[0], place[1] - at[1], place[2] - at[2]],
          at: [...place],
        });
    }
  }

  result(isCut: boolean): Omit<BimDeviations, 'cloudId' | 'cloudName' | 'heightsApart'> {
    const rows = [...this.#rows].map(([element, row]): BimDeviationRow => ({
      ...this.#names[element]!,
      ...row.values,
    }));
    const farthest = (one: BimDeviationRow) => Math.max(Math.abs(one.min), Math.abs(one.max));
    rows.sort((one, other) => one.within - other.within || farthest(other) - farthest(one));
    this.#surveyed.sort((one, other) => Math.abs(other.distance) - Math.abs(one.distance));
    const count = Math.min(MAX_SAMPLE, this.#all.count);
    const bytes = Buffer.from(this.#sample.buffer, 0, count * 16);
    return {
      ...this.#options,
      rows: rows.slice(0, MAX_ROWS),
      all: this.#all.count > 0 ? this.#all.values : null,
      histogram: this.#histogram,
      points: this.#points,
      sample: { origin: [...this.#surface.origin], count, floats: bytes.toString('base64') },
      surveyed: this.#surveyed.slice(0, MAX_SURVEYED),
      isCut: isCut || rows.length > MAX_ROWS || this.#surveyed.length > MAX_SURVEYED,
    };
  }

  /** A sample in which every point is as likely as any other (algorithm R), the same in every run. */
  #keep([x, y, z]: Triple, distance: number): void {
    const { count } = this.#all;
    let at = count - 1;
    if (count > MAX_SAMPLE) {
      this.#chance = (Math.imul(this.#chance, 1_664_525) + 1_013_904_223) >>> 0;
      at = Math.floor((this.#chance / 2 ** 32) * count);
      if (at >= MAX_SAMPLE) return;
    }
    const [ox, oy, oz] = this.#surface.origin;
    this.#sample.set([x - ox, y - oy, z - oz, distance], at * 4);
  }
}
