import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import type { EventBus } from '#core/events';
import { AppError, isAbort } from '#core/kernel';
import { login, loginByToken, logout, me, refreshToken, type LoginResult, type Me } from '#core/protocol';
import type { Session } from './contract.ts';
import { acrossTabs, type OneAtATime } from './one-at-a-time.ts';
import { tokenOf, type Kept, type SessionStore } from './store.ts';

export interface SessionOptions {
  bus: EventBus;
  store: SessionStore;
  /** The organization to enter where there are several. */
  preferredOrganization: () => string;
  /** Where the person is, to come back to. */
  path: () => string;
  /** What is said where a session cannot go on, and the server says nothing. */
  ended: () => string;
  oneAtATime?: OneAtATime;
  /** Goes to another site: who came from a provider signs out there too. */
  leaveTo?: (address: string) => void;
}

/** The session of this browser; tabs share it. */
export class LiveSession implements Session {
  readonly #options: SessionOptions;
  readonly #me = new BehaviorSubject<Me | undefined>(undefined);
  readonly me$ = this.#me.asObservable();
  #kept: Kept | undefined;
  #api: Api | undefined;
  #refreshing: Promise<string> | undefined;
  /** The person signed out here; what follows is no accident to come back from. */
  #left = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#kept = options.store.read();
  }

  /** The client asks the session for tokens and the session asks the client for calls: the second is given here. */
  useApi(api: Api): void {
    this.#api = api;
  }

  get me(): Me | undefined {
    return this.#me.value;
  }

  get token(): string | undefined {
    return tokenOf(this.#kept);
  }

  get organizations(): readonly string[] {
    return this.#kept?.tokens.map(({ organizationName }) => organizationName) ?? [];
  }

  /** Takes up what an earlier visit left; where the server cannot be reached, with what it said last. */
  async start(): Promise<void> {
    if (this.token === undefined) return;
    try {
      await this.reload();
    } catch (failure) {
      if (this.#kept && unanswered(failure)) this.#me.next(this.#kept.me);
      else this.#end();
    }
  }

  async signIn(email: string, password: string): Promise<LoginResult> {
    const { data } = await this.#calls.call(login, { body: { email, password } });
    return this.#begin(data);
  }

  async signInByToken(loginToken: string): Promise<LoginResult> {
    const { data } = await this.#calls.call(loginByToken, { body: { loginToken } });
    return this.#begin(data);
  }

  async chooseOrganization(name: string): Promise<void> {
    if (!this.#kept?.tokens.some(({ organizationName }) => organizationName === name))
      throw new AppError(
        'unknown-organization',
        `You do not belong to an organization '${name}'; there are ${this.organizations.join(', ')}.`,
      );
    this.#keep({ ...this.#kept, organization: name });
    await this.reload();
  }

  async signOut(): Promise<void> {
    this.#left = true;
    try {
      const answer = this.token === undefined ? undefined : await this.#calls.call(logout, {});
      if (answer?.data) this.#options.leaveTo?.(answer.data.continueAt);
    } catch (failure) {
      // The person leaves all the same; where the server did not hear it, the tokens end by their age.
      if (!(failure instanceof AppError)) throw failure;
    } finally {
      this.#end();
    }
  }

  refresh(refused = this.token): Promise<string> {
    const { token } = this;
    if (token !== undefined && refused !== token) return Promise.resolve(token);
    this.#refreshing ??= (this.#options.oneAtATime ?? acrossTabs)('groma.refresh', () =>
      this.#renew(refused),
    ).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async reload(): Promise<void> {
    const { data } = await this.#calls.call(me, {});
    if (!this.#kept) return;
    this.#kept = { ...this.#kept, me: data };
    this.#options.store.write(this.#kept);
    this.#me.next(data);
  }

  keepRedirection(path: string): void {
    if (!this.#left) this.#options.store.keepPath(path);
  }

  takeRedirection(): string | undefined {
    return this.#options.store.takePath();
  }

  /** Another tab signed in, renewed the session or signed out. */
  hear(event: Pick<StorageEvent, 'key'>): void {
    if (!this.#options.store.isChangedBy(event)) return;
    const before = this.token;
    this.#kept = this.#options.store.read();
    if (this.token === before) return;
    this.#announce();
    if (this.token === undefined) this.#me.next(undefined);
    else if (this.#kept?.me && this.#kept.me.userId === this.me?.userId) this.#me.next(this.#kept.me);
    else void this.reload().catch(() => this.#me.next(this.#kept?.me));
  }

  get #calls(): Api {
    if (!this.#api) throw new Error('The session was used before it was given its client.');
    return this.#api;
  }

  async #begin(result: LoginResult): Promise<LoginResult> {
    this.#left = false;
    const preferred = this.#options.preferredOrganization();
    const names = result.tokens.map(({ organizationName }) => organizationName);
    const organization = names.length === 1 ? names[0] : names.find((name) => name === preferred);
    this.#keep({ ...result, ...(organization === undefined ? {} : { organization }) });
    if (organization !== undefined) await this.reload();
    return result;
  }

  /** Alone among all tabs. Another tab may have renewed the session while this one waited for its turn. */
  async #renew(refused: string | undefined): Promise<string> {
    const { store } = this.#options;
    const kept = store.read();
    const found = tokenOf(kept);
    if (kept && found !== undefined && found !== refused) {
      this.#kept = kept;
      this.#announce();
      return found;
    }
    try {
      if (!kept) throw this.#over();
      const { data } = await this.#calls.call(refreshToken, { body: { refreshToken: kept.refreshToken } });
      this.#keep({ ...kept, ...data });
      // The person may have left the organization meanwhile.
      if (this.token === undefined) throw this.#over();
      return this.token;
    } catch (failure) {
      // Without an answer nothing is known, and the next call tries again.
      if (!unanswered(failure)) {
        // A straggler finds the session ended, and the page of sign-in in place of what the person was at.
        if (kept) store.keepPath(this.#options.path());
        this.#end();
      }
      throw failure;
    }
  }

  #over(): AppError {
    return new AppError('signed-out', this.#options.ended(), { status: 401 });
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    this.#options.store.write(kept);
    this.#announce();
  }

  #end(): void {
    this.#kept = undefined;
    this.#options.store.clear();
    this.#announce();
    this.#me.next(undefined);
  }

  #announce(): void {
    this.#options.bus.emit('jwtChange', { token: this.token });
  }
}

/** Was it the network that failed, and not the server that refused? */
function unanswered(failure: unknown): boolean {
  return (
    isAbort(failure) || (failure instanceof AppError && failure.id === 'http' && failure.status === undefined)
  );
}
