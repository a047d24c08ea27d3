import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import type { TextStorage } from '#core/browser';
import type { I18n } from '#core/i18n';
import { AppError, loadedInTime } from '#core/kernel';
import { authoredIn, type AuthorMode, type AuthorState } from '#core/plugin';
import { getAuthorOrigins } from '#core/protocol';
import type { readAuthored } from './read-authored.ts';

const STORED = 'groma.author-mode';

/**
 * Follows the tool of an author through a frame of an origin of its own: the policy of the workbench allows no other
 * server than its own. What arrives runs contained like an installed plugin, with all that its manifest asks for.
 */
export class AuthorFrame implements AuthorMode {
  readonly #state = new BehaviorSubject<AuthorState>({ kind: 'off' });
  readonly state$ = this.#state.asObservable();
  readonly #page: Document;
  readonly #api: Pick<Api, 'call'>;
  readonly #i18n: Pick<I18n, 't'>;
  /** Undefined where the browser stores nothing. */
  readonly #storage: TextStorage | undefined;
  #stop: AbortController | undefined;

  constructor(
    page: Document,
    api: Pick<Api, 'call'>,
    i18n: Pick<I18n, 't'>,
    storage: TextStorage | undefined,
  ) {
    this.#page = page;
    this.#api = api;
    this.#i18n = i18n;
    this.#storage = storage;
  }

  get state(): AuthorState {
    return this.#state.value;
  }

  get address(): string | undefined {
    return this.#storage?.getItem(STORED) ?? undefined;
  }

  async follow(address: string): Promise<void> {
    // Who does not write plugins never loads what shows and checks them.
    const [code, { data }] = await Promise.all([
      loadedInTime(import('./author-frame.ts')),
      this.#api.call(getAuthorOrigins, {}),
    ]);
    if (!code.isAllowed(address, data.origins))
      throw new AppError('author-address', this.#text('address', { address: address.slice(0, 200) }));
    this.stop();
    this.#storage?.setItem(STORED, address);
    this.#state.next({ kind: 'waiting' });
    this.#stop = new AbortController();
    const show = (sent: string | undefined) => this.#show(sent, code.readAuthored);
    code.openFrame(this.#page, address, show, this.#stop.signal);
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.#storage?.removeItem(STORED);
    if (this.state.kind !== 'off') this.#state.next({ kind: 'off' });
  }

  #show(sent: string | undefined, read: typeof readAuthored): void {
    if (sent === undefined) {
      if (this.state.kind !== 'on') this.#state.next({ kind: 'waiting' });
      return;
    }
    const plugin = read(sent, (key, values) => this.#text(key, values));
    if (typeof plugin === 'string')
      this.#state.next({ kind: 'problem', problem: plugin, plugin: authoredIn(this.state) });
    else this.#state.next({ kind: 'on', plugin });
  }

  #text(key: string, values: Record<string, string>): string {
    return this.#i18n.t(`workbench:author.${key}`, values);
  }
}
