import { BehaviorSubject } from 'rxjs';
import { isAbort, sentenceOf } from '#core/kernel';
import { cancelJob, type Job } from '#core/protocol';
import type { ApiResponse, Api, CallOptions } from './contract.ts';
import { followJob } from './follow-job.ts';
import type { Live } from './live.ts';

/** The state of an upload: the file is sent, then processed by a job. `part`: 0 to 1, undefined when unknown. */
export type UploadState =
  | { readonly kind: 'idle'; readonly error?: string }
  | { readonly kind: 'sending' | 'working'; readonly name: string; readonly part: number | undefined };

/** Uploads files that jobs process, one at a time; continues while no component shows it. */
export class UploadService {
  readonly #api: Api;
  readonly #live: Live;
  readonly #state = new BehaviorSubject<UploadState>({ kind: 'idle' });
  readonly state$ = this.#state.asObservable();
  #stop = new AbortController();
  #job: string | undefined;

  constructor(api: Api, live: Live) {
    this.#api = api;
    this.#live = live;
  }

  get state(): UploadState {
    return this.#state.value;
  }

  /**
   * Uploads a file and follows its job. Calls `onDone` with the finished job. Resolves also when cancelled or failed;
   * the state says why.
   */
  async upload(
    name: string,
    send: (options: CallOptions) => Promise<ApiResponse<{ jobId: string }>>,
    onDone: (job: Job) => Promise<void>,
  ): Promise<void> {
    const { signal } = (this.#stop = new AbortController());
    const onUpload = (part: number) => this.#state.next({ kind: 'sending', name, part });
    const working = (job?: Job) => this.#state.next({ kind: 'working', name, part: job?.progress });
    onUpload(0);
    try {
      const { data } = await send({ signal, onUpload });
      this.#job = data.jobId;
      working();
      const job = await followJob(this.#api, this.#live, data.jobId, working, signal);
      if (job.state === 'done') await onDone(job);
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
}
