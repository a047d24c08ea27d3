import { BehaviorSubject } from 'rxjs';
import { sentenceOf } from '#core/kernel';
import { deleteUpload, getUpload, type Upload } from '#core/protocol';
import type { Api } from './contract.ts';
import type { Sending, SendingState } from './sending.ts';

/** Milliseconds between two questions whether the server has checked it. */
const POLL = 2_000;

/** An upload that has all its bytes: of an earlier visit, or of a file on the server. */
export class StoredUpload implements Sending {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly #api: Api;
  readonly #state: BehaviorSubject<SendingState>;
  readonly state$;
  #ended = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(upload: Upload, api: Api) {
    this.id = upload.id;
    this.name = upload.name;
    this.projectId = upload.projectId;
    this.#api = api;
    this.#state = new BehaviorSubject(stateOf(upload));
    this.state$ = this.#state.asObservable();
    if (this.state.kind === 'checking') this.#timer = setTimeout(() => void this.#ask(), POLL);
  }

  get state(): SendingState {
    return this.#state.value;
  }

  async pause(): Promise<void> {}

  /** Asks again after a failure. */
  async resume(): Promise<void> {
    await this.#ask();
  }

  async cancel(): Promise<void> {
    clearTimeout(this.#timer);
    this.#ended = true;
    await this.#api.call(deleteUpload, { params: { id: this.id } });
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const { data } = await this.#api.call(getUpload, { params: { id: this.id } });
      this.#state.next(stateOf(data));
    } catch (failure) {
      if ((failure as { status?: number }).status !== undefined)
        return this.#state.next({ ...this.state, kind: 'failed', error: sentenceOf(failure) });
    }
    if (this.state.kind === 'checking' && !this.#ended)
      this.#timer = setTimeout(() => void this.#ask(), POLL);
  }
}

function stateOf({ state, bytes, error }: Upload): SendingState {
  const kind = state === 'complete' || state === 'failed' ? state : 'checking';
  return { kind, sent: bytes, bytes, speed: undefined, error: error ?? undefined };
}
