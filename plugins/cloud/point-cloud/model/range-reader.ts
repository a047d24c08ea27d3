import { AppError } from '#core/kernel';
import type { Problem } from '#core/protocol';
import type { Session } from '#core/session';

/** HTTP status of an expired session token. */
const EXPIRED = 406;
const TRIES = 5;
/** Milliseconds before the second try; doubled before each other. */
const PAUSE = 400;

export interface RangeReaderOptions {
  readonly session: Pick<Session, 'token' | 'refresh'>;
  /** The sentence for a part that could not be read, with the reason. */
  readonly failed: (reason: string) => string;
  readonly fetch?: typeof fetch;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** Reads parts of the files of one cloud with the session's token. Gives up with a sentence after some tries. */
export class RangeReader {
  readonly #base: string;
  readonly #options: RangeReaderOptions;
  /** Requests made, of which there should be few before the first points. */
  requests = 0;

  /** `base`: the address below which the paths are. */
  constructor(base: string, options: RangeReaderOptions) {
    this.#base = base;
    this.#options = options;
  }

  /** The bytes from `start` to before `end`; fewer only at the end of the file. */
  read = async (path: string, start: number, end: number, signal?: AbortSignal): Promise<ArrayBuffer> => {
    if (end <= start) return new ArrayBuffer(0);
    const response = await this.#get(path, { range: `bytes=${start}-${end - 1}` }, signal);
    if (response.status !== 206) throw this.#failure(`HTTP ${response.status}`);
    const bytes = await response.arrayBuffer();
    if (bytes.byteLength > end - start) throw this.#failure('Range');
    return bytes;
  };

  /** A whole JSON file. */
  json = async (path: string, signal?: AbortSignal): Promise<unknown> => {
    return (await this.#get(path, {}, signal)).json();
  };

  async #get(path: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
    const { session, wait = pause } = this.#options;
    const send = this.#options.fetch ?? fetch;
    let reason = '';
    for (let tried = 0; tried < TRIES; tried++) {
      if (tried > 0) await wait(PAUSE * 2 ** (tried - 1));
      signal?.throwIfAborted();
      const token = session.token ?? '';
      let response: Response;
      this.requests++;
      try {
        response = await send(this.#base + path, {
          headers: { ...headers, jwt: token },
          ...(signal ? { signal } : {}),
        });
      } catch (thrown) {
        signal?.throwIfAborted();
        reason = thrown instanceof Error ? thrown.message : String(thrown);
        continue;
      }
      if (response.ok) return response;
      if (response.status === EXPIRED) {
        await session.refresh(token);
        continue;
      }
      reason = await reasonOf(response);
      if (response.status < 500 && response.status !== 429) break;
    }
    throw this.#failure(reason);
  }

  #failure(reason: string): AppError {
    return new AppError('cloud-unread', this.#options.failed(reason));
  }
}

async function reasonOf(response: Response): Promise<string> {
  try {
    const { detail, title } = (await response.json()) as Partial<Problem>;
    return detail ?? title ?? `HTTP ${response.status}`;
  } catch {
    return `HTTP ${response.status}`;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
