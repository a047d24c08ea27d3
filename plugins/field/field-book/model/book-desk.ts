import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { followJob, type Api, type Live } from '#core/api';
import type { I18n } from '#core/i18n';
import { AppError, isAbort, newUuid, sentenceOf, serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import {
  acceptFieldBook,
  computeFieldBook,
  correctFieldBookRecord,
  deleteFieldBook,
  fieldBookReport,
  getFieldBook,
  listFieldBookRecords,
  listFieldBooks,
  reverseMany,
  updateFieldBook,
  uploadFieldBook,
  type AnswerOf,
  type BodyOf,
  type FieldBook,
  type FieldBookDetail,
  type FieldBookRecord,
  type FieldBookTypes,
  type ManyChanged,
} from '#core/protocol';

interface Dependencies {
  api: Api;
  live: Live;
  projects: Pick<Projects, 'current'>;
  i18n: Pick<I18n, 't'>;
}

export type Accepted = AnswerOf<typeof acceptFieldBook>;

/** The field books of the open project, and the one that is open. */
export class BookDesk {
  projectId: string | undefined = undefined;
  books: readonly FieldBook[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined = undefined;
  opened: FieldBookDetail | undefined = undefined;
  /** The station whose observations are listed. */
  station: number | undefined = undefined;
  records: readonly FieldBookRecord[] = [];
  /** Of the computation, 0 to 1; undefined: none runs. */
  progress: number | undefined = undefined;
  /** What the last acceptance has done. */
  accepted: Accepted | undefined = undefined;
  /** The point that the list and the map show together. */
  shownPoint: string | undefined = undefined;
  readonly #dependencies: Dependencies;
  #following = new AbortController();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, {
      books: observableRef,
      opened: observableRef,
      records: observableRef,
      accepted: observableRef,
    });
  }

  async load(projectId: string): Promise<void> {
    if (this.projectId !== projectId) {
      this.close();
      this.projectId = projectId;
      this.books = [];
      this.state = 'loading';
    }
    try {
      const { data } = await this.#dependencies.api.call(listFieldBooks, { params: { id: projectId } });
      runInAction(() => {
        if (this.projectId !== projectId) return;
        [this.books, this.state, this.error] = [data, 'ready', undefined];
      });
    } catch (failure) {
      runInAction(() => {
        this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
  }

  /** Throws AppError. */
  async add(projectId: string, file: File): Promise<FieldBook> {
    const crs = this.#dependencies.projects.current?.project.crs;
    const usable = crs && crs !== 'EPSG:4326' && !crs.startsWith('EPSG:3857') ? crs : undefined;
    const send = (code: string | undefined) =>
      this.#dependencies.api.call(uploadFieldBook, {
        params: { id: projectId },
        file,
        body: code === undefined ? {} : { crs: code },
      });
    // A project may count in degrees: then the person chooses.
    const { data } = await send(usable).catch((failure: unknown) => {
      if (usable === undefined || !(failure instanceof AppError)) throw failure;
      return send(undefined);
    });
    await this.load(projectId);
    await this.open(data.id);
    return data;
  }

  /** Throws AppError. */
  async open(id: string): Promise<void> {
    const { data } = await this.#dependencies.api.call(getFieldBook, { params: { id } });
    runInAction(() => {
      if (this.opened?.id !== id) [this.station, this.records, this.accepted] = [undefined, [], undefined];
      this.opened = data;
    });
    if (data.jobId && (data.state === 'queued' || data.state === 'running')) void this.#follow(data.jobId);
  }

  close(): void {
    this.#following.abort();
    this.opened = this.station = this.accepted = this.progress = this.shownPoint = undefined;
    this.records = [];
  }

  showPoint(name: string | undefined): void {
    this.shownPoint = name;
  }

  /** Throws AppError. */
  async change(values: BodyOf<typeof updateFieldBook>): Promise<void> {
    const { id, version } = this.opened!;
    await this.#dependencies.api.call(updateFieldBook, {
      params: { id },
      body: values,
      ifMatch: String(version),
    });
    await this.#again(id);
  }

  /** Throws AppError. */
  async remove({ id, version }: FieldBook): Promise<void> {
    await this.#dependencies.api.call(deleteFieldBook, { params: { id }, ifMatch: String(version) });
    this.close();
    await this.load(this.projectId!);
  }

  /** Throws AppError. */
  async chooseStation(ordinal: number | undefined): Promise<void> {
    this.station = ordinal;
    this.records = [];
    if (ordinal === undefined) return;
    const { data } = await this.#dependencies.api.call(listFieldBookRecords, {
      params: { id: this.opened!.id },
      query: { station: ordinal },
    });
    runInAction(() => {
      if (this.station === ordinal) this.records = data;
    });
  }

  /** Throws AppError. */
  async correct(ordinal: number, body: BodyOf<typeof correctFieldBookRecord>): Promise<void> {
    const { id, version } = this.opened!;
    const request = { params: { id, ordinal }, body, ifMatch: String(version) };
    await this.#dependencies.api.call(correctFieldBookRecord, request);
    await this.#again(id);
    await this.chooseStation(this.station);
  }

  /** Throws AppError: also when the computation fails. */
  async compute(): Promise<void> {
    const { id } = this.opened!;
    const { data } = await this.#dependencies.api.call(computeFieldBook, { params: { id } });
    await this.#follow(data.jobId);
    runInAction(() => (this.accepted = undefined));
  }

  /** Makes objects of the points: a step of the history. Throws AppError. */
  async accept(types: FieldBookTypes): Promise<Accepted> {
    const { api, projects } = this.#dependencies;
    const { id, name } = this.opened!;
    const { data } = await api.call(acceptFieldBook, { params: { id }, body: types });
    const project = projects.current;
    if (project && data.transactionId !== null) {
      let { transactionId } = data;
      const reverse = async () => {
        transactionId = await this.#reverse(project.project.id, transactionId);
        await this.#again(id);
      };
      const step = { code: 'field-book.accept', label: 'field-book:step', values: { name } };
      project.history.record({ ...step, undo: reverse, redo: reverse });
      await project.reloadTypes();
    }
    await this.#again(id);
    runInAction(() => (this.accepted = data));
    return data;
  }

  /** Throws AppError. */
  async report(format: 'pdf' | 'csv' | 'gsi'): Promise<Blob> {
    const { id } = this.opened!;
    const { data } = await this.#dependencies.api.bytes(fieldBookReport, {
      params: { id },
      query: { format },
    });
    return new Blob([data ?? new ArrayBuffer(0)]);
  }

  /** Takes a change back, and resolves to the transaction that did. */
  async #reverse(projectid: string, transactionId: string): Promise<string> {
    const { api, live } = this.#dependencies;
    const body = { changeId: newUuid(), transactionId };
    const { data } = await api.call(reverseMany, { headers: { projectid }, body });
    const job = await followJob(api, live, data.jobId, () => undefined, new AbortController().signal);
    const done = job.state === 'done' ? (job.result as ManyChanged) : undefined;
    if (!done?.transactionId)
      throw new AppError('nothing-reversed', job.error ?? done?.refused[0]?.reason ?? '', { status: 409 });
    runInAction(() => (this.accepted = undefined));
    return done.transactionId;
  }

  async #again(id: string): Promise<void> {
    if (this.opened?.id === id) await this.open(id);
    if (this.projectId !== undefined) await this.load(this.projectId);
  }

  async #follow(jobId: string): Promise<void> {
    const { api, live, i18n } = this.#dependencies;
    this.#following.abort();
    this.#following = new AbortController();
    const { signal } = this.#following;
    runInAction(() => (this.progress = 0));
    try {
      const job = await followJob(
        api,
        live,
        jobId,
        ({ progress }) => runInAction(() => (this.progress = progress)),
        signal,
      );
      runInAction(() => (this.progress = undefined));
      if (this.opened) await this.#again(this.opened.id);
      if (job.state === 'failed') throw new AppError('job-failed', job.error ?? i18n.t('field-book:failed'));
    } catch (failure) {
      runInAction(() => (this.progress = undefined));
      if (!isAbort(failure)) throw failure;
    }
  }
}
export const BOOK_DESK = serviceToken<BookDesk>('field-book.Desk');
