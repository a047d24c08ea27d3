import type { Position } from '#core/protocol';
import { cellsOf, childrenOf, extentOfCell, farnessOf, keyOf, parentOf, type Cell } from './cells.ts';
import type { Extent } from './contract.ts';
import { unwrapped } from './runs.ts';

/** Fetches the objects of an area into the document. Answers `too-many` where the server refuses so large a list. */
export type FetchArea = (extent: Extent, signal: AbortSignal) => Promise<'done' | 'too-many'>;

interface Flight {
  readonly cell: Cell;
  readonly landed: Promise<void>;
  readonly controller: AbortController;
  waiting: number;
}

/** A cell this small (12 m) that still holds too many objects is a failure, not split again. */
const DEEPEST = 22;
const AT_ONCE = 4;

/**
 * Which areas are here. Nothing is fetched twice; an area whose last waiter gives up is aborted; a failed or aborted
 * one is forgotten, so that it is tried again. A cell with more objects than the server lists is fetched in four, and from
 * then on known to be cut. What is nearest to the place that is looked at comes first.
 */
export class LoadedAreas {
  readonly #fetch: FetchArea;
  readonly #here = new Map<string, Cell>();
  readonly #cut = new Set<string>();
  readonly #flights = new Map<string, Flight>();
  #running = 0;
  /** Nearest first. */
  readonly #queue: { readonly far: number; readonly go: () => void }[] = [];
  #epoch = 0;

  constructor(fetch: FetchArea) {
    this.#fetch = fetch;
  }

  get inFlight(): number {
    return this.#flights.size;
  }

  /** What is on its way. */
  get coming(): Extent[] {
    return [...this.#flights.values()].map(({ cell }) => extentOfCell(cell));
  }

  /**
   * Resolves when all of `extent` is here, beginning at `place` (its middle unless given); rejects with the first failure,
   * or with the signal's reason.
   */
  async load(extent: Extent, signal?: AbortSignal, place: Position = middleOf(extent)): Promise<void> {
    signal?.throwIfAborted();
    await this.#all(unwrapped(extent).flatMap(cellsOf), place, signal);
  }

  /** Is everything of `extent` here? */
  has(extent: Extent): boolean {
    return unwrapped(extent)
      .flatMap(cellsOf)
      .every((cell) => this.#isHere(cell));
  }

  /** Asks of each area that is here, the nearest to one of these places first, whether it stays; the others are here no more. */
  keep(places: readonly Position[], stays: (extent: Extent) => boolean): void {
    const nearest = (cell: Cell) => Math.min(...places.map((place) => farnessOf(cell, place)));
    const cells = [...this.#here.values()].map((cell) => ({ cell, far: nearest(cell) }));
    for (const { cell } of cells.sort((a, b) => a.far - b.far))
      if (!stays(extentOfCell(cell))) this.#here.delete(keyOf(cell));
  }

  /** What is here is out of date: everything will be fetched again when asked for. */
  forget(): void {
    this.#epoch++;
    this.#here.clear();
    this.#cut.clear();
    for (const { controller } of this.#flights.values()) controller.abort();
    this.#flights.clear();
  }

  #isHere(cell: Cell): boolean {
    for (let at: Cell | undefined = cell; at; at = parentOf(at)) if (this.#here.has(keyOf(at))) return true;
    return this.#cut.has(keyOf(cell)) && childrenOf(cell).every((child) => this.#isHere(child));
  }

  async #all(cells: readonly Cell[], place: Position, signal: AbortSignal | undefined): Promise<void> {
    const far = new Map(cells.map((cell) => [cell, farnessOf(cell, place)]));
    const nearestFirst = [...cells].sort((a, b) => far.get(a)! - far.get(b)!);
    await Promise.all(nearestFirst.map((cell) => this.#ensure(cell, place, signal)));
  }

  async #ensure(cell: Cell, place: Position, signal: AbortSignal | undefined): Promise<void> {
    if (this.#isHere(cell)) return;
    const key = keyOf(cell);
    const flight = this.#flights.get(key) ?? this.#start(cell, key, place);
    flight.waiting++;
    try {
      await landedOrAborted(flight.landed, signal);
    } finally {
      if (--flight.waiting === 0 && this.#flights.get(key) === flight) {
        this.#flights.delete(key);
        flight.controller.abort();
      }
    }
  }

  #start(cell: Cell, key: string, place: Position): Flight {
    const controller = new AbortController();
    const epoch = this.#epoch;
    const land = async () => {
      if (!this.#cut.has(key)) {
        const outcome = await this.#inTurn(farnessOf(cell, place), () =>
          this.#fetch(extentOfCell(cell), controller.signal),
        );
        if (outcome === 'done') {
          if (epoch === this.#epoch) this.#here.set(key, cell);
          return;
        }
        if (cell.level >= DEEPEST) throw new RangeError('There are too many objects in one place to load.');
        this.#cut.add(key);
      }
      await this.#all(childrenOf(cell), place, controller.signal);
    };
    const flight: Flight = { cell, controller, waiting: 0, landed: land() };
    const clear = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    flight.landed.then(clear, clear);
    this.#flights.set(key, flight);
    return flight;
  }

  async #inTurn<T>(far: number, work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE)
      await new Promise<void>((go) => {
        this.#queue.push({ far, go });
        this.#queue.sort((a, b) => a.far - b.far);
      });
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next.go();
      else this.#running--;
    }
  }
}

function middleOf([west, south, east, north]: Extent): Position {
  return [(west + (east < west ? east + 360 : east)) / 2, (south + north) / 2];
}

function landedOrAborted(landed: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return landed;
  return new Promise<void>((resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error);
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const settle = () => signal.removeEventListener('abort', giveUp);
    landed.then(
      () => (settle(), resolve()),
      (failure: unknown) => (settle(), reject(failure as Error)),
    );
  });
}
