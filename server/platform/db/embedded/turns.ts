interface QueuedTurn {
  start(): void;
}

/**
 * Runs one task at a time: the embedded engine has a single connection. First come, first served within a lane;
 * waiting lanes alternate.
 */
export class Turns {
  /** Waiting lanes in the order of their next turn. */
  #lanes = new Map<string, QueuedTurn[]>();
  #busy = false;
  #onIdle: (() => void)[] = [];

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

  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void> {
    return this.#busy ? new Promise((resolve) => this.#onIdle.push(resolve)) : Promise.resolve();
  }

  #next(): void {
    const [first] = this.#lanes;
    this.#busy = first !== undefined;
    if (!first) {
      for (const rest of this.#onIdle.splice(0)) rest();
      return;
    }
    const [lane, queue] = first;
    const { start } = queue.shift()!;
    // Moves the lane to the end with its remaining tasks.
    this.#lanes.delete(lane);
    if (queue.length > 0) this.#lanes.set(lane, queue);
    start();
  }
}
