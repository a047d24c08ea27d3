import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { HttpError } from '../../base/http-error.ts';

/** Failures in a row after which a server is left alone, at first for this time; each further failure doubles it. */
const TOLERATED = 3;
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;
/** Requests to one server at a time. */
const AT_ONCE = 6;

interface Failures {
  count: number;
  /** Milliseconds since the epoch. */
  pausedUntil: number;
}

/** Limits requests per server, and pauses those that fail again and again. */
export class BackOff {
  readonly #limits = new LRUCache<string, LimitFunction>({ max: 1_000 });
  readonly #failures = new LRUCache<string, Failures>({ max: 10_000 });
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Runs `request`, which throws where the server fails. Throws 503 while requests of this name are paused; default: all
   * of the server. A layer has a name of its own, so that one that is broken does not stop others of the same server.
   */
  async run<T>(host: string, request: () => Promise<T>, name = host): Promise<T> {
    let limit = this.#limits.get(host);
    if (!limit) this.#limits.set(host, (limit = pLimit(AT_ONCE)));
    let failures = this.#failures.get(name);
    if (!failures) this.#failures.set(name, (failures = { count: 0, pausedUntil: 0 }));
    this.#refusePaused(host, failures);
    return limit(async () => {
      this.#refusePaused(host, failures);
      try {
        const answer = await request();
        failures.count = 0;
        return answer;
      } catch (thrown) {
        if (isFailure(thrown)) this.#note(failures, thrown instanceof ServerFailure ? thrown.retryAfter : 0);
        throw thrown;
      }
    });
  }

  #refusePaused(host: string, { pausedUntil }: Failures): void {
    const seconds = Math.ceil((pausedUntil - this.#now()) / 1_000);
    if (seconds > 0) throw new HttpError(503, 'external-layers.paused', { host, seconds });
  }

  #note(failures: Failures, retryAfter: number): void {
    failures.count++;
    const pause = FIRST_PAUSE * 2 ** (failures.count - TOLERATED);
    const own = failures.count < TOLERATED ? 0 : Math.min(LONGEST_PAUSE, pause);
    const milliseconds = Math.max(own, Math.min(LONGEST_PAUSE, retryAfter));
    failures.pausedUntil = this.#now() + milliseconds;
  }
}

function isFailure(thrown: unknown): boolean {
  if (thrown instanceof ServerFailure) return true;
  return thrown instanceof HttpError && ['outgoing.unreachable', 'outgoing.too-slow'].includes(thrown.key);
}

/** A server that answers that it fails or is overloaded. */
export class ServerFailure extends HttpError {
  /** Milliseconds that it asks to wait; 0: it does not say. */
  readonly retryAfter: number;

  constructor(host: string, status: number, retryAfter: string | null) {
    super(502, 'external-layers.answered', { host, status });
    const seconds = Number(retryAfter ?? 0);
    this.retryAfter = Number.isFinite(seconds) ? seconds * 1_000 : 0;
  }
}
