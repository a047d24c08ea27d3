/** Characters, numbers and other values of one message. */
const MAX_MESSAGE = 8_000_000;
const MAX_DEPTH = 40;
/** Keys by which code that copies values could reach a prototype. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Whether a message is plain data of a bearable size: texts, numbers, bytes, lists and records, without cycles and without keys
 * that reach a prototype.
 */
export function isPlain(message: unknown): boolean {
  let left = MAX_MESSAGE;
  const walk = (value: unknown, depth: number): boolean => {
    left -= typeof value === 'string' ? value.length + 8 : 8;
    if (left < 0 || depth > MAX_DEPTH) return false;
    if (typeof value !== 'object' || value === null) return isScalar(value);
    // Holes cost nothing to send, but each is visited.
    if (value instanceof Uint8Array) return (left -= value.byteLength) >= 0;
    if (Array.isArray(value)) return value.length * 8 <= left && value.every((each) => walk(each, depth + 1));
    if (Object.getPrototypeOf(value) !== Object.prototype) return false;
    return Object.entries(value).every(([key, each]) => {
      left -= key.length;
      return !FORBIDDEN.has(key) && walk(each, depth + 1);
    });
  };
  return walk(message, 0);
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean', 'undefined'].includes(typeof value) || value === null;
}

/** Lets through `burst` at once, and `perSecond` in the long run. */
export class Rate {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  /** `now`: milliseconds. */
  constructor(burst: number, perSecond: number, now: () => number = () => performance.now()) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#now = now;
    this.#left = burst;
    this.#at = now();
  }

  /** Whether one more may pass. */
  take(): boolean {
    const now = this.#now();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
