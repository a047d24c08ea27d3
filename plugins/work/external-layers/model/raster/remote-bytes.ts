import type { BaseClient } from 'geotiff';
import { AppError } from '#core/kernel';

/** Reads bytes of a file, from the first to the last. Throws AppError with the reason. */
export type ReadBytes = (from: number, to: number, signal?: AbortSignal) => Promise<ArrayBuffer>;

/** Lets geotiff.js read a file through our server. */
export class RemoteBytes implements BaseClient {
  readonly url = '';
  readonly #read: ReadBytes;
  /** Why the last request failed; geotiff.js replaces it with an error of its own. */
  problem: AppError | undefined;

  constructor(read: ReadBytes) {
    this.#read = read;
  }

  async request(options?: RequestInit) {
    const range = /^bytes=(\d+)-(\d+)$/.exec(new Headers(options?.headers).get('range') ?? '');
    const [from, to] = [Number(range?.[1]), Number(range?.[2])];
    let data: ArrayBuffer;
    try {
      data = await this.#read(from, to, options?.signal ?? undefined);
      this.problem = undefined;
    } catch (thrown) {
      if (thrown instanceof AppError) this.problem = thrown;
      throw thrown;
    }
    const headers = new Map([['content-range', `bytes ${from}-${from + data.byteLength - 1}/*`]]);
    return {
      ok: true,
      status: 206,
      getHeader: (name: string) => headers.get(name.toLowerCase()),
      getData: () => Promise.resolve(data),
    };
  }
}
