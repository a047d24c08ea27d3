/** Returns whether an error comes from `AbortController.abort()`: of fetch, axios or our own code. */
export function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === 'AbortError' || thrown.name === 'CanceledError');
}

/** Only the latest request counts: starting one aborts the one before. */
export class Latest {
  #current: AbortController | undefined;

  /** Runs `work`. Resolves to undefined when a later run or `cancel()` replaced it. Other errors are thrown. */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.#current?.abort();
    const controller = (this.#current = new AbortController());
    try {
      const result = await work(controller.signal);
      return controller.signal.aborted ? undefined : result;
    } catch (thrown) {
      if (controller.signal.aborted) return undefined;
      throw thrown;
    } finally {
      if (this.#current === controller) this.#current = undefined;
    }
  }

  cancel(): void {
    this.#current?.abort();
    this.#current = undefined;
  }
}
