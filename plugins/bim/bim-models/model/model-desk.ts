import { makeAutoObservable, runInAction } from 'mobx';
import {
  isFinished,
  type Api,
  type Live,
  type ResumableUploads,
  type Sending,
  type SendingState,
} from '#core/api';
import { sentenceOf, serviceToken } from '#core/kernel';
import {
  cancelJob,
  convertBim,
  deleteBim,
  downloadBim,
  listBim,
  listBimChanges,
  listBimVersions,
  updateBim,
  uploadBim,
  type AnswerOf,
  type BimModel,
  type BimPlacement,
  type BimVersion,
  type Job,
  type Upload,
} from '#core/protocol';

/** Milliseconds between two readings of the list while a model is being converted: for when events do not arrive. */
const READ_AGAIN = 8_000;
const PAGE = 500;
/** Changes of a page. */
const CHANGES = 50;

export const MODEL_ENDINGS = ['.ifc', '.ifczip'] as const;

/** A file on its way to become a model, or the next version of one. */
export interface ModelFile {
  readonly sending: Sending;
  readonly replaces: BimModel | undefined;
  transfer: SendingState;
  /** Why it did not become a model: a sentence. */
  error: string | undefined;
}

export type BimChanges = AnswerOf<typeof listBimChanges>;

/** The models of a project, and files on their way to become one; uploads go on while nothing shows them. */
export class ModelDesk {
  projectId: string | undefined;
  models: readonly BimModel[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined;
  files: ModelFile[] = [];
  /** Begun in another tab or an earlier visit, and not complete: the same file continues them. */
  unfinished: readonly Upload[] = [];
  /** Whether the dialog of what was dropped is open. */
  isOpen = false;
  /** 0 to 1, by the id of the job. */
  readonly progress = new Map<string, number>();
  readonly #api: Api;
  readonly #uploads: ResumableUploads;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api, live: Live, uploads: ResumableUploads) {
    this.#api = api;
    this.#uploads = uploads;
    makeAutoObservable(this);
    live.on('job').subscribe((job) => this.#follow(job));
  }

  get isSending(): boolean {
    return this.files.some(({ transfer: { kind } }) => kind === 'sending' || kind === 'lost');
  }

  async open(projectId: string): Promise<void> {
    if (this.projectId !== projectId) {
      this.projectId = projectId;
      this.models = [];
      this.state = 'loading';
    }
    await this.reload();
  }

  async reload(): Promise<void> {
    const { projectId } = this;
    if (projectId === undefined) return;
    clearTimeout(this.#timer);
    try {
      const query = { paginate: PAGE, orderby: 'createdAt', order: 'desc' as const };
      const [{ data: models }, uploads] = await Promise.all([
        this.#api.call(listBim, { headers: { projectid: projectId }, query }),
        this.#uploads.list(projectId),
      ]);
      runInAction(() => {
        if (this.projectId !== projectId) return;
        const here = new Set(this.files.map(({ sending }) => sending.id));
        this.models = models;
        this.unfinished = uploads.filter(({ id, kind }) => kind === 'bim' && !here.has(id));
        this.state = 'ready';
        this.error = undefined;
      });
    } catch (failure) {
      runInAction(() => {
        if (this.models.length === 0) this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
    if (this.models.some(({ state }) => state === 'queued' || state === 'converting'))
      this.#timer = setTimeout(() => void this.reload(), READ_AGAIN);
  }

  /** Sends files that were dropped on the workspace, and shows how far they are. */
  drop(projectId: string, files: readonly File[]): void {
    for (const file of files) this.add(projectId, file);
    this.isOpen = true;
  }

  close(): void {
    this.isOpen = false;
  }

  /** Begins to send a file; once complete it is a model, or the next version of one. */
  add(projectId: string, file: File, replaces?: BimModel): void {
    this.#take(this.#uploads.send(file, projectId, 'bim'), replaces);
    if (this.projectId === undefined) void this.open(projectId);
  }

  /** What was sent completely on an earlier visit. */
  addSent(upload: Upload): void {
    this.unfinished = this.unfinished.filter((one) => one !== upload);
    this.#take(this.#uploads.sent(upload), undefined);
  }

  #take(sending: Sending, replaces: BimModel | undefined): void {
    this.files.push({ sending, replaces, transfer: sending.state, error: undefined });
    const file = this.files.at(-1)!;
    sending.state$.subscribe((state) => {
      runInAction(() => (file.transfer = state));
      if (state.kind === 'complete') void this.finish(file);
    });
  }

  /** Makes a model of what has arrived; again after a failure. */
  async finish(file: ModelFile): Promise<void> {
    const { sending, replaces } = file;
    file.error = undefined;
    try {
      const body = { uploadId: sending.id! };
      if (replaces) {
        const current = this.models.find(({ id }) => id === replaces.id) ?? replaces;
        await this.#api.call(updateBim, {
          params: { id: replaces.id },
          body: { ...body, name: current.name },
          ifMatch: String(current.version),
        });
      } else
        await this.#api.call(uploadBim, {
          headers: { projectid: sending.projectId },
          body: { ...body, name: sending.name },
        });
      runInAction(() => this.#forget(file));
      await this.reload();
    } catch (failure) {
      runInAction(() => (file.error = sentenceOf(failure)));
    }
  }

  async cancel(file: ModelFile): Promise<void> {
    this.#forget(file);
    await file.sending.cancel();
    await this.reload();
  }

  #forget(file: ModelFile): void {
    this.files = this.files.filter((one) => one.sending !== file.sending);
  }

  /** Throws AppError. */
  async discard({ id }: Upload): Promise<void> {
    await this.#uploads.remove(id);
    await this.reload();
  }

  /** Throws AppError. */
  async rename({ id, version }: BimModel, name: string): Promise<void> {
    await this.#api.call(updateBim, { params: { id }, body: { name }, ifMatch: String(version) });
    await this.reload();
  }

  /** Null: as the file says. Throws AppError. */
  async place({ id, version }: BimModel, placement: BimPlacement | null): Promise<void> {
    await this.#api.call(updateBim, { params: { id }, body: { placement }, ifMatch: String(version) });
    await this.reload();
  }

  /** Throws AppError. */
  async remove({ id, version }: BimModel): Promise<void> {
    await this.#api.call(deleteBim, { params: { id }, ifMatch: String(version) });
    await this.reload();
  }

  /** The IFC file. Throws AppError. */
  async download({ id }: BimModel): Promise<Blob> {
    const { data } = await this.#api.bytes(downloadBim, { params: { id } });
    return new Blob([data ?? new ArrayBuffer(0)]);
  }

  /** Converts it again after a failure. Throws AppError. */
  async retry({ id }: BimModel): Promise<void> {
    await this.#api.call(convertBim, { params: { id } });
    await this.reload();
  }

  /** Stops its conversion. Throws AppError. */
  async stop({ jobId }: BimModel): Promise<void> {
    if (jobId !== null) await this.#api.call(cancelJob, { params: { id: jobId } });
    await this.reload();
  }

  /** Newest first. Throws AppError. */
  async versionsOf({ id }: BimModel): Promise<readonly BimVersion[]> {
    return (await this.#api.call(listBimVersions, { params: { id } })).data;
  }

  /** What a version changed since the one before it. Throws AppError. */
  async changesOf(
    { id }: BimModel,
    version: number,
    query: { readonly change?: 'added' | 'removed' | 'moved' | 'changed'; readonly page: number },
  ): Promise<BimChanges> {
    return (
      await this.#api.call(listBimChanges, {
        params: { id, version },
        query: { ...query, paginate: CHANGES },
      })
    ).data;
  }

  #follow(job: Job): void {
    if (!this.models.some(({ jobId }) => jobId === job.id)) return;
    this.progress.set(job.id, job.progress);
    if (isFinished(job)) void this.reload();
  }
}
export const MODEL_DESK = serviceToken<ModelDesk>('bim-models.Desk');
