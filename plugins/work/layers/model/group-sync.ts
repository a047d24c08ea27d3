import type { Api } from '#core/api';
import { AppError, isAbort, sentenceOf } from '#core/kernel';
import { getLayerGroups, setLayerGroups, type LayerGroup } from '#core/protocol';

/** Milliseconds without a change after which the groups are sent: a slider makes many. */
const REST = 400;

interface GroupSyncOptions {
  readonly api: Pick<Api, 'call'>;
  readonly projectId: string;
  show(groups: readonly LayerGroup[]): void;
  /** Called with why a change could not be stored, or undefined: someone else was faster. */
  onRefused(reason: string | undefined): void;
  /** Aborted when the project is closed. */
  readonly closed: AbortSignal;
}

/** Keeps the groups of layers of a project as the server has them. */
export class GroupSync {
  readonly #options: GroupSyncOptions;
  #version = 1;
  /** What is to be sent. */
  #draft: readonly LayerGroup[] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = false;

  constructor(options: GroupSyncOptions) {
    this.#options = options;
    // What was changed just before the project is closed is still sent.
    options.closed.addEventListener('abort', () => void this.#send());
  }

  /** Reads them again; what was changed here meanwhile stays. */
  async read(): Promise<void> {
    const { api, projectId, show, closed } = this.#options;
    try {
      const { data } = await api.call(getLayerGroups, { params: { id: projectId } }, { signal: closed });
      if (closed.aborted || this.#draft) return;
      this.#version = data.version;
      show(data.groups);
    } catch (failure) {
      // Those that are shown stay; the next opening asks again.
      if (!isAbort(failure) && !(failure instanceof AppError)) throw failure;
    }
  }

  change(groups: readonly LayerGroup[]): void {
    this.#draft = groups;
    this.#options.show(groups);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), REST);
  }

  async #send(): Promise<void> {
    const sent = this.#draft;
    if (!sent || this.#sending) return;
    clearTimeout(this.#timer);
    this.#sending = true;
    const { api, projectId, onRefused } = this.#options;
    try {
      const request = {
        params: { id: projectId },
        body: { groups: [...sent] },
        ifMatch: String(this.#version),
      };
      const { data } = await api.call(setLayerGroups, request);
      this.#version = data.version;
      if (this.#draft === sent) this.#draft = undefined;
    } catch (failure) {
      this.#draft = undefined;
      onRefused(failure instanceof AppError && failure.status === 412 ? undefined : sentenceOf(failure));
      await this.read();
    } finally {
      this.#sending = false;
    }
    if (this.#draft) await this.#send();
  }
}
