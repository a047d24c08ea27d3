import type { GridArea } from './grid-fault.ts';

/** A grid that the administrators have uploaded. */
export interface GridOffer {
  readonly id: string;
  readonly kind: 'shift' | 'geoid';
  readonly name: string;
  /** Metres, as its source states it. */
  readonly accuracy: number;
  /** The systems that are computed by a shift grid. */
  readonly crs: readonly string[];
  readonly area: GridArea;
}

export type FetchGrid = (offer: GridOffer) => Promise<ArrayBuffer>;

/** Grids of a kind: each is fetched when first needed, and once. */
export class GridShelf<Grid> {
  /** The most accurate first. */
  offers: readonly GridOffer[] = [];
  readonly #read: (bytes: ArrayBuffer) => Grid;
  readonly #grids = new Map<string, Grid>();
  readonly #coming = new Map<string, Promise<void>>();
  #fetch: FetchGrid | undefined;

  constructor(read: (bytes: ArrayBuffer) => Grid) {
    this.#read = read;
  }

  /** From now on these, and no others. Answers whether they are others than before. */
  put(offers: readonly GridOffer[], fetch: FetchGrid): boolean {
    const before = this.offers.map(({ id }) => id).join();
    this.offers = offers.toSorted((a, b) => a.accuracy - b.accuracy);
    this.#fetch = fetch;
    const ids = new Set(offers.map(({ id }) => id));
    for (const id of this.#grids.keys()) if (!ids.has(id)) this.#grids.delete(id);
    return this.offers.map(({ id }) => id).join() !== before;
  }

  /** What was fetched. */
  get({ id }: GridOffer): Grid | undefined {
    return this.#grids.get(id);
  }

  /** @throws what the fetching throws. */
  async bring(wanted: readonly GridOffer[]): Promise<void> {
    const missing = wanted.filter(({ id }) => !this.#grids.has(id));
    await Promise.all(missing.map((offer) => this.#coming.get(offer.id) ?? this.#bringOne(offer)));
  }

  #bringOne(offer: GridOffer): Promise<void> {
    const fetched = this.#fetch!(offer)
      .then((bytes) => void this.#grids.set(offer.id, this.#read(bytes)))
      .finally(() => this.#coming.delete(offer.id));
    this.#coming.set(offer.id, fetched);
    return fetched;
  }
}
