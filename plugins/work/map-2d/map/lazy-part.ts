/** A part that is loaded when it is first wanted. Where that fails, it is loaded when it is wanted again. */
export class LazyPart<T> {
  readonly #load: () => Promise<T>;
  readonly #loaded: (part: T) => void;
  #part: T | undefined;
  #isLoading = false;

  constructor(load: () => Promise<T>, loaded: (part: T) => void = () => undefined) {
    this.#load = load;
    this.#loaded = loaded;
  }

  /** Undefined before it is loaded. */
  get current(): T | undefined {
    return this.#part;
  }

  /** Undefined while it is loaded. */
  want(): T | undefined {
    if (this.#part === undefined && !this.#isLoading) void this.#begin();
    return this.#part;
  }

  async #begin(): Promise<void> {
    this.#isLoading = true;
    const part = await this.#load().catch(() => undefined);
    this.#isLoading = false;
    this.#part = part;
    if (part !== undefined) this.#loaded(part);
  }
}
