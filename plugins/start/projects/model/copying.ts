import { makeAutoObservable, runInAction } from 'mobx';
import { followJob, type Api, type Live } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import {
  cancelJob,
  copyProject,
  type BodyOf,
  type CopiedProject,
  type Job,
  type Project,
} from '#core/protocol';

export type CopyDraft = Omit<Required<BodyOf<typeof copyProject>>, never>;

/** The copy of a project, which the server makes as a job. */
export class ProjectCopying {
  /** While it is being made. */
  job: Job | undefined;
  isBusy = false;
  error: string | undefined;
  isCancelled = false;
  readonly #api: Api;
  readonly #live: Live;
  readonly #closed = new AbortController();

  constructor(api: Api, live: Live) {
    this.#api = api;
    this.#live = live;
    makeAutoObservable(this);
  }

  /** Resolves to the copy; undefined when it was cancelled or failed, as `error` says. */
  async start({ id }: Pick<Project, 'id'>, draft: CopyDraft): Promise<CopiedProject | undefined> {
    this.error = undefined;
    this.isCancelled = false;
    this.isBusy = true;
    try {
      const { data } = await this.#api.call(copyProject, { params: { id }, body: draft });
      const onJob = (job: Job) => runInAction(() => void (this.job = job));
      const job = await followJob(this.#api, this.#live, data.jobId, onJob, this.#closed.signal);
      runInAction(() => {
        this.error = job.state === 'failed' ? (job.error ?? undefined) : undefined;
        this.isCancelled = job.state === 'cancelled';
      });
      return job.state === 'done' ? (job.result as CopiedProject) : undefined;
    } catch (failure) {
      if (!isAbort(failure)) runInAction(() => (this.error = sentenceOf(failure)));
      return undefined;
    } finally {
      runInAction(() => {
        this.isBusy = false;
        this.job = undefined;
      });
    }
  }

  async cancel(): Promise<void> {
    if (!this.job) return;
    try {
      await this.#api.call(cancelJob, { params: { id: this.job.id } });
    } catch (failure) {
      runInAction(() => (this.error = sentenceOf(failure)));
    }
  }

  /** The server goes on; the copy appears in the list when it is done. */
  dispose(): void {
    this.#closed.abort();
  }
}
