import type { Api } from '#core/api';
import { AppError } from '#core/kernel';
import { keepMeasures, listMeasures, type KeptMeasure } from '#core/protocol';

/** Times that others may be first before it is given up for now. */
const ATTEMPTS = 3;

/** The measures kept with one project. Changes wait a moment and are sent together, laid over what others kept. */
export class Shelf {
  readonly #waiting = new Map<string, KeptMeasure | undefined>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #version = 0;

  constructor(
    readonly projectId: string,
    readonly api: Pick<Api, 'call'>,
    readonly failed: (thrown: unknown) => void,
    /** Milliseconds. */
    readonly pause = 800,
  ) {}

  async read(): Promise<readonly KeptMeasure[]> {
    return (await this.#look()).kept;
  }

  put(measure: KeptMeasure): void {
    this.#change(measure.id, measure);
  }

  take(id: string): void {
    this.#change(id, undefined);
  }

  /** As it was last read or written. */
  get version(): number {
    return this.#version;
  }

  /** Is a change of this measure still to be sent? */
  isWaiting(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** Sends now what waits. What cannot be sent waits for the next change. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    if (this.#waiting.size === 0) return;
    this.#sending = this.#send().catch(this.failed);
    await this.#sending;
    this.#sending = undefined;
  }

  #change(id: string, to: KeptMeasure | undefined): void {
    this.#waiting.set(id, to);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), this.pause);
  }

  async #look(): Promise<{ kept: readonly KeptMeasure[]; version: number }> {
    const { data, version = 0 } = await this.api.call(listMeasures, { params: { id: this.projectId } });
    this.#version = version;
    return { kept: data, version };
  }

  async #send(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const { kept, version: seen } = await this.#look();
      const sent = new Map(this.#waiting);
      const body = [
        ...kept.filter(({ id }) => !sent.has(id)),
        ...[...sent.values()].filter((one) => one !== undefined),
      ];
      try {
        const { version } = await this.api.call(keepMeasures, {
          params: { id: this.projectId },
          body,
          ifMatch: String(seen),
        });
        this.#version = version ?? seen + 1;
      } catch (thrown) {
        if (thrown instanceof AppError && thrown.status === 412 && attempt < ATTEMPTS) continue;
        throw thrown;
      }
      // What was changed again meanwhile is still to be sent.
      for (const [id, measure] of sent) if (this.#waiting.get(id) === measure) this.#waiting.delete(id);
      return;
    }
  }
}
