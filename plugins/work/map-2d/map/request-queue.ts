import type { Disposable } from '#core/kernel';

const AT_ONCE = 6;

/**
 * Runs requests of tiles (`zoom/x/y`), a few at a time: those of the zoom of the last one added, in the order in which they were
 * added, since what is in view comes first; then the others.
 */
export class RequestQueue implements Disposable {
  readonly #run: (key: string) => Promise<void>;
  readonly #waiting: string[] = [];
  #running = 0;
  #zoom: string | undefined;
  #closed = false;

  constructor(run: (key: string) => Promise<void>) {
    this.#run = run;
  }

  add(key: string): void {
    this.#zoom = zoomOf(key);
    if (!this.#waiting.includes(key)) this.#waiting.push(key);
    queueMicrotask(() => this.#next());
  }

  dispose(): void {
    this.#closed = true;
  }

  #next(): void {
    while (this.#running < AT_ONCE && !this.#closed) {
      const first = this.#waiting.findIndex((key) => zoomOf(key) === this.#zoom);
      const [key] = this.#waiting.splice(Math.max(0, first), 1);
      if (key === undefined) return;
      this.#running++;
      void this.#run(key).finally(() => {
        this.#running--;
        this.#next();
      });
    }
  }
}

function zoomOf(key: string): string | undefined {
  return key.split('/')[0];
}
