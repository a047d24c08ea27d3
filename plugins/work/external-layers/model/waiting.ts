/** Milliseconds after which a server that answers nothing is told. */
const PATIENCE = 5_000;
/** A map that moves gives up its requests, and begins others at once. */
const PAUSE = 1_000;

interface Silence {
  /** Requests that are not answered. */
  open: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Which layers have waited for their servers for some seconds, over all requests that a moving map gives up. */
export class Waiting {
  readonly #silences = new Map<string, Silence>();

  constructor(readonly tell: (id: string, isWaiting: boolean) => void) {}

  begin(id: string): void {
    const silence = this.#silences.get(id) ?? { open: 0, timer: undefined };
    if (!this.#silences.has(id)) {
      this.#silences.set(id, silence);
      silence.timer = setTimeout(() => {
        if (silence.open > 0) this.tell(id, true);
        else this.#forget(id);
      }, PATIENCE);
    }
    silence.open++;
  }

  /** The server has answered, or failed. */
  answered(id: string): void {
    const open = (this.#silences.get(id)?.open ?? 1) - 1;
    this.#forget(id);
    for (let again = 0; again < open; again++) this.begin(id);
  }

  /** Nobody wants the answer any more. */
  givenUp(id: string): void {
    const silence = this.#silences.get(id);
    if (!silence) return;
    silence.open--;
    if (silence.open === 0) setTimeout(() => silence.open === 0 && this.#forget(id, silence), PAUSE);
  }

  #forget(id: string, only = this.#silences.get(id)): void {
    if (!only || this.#silences.get(id) !== only) return;
    clearTimeout(only.timer);
    this.#silences.delete(id);
    this.tell(id, false);
  }
}
