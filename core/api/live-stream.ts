import { BehaviorSubject, distinctUntilChanged, filter, map, Subject, type Observable } from 'rxjs';
import type { Disposable } from '#core/kernel';
import { events, type LiveEvents } from '#core/protocol';
import type { Credentials } from './client.ts';
import { eventsOf } from './event-source.ts';
import type { Live } from './live.ts';

export interface LiveOptions {
  base: string;
  credentials: Credentials;
  /** Emits when the token changes: signing in starts the stream, signing out ends it. */
  token$: Observable<string | undefined>;
  /** False while the tab is hidden; the stream is closed then, since a browser allows six per origin. */
  visible$: Observable<boolean>;
  /** Resolves after a delay in milliseconds, or earlier when the network returns or `signal` aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  fetch?: typeof fetch;
}

type ConnectionState = 'off' | 'connecting' | 'connected' | 'disconnected';
type LiveEvent = { [E in keyof LiveEvents]: { event: E; data: LiveEvents[E] } }[keyof LiveEvents];

const MIN_DELAY = 1_000;
const MAX_DELAY = 30_000;

/** The event stream by fetch, with the token in a header rather than in the address. */
export class LiveStream implements Live, Disposable {
  readonly #options: LiveOptions;
  readonly #events = new Subject<LiveEvent>();
  readonly #state = new BehaviorSubject<ConnectionState>('off');
  readonly state$ = this.#state.pipe(distinctUntilChanged());
  #project: string | undefined;
  #signedIn = false;
  #visible = true;
  #lastEventId: string | undefined;
  #running: AbortController | undefined;
  readonly #subscriptions: { unsubscribe(): void }[];

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#subscriptions = [
      options.token$.subscribe((token) => {
        const signedIn = token !== undefined;
        // A renewed token does not affect an open stream.
        if (signedIn === this.#signedIn) return;
        this.#signedIn = signedIn;
        if (!signedIn) this.#lastEventId = undefined;
        this.#restart();
      }),
      options.visible$.subscribe((attended) => {
        if (attended === this.#visible) return;
        this.#visible = attended;
        this.#restart();
      }),
    ];
  }

  on<E extends keyof LiveEvents>(event: E): Observable<LiveEvents[E]> {
    return this.#events.pipe(
      filter((received) => received.event === event),
      map((event) => event.data as LiveEvents[E]),
    );
  }

  follow(projectId: string): Disposable {
    this.#project = projectId;
    this.#restart();
    return {
      dispose: () => {
        if (this.#project !== projectId) return;
        this.#project = undefined;
        this.#restart();
      },
    };
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    this.#running?.abort();
    this.#state.next('off');
  }

  #restart(): void {
    this.#running?.abort();
    this.#running = undefined;
    if (!this.#signedIn || !this.#visible) {
      this.#state.next('off');
      return;
    }
    const running = (this.#running = new AbortController());
    void this.#run(running.signal);
  }

  async #run(signal: AbortSignal): Promise<void> {
    let pause = MIN_DELAY;
    while (!signal.aborted) {
      this.#state.next('connecting');
      let opened = false;
      try {
        for await (const { event, data, id } of await this.#connect(signal)) {
          if (signal.aborted) return;
          if (!opened) pause = MIN_DELAY;
          opened = true;
          if (id !== undefined) this.#lastEventId = id;
          if (event !== '') this.#events.next({ event, data: JSON.parse(data) } as LiveEvent);
        }
      } catch {
        // Any failure is retried below; the state shows it.
      }
      if (signal.aborted) return;
      this.#state.next('disconnected');
      await this.#options.wait(pause * (0.75 + Math.random() / 2), signal);
      pause = Math.min(pause * 2, MAX_DELAY);
    }
  }

  async #connect(signal: AbortSignal) {
    const { credentials, base } = this.#options;
    const query = this.#project === undefined ? '' : `?projectid=${encodeURIComponent(this.#project)}`;
    const open = (jwt: string | undefined): Promise<Response> =>
      (this.#options.fetch ?? fetch)(base + events.path + query, {
        headers: {
          Accept: 'text/event-stream',
          ...(jwt === undefined ? {} : { jwt }),
          ...(this.#lastEventId === undefined ? {} : { 'Last-Event-ID': this.#lastEventId }),
        },
        cache: 'no-store',
        signal,
      });
    const { token } = credentials;
    let response = await open(token);
    if (response.status === 406 && token !== undefined)
      response = await open(await credentials.refresh(token));
    if (!response.ok || !response.body) throw new Error(`The event stream answered ${response.status}.`);
    this.#state.next('connected');
    return eventsOf(response.body);
  }
}
