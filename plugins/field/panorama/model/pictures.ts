import type { Api } from '#core/api';
import { isAbort } from '#core/kernel';
import { panoramicBase, panoramicTile } from '#core/protocol';

/** Bytes of pictures in the cache, so that going back and forth does not fetch them again. */
const KEPT = 96 * 1024 * 1024;

/** The pictures of pyramids, by address: `id/version/base` or `id/version/cols/column/row`. */
export class Pictures {
  readonly #api: Pick<Api, 'bytes'>;
  readonly #cached = new Map<string, Blob>();
  readonly #coming = new Map<string, Promise<Blob>>();
  #bytes = 0;
  #stop = new AbortController();

  constructor(api: Pick<Api, 'bytes'>) {
    this.#api = api;
  }

  /** Gives up what `load` waits for; what `preload` fetches goes on. */
  abort(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  /** Throws AbortError when it was given up. */
  async load(address: string): Promise<Blob> {
    const { signal } = this.#stop;
    const stored = this.#cached.get(address);
    if (stored) {
      // As the newest.
      this.#cached.delete(address);
      this.#cached.set(address, stored);
      return stored;
    }
    try {
      const blob = await (this.#coming.get(address) ?? this.#fetch(address, signal));
      signal.throwIfAborted();
      return blob;
    } catch (thrown) {
      throw signal.aborted || isAbort(thrown) ? new DOMException('Given up.', 'AbortError') : thrown;
    }
  }

  /** Fetches what is probably shown next; a failure is told when it is. */
  preload(address: string): void {
    if (this.#cached.has(address) || this.#coming.has(address)) return;
    const coming = this.#fetch(address).finally(() => this.#coming.delete(address));
    coming.catch(() => {});
    this.#coming.set(address, coming);
  }

  async #fetch(address: string, signal?: AbortSignal): Promise<Blob> {
    const [id = '', version, ...tile] = address.split('/');
    const params = { id, version: Number(version) };
    const options = signal ? { signal } : {};
    const [cols, column, row] = tile.map(Number);
    const { data } =
      tile[0] === 'base'
        ? await this.#api.bytes(panoramicBase, { params }, options)
        : await this.#api.bytes(
            panoramicTile,
            { params: { ...params, cols: cols!, column: column!, row: row! } },
            options,
          );
    const blob = new Blob([data!], { type: 'image/jpeg' });
    this.#keep(address, blob);
    return blob;
  }

  #keep(address: string, blob: Blob): void {
    this.#bytes += blob.size - (this.#cached.get(address)?.size ?? 0);
    this.#cached.set(address, blob);
    for (const [oldest, { size }] of this.#cached) {
      if (this.#bytes <= KEPT) return;
      this.#cached.delete(oldest);
      this.#bytes -= size;
    }
  }
}
