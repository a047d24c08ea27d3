/** A resource that must be closed: a listener, a subscription, a map layer. */
export interface Disposable {
  dispose(): void;
}

export type Teardown = Disposable | { unsubscribe(): void } | (() => void);

/** A list of open resources. They are closed once, in reverse order, even when one of them throws. */
export class Lifetime implements Disposable {
  #open: Teardown[] = [];
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  /** Adds `item` and returns it. After closing, `item` is closed at once. */
  add<T extends Teardown>(item: T): T {
    if (this.#closed) close(item);
    else this.#open.push(item);
    return item;
  }

  /** Throws AggregateError with all errors; the other resources are closed nevertheless. */
  dispose(): void {
    const failures: unknown[] = [];
    for (const item of this.#takeOpen()) {
      try {
        close(item);
      } catch (failure) {
        failures.push(failure);
      }
    }
    throwFailures(failures);
  }

  /** As `dispose`, for functions that return promises: each is closed before the next one. */
  async disposeAsync(): Promise<void> {
    const failures: unknown[] = [];
    for (const item of this.#takeOpen()) {
      try {
        await close(item);
      } catch (failure) {
        failures.push(failure);
      }
    }
    throwFailures(failures);
  }

  #takeOpen(): Teardown[] {
    this.#closed = true;
    return this.#open.splice(0).reverse();
  }
}

function throwFailures(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, 'Some resources could not be closed.');
}

/** Returns what the function of `item` returns: a promise where closing takes time. */
function close(item: Teardown): unknown {
  if (typeof item === 'function') return item();
  if ('dispose' in item) return item.dispose();
  return item.unsubscribe();
}
