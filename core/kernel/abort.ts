/** True for what `AbortController.abort()` makes fetch, axios and our own code throw. */
export function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === 'AbortError' || thrown.name === 'CanceledError');
}

/** The newest request wins: starting one aborts the one before it. */
export class Newest {
  #current: AbortController | undefined;

  /** Runs `work`; resolves to `undefined` when a newer run or `cancel()` overtook it. Other failures are thrown. */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.#current?.abort();
    const mine = (this.#current = new AbortController());
    try {
      const result = await work(mine.signal);
      return mine.signal.aborted ? undefined : result;
    } catch (thrown) {
      if (mine.signal.aborted) return undefined;
      throw thrown;
    } finally {
      if (this.#current === mine) this.#current = undefined;
    }
  }

  cancel(): void {
    this.#current?.abort();
    this.#current = undefined;
  }
}
