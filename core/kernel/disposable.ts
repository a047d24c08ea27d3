/** Something opened that must be closed: a listener, a subscription, a layer put on a map. */
export interface Disposable {
  dispose(): void;
}

export type Teardown = Disposable | { unsubscribe(): void } | (() => void);

/** What was opened, listed; closed in reverse order, once, even when one of them throws. */
export class Lifetime implements Disposable {
  #open: Teardown[] = [];
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  /** Lists `item` for closing and hands it back. After closing, `item` is closed at once. */
  add<T extends Teardown>(item: T): T {
    if (this.#closed) close(item);
    else this.#open.push(item);
    return item;
  }

  /** @throws AggregateError naming everything that failed to close; all the rest is closed all the same. */
  dispose(): void {
    if (this.#closed) return;
    this.#closed = true;
    const failures: unknown[] = [];
    for (const item of this.#open.reverse()) {
      try {
        close(item);
      } catch (failure) {
        failures.push(failure);
      }
    }
    this.#open = [];
    if (failures.length > 0) throw new AggregateError(failures, 'Some resources could not be closed.');
  }
}

function close(item: Teardown): void {
  if (typeof item === 'function') item();
  else if ('dispose' in item) item.dispose();
  else item.unsubscribe();
}
