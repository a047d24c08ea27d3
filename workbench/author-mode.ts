import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import type { TextStorage } from '#core/browser';
import type { I18n } from '#core/i18n';
import { AppError } from '#core/kernel';
import { authoredIn, type AuthorMode, type AuthorState } from '#core/plugin';
import { getAuthorOrigins } from '#core/protocol';

const FRAME = '/extensions/author.html';
const KEPT = 'groma.author-mode';

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
  /** Undefined where the browser keeps nothing. */
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
    return this.#storage?.getItem(KEPT) ?? undefined;
  }

  async follow(address: string): Promise<void> {
    const { data } = await this.#api.call(getAuthorOrigins, {});
    if (!isAllowed(address, data.origins))
      throw new AppError('author-address', this.#text('address', { address: address.slice(0, 200) }));
    this.stop();
    this.#storage?.setItem(KEPT, address);
    this.#state.next({ kind: 'waiting' });
    this.#open(address);
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.#storage?.removeItem(KEPT);
    if (this.state.kind !== 'off') this.#state.next({ kind: 'off' });
  }

  #open(address: string): void {
    const stop = (this.#stop = new AbortController());
    const frame = this.#page.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    // Browsers ask the person before a page reaches the own machine, and a frame needs the page's leave, too.
    frame.setAttribute('allow', 'local-network-access; loopback-network');
    frame.hidden = true;
    frame.src = FRAME;
    frame.addEventListener('load', () => frame.contentWindow?.postMessage(address, '*'));
    this.#page.defaultView!.addEventListener(
      'message',
      ({ source, data }) => {
        if (source === frame.contentWindow && source !== null) void this.#hear(data, stop.signal);
      },
      { signal: stop.signal },
    );
    stop.signal.addEventListener('abort', () => frame.remove());
    this.#page.body.append(frame);
  }

  async #hear(data: unknown, stopped: AbortSignal): Promise<void> {
    const sent: unknown = (data as { sent?: unknown } | null)?.sent;
    if (typeof sent !== 'string') {
      if (this.state.kind !== 'on') this.#state.next({ kind: 'waiting' });
      return;
    }
    // Who does not write plugins never loads what checks them.
    const { readAuthored } = await import('./read-authored.ts');
    if (stopped.aborted) return;
    const read = readAuthored(sent, (key, values) => this.#text(key, values));
    if (typeof read === 'string')
      this.#state.next({ kind: 'problem', problem: read, plugin: authoredIn(this.state) });
    else this.#state.next({ kind: 'on', plugin: read });
  }

  #text(key: string, values: Record<string, string>): string {
    return this.#i18n.t(`workbench:author.${key}`, values);
  }
}

/** The own machine, without encryption, or an origin that the operator has named. */
function isAllowed(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, origin } = new URL(address);
  return (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname)) || origins.includes(origin);
}
