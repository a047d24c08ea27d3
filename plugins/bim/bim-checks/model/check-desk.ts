import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { isFinished, type Api, type Live } from '#core/api';
import { isAbort, Latest, sentenceOf, serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import {
  bimCheckReport,
  deleteBimCheck,
  getBimCheck,
  listBimChecks,
  listPointclouds,
  startBimCheck,
  type AnswerOf,
  type BimCheck,
  type BimCheckInput,
  type Job,
} from '#core/protocol';
import type { BimStage } from '#plugins/bim/bim-viewer/api';

/** Milliseconds between two readings of the list while a check runs: for when events do not arrive. */
const READ_AGAIN = 5_000;
const MOST_CLOUDS = 500;

export type OpenCheck = AnswerOf<typeof getBimCheck>;
export type ReportFormat = 'pdf' | 'csv' | 'xlsx' | 'bcf';

/** The checks of one model: starts, follows, opens and deletes them. */
export class CheckDesk {
  modelId: string | undefined = undefined;
  checks: readonly BimCheck[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined = undefined;
  opened: OpenCheck | undefined = undefined;
  /** Whether a new check is being described. */
  isNew = false;
  /** 0 to 1, by the id of the job. */
  readonly progress = new Map<string, number>();
  readonly #api: Pick<Api, 'call' | 'bytes'>;
  readonly #reading = new Latest();
  readonly #opening = new Latest();
  readonly #projects: Pick<Projects, 'current'>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    api: Pick<Api, 'call' | 'bytes'>,
    live: Pick<Live, 'on'>,
    stage: Pick<BimStage, 'models$'>,
    projects: Pick<Projects, 'current'>,
  ) {
    this.#api = api;
    this.#projects = projects;
    makeAutoObservable(this, { checks: observableRef, opened: observableRef });
    live.on('job').subscribe((job) => this.#follow(job));
    // The models of another project have other checks.
    stage.models$.subscribe((models) => {
      if (this.modelId !== undefined && !models.some(({ id }) => id === this.modelId)) this.choose(undefined);
    });
  }

  choose(modelId: string | undefined): void {
    if (modelId === this.modelId) return;
    this.modelId = modelId;
    this.checks = [];
    this.state = 'loading';
    this.isNew = false;
    this.close();
    clearTimeout(this.#timer);
    void this.reload();
  }

  describe(isNew: boolean): void {
    this.isNew = isNew;
  }

  async reload(): Promise<void> {
    const { modelId: id } = this;
    if (id === undefined) return this.#reading.cancel();
    clearTimeout(this.#timer);
    try {
      const found = await this.#reading.run(
        async (signal) => (await this.#api.call(listBimChecks, { params: { id } }, { signal })).data,
      );
      if (!found) return;
      runInAction(() => {
        this.checks = found;
        this.state = 'ready';
        this.error = undefined;
      });
      if (found.some(isRunning)) this.#timer = setTimeout(() => void this.reload(), READ_AGAIN);
    } catch (failure) {
      if (isAbort(failure)) return;
      runInAction(() => {
        this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
  }

  /** Throws AppError. */
  async start(input: BimCheckInput): Promise<void> {
    const { modelId } = this;
    if (modelId === undefined) return;
    await this.#api.call(startBimCheck, { params: { id: modelId }, body: input });
    runInAction(() => (this.isNew = false));
    await this.reload();
  }

  /** Throws AppError. */
  async open({ id: checkId, modelId }: BimCheck): Promise<void> {
    const found = await this.#opening.run(
      async (signal) =>
        (await this.#api.call(getBimCheck, { params: { id: modelId, checkId } }, { signal })).data,
    );
    if (found) runInAction(() => (this.opened = found));
  }

  close(): void {
    this.#opening.cancel();
    this.opened = undefined;
  }

  /** Also cancels one that runs. Throws AppError. */
  async remove({ id: checkId, modelId }: BimCheck): Promise<void> {
    await this.#api.call(deleteBimCheck, { params: { id: modelId, checkId } });
    if (this.opened?.id === checkId) this.close();
    await this.reload();
  }

  /** Throws AppError. */
  async report({ id: checkId, modelId }: BimCheck, format: ReportFormat): Promise<Blob> {
    const request = { params: { id: modelId, checkId }, query: { format } };
    const { data } = await this.#api.bytes(bimCheckReport, request);
    return new Blob([data ?? new ArrayBuffer(0)]);
  }

  /** Clouds of the project that can be compared. Throws AppError. */
  async clouds(): Promise<readonly { readonly id: string; readonly name: string }[]> {
    const projectid = this.#projects.current?.project.id;
    const request = { headers: { projectid }, query: { paginate: MOST_CLOUDS } };
    const { data } = await this.#api.call(listPointclouds, request);
    return data.filter(({ state }) => state === 'ready').map(({ id, name }) => ({ id, name }));
  }

  #follow(job: Job): void {
    const check = this.checks.find(({ jobId }) => jobId === job.id);
    if (!check) return;
    this.progress.set(job.id, job.progress);
    if (isFinished(job)) void this.reload();
  }
}
export const CHECK_DESK = serviceToken<CheckDesk>('bim-checks.Desk');

export const isRunning = ({ state }: Pick<BimCheck, 'state'>): boolean =>
  state === 'queued' || state === 'running';
