import { BehaviorSubject } from 'rxjs';
import { followJob, type Api, type Live } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import { serviceToken } from '#core/plugin';
import { cancelJob, deleteTerrain, uploadTerrain, type HeightsAbove, type Terrain } from '#core/protocol';
import type { ProjectGrounds } from '#plugins/map-3d/api';

/** A model to make a terrain of, and what only a person can say of it. */
export interface NewTerrain {
  projectId: string;
  file: File;
  name: string;
  /** Undefined: as the file says. */
  heights: HeightsAbove | undefined;
  crs: string | undefined;
}

/** `part`: 0 to 1; undefined where it is not known. */
export type AddingState =
  | { readonly kind: 'idle'; readonly error?: string }
  | { readonly kind: 'sending' | 'making'; readonly name: string; readonly part: number | undefined };

/** Adds terrains to a project, one at a time, and takes them away. Goes on while the panel is closed. */
export class Adding {
  readonly #api: Pick<Api, 'call'>;
  readonly #live: Live;
  readonly #grounds: Pick<ProjectGrounds, 'reload' | 'wear' | 'terrains' | 'worn'>;
  readonly #state = new BehaviorSubject<AddingState>({ kind: 'idle' });
  readonly state$ = this.#state.asObservable();
  #stop = new AbortController();
  #job: string | undefined;

  constructor(
    api: Pick<Api, 'call'>,
    live: Live,
    grounds: Pick<ProjectGrounds, 'reload' | 'wear' | 'terrains' | 'worn'>,
  ) {
    this.#api = api;
    this.#live = live;
    this.#grounds = grounds;
  }

  get state(): AddingState {
    return this.#state.value;
  }

  /** Resolves when it is worn, was cancelled or could not be made; why not is in the state. */
  async add({ projectId, file, name, heights, crs }: NewTerrain): Promise<void> {
    const stop = (this.#stop = new AbortController());
    const { signal } = stop;
    this.#state.next({ kind: 'sending', name, part: 0 });
    try {
      const body = { name, ...(heights && { heights }), ...(crs && { crs }) };
      const { data } = await this.#api.call(
        uploadTerrain,
        { headers: { projectid: projectId }, body, file },
        { signal, onUpload: (part) => this.#state.next({ kind: 'sending', name, part }) },
      );
      this.#job = data.jobId;
      this.#state.next({ kind: 'making', name, part: undefined });
      const making = ({ progress: part }: { progress: number }) =>
        this.#state.next({ kind: 'making', name, part });
      const job = await followJob(this.#api as Api, this.#live, data.jobId, making, signal);
      if (job.state === 'done') await this.#wear((job.result as Terrain).id);
      this.#state.next({ kind: 'idle', ...(job.error && { error: job.error }) });
    } catch (thrown) {
      this.#state.next(isAbort(thrown) ? { kind: 'idle' } : { kind: 'idle', error: sentenceOf(thrown) });
    } finally {
      this.#job = undefined;
    }
  }

  cancel(): void {
    const id = this.#job;
    this.#stop.abort();
    if (id) void this.#api.call(cancelJob, { params: { id } }).catch(() => {});
  }

  /** @throws AppError */
  async remove({ id }: Terrain): Promise<void> {
    await this.#api.call(deleteTerrain, { params: { id } });
    await this.#grounds.reload();
  }

  async #wear(id: string): Promise<void> {
    await this.#grounds.reload();
    const made = this.#grounds.terrains.find((terrain) => terrain.id === id);
    if (made) this.#grounds.wear(made);
  }
}

export const ADDING = serviceToken<Adding>('terrain-3d.Adding');
