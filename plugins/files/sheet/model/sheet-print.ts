import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { followJob, isFinished, type Api, type Live } from '#core/api';
import { AppError, isAbort, sentenceOf, serviceToken } from '#core/kernel';
import {
  cancelJob,
  deleteExport,
  downloadExport,
  exportSheet,
  MAX_PREVIEW_PIXELS,
  type ExportResult,
  type Job,
  type SheetRequest,
} from '#core/protocol';
import type { SheetDesk } from './sheet-desk.ts';

/** Pixels of the longer side of a preview. */
const PREVIEW = 1100;

/** Asks the server for sheets, and follows them to the file. */
export class SheetPrint {
  job: Job | undefined = undefined;
  result: ExportResult | undefined = undefined;
  error: string | undefined = undefined;
  /** The picture of the last preview by its address, and the sheet that it shows. */
  seen: { readonly address: string; readonly of: string } | undefined = undefined;
  /** What is being made. */
  making: 'sheet' | 'preview' | undefined = undefined;
  readonly #api: Api;
  readonly #live: Live;
  readonly #desk: Pick<SheetDesk, 'request' | 'projectId' | 'plan'>;

  constructor(api: Api, live: Live, desk: Pick<SheetDesk, 'request' | 'projectId' | 'plan'>) {
    this.#api = api;
    this.#live = live;
    this.#desk = desk;
    makeAutoObservable(
      this,
      { job: observableRef, result: observableRef, seen: observableRef },
      { autoBind: true },
    );
  }

  get isBusy(): boolean {
    return this.making !== undefined;
  }

  /** Address of the picture of the sheet as it is; undefined where it was changed since. */
  get preview(): string | undefined {
    const { seen } = this;
    // Before a preview is asked for, a frame that is dragged costs nothing.
    if (!seen) return undefined;
    return seen.of === textOf(this.#desk.request) ? seen.address : undefined;
  }

  /** Makes the sheet. Resolves to its file and name; undefined when it was cancelled or failed, which is kept. */
  async make(): Promise<{ content: Blob; name: string } | undefined> {
    const result = await this.#run('sheet', this.#desk.request);
    if (!result) return undefined;
    runInAction(() => (this.result = result));
    return this.fetch(result.nameZip);
  }

  /** Makes a small picture of the first page, and deletes it on the server. */
  async look(): Promise<void> {
    const { plan, request } = this.#desk;
    if (!plan) return;
    const dpi = Math.max(36, Math.min(150, Math.round(PREVIEW / (Math.max(plan.width, plan.height) / 25.4))));
    const { atlas: _atlas, ...page } = request;
    const pixels = (plan.width * plan.height * dpi ** 2) / 25.4 ** 2;
    // Of the largest papers even the coarsest picture is more than a preview.
    const small = pixels < MAX_PREVIEW_PIXELS * 0.98 ? ({ preview: true } as const) : {};
    const result = await this.#run('preview', { ...page, format: 'png', dpi, ...small });
    if (!result) return;
    const fetched = await this.fetch(result.nameZip);
    await this.#forget(result);
    if (fetched) this.#show(new Blob([fetched.content], { type: 'image/png' }), textOf(request));
  }

  async cancel(): Promise<void> {
    if (this.job && !isFinished(this.job)) await this.#api.call(cancelJob, { params: { id: this.job.id } });
  }

  /** The file of a made sheet. A failure is kept. */
  async fetch(name: string): Promise<{ content: Blob; name: string } | undefined> {
    try {
      const { data } = await this.#api.bytes(downloadExport, { body: { nameZip: name } });
      return { content: new Blob([data ?? new ArrayBuffer(0)]), name };
    } catch (thrown) {
      runInAction(() => (this.error = sentenceOf(thrown)));
      return undefined;
    }
  }

  async #run(making: 'sheet' | 'preview', body: SheetRequest): Promise<ExportResult | undefined> {
    const { projectId } = this.#desk;
    if (this.isBusy || projectId === undefined) return undefined;
    this.making = making;
    this.error = undefined;
    this.job = undefined;
    if (making === 'sheet') this.result = undefined;
    try {
      const { data } = await this.#api.call(exportSheet, { headers: { projectid: projectId }, body });
      const follow = (job: Job) => runInAction(() => (this.job = job));
      const job = await followJob(this.#api, this.#live, data.jobId, follow, new AbortController().signal);
      if (job.state === 'failed') throw new AppError('job-failed', job.error ?? '');
      return job.state === 'done' ? (job.result as ExportResult) : undefined;
    } catch (thrown) {
      if (!isAbort(thrown)) runInAction(() => (this.error = sentenceOf(thrown)));
      return undefined;
    } finally {
      runInAction(() => (this.making = undefined));
    }
  }

  /** Deletes what the server keeps. A failure is kept: the picture is among the exports then. */
  async #forget({ id }: ExportResult): Promise<void> {
    try {
      await this.#api.call(deleteExport, { params: { id } });
    } catch (thrown) {
      runInAction(() => (this.error = sentenceOf(thrown)));
    }
  }

  #show(picture: Blob, of: string): void {
    if (this.seen) URL.revokeObjectURL(this.seen.address);
    this.seen = { address: URL.createObjectURL(picture), of };
  }
}
export const SHEET_PRINT = serviceToken<SheetPrint>('sheet.SheetPrint');

/** What a preview depends on. */
function textOf({ format: _format, dpi: _dpi, atlas: _atlas, ...page }: SheetRequest): string {
  return JSON.stringify(page);
}
