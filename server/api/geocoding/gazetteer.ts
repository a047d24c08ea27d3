import { distance } from '#core/geodesy';
import { startThread } from '../../base/thread.ts';

/** The places of GeoNames in buffers outside the heap, most important first. */
export interface PackedPlaces {
  /** For each place, `\n` and its normalized names, separated by `\t`. */
  names: PackedTexts;
  /** For each place, country, region and original names, separated by `\t`. */
  shown: PackedTexts;
  /** Longitude and latitude of each, degrees. */
  places: Float64Array;
}
interface PackedTexts {
  bytes: Uint8Array;
  starts: Uint32Array;
}

export interface GazetteerPlace {
  /** Name in GeoNames. */
  name: string;
  /** Names in other languages. */
  others: string[];
  /** ISO 3166 alpha-2 code. */
  country: string;
  /** Code of the province or state, if GeoNames has one: `LO`, `TX`; else empty. */
  region: string;
  position: [number, number];
}

let opened: Promise<Gazetteer> | undefined;

/** Loaded on the first search, in a thread (30 MB of text), and cached. */
export function openGazetteer(): Promise<Gazetteer> {
  opened ??= read().catch((failure: unknown) => {
    opened = undefined;
    throw failure;
  });
  return opened;
}

function read(): Promise<Gazetteer> {
  const thread = startThread(new URL('./gazetteer.worker.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    thread.once('message', (packed: PackedPlaces) => resolve(new Gazetteer(packed)));
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The thread that reads places ended with ${code}.`)));
  });
}

/** A search scans one text of all names; earlier matches are more important. */
export class Gazetteer {
  #names: Buffer;
  #nameStarts: Uint32Array;
  #shown: Buffer;
  #shownStarts: Uint32Array;
  #places: Float64Array;

  constructor({ names, shown, places }: PackedPlaces) {
    this.#names = bufferOf(names.bytes);
    this.#nameStarts = names.starts;
    this.#shown = bufferOf(shown.bytes);
    this.#shownStarts = shown.starts;
    this.#places = places;
  }

  get size(): number {
    return this.#places.length / 2;
  }

  /**
   * Places with a name equal to `name` (normalized), then with names that begin with it, then with a later word that
   * does.
   */
  *find(name: string): Generator<GazetteerPlace> {
    const listed = new Set<number>();
    const whole = ['\n', '\t'].flatMap((before) => ['\n', '\t'].map((after) => before + name + after));
    for (const patterns of [whole, [`\n${name}`, `\t${name}`], [` ${name}`]])
      for (const index of merged(patterns.map((pattern) => this.#holding(pattern)))) {
        if (listed.has(index)) continue;
        listed.add(index);
        yield this.#at(index);
      }
  }

  nearest(lon: number, lat: number): (GazetteerPlace & { metres: number }) | undefined {
    const index = nearestOf(this.#places, lon, lat);
    if (index === undefined) return undefined;
    const found = this.#at(index);
    return { ...found, metres: distance([lon, lat], found.position) };
  }

  #at(index: number): GazetteerPlace {
    const text = this.#shown.toString('utf8', this.#shownStarts[index], this.#shownStarts[index + 1]);
    const [country = '', region = '', name = '', ...others] = text.split('\t');
    return {
      name,
      others,
      country,
      region,
      position: [this.#places[2 * index]!, this.#places[2 * index + 1]!],
    };
  }

  *#holding(pattern: string): Generator<number> {
    for (let from = 0; ;) {
      const found = this.#names.indexOf(pattern, from);
      if (found < 0) return;
      const index = lastNotAbove(this.#nameStarts, found);
      yield index;
      from = this.#nameStarts[index + 1]!;
    }
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Merges ascending sequences into one. */
function* merged(rows: Generator<number, void>[]): Generator<number> {
  const heads = rows.map((row) => row.next().value ?? Infinity);
  for (;;) {
    const min = Math.min(...heads);
    if (min === Infinity) return;
    yield min;
    heads.forEach((head, i) => {
      if (head === min) heads[i] = rows[i]!.next().value ?? Infinity;
    });
  }
}

function lastNotAbove(starts: Uint32Array, value: number): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

const RADIAN = Math.PI / 180;

/** By spherical distance, which is enough to find the nearest; the distance reported is computed on the ellipsoid. */
function nearestOf(places: Float64Array, lon: number, lat: number): number | undefined {
  let [best, min] = [-1, Infinity];
  const cosine = Math.cos(lat * RADIAN);
  for (let i = 0; i < places.length; i += 2) {
    const up = Math.sin(((places[i + 1]! - lat) * RADIAN) / 2) ** 2;
    if (up >= min) continue;
    const across = Math.sin(((places[i]! - lon) * RADIAN) / 2) ** 2;
    const angle = up + cosine * Math.cos(places[i + 1]! * RADIAN) * across;
    if (angle < min) [best, min] = [i / 2, angle];
  }
  return best < 0 ? undefined : best;
}
