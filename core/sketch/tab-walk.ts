/**
 * Tab from one vertex to the next. Past the last one, and once a vertex was let go of, Tab goes on to the rest of the page,
 * until one is chosen again.
 */
export class TabWalk<T> {
  #left = false;

  /** `all`: what there is to go to, in its order. */
  constructor(
    readonly all: () => readonly T[],
    readonly isHere: (one: T) => boolean,
    readonly go: (to: T | undefined) => void,
  ) {}

  /** False: the key is the page's. */
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
