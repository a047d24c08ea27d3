import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { followJob, type Api, type Live } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import {
  cancelJob,
  downloadReprojected,
  reprojectFile,
  type ExportFormat,
  type ReprojectionResult,
} from '#core/protocol';

/** The conversion of one file at the server. */
export class FileReprojection {
  file: File | undefined = undefined;
  /** Undefined: as the file says. */
  crs: string | undefined = undefined;
  /** Of the file, known once it has been read. */
  layers: readonly string[] = [];
  /** The one to convert; undefined: the one that the server takes first. */
  layer: string | undefined = undefined;
  to: string;
  format: ExportFormat;
  state: 'idle' | 'sending' | 'working' | 'done' | 'failed' = 'idle';
  /** 0 to 1; undefined while unknown. */
  progress: number | undefined = undefined;
  message = '';
  error: string | undefined = undefined;
  result: ReprojectionResult | undefined = undefined;
  #job: string | undefined;
  #running: AbortController | undefined;
  readonly #api: Api;
  readonly #live: Live;

  constructor(api: Api, live: Live, to: string, format: ExportFormat = 'geopackage') {
    this.#api = api;
    this.#live = live;
    this.to = to;
    this.format = format;
    makeAutoObservable(
      this,
      { file: observableRef, layers: observableRef, result: observableRef },
      { autoBind: true },
    );
  }

  get isBusy(): boolean {
    return this.state === 'sending' || this.state === 'working';
  }

  choose(file: File | undefined): void {
    this.cancel();
    this.file = file;
    this.crs = this.layer = undefined;
    this.layers = [];
    this.#change('idle');
  }
  setCrs(crs: string | undefined): void {
    this.crs = crs;
    this.#change('idle');
  }
  setLayer(layer: string): void {
    this.layer = layer;
    this.#change('idle');
  }
  setTo(to: string): void {
    this.to = to;
    this.#change('idle');
  }
  setFormat(format: ExportFormat): void {
    this.format = format;
    this.#change('idle');
  }

  #change(state: 'idle' | 'sending'): void {
    this.state = state;
    this.error = this.result = this.progress = undefined;
  }

  async run(): Promise<void> {
    const { file, crs, layer, to, format } = this;
    if (!file) return;
    this.#change('sending');
    const running = (this.#running = new AbortController());
    const { signal } = running;
    try {
      const { data } = await this.#api.call(
        reprojectFile,
        { body: { to, format, ...(crs && { crs }), ...(layer !== undefined && { layer }) }, file },
        { signal, onUpload: (part) => runInAction(() => (this.progress = part)) },
      );
      runInAction(() => {
        this.#job = data.jobId;
        this.state = 'working';
        this.progress = 0;
      });
      const job = await followJob(
        this.#api,
        this.#live,
        data.jobId,
        ({ progress, message }) =>
          runInAction(() => {
            this.progress = progress;
            this.message = message;
          }),
        signal,
      );
      runInAction(() => {
        this.state = job.state === 'done' ? 'done' : 'failed';
        this.error = job.error ?? undefined;
        const result = (job.result ?? undefined) as ReprojectionResult | undefined;
        this.result = result;
        if (result) [this.layer, this.layers] = [result.layer, result.layers];
      });
    } catch (failure) {
      if (isAbort(failure) || signal.aborted) return;
      runInAction(() => {
        this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
  }

  /** The bytes of the result. */
  async download(): Promise<Blob> {
    const { data } = await this.#api.bytes(downloadReprojected, { params: { id: this.#job! } });
    return new Blob([data ?? new ArrayBuffer(0)]);
  }

  cancel(): void {
    this.#running?.abort();
    if (this.state === 'working' && this.#job)
      this.#api.call(cancelJob, { params: { id: this.#job } }).catch(() => undefined);
    if (this.isBusy) this.#change('idle');
  }
}
