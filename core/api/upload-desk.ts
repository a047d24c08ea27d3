import { BehaviorSubject } from 'rxjs';
import { isAbort, sentenceOf } from '#core/kernel';
import { cancelJob, type Job } from '#core/protocol';
import type { Answer, Api, CallOptions } from './contract.ts';
import { followJob } from './follow-job.ts';
import type { Live } from './live.ts';

/** A file on its way: it is sent, then a job works on it. `part` from 0 to 1, undefined where it is not known. */
export type Upload =
  | { readonly kind: 'idle'; readonly error?: string }
  | { readonly kind: 'sending' | 'working'; readonly name: string; readonly part: number | undefined };

/** Uploads files of which jobs make something, one at a time; goes on while nobody looks. */
export class UploadDesk {
  readonly #api: Api;
  readonly #live: Live;
  readonly #state = new BehaviorSubject<Upload>({ kind: 'idle' });
  readonly state$ = this.#state.asObservable();
  #stop = new AbortController();
  #job: string | undefined;

  constructor(api: Api, live: Live) {
    this.#api = api;
    this.#live = live;
  }

  get state(): Upload {
    return this.#state.value;
  }

  /** Resolves when `made` has seen the job that is done, or it was cancelled or refused; why is in the state. */
  async upload(
    name: string,
    send: (options: CallOptions) => Promise<Answer<{ jobId: string }>>,
    made: (job: Job) => Promise<void>,
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
      if (job.state === 'done') await made(job);
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
