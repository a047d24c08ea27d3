import type { MapObject } from '#core/document';

/** Rows per request. */
export const PAGE = 200;
/** Pages in memory; those farthest from the last one requested are dropped. */
const MAX_PAGES = 60;

/** The rows of the server that have been fetched, of a list of which only the length is known. */
export class Pages {
  readonly #ids = new Map<number, readonly string[]>();
  readonly #objects = new Map<string, MapObject>();
  readonly #requested = new Set<number>();

  /** Number of rows; undefined before the first answer. */
  total: number | undefined = undefined;

  static of(row: number): number {
    return Math.floor(row / PAGE) + 1;
  }

  /** Returns whether the page has to be fetched; then it counts as requested. */
  request(page: number): boolean {
    if (this.#requested.has(page)) return false;
    this.#requested.add(page);
    return true;
  }

  /** It may be requested again. */
  fail(page: number): void {
    this.#requested.delete(page);
  }

  fill(page: number, objects: readonly MapObject[], total: number): void {
    this.total = total;
    this.#ids.set(page, objects.map(({ id }) => id)); // prettier-ignore
    for (const object of objects) this.#objects.set(object.id, object);
    while (this.#ids.size > MAX_PAGES) this.#drop(this.#farthest(page));
  }

  idAt(row: number): string | undefined {
    return this.#ids.get(Pages.of(row))?.[row % PAGE];
  }

  /** The row of an object; undefined if it has not been fetched. */
  rowOf(id: string): number | undefined {
    if (!this.#objects.has(id)) return undefined;
    for (const [page, ids] of this.#ids) {
      const at = ids.indexOf(id);
      if (at >= 0) return (page - 1) * PAGE + at;
    }
    return undefined;
  }

  get(id: string): MapObject | undefined {
    return this.#objects.get(id);
  }

  /** Keeps what is shown current, also when the object is no longer loaded. */
  update(object: MapObject): void {
    if (this.#objects.has(object.id)) this.#objects.set(object.id, object);
  }

  /** The last object of the page before, by which the next page is found without counting. */
  before(page: number): string | undefined {
    const ids = this.#ids.get(page - 1);
    return ids?.length === PAGE ? ids.at(-1) : undefined;
  }

  #farthest(from: number): number {
    return [...this.#ids.keys()].reduce((a, b) => (Math.abs(b - from) > Math.abs(a - from) ? b : a));
  }

  #drop(page: number): void {
    for (const id of this.#ids.get(page)!) this.#objects.delete(id);
    this.#ids.delete(page);
    this.#requested.delete(page);
  }
}
