/**
 * Moves with Tab from one vertex to the next. After the last one, and after a vertex was released, Tab leaves to the
 * rest of the page, until a vertex is chosen again.
 */
export class TabWalk<T> {
  #left = false;

  /** `all` returns the items in their order. */
  constructor(
    readonly all: () => readonly T[],
    readonly isHere: (one: T) => boolean,
    readonly go: (to: T | undefined) => void,
  ) {}

  /** Returns false when the page handles the key. */
  step(by: 1 | -1): boolean {
    if (this.#left) return false;
    const all = this.all();
    const here = all.findIndex(this.isHere);
    const next = all[here < 0 && by < 0 ? all.length - 1 : here + by];
    this.go(next);
    if (next === undefined) this.#left = all.length > 0;
    return next !== undefined;
  }

  leave(): void {
    this.#left = true;
  }

  enter(): void {
    this.#left = false;
  }
}
