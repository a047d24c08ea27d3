import { BehaviorSubject } from 'rxjs';
import { followJob, type Api, type Live } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import { serviceToken } from '#core/plugin';
import {
  addTileset,
  cancelJob,
  deleteTileset,
  updateTileset,
  uploadTileset,
  type Tileset,
  type TilesetLook,
} from '#core/protocol';
import type { Tilesets } from '#plugins/map-3d/api';

/** An archive on its way; `part` from 0 to 1, undefined where it is not known. */
export type Adding =
  | { readonly kind: 'idle'; readonly error?: string }
  | { readonly kind: 'sending' | 'reading'; readonly name: string; readonly part: number | undefined };

/** Adds sets to a project, changes them and takes them away. An archive goes on while the panel is closed. */
export class Sets {
  readonly #api: Api;
  readonly #live: Live;
  readonly #tilesets: Pick<Tilesets, 'reload' | 'try'>;
  readonly #adding = new BehaviorSubject<Adding>({ kind: 'idle' });
  readonly adding$ = this.#adding.asObservable();
  #stop = new AbortController();
  #job: string | undefined;

  constructor(api: Api, live: Live, tilesets: Pick<Tilesets, 'reload' | 'try'>) {
    this.#api = api;
    this.#live = live;
    this.#tilesets = tilesets;
  }

  get adding(): Adding {
    return this.#adding.value;
  }

  /** Resolves when it is there, was cancelled or was refused; why is in `adding`. */
  async upload(projectId: string, file: File): Promise<void> {
    const { signal } = (this.#stop = new AbortController());
    const { name } = file;
    const onUpload = (part: number) => this.#adding.next({ kind: 'sending', name, part });
    onUpload(0);
    try {
      const request = { headers: { projectid: projectId }, body: {}, file };
      const { data } = await this.#api.call(uploadTileset, request, { signal, onUpload });
      this.#job = data.jobId;
      const reading = ({ progress: part }: { progress: number }) =>
        this.#adding.next({ kind: 'reading', name, part });
      const job = await followJob(this.#api, this.#live, data.jobId, reading, signal);
      await this.#tilesets.reload();
      this.#adding.next({ kind: 'idle', ...(job.error && { error: job.error }) });
    } catch (thrown) {
      this.#adding.next(isAbort(thrown) ? { kind: 'idle' } : { kind: 'idle', error: sentenceOf(thrown) });
    } finally {
      this.#job = undefined;
    }
  }

  cancel(): void {
    const id = this.#job;
    this.#stop.abort();
    if (id) void this.#api.call(cancelJob, { params: { id } }).catch(() => {});
  }

  /** @throws AppError saying why the address is no use. */
  async add(projectId: string, address: string): Promise<void> {
    await this.#api.call(addTileset, { headers: { projectid: projectId }, body: { address } });
    await this.#tilesets.reload();
  }

  /** @throws AppError */
  async change({ id, version }: Tileset, change: Partial<TilesetLook> & { name?: string }): Promise<void> {
    await this.#api.call(updateTileset, { params: { id }, body: change, ifMatch: String(version) });
    await this.#tilesets.reload();
    this.#tilesets.try(id, undefined);
  }

  /** @throws AppError */
  async remove({ id, version }: Tileset): Promise<void> {
    await this.#api.call(deleteTileset, { params: { id }, ifMatch: String(version) });
    await this.#tilesets.reload();
  }
}

export const SETS = serviceToken<Sets>('tiles-3d.Sets');
