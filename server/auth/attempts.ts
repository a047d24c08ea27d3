import { Refusal } from '../http/refusal.ts';

const MINUTES = 5;
const WINDOW = MINUTES * 60_000;
/** Failed attempts within the window. */
const PER_PERSON = 10;
const PER_ADDRESS = 100;
const MOST_KEPT = 50_000;

/**
 * Limits guessing of passwords: per address and e-mail, and per address. An attempt counts from its start, so that
 * many at once do not slip through; one that succeeds is taken out again.
 */
export class Attempts {
  #failures = new Map<string, number[]>();
  #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @throws Refusal 429 with Retry-After. Resolves to what is called when the attempt succeeds. */
  begin(address: string, email: string): () => void {
    const person = `${address} ${email.trim().toLowerCase()}`;
    this.#refuseBeyond(person, PER_PERSON);
    this.#refuseBeyond(address, PER_ADDRESS);
    const at = this.#now();
    this.#add(person, at);
    this.#add(address, at);
    return () => {
      this.#failures.delete(person);
      this.#remove(address, at);
    };
  }

  #refuseBeyond(key: string, most: number): void {
    const recent = this.#recent(key);
    if (recent.length < most) return;
    const seconds = Math.max(1, Math.ceil((recent[recent.length - most]! + WINDOW - this.#now()) / 1000));
    throw new Refusal(
      429,
      'auth.too-many-attempts',
      { minutes: Math.ceil(seconds / 60) },
      { headers: { 'retry-after': String(seconds) } },
    );
  }

  #recent(key: string): number[] {
    const since = this.#now() - WINDOW;
    return (this.#failures.get(key) ?? []).filter((at) => at > since);
  }

  #add(key: string, at: number): void {
    if (this.#failures.size >= MOST_KEPT) this.#forgetOld();
    this.#failures.set(key, [...this.#recent(key), at]);
  }

  #remove(key: string, at: number): void {
    const times = this.#recent(key);
    const index = times.indexOf(at);
    if (index >= 0) times.splice(index, 1);
    if (times.length > 0) this.#failures.set(key, times);
    else this.#failures.delete(key);
  }

  #forgetOld(): void {
    for (const key of this.#failures.keys()) if (this.#recent(key).length === 0) this.#failures.delete(key);
    // Under a flood of addresses the oldest entries go first.
    for (const key of this.#failures.keys()) {
      if (this.#failures.size < MOST_KEPT) return;
      this.#failures.delete(key);
    }
  }
}
