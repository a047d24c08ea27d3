import type { GridArea } from './grid-fault.ts';

/** A grid uploaded by the administrators. */
export interface GridOffer {
  readonly id: string;
  readonly kind: 'shift' | 'geoid';
  readonly name: string;
  /** Metres, as stated by its source. */
  readonly accuracy: number;
  /** The systems computed by a shift grid. */
  readonly crs: readonly string[];
  readonly area: GridArea;
  /** The vertical datum of a geoid, as named by its publisher. */
  readonly datum?: string | null;
}

export type FetchGrid = (offer: GridOffer) => Promise<ArrayBuffer>;

/** The grids of one kind. Each is fetched once, when first needed. */
export class GridShelf<Grid> {
  /** Sorted, the most accurate first. */
  offers: readonly GridOffer[] = [];
  readonly #read: (bytes: ArrayBuffer) => Promise<Grid>;
  readonly #grids = new Map<string, Grid>();
  readonly #coming = new Map<string, Promise<void>>();
  #fetch: FetchGrid | undefined;

  constructor(read: (bytes: ArrayBuffer) => Promise<Grid>) {
    this.#read = read;
  }

  /** Replaces all offers. Returns whether they differ from the previous ones. */
  put(offers: readonly GridOffer[], fetch: FetchGrid): boolean {
    const before = this.offers.map(({ id }) => id).join();
    this.offers = offers.toSorted((a, b) => a.accuracy - b.accuracy);
    this.#fetch = fetch;
    const ids = new Set(offers.map(({ id }) => id));
    for (const id of this.#grids.keys()) if (!ids.has(id)) this.#grids.delete(id);
    return this.offers.map(({ id }) => id).join() !== before;
  }

  /** Returns a grid if it is loaded. */
  get({ id }: GridOffer): Grid | undefined {
    return this.#grids.get(id);
  }

  /** Loads these grids. Throws when one cannot be fetched. */
  async bring(offers: readonly GridOffer[]): Promise<void> {
    const missing = offers.filter(({ id }) => !this.#grids.has(id));
    await Promise.all(missing.map((offer) => this.#coming.get(offer.id) ?? this.#bringOne(offer)));
  }

  #bringOne(offer: GridOffer): Promise<void> {
    const fetched = this.#fetch!(offer)
      .then(this.#read)
      .then((grid) => void this.#grids.set(offer.id, grid))
      .finally(() => this.#coming.delete(offer.id));
    this.#coming.set(offer.id, fetched);
    return fetched;
  }
}
