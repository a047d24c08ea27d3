import { makeAutoObservable, runInAction } from 'mobx';
import {
  isFinished,
  UploadService,
  type Api,
  type Live,
  type ResumableUploads,
  type Sending,
} from '#core/api';
import { sentenceOf, serviceToken } from '#core/kernel';
import {
  cancelJob,
  convertPointcloud,
  deletePointcloud,
  getPointcloud,
  listImportFolder,
  listPointclouds,
  listSurveys,
  takeCloudImages,
  takeImportFile,
  updatePointcloud,
  type BodyOf,
  type CloudImagesTaken,
  type ImportEntry,
  type Job,
  type Pointcloud,
  type Survey,
  type Upload,
} from '#core/protocol';
import { Draft } from './draft.ts';

/** Milliseconds between two readings of the list while a cloud is being converted: for when events do not arrive. */
const READ_AGAIN = 8_000;
const PAGE = 500;

/** The point clouds of a project, and files on their way to become one; uploads go on while nothing shows them. */
export class CloudDesk {
  projectId: string | undefined;
  surveyId: string | undefined;
  clouds: readonly Pointcloud[] = [];
  surveys: readonly Survey[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined;
  drafts: readonly Draft[] = [];
  /** Of the dialog. */
  shown: Draft | undefined;
  /** Added by dropping its file on the map, where no list shows how far it is. */
  dropped: readonly Pointcloud[] = [];
  /** Begun in another tab or an earlier visit, and not complete: the same file continues them. */
  unfinished: readonly Upload[] = [];
  /** 0 to 1, by the id of the job. */
  readonly progress = new Map<string, number>();
  /** The job that takes pictures out of a file, the cloud that it is of, and what it found. */
  readonly images: UploadService;
  imagesOf: string | undefined;
  taken: CloudImagesTaken | undefined;
  readonly #api: Api;
  readonly #uploads: ResumableUploads;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api, live: Live, uploads: ResumableUploads) {
    this.#api = api;
    this.#uploads = uploads;
    this.images = new UploadService(api, live);
    makeAutoObservable(this, { images: false });
    live.on('job').subscribe((job) => this.#follow(job));
  }

  get isOpen(): boolean {
    return this.shown !== undefined || this.dropped.length > 0;
  }

  /** Of those that were dropped, the ones that can be opened now, or never. */
  get arrived(): readonly Pointcloud[] {
    const ids = new Set(this.dropped.map(({ id }) => id));
    return this.clouds.filter(({ id, state }) => ids.has(id) && (state === 'ready' || state === 'failed'));
  }

  get isSending(): boolean {
    return this.drafts.some(({ transfer }) => transfer.kind === 'sending' || transfer.kind === 'lost');
  }

  /** Shows the clouds of a project, or of one of its surveys. */
  async open(projectId: string, surveyId?: string): Promise<void> {
    if (this.projectId !== projectId || this.surveyId !== surveyId) {
      this.projectId = projectId;
      this.surveyId = surveyId;
      this.clouds = [];
      this.surveys = [];
      this.state = 'loading';
    }
    await this.reload();
  }

  async reload(): Promise<void> {
    const { projectId, surveyId } = this;
    if (projectId === undefined) return;
    clearTimeout(this.#timer);
    const headers = { projectid: projectId };
    try {
      const [{ data: clouds }, { data: surveys }, uploads] = await Promise.all([
        this.#api.call(listPointclouds, {
          headers,
          query: {
            paginate: PAGE,
            orderby: 'createdAt',
            order: 'desc',
            ...(surveyId && { surveyid: surveyId }),
          },
        }),
        this.#api.call(listSurveys, { headers, query: { paginate: PAGE } }),
        // Only of people who may add clouds.
        this.#uploads.list(projectId),
      ]);
      runInAction(() => {
        if (this.projectId !== projectId || this.surveyId !== surveyId) return;
        this.clouds = clouds;
        this.surveys = surveys;
        this.#showUnfinished(uploads);
        this.state = 'ready';
        this.error = undefined;
      });
    } catch (failure) {
      runInAction(() => {
        if (this.clouds.length === 0) this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
    if (this.clouds.some(({ state }) => state === 'queued' || state === 'converting'))
      this.#timer = setTimeout(() => void this.reload(), READ_AGAIN);
  }

  #showUnfinished(uploads: readonly Upload[]): void {
    const here = new Set(this.drafts.map(({ sending }) => sending.id));
    this.unfinished = uploads.filter(({ id, kind }) => kind === 'pointcloud' && !here.has(id));
  }

  /** Begins to send a file, and asks what it is meanwhile. */
  add(projectId: string, file: File, replaces?: Pointcloud): void {
    this.#show(this.#uploads.send(file, projectId, 'pointcloud'), replaces);
  }

  /** Like `add`, of a file that was dropped on the map of the project. */
  drop(projectId: string, file: File): void {
    if (this.projectId !== projectId) void this.open(projectId);
    this.#show(this.#uploads.send(file, projectId, 'pointcloud'), undefined, (cloud) => {
      this.dropped = [...this.dropped, cloud];
    });
  }

  /** Called once the person knows that they arrived. */
  forgetDropped(ids: readonly string[]): void {
    this.dropped = this.dropped.filter(({ id }) => !ids.includes(id));
  }

  /** What a folder of the server's import folder holds. Throws AppError. */
  async importFolder(path: string): Promise<readonly ImportEntry[]> {
    return (await this.#api.call(listImportFolder, { query: { path } })).data;
  }

  /** Takes a file of the import folder, and asks what it is meanwhile. Throws AppError. */
  async take(projectId: string, path: string): Promise<void> {
    const request = { headers: { projectid: projectId }, body: { path, kind: 'pointcloud' as const } };
    const { data } = await this.#api.call(takeImportFile, request);
    runInAction(() => this.addSent(data));
  }

  /** What was sent completely on an earlier visit. */
  addSent(upload: Upload): void {
    this.unfinished = this.unfinished.filter((one) => one !== upload);
    this.#show(this.#uploads.sent(upload));
  }

  #show(sending: Sending, replaces?: Pointcloud, added?: (cloud: Pointcloud) => void): void {
    const { projectId } = sending;
    const surveyId = this.projectId === projectId ? this.surveyId : undefined;
    const draft = new Draft(this.#api, sending, { replaces, surveyId }, (cloud) => {
      runInAction(() => {
        this.#forget(draft);
        added?.(cloud);
      });
      void this.reload();
    });
    this.drafts = [...this.drafts, draft];
    this.shown = draft;
    if (this.projectId === undefined) void this.open(projectId);
  }

  show(draft: Draft): void {
    this.shown = draft;
  }

  close(): void {
    this.shown = undefined;
  }

  async cancel(draft: Draft): Promise<void> {
    this.#forget(draft);
    await draft.cancel();
    await this.reload();
  }

  #forget(draft: Draft): void {
    this.drafts = this.drafts.filter((one) => one !== draft);
    if (this.shown === draft) this.shown = undefined;
  }

  /** Throws AppError. */
  async discard({ id }: Upload): Promise<void> {
    await this.#uploads.remove(id);
    await this.reload();
  }

  /** After a failure it is converted again with what is now said of it. Throws AppError. */
  async change({ id, version }: Pointcloud, change: BodyOf<typeof updatePointcloud>): Promise<void> {
    const request = { params: { id }, body: change, ifMatch: String(version) };
    const { data } = await this.#api.call(updatePointcloud, request);
    if (data.state === 'failed' && (change.columns || change.crs))
      await this.#api.call(convertPointcloud, { params: { id }, body: {} });
    await this.reload();
  }

  /** Throws AppError. */
  async remove({ id, version }: Pointcloud): Promise<void> {
    await this.#api.call(deletePointcloud, { params: { id }, ifMatch: String(version) });
    await this.reload();
  }

  /** Takes the pictures out of its file; the state of `images` says why it failed. */
  async takeImages({ id, name }: Pointcloud): Promise<void> {
    this.imagesOf = id;
    this.taken = undefined;
    await this.images.upload(
      name,
      (options) => this.#api.call(takeCloudImages, { params: { id } }, options),
      ({ result }) => {
        runInAction(() => (this.taken = result as CloudImagesTaken));
        return Promise.resolve();
      },
    );
  }

  /** How many images go with it. Throws AppError. */
  async countImages({ id }: Pointcloud): Promise<number> {
    return (await this.#api.call(getPointcloud, { params: { id } })).data.images.length;
  }

  /** Converts it again after a failure. Throws AppError. */
  async retry({ id }: Pointcloud): Promise<void> {
    await this.#api.call(convertPointcloud, { params: { id }, body: {} });
    await this.reload();
  }

  /** Stops its conversion. Throws AppError. */
  async stop({ jobId }: Pointcloud): Promise<void> {
    if (jobId !== null) await this.#api.call(cancelJob, { params: { id: jobId } });
    await this.reload();
  }

  #follow(job: Job): void {
    if (!this.clouds.some(({ jobId }) => jobId === job.id)) return;
    this.progress.set(job.id, job.progress);
    if (isFinished(job)) void this.reload();
  }
}

export const CLOUD_DESK = serviceToken<CloudDesk>('clouds.Desk');
