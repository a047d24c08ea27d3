import type { Api } from '#core/api';
import { AppError } from '#core/kernel';
import { keepMeasures, listMeasures, type StoredMeasure } from '#core/protocol';

/** Attempts to write before giving up for now, where others write first. */
const ATTEMPTS = 3;

/**
 * The measurements stored with one project. Changes are collected for a moment, sent together, and merged with those
 * of others.
 */
export class Shelf {
  readonly #waiting = new Map<string, StoredMeasure | undefined>();
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

  async read(): Promise<readonly StoredMeasure[]> {
    return (await this.#look()).measures;
  }

  put(measure: StoredMeasure): void {
    this.#change(measure.id, measure);
  }

  take(id: string): void {
    this.#change(id, undefined);
  }

  /** The version last read or written. */
  get version(): number {
    return this.#version;
  }

  /** Whether a change of this measurement is pending. */
  isWaiting(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** Sends pending changes now. What cannot be sent is sent with the next change. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    if (this.#waiting.size === 0) return;
    this.#sending = this.#send().catch(this.failed);
    await this.#sending;
    this.#sending = undefined;
  }

  #change(id: string, to: StoredMeasure | undefined): void {
    this.#waiting.set(id, to);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), this.pause);
  }

  async #look(): Promise<{ measures: readonly StoredMeasure[]; version: number }> {
    const { data, version = 0 } = await this.api.call(listMeasures, { params: { id: this.projectId } });
    this.#version = version;
    return { measures: data, version };
  }

  async #send(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const { measures, version: seen } = await this.#look();
      const sent = new Map(this.#waiting);
      const body = [
        ...measures.filter(({ id }) => !sent.has(id)),
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
      // What was changed again meanwhile is still pending.
      for (const [id, measure] of sent) if (this.#waiting.get(id) === measure) this.#waiting.delete(id);
      return;
    }
  }
}
