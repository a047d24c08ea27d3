/**
 * Holds what has come until all that is on its way has come too, or for some milliseconds: pictures that come one after the other
 * are then drawn once, and not once each.
 */
export class Together {
  readonly #milliseconds: number;
  #coming = 0;
  #held: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Resolves as `work`, a little later; what fails, fails at once. */
  async join<T>(work: Promise<T>): Promise<T> {
    this.#coming++;
    try {
      const result = await work;
      const released = new Promise<void>((release) => this.#held.push(release));
      this.#timer ??= setTimeout(() => this.#release(), this.#milliseconds);
      this.#came();
      await released;
      return result;
    } catch (thrown) {
      this.#came();
      throw thrown;
    }
  }

  #came(): void {
    this.#coming--;
    if (this.#coming === 0) this.#release();
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const held = this.#held;
    this.#held = [];
    for (const release of held) release();
  }
}
