import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { followJob, type Api, type Live } from '#core/api';
import type { StepLabel } from '#core/history';
import type { I18n } from '#core/i18n';
import { AppError, newUuid, sentenceOf, serviceToken } from '#core/kernel';
import type { OpenProject, Projects } from '#core/project';
import { cancelJob, changeMany, MAX_SELECTED, reverseMany, type Job, type ManyChanged } from '#core/protocol';
import type { Toasts } from '#core/toasts';
import type { ManyChange, Selection, ServerChanges } from '../api.ts';

interface ServerChangesDependencies {
  readonly api: Api;
  readonly live: Live;
  readonly projects: Pick<Projects, 'current'>;
  readonly selection: Pick<Selection, 'clear'>;
  readonly toasts: Pick<Toasts, 'show'>;
  readonly i18n: Pick<I18n, 't' | 'number'>;
}

/** The job that is running, as its dialog shows it. */
export interface RunningChange {
  readonly jobId: string;
  /** What is done, translated. */
  readonly title: string;
  /** 0 to 1. */
  readonly progress: number;
  readonly isCancelling: boolean;
}

/** As the server's answer when there is nothing left to undo: the step goes. */
const NOTHING_LEFT = 409;

/** Changes of many objects that run on the server as a job, each a step of undo. */
export class ServerJobs implements ServerChanges {
  running: RunningChange | undefined = undefined;
  readonly #parts: ServerChangesDependencies;
  /** Aborted when the server cannot be reached to cancel the job. */
  #following = new AbortController();

  constructor(parts: ServerChangesDependencies) {
    this.#parts = parts;
    makeAutoObservable(this, { running: observableRef });
  }

  get isOpen(): boolean {
    return this.running !== undefined;
  }

  async change({ ids, ...change }: ManyChange, label: StepLabel): Promise<boolean> {
    const { projects, selection, toasts, i18n } = this.#parts;
    const project = projects.current;
    if (!project || this.running) return false;
    try {
      if (ids.length > MAX_SELECTED) {
        const values = { count: i18n.number(ids.length), max: i18n.number(MAX_SELECTED) };
        throw new AppError('too-many-selected', i18n.t('selection:too-many', values));
      }
      const body = { changeId: newUuid(), ids: [...ids], ...change };
      const title = i18n.t(label.label, label.values);
      const done = await this.#run(project, { ids, title }, async (headers) => {
        await this.#send(project, ids);
        return this.#parts.api.call(changeMany, { headers, body });
      });
      this.#record(project, ids, label, done);
      if (change.deleted && done.changed > 0) selection.clear();
      return done.changed > 0;
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
      return false;
    }
  }

  /** Cancels the job; the server takes back what it has done. If it cannot be reached, the job is no longer followed. */
  close(): void {
    const { running } = this;
    if (!running?.jobId || running.isCancelling) return;
    this.running = { ...running, isCancelling: true };
    const following = this.#following;
    this.#parts.api
      .call(cancelJob, { params: { id: running.jobId } })
      .catch((failure: unknown) => following.abort(failure));
  }

  #record(project: OpenProject, ids: readonly string[], label: StepLabel, done: ManyChanged): void {
    const { api, i18n } = this.#parts;
    let { transactionId } = done;
    if (transactionId === null) return;
    const reverse = async (direction: 'undo' | 'redo') => {
      const change = i18n.t(label.label, label.values);
      const title = i18n.t(`selection:change.${direction}`, { change });
      const body = { changeId: newUuid(), transactionId: transactionId! };
      const back = await this.#run(project, { ids, title }, (headers) =>
        api.call(reverseMany, { headers, body }),
      );
      if (back.transactionId === null)
        throw new AppError('nothing-reversed', back.refused[0]?.reason ?? '', { status: NOTHING_LEFT });
      transactionId = back.transactionId;
    };
    project.history.record({ ...label, undo: () => reverse('undo'), redo: () => reverse('redo') });
  }

  /** Edits that the server does not have yet would be lost, or conflict with the change. */
  async #send({ autosave }: OpenProject, ids: readonly string[]): Promise<void> {
    if (ids.some((id) => autosave.has(id))) await autosave.flush();
    if (!ids.some((id) => autosave.has(id))) return;
    const reason = autosave.state.error ?? '';
    throw new AppError('unsent-changes', this.#parts.i18n.t('selection:change.unsent', { reason }).trim());
  }

  /** Rejects when the job fails or is cancelled. */
  async #run(
    project: OpenProject,
    { ids, title }: TitledChange,
    start: (headers: { projectid: string }) => Promise<{ data: { jobId: string } }>,
  ): Promise<ManyChanged> {
    const { i18n } = this.#parts;
    const show = (jobId: string, progress: number) => {
      const isCancelling = this.running?.isCancelling ?? false;
      runInAction(() => (this.running = { jobId, title, progress, isCancelling }));
    };
    show('', 0);
    try {
      const { data } = await start({ projectid: project.project.id });
      show(data.jobId, 0);
      const job = await this.#follow(data.jobId, ({ progress }) => show(data.jobId, progress));
      if (job.state === 'cancelled')
        throw new AppError('cancelled', i18n.t('selection:change.cancelled', { change: title }));
      if (job.state === 'failed') throw new AppError('job-failed', job.error ?? '');
      const done = job.result as ManyChanged;
      this.#tell(title, done);
      if (done.changed > 0) await project.refresh(ids);
      return done;
    } finally {
      runInAction(() => (this.running = undefined));
    }
  }

  async #follow(jobId: string, onProgress: (job: Job) => void): Promise<Job> {
    const { api, live, i18n } = this.#parts;
    const { signal } = (this.#following = new AbortController());
    try {
      return await followJob(api, live, jobId, onProgress, signal);
    } catch (failure) {
      if (!signal.aborted) throw failure;
      throw new AppError('not-followed', i18n.t('selection:change.unknown'), { cause: signal.reason });
    }
  }

  /** What was not changed, and why. */
  #tell(title: string, { changed, refused }: ManyChanged): void {
    const { i18n, toasts } = this.#parts;
    const [most] = refused;
    if (!most) return void toasts.show('success', i18n.t('selection:change.done', { change: title }));
    const count = refused.reduce((sum, each) => sum + each.count, 0);
    const values = { count, changed: i18n.number(changed), reason: most.reason };
    toasts.show('warning', i18n.t('selection:change.partly', values));
  }
}

interface TitledChange {
  readonly ids: readonly string[];
  /** As the dialog shows it. */
  readonly title: string;
}

// Private to this plugin.
export const SERVER_JOBS = serviceToken<ServerJobs>('selection.ServerJobs');
