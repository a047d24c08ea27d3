import { BehaviorSubject } from 'rxjs';
import type { DetailedError, Upload as Tus } from 'tus-js-client';
import { isAbort, sentenceOf } from '#core/kernel';
import { deleteUpload, getUpload, listUploads, type Upload, type UploadKind } from '#core/protocol';
import type { Credentials } from './client.ts';
import type { Api } from './contract.ts';
import type { Sending, SendingState } from './sending.ts';
import { StoredUpload } from './stored-upload.ts';

/** Bytes of one request: small enough for proxies, and for a token to outlive it. */
const PIECE = 16 * 1024 ** 2;
/** Milliseconds until a lost connection is tried again, and between two questions whether the check has ended. */
const RETRY = 5_000;
const POLL = 1_000;
/** Seconds over which the speed is averaged. */
const SPEED_OVER = 10;
const TOKEN_EXPIRED = 406;

export interface ResumableOptions {
  /** `/api` of the server. */
  base: string;
  api: Api;
  credentials: Credentials;
  language: () => string;
}

/** By which the same file is known again, after a reload and on another device. */
export function fingerprintOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

/** Sends files of any size; what has arrived is kept by the server, and the same file continues there. */
export class ResumableUploads {
  readonly #options: ResumableOptions;

  constructor(options: ResumableOptions) {
    this.#options = options;
  }

  /** The person's uploads to a project that have not become anything yet. */
  async list(projectId: string): Promise<readonly Upload[]> {
    const { data } = await this.#options.api.call(listUploads, { headers: { projectid: projectId } });
    return data;
  }

  /** Starts at once, or continues an earlier upload of the same file. */
  send(file: File, projectId: string, kind: UploadKind): Sending {
    const sending = new FileSending(file, projectId, kind, this.#options);
    void sending.resume();
    return sending;
  }

  /** An upload that has all its bytes: of an earlier visit, or of a file on the server. */
  sent(upload: Upload): Sending {
    return new StoredUpload(upload, this.#options.api);
  }

  /** Removes what has arrived of an upload that is not being sent here. */
  async remove(id: string): Promise<void> {
    await this.#options.api.call(deleteUpload, { params: { id } });
  }
}

class FileSending implements Sending {
  readonly file: File;
  readonly projectId: string;
  readonly kind: UploadKind;
  readonly #options: ResumableOptions;
  readonly #state: BehaviorSubject<SendingState>;
  readonly state$;
  #tus: Tus | undefined;
  #id: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  #measured: { at: number; sent: number }[] = [];

  constructor(file: File, projectId: string, kind: UploadKind, options: ResumableOptions) {
    this.file = file;
    this.projectId = projectId;
    this.kind = kind;
    this.#options = options;
    const start = {
      kind: 'starting',
      sent: 0,
      bytes: file.size,
      speed: undefined,
      error: undefined,
    } as const;
    this.#state = new BehaviorSubject<SendingState>(start);
    this.state$ = this.#state.asObservable();
  }

  get name(): string {
    return this.file.name;
  }

  get state(): SendingState {
    return this.#state.value;
  }

  get id(): string | undefined {
    return this.#id;
  }

  async pause(): Promise<void> {
    clearTimeout(this.#timer);
    this.#measured = [];
    await this.#tus?.abort();
    this.#change({ kind: 'paused', speed: undefined });
  }

  async resume(): Promise<void> {
    clearTimeout(this.#timer);
    this.#change({ kind: 'starting', error: undefined });
    try {
      this.#tus ??= await this.#open();
      if (this.#ended || this.state.kind !== 'starting') return;
      this.#tus.start();
    } catch (failure) {
      this.#fail(failure);
    }
  }

  async cancel(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#tus?.abort();
    if (this.#id) await this.#options.api.call(deleteUpload, { params: { id: this.#id } }).catch(() => {});
  }

  async #open(): Promise<Tus> {
    const { base, api, credentials, language } = this.#options;
    const { file, projectId, kind } = this;
    const fingerprint = fingerprintOf(file);
    const [{ Upload: TusUpload }, { data }] = await Promise.all([
      import('tus-js-client'),
      api.call(listUploads, { headers: { projectid: projectId } }),
    ]);
    const earlier = data.find(
      (one) => one.fingerprint === fingerprint && one.kind === kind && one.state !== 'failed',
    );
    this.#id = earlier?.id;
    let token = credentials.token;
    return new TusUpload(file, {
      endpoint: `${base}/uploads`,
      uploadUrl: earlier && `${base}/uploads/${earlier.id}`,
      metadata: { filename: file.name, fingerprint },
      headers: { projectid: projectId, kind },
      chunkSize: PIECE,
      retryDelays: [0, 1000],
      // The server knows what is unfinished; the browser's storage does not outlive the device.
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        token = credentials.token;
        request.setHeader('jwt', token ?? '');
        request.setHeader('accept-language', language());
      },
      onAfterResponse: async (_request, response) => {
        if (response.getStatus() === TOKEN_EXPIRED && token !== undefined) await credentials.refresh(token);
      },
      onShouldRetry: ({ originalResponse }) => {
        const status = originalResponse?.getStatus() ?? 0;
        return [0, 409, 423, TOKEN_EXPIRED, 500, 502, 503, 504].includes(status);
      },
      onUploadUrlAvailable: () => {
        this.#id = this.#tus?.url?.split('/').pop();
      },
      onProgress: (sent) => this.#progress(sent),
      onSuccess: () => void this.#check(),
      onError: (failure) => this.#fail(failure),
    });
  }

  #progress(sent: number): void {
    const at = Date.now() / 1000;
    this.#measured = [...this.#measured.filter((one) => at - one.at < SPEED_OVER), { at, sent }];
    const first = this.#measured[0]!;
    const speed = at - first.at > 0.5 ? (sent - first.sent) / (at - first.at) : this.state.speed;
    this.#change({ kind: 'sending', sent, speed });
  }

  async #check(): Promise<void> {
    if (this.#ended) return;
    this.#change({ kind: 'checking', sent: this.file.size, speed: undefined });
    try {
      const { data } = await this.#options.api.call(getUpload, { params: { id: this.#id! } });
      if (data.state === 'complete') return this.#change({ kind: 'complete' });
      if (data.state === 'failed') {
        // The next attempt begins anew.
        this.#tus = undefined;
        return this.#change({ kind: 'failed', error: data.error ?? undefined });
      }
      this.#again(() => this.#check(), POLL);
    } catch (failure) {
      if ((failure as { status?: number }).status === undefined) this.#again(() => this.#check(), RETRY);
      else this.#fail(failure);
    }
  }

  #fail(failure: unknown): void {
    if (this.#ended || isAbort(failure)) return;
    const response = (failure as Partial<DetailedError>).originalResponse;
    const status = response?.getStatus() ?? (failure as { status?: number }).status;
    if (status === undefined || status === 0 || [502, 503, 504].includes(status)) {
      this.#measured = [];
      this.#change({ kind: 'lost', speed: undefined });
      return this.#again(() => this.resume(), RETRY);
    }
    this.#change({
      kind: 'failed',
      speed: undefined,
      error: detailOf(response?.getBody()) ?? sentenceOf(failure),
    });
  }

  #again(work: () => Promise<void>, milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void work(), milliseconds);
  }

  #change(change: Partial<SendingState>): void {
    if (!this.#ended) this.#state.next({ ...this.state, ...change });
  }
}

/** The server's sentence. */
function detailOf(body: string | undefined): string | undefined {
  try {
    return (JSON.parse(body ?? '') as { detail?: string }).detail;
  } catch {
    return undefined;
  }
}
