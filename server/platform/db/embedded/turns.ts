interface Waiting {
  start(): void;
}

/**
 * One at a time: the embedded engine has a single connection. Within a lane first come first served; the lanes that
 * wait take turns.
 */
export class Turns {
  /** Lanes in the order of their next turn. */
  #lanes = new Map<string, Waiting[]>();
  #busy = false;
  #atRest: (() => void)[] = [];

  take<T>(lane: string, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const start = () => {
        void work()
          .then(resolve, reject)
          .finally(() => this.#next());
      };
      const queue = this.#lanes.get(lane);
      if (queue) queue.push({ start });
      else this.#lanes.set(lane, [{ start }]);
      if (!this.#busy) this.#next();
    });
  }

  /** Resolves when nothing waits or is under way. */
  idle(): Promise<void> {
    return this.#busy ? new Promise((resolve) => this.#atRest.push(resolve)) : Promise.resolve();
  }

  #next(): void {
    const [first] = this.#lanes;
    this.#busy = first !== undefined;
    if (!first) {
      for (const rest of this.#atRest.splice(0)) rest();
      return;
    }
    const [lane, queue] = first;
    const { start } = queue.shift()!;
    // To the end of the line, with what still waits in it.
    this.#lanes.delete(lane);
    if (queue.length > 0) this.#lanes.set(lane, queue);
    start();
  }
}
