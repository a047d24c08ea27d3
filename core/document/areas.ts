import type { Extent } from './contract.ts';
import { unwrapped } from './runs.ts';

/** Fetches the objects of an area into the document. Answers `too-many` where the server refuses so large a list. */
export type FetchArea = (extent: Extent, signal: AbortSignal) => Promise<'done' | 'too-many'>;

/** A square of the quadtree over longitude and latitude: level 0 is one cell of 360 by 360 degrees. */
interface Cell {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

interface Flight {
  readonly landed: Promise<void>;
  readonly controller: AbortController;
  waiting: number;
}

/** Where cells are usually cut: 0.044°, so that a screen at street scale needs a handful. */
const LEVEL = 13;
/** A cell this small (12 m) that still holds too many objects is a failure, not split again. */
const DEEPEST = 22;
const MOST_CELLS = 16;
const AT_ONCE = 4;

/**
 * Which areas are here. Nothing is fetched twice; an area whose last waiter gives up is aborted; a failed or aborted
 * one is forgotten, so that it is tried again. A cell with more objects than the server lists is fetched in four.
 */
export class LoadedAreas {
  readonly #fetch: FetchArea;
  readonly #here = new Set<string>();
  readonly #flights = new Map<string, Flight>();
  #running = 0;
  readonly #queue: (() => void)[] = [];
  #epoch = 0;

  constructor(fetch: FetchArea) {
    this.#fetch = fetch;
  }

  get inFlight(): number {
    return this.#flights.size;
  }

  /** Resolves when all of `extent` is here; rejects with the first failure, or with the signal's reason. */
  async load(extent: Extent, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const cells = unwrapped(extent).flatMap(cellsOf);
    await Promise.all(cells.map((cell) => this.#ensure(cell, signal)));
  }

  /** Is everything of `extent` here? */
  has(extent: Extent): boolean {
    return unwrapped(extent)
      .flatMap(cellsOf)
      .every((cell) => this.#isHere(cell));
  }

  /** What is here is out of date: everything will be fetched again when asked for. */
  forget(): void {
    this.#epoch++;
    this.#here.clear();
    for (const { controller } of this.#flights.values()) controller.abort();
    this.#flights.clear();
  }

  #isHere(cell: Cell): boolean {
    for (let at: Cell | undefined = cell; at; at = parentOf(at)) if (this.#here.has(keyOf(at))) return true;
    return false;
  }

  async #ensure(cell: Cell, signal: AbortSignal | undefined): Promise<void> {
    if (this.#isHere(cell)) return;
    const key = keyOf(cell);
    const flight = this.#flights.get(key) ?? this.#start(cell, key);
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

  #start(cell: Cell, key: string): Flight {
    const controller = new AbortController();
    const epoch = this.#epoch;
    const land = async () => {
      const outcome = await this.#inTurn(() => this.#fetch(extentOfCell(cell), controller.signal));
      if (outcome === 'too-many') {
        if (cell.level >= DEEPEST) throw new RangeError('There are too many objects in one place to load.');
        await Promise.all(childrenOf(cell).map((child) => this.#ensure(child, controller.signal)));
      }
      if (epoch === this.#epoch) this.#here.add(key);
    };
    const flight: Flight = { controller, waiting: 0, landed: land() };
    const clear = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    flight.landed.then(clear, clear);
    this.#flights.set(key, flight);
    return flight;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await new Promise<void>((go) => this.#queue.push(go));
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running--;
    }
  }
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

/** The cells that cover `extent`: of the usual level, or of a coarser one where that would be too many. */
function cellsOf(extent: Extent): Cell[] {
  for (let level = LEVEL; ; level--) {
    const size = 360 / 2 ** level;
    const last = 2 ** level - 1;
    const index = (degrees: number) => Math.max(0, Math.min(last, Math.floor((degrees + 180) / size)));
    const [west, south, east, north] = [
      index(extent[0]),
      index(extent[1]),
      index(extent[2]),
      index(extent[3]),
    ];
    if (level > 0 && (east - west + 1) * (north - south + 1) > MOST_CELLS) continue;
    const cells: Cell[] = [];
    for (let y = south; y <= north; y++) for (let x = west; x <= east; x++) cells.push({ level, x, y });
    return cells;
  }
}

function keyOf({ level, x, y }: Cell): string {
  return `${level}/${x}/${y}`;
}

function parentOf({ level, x, y }: Cell): Cell | undefined {
  return level === 0 ? undefined : { level: level - 1, x: x >> 1, y: y >> 1 };
}

function childrenOf({ level, x, y }: Cell): Cell[] {
  return [0, 1, 2, 3].map((i) => ({ level: level + 1, x: 2 * x + (i & 1), y: 2 * y + (i >> 1) }));
}

function extentOfCell({ level, x, y }: Cell): Extent {
  const size = 360 / 2 ** level;
  const west = -180 + x * size;
  const south = -180 + y * size;
  return [west, Math.max(-90, south), west + size, Math.min(90, south + size)];
}
