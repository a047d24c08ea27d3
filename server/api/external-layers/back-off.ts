import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { HttpError } from '../../base/http-error.ts';

/** Failures in a row after which a server is left alone, at first for this time; each further failure doubles it. */
const TOLERATED = 3;
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;
/** Requests to one server at a time. */
const AT_ONCE = 6;

interface ServerState {
  limit: LimitFunction;
  failures: number;
  /** Milliseconds since the epoch. */
  pausedUntil: number;
}

/** Limits requests per server, and pauses those to servers that fail. */
export class BackOff {
  readonly #states = new LRUCache<string, ServerState>({ max: 1_000 });
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Runs `request`, which throws where the server fails. Throws 503 while the server is left alone. */
  async run<T>(host: string, request: () => Promise<T>): Promise<T> {
    let state = this.#states.get(host);
    if (!state) this.#states.set(host, (state = { limit: pLimit(AT_ONCE), failures: 0, pausedUntil: 0 }));
    const { limit } = state;
    return limit(async () => {
      this.#refusePaused(host, state);
      try {
        const answer = await request();
        state.failures = 0;
        return answer;
      } catch (thrown) {
        if (isFailure(thrown)) this.#note(state, thrown instanceof ServerFailure ? thrown.retryAfter : 0);
        throw thrown;
      }
    });
  }

  #refusePaused(host: string, { pausedUntil }: ServerState): void {
    const seconds = Math.ceil((pausedUntil - this.#now()) / 1_000);
    if (seconds > 0) throw new HttpError(503, 'external-layers.paused', { host, seconds });
  }

  #note(state: ServerState, retryAfter: number): void {
    state.failures++;
    const pause = FIRST_PAUSE * 2 ** (state.failures - TOLERATED);
    const own = state.failures < TOLERATED ? 0 : Math.min(LONGEST_PAUSE, pause);
    const milliseconds = Math.max(own, Math.min(LONGEST_PAUSE, retryAfter));
    state.pausedUntil = this.#now() + milliseconds;
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
