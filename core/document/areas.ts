import type { Position } from '#core/protocol';
import { cellsOf, childrenOf, extentOfCell, distanceTo, keyOf, parentOf, type Cell } from './cells.ts';
import type { Extent } from './contract.ts';
import { splitAtAntimeridian } from './runs.ts';

/**
 * Fetches the objects of an area into the document. Resolves to `too-many` when the server refuses a list that long.
 */
export type FetchArea = (extent: Extent, signal: AbortSignal) => Promise<'done' | 'too-many'>;

interface AreaFetch {
  readonly cell: Cell;
  readonly done: Promise<void>;
  readonly controller: AbortController;
  waiters: number;
}

/** A cell of this level (12 m) that still has too many objects is an error. */
const MAX_LEVEL = 22;
const MAX_CONCURRENT = 4;

/**
 * Which areas are loaded. Nothing is fetched twice. An area whose last waiter gives up is aborted; a failed or
 * aborted one is forgotten, so that it can be tried again. A cell with more objects than the server lists is fetched
 * in quarters, and remembered as split. Cells nearest to the given place are fetched first.
 */
export class LoadedAreas {
  readonly #fetch: FetchArea;
  readonly #loaded = new Map<string, Cell>();
  readonly #split = new Set<string>();
  readonly #fetches = new Map<string, AreaFetch>();
  #running = 0;
  /** Nearest first. */
  readonly #queue: { readonly distance: number; readonly start: () => void }[] = [];
  #epoch = 0;

  constructor(fetch: FetchArea) {
    this.#fetch = fetch;
  }

  /** Areas being fetched. */
  get pending(): Extent[] {
    return [...this.#fetches.values()].map(({ cell }) => extentOfCell(cell));
  }

  /**
   * Resolves when all of `extent` is loaded, from `place` outwards (default: its middle). Rejects with the first
   * failure, or with the signal's reason.
   */
  async load(extent: Extent, signal?: AbortSignal, place: Position = middleOf(extent)): Promise<void> {
    signal?.throwIfAborted();
    await this.#loadAll(splitAtAntimeridian(extent).flatMap(cellsOf), place, signal);
  }

  /** Returns whether all of `extent` is loaded. */
  has(extent: Extent): boolean {
    return splitAtAntimeridian(extent)
      .flatMap(cellsOf)
      .every((cell) => this.#isLoaded(cell));
  }

  /**
   * Calls `keep` for each loaded area, the nearest to one of these places first, and forgets those for which it
   * returns false.
   */
  retain(places: readonly Position[], keep: (extent: Extent) => boolean): void {
    const nearest = (cell: Cell) => Math.min(...places.map((place) => distanceTo(cell, place)));
    const cells = [...this.#loaded.values()].map((cell) => ({ cell, distance: nearest(cell) }));
    for (const { cell } of cells.sort((a, b) => a.distance - b.distance))
      if (!keep(extentOfCell(cell))) this.#loaded.delete(keyOf(cell));
  }

  /** Forgets all areas, so that they are fetched again when needed. */
  forget(): void {
    this.#epoch++;
    this.#loaded.clear();
    this.#split.clear();
    for (const { controller } of this.#fetches.values()) controller.abort();
    this.#fetches.clear();
  }

  #isLoaded(cell: Cell): boolean {
    for (let at: Cell | undefined = cell; at; at = parentOf(at)) if (this.#loaded.has(keyOf(at))) return true;
    return this.#split.has(keyOf(cell)) && childrenOf(cell).every((child) => this.#isLoaded(child));
  }

  async #loadAll(cells: readonly Cell[], place: Position, signal: AbortSignal | undefined): Promise<void> {
    const distances = new Map(cells.map((cell) => [cell, distanceTo(cell, place)]));
    const nearestFirst = [...cells].sort((a, b) => distances.get(a)! - distances.get(b)!);
    await Promise.all(nearestFirst.map((cell) => this.#ensure(cell, place, signal)));
  }

  async #ensure(cell: Cell, place: Position, signal: AbortSignal | undefined): Promise<void> {
    if (this.#isLoaded(cell)) return;
    const key = keyOf(cell);
    const fetch = this.#fetches.get(key) ?? this.#start(cell, key, place);
    fetch.waiters++;
    try {
      await doneOrAborted(fetch.done, signal);
    } finally {
      if (--fetch.waiters === 0 && this.#fetches.get(key) === fetch) {
        this.#fetches.delete(key);
        fetch.controller.abort();
      }
    }
  }

  #start(cell: Cell, key: string, place: Position): AreaFetch {
    const controller = new AbortController();
    const epoch = this.#epoch;
    const load = async () => {
      if (!this.#split.has(key)) {
        const outcome = await this.#enqueue(distanceTo(cell, place), () =>
          this.#fetch(extentOfCell(cell), controller.signal),
        );
        if (outcome === 'done') {
          if (epoch === this.#epoch) this.#loaded.set(key, cell);
          return;
        }
        if (cell.level >= MAX_LEVEL) throw new RangeError('There are too many objects in one place to load.');
        this.#split.add(key);
      }
      await this.#loadAll(childrenOf(cell), place, controller.signal);
    };
    const fetch: AreaFetch = { cell, controller, waiters: 0, done: load() };
    const clear = () => {
      if (this.#fetches.get(key) === fetch) this.#fetches.delete(key);
    };
    fetch.done.then(clear, clear);
    this.#fetches.set(key, fetch);
    return fetch;
  }

  async #enqueue<T>(distance: number, work: () => Promise<T>): Promise<T> {
    if (this.#running >= MAX_CONCURRENT)
      await new Promise<void>((start) => {
        this.#queue.push({ distance, start });
        this.#queue.sort((a, b) => a.distance - b.distance);
      });
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next.start();
      else this.#running--;
    }
  }
}

function middleOf([west, south, east, north]: Extent): Position {
  return [(west + (east < west ? east + 360 : east)) / 2, (south + north) / 2];
}

function doneOrAborted(done: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return done;
  return new Promise<void>((resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error);
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const cleanUp = () => signal.removeEventListener('abort', giveUp);
    done.then(
      () => (cleanUp(), resolve()),
      (failure: unknown) => (cleanUp(), reject(failure as Error)),
    );
  });
}
