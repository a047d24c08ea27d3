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
  /** False while nobody looks at the tab; the stream is then given back, since a browser allows six an origin. */
  attended$: Observable<boolean>;
  /** Resolves after so many milliseconds, or earlier when the network comes back or `signal` aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  fetch?: typeof fetch;
}

type State = 'off' | 'connecting' | 'connected' | 'disconnected';
type Heard = { [E in keyof LiveEvents]: { event: E; data: LiveEvents[E] } }[keyof LiveEvents];

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** The event stream by fetch: the token travels in a header, never in the address. */
export class LiveStream implements Live, Disposable {
  readonly #options: LiveOptions;
  readonly #heard = new Subject<Heard>();
  readonly #state = new BehaviorSubject<State>('off');
  readonly state$ = this.#state.pipe(distinctUntilChanged());
  #project: string | undefined;
  #signedIn = false;
  #attended = true;
  #lastEventId: string | undefined;
  #running: AbortController | undefined;
  readonly #subscriptions: { unsubscribe(): void }[];

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#subscriptions = [
      options.token$.subscribe((token) => {
        const signedIn = token !== undefined;
        // A renewed token leaves an open stream alone: it was let in already.
        if (signedIn === this.#signedIn) return;
        this.#signedIn = signedIn;
        if (!signedIn) this.#lastEventId = undefined;
        this.#restart();
      }),
      options.attended$.subscribe((attended) => {
        if (attended === this.#attended) return;
        this.#attended = attended;
        this.#restart();
      }),
    ];
  }

  on<E extends keyof LiveEvents>(event: E): Observable<LiveEvents[E]> {
    return this.#heard.pipe(
      filter((heard) => heard.event === event),
      map((heard) => heard.data as LiveEvents[E]),
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
    if (!this.#signedIn || !this.#attended) {
      this.#state.next('off');
      return;
    }
    const running = (this.#running = new AbortController());
    void this.#run(running.signal);
  }

  async #run(signal: AbortSignal): Promise<void> {
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      this.#state.next('connecting');
      let opened = false;
      try {
        for await (const { event, data, id } of await this.#connect(signal)) {
          if (signal.aborted) return;
          if (!opened) pause = FIRST_PAUSE;
          opened = true;
          if (id !== undefined) this.#lastEventId = id;
          if (event !== '') this.#heard.next({ event, data: JSON.parse(data) } as Heard);
        }
      } catch {
        // Whatever broke the line, it is tried again below; the state tells the person.
      }
      if (signal.aborted) return;
      this.#state.next('disconnected');
      await this.#options.wait(pause * (0.75 + Math.random() / 2), signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
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
