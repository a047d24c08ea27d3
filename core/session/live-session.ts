import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import type { EventBus } from '#core/events';
import { AppError, isAbort, sentenceOf } from '#core/kernel';
import { login, loginByToken, logout, me, refreshToken, type LoginResult, type Me } from '#core/protocol';
import type { AuthorizationLimit, Session } from './contract.ts';
import { acrossTabs, type OneAtATime } from './one-at-a-time.ts';
import { tokenOf, type StoredSession, type SessionStore } from './store.ts';

export interface SessionOptions {
  bus: EventBus;
  store: SessionStore;
  /** The organization to use when there are several. */
  preferredOrganization: () => string;
  /** The current path, to return to after signing in. */
  path: () => string;
  /** The sentence for a session that has ended, when the server sends none. */
  ended: () => string;
  /** The sentence `app-user-error`: the user could not be loaded, with the server's text. */
  userError: (reason: string) => string;
  /** Tells the person so where no page of theirs is waiting for the answer. */
  tell?: (failure: AppError) => void;
  oneAtATime?: OneAtATime;
  /** Called before signing out, while the person's calls still work. */
  leaving?: () => Promise<void>;
  /** Called when a person has signed out here: removes what this browser stores of them. */
  left?: (userId: string) => void;
  /**
   * Loads another page, so that nothing of the person stays in memory: the login page, or another site where a user of
   * an OpenID provider signs out too.
   */
  leaveTo?: (address: string) => void;
}

/** The session of this browser, shared by its tabs. */
export class LiveSession implements Session {
  readonly #options: SessionOptions;
  readonly #me = new BehaviorSubject<Me | undefined>(undefined);
  readonly me$ = this.#me.asObservable();
  /** Before any limit. */
  #shown: Me | undefined;
  #limit: AuthorizationLimit | undefined;
  #stored: StoredSession | undefined;
  #api: Api | undefined;
  #refreshing: Promise<string> | undefined;
  /** The person signed out here, so there is no path to return to. */
  #signedOut = false;
  #ended: string | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#stored = options.store.read();
  }

  /** Session and client need each other: the client is set here. */
  useApi(api: Api): void {
    this.#api = api;
  }

  get me(): Me | undefined {
    return this.#me.value;
  }

  get token(): string | undefined {
    return tokenOf(this.#stored);
  }

  get organizations(): readonly string[] {
    return this.#stored?.tokens.map(({ organizationName }) => organizationName) ?? [];
  }

  get ended(): string | undefined {
    return this.#ended;
  }

  /** Restores the stored session; when the server does not say who it is, with the user it last sent. */
  async start(): Promise<void> {
    if (this.token === undefined) return;
    try {
      await this.reload();
    } catch (failure) {
      const { cause } = failure as AppError;
      if (this.#stored?.me && !isRefusal(cause)) {
        this.#show(this.#stored.me);
        if (!isNetworkFailure(cause)) this.#options.tell?.(failure as AppError);
      } else if (!this.#stored || !isNetworkFailure(cause)) this.#end(sentenceOf(cause));
    }
  }

  async signIn(email: string, password: string): Promise<LoginResult> {
    const { data } = await this.#client.call(login, { body: { email, password } });
    return this.#begin(data);
  }

  async signInByToken(loginToken: string): Promise<LoginResult> {
    const { data } = await this.#client.call(loginByToken, { body: { loginToken } });
    return this.#begin(data);
  }

  async chooseOrganization(name: string): Promise<void> {
    if (!this.#stored?.tokens.some(({ organizationName }) => organizationName === name))
      throw new AppError(
        'unknown-organization',
        `You do not belong to an organization '${name}'; there are ${this.organizations.join(', ')}.`,
      );
    this.#store({ ...this.#stored, organization: name });
    await this.reload();
  }

  async signOut(): Promise<void> {
    this.#signedOut = true;
    const userId = this.me?.userId ?? this.#stored?.userId;
    // Nobody chose an organization yet: there is nothing to leave behind.
    let address = this.me ? '/login' : undefined;
    try {
      await this.#options.leaving?.();
      const answer = this.token === undefined ? undefined : await this.#client.call(logout, {});
      if (answer?.data) address = answer.data.continueAt;
    } catch (failure) {
      // Signing out continues; if the server was unreachable, the tokens expire by age.
      if (!(failure instanceof AppError)) throw failure;
    } finally {
      this.#options.store.takePath();
      this.#end();
      if (userId !== undefined) this.#options.left?.(userId);
      if (address !== undefined) this.#options.leaveTo?.(address);
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

  limit(limit: AuthorizationLimit | undefined): void {
    if (limit === this.#limit) return;
    this.#limit = limit;
    this.#show(this.#shown);
  }

  async reload(): Promise<void> {
    const data = await this.#loadUser();
    if (!this.#stored) return;
    this.#stored = { ...this.#stored, me: data };
    this.#options.store.write(this.#stored);
    this.#show(data);
  }

  keepRedirection(path: string): void {
    if (!this.#signedOut) this.#options.store.keepPath(path);
  }

  takeRedirection(): string | undefined {
    return this.#options.store.takePath();
  }

  /** Another tab signed in, renewed the session or signed out. */
  onStorage(event: Pick<StorageEvent, 'key'>): void {
    if (!this.#options.store.isChangedBy(event)) return;
    const before = this.token;
    this.#stored = this.#options.store.read();
    if (this.token === before) return;
    this.#announce();
    if (this.token === undefined) this.#leave();
    else if (this.#stored?.me && this.#stored.me.userId === this.me?.userId) this.#show(this.#stored.me);
    else void this.reload().catch(() => this.#show(this.#stored?.me));
  }

  /** @throws AppError('app-user-error') with the server's text. */
  async #loadUser(): Promise<Me> {
    try {
      return (await this.#client.call(me, {})).data;
    } catch (cause) {
      const status = cause instanceof AppError ? cause.status : undefined;
      const sentence = this.#options.userError(sentenceOf(cause));
      throw new AppError('app-user-error', sentence, { cause, ...(status === undefined ? {} : { status }) });
    }
  }

  #show(me: Me | undefined): void {
    this.#shown = me;
    const authorizations = me && this.#limit?.(me.authorizations);
    this.#me.next(me && authorizations ? { ...me, authorizations: [...authorizations] } : me);
  }

  get #client(): Api {
    if (!this.#api) throw new Error('The session was used before it was given its client.');
    return this.#api;
  }

  async #begin(result: LoginResult): Promise<LoginResult> {
    this.#signedOut = false;
    this.#ended = undefined;
    const preferred = this.#options.preferredOrganization();
    const names = result.tokens.map(({ organizationName }) => organizationName);
    const organization = names.length === 1 ? names[0] : names.find((name) => name === preferred);
    this.#store({ ...result, ...(organization === undefined ? {} : { organization }) });
    if (organization !== undefined) await this.reload();
    return result;
  }

  /** Runs in one tab at a time. Another tab may have renewed the session meanwhile. */
  async #renew(refused: string | undefined): Promise<string> {
    const { store } = this.#options;
    const stored = store.read();
    const found = tokenOf(stored);
    if (stored && found !== undefined && found !== refused) {
      this.#stored = stored;
      this.#announce();
      return found;
    }
    try {
      if (!stored) throw this.#endedError();
      const { data } = await this.#client.call(refreshToken, { body: { refreshToken: stored.refreshToken } });
      this.#store({ ...stored, ...data });
      // The person may have been removed from the organization.
      if (this.token === undefined) throw this.#endedError();
      return this.token;
    } catch (failure) {
      // Without a response nothing is known, and the next call tries again.
      if (!isNetworkFailure(failure)) {
        // Stores the path before the login page replaces it.
        if (stored) store.keepPath(this.#options.path());
        this.#end(sentenceOf(failure));
      }
      throw failure;
    }
  }

  #endedError(): AppError {
    return new AppError('signed-out', this.#options.ended(), { status: 401 });
  }

  #store(session: StoredSession): void {
    this.#stored = session;
    this.#options.store.write(session);
    this.#announce();
  }

  /** What is first said of the end counts; who signed out knows it. */
  #end(reason?: string): void {
    this.#ended = this.#signedOut ? undefined : (this.#ended ?? reason);
    this.#stored = undefined;
    this.#options.store.clear();
    this.#announce();
    this.#show(undefined);
  }

  /** Another tab ended the session: what this one holds in memory is the person's, and goes with the page. */
  #leave(): void {
    const wasIn = this.me !== undefined;
    this.#show(undefined);
    if (wasIn) this.#options.leaveTo?.('/login');
  }

  #announce(): void {
    this.#options.bus.emit('jwtChange', { token: this.token });
  }
}

/** Returns whether the server no longer accepts the session. */
function isRefusal(failure: unknown): boolean {
  return failure instanceof AppError && [401, 403, 404, 406].includes(failure.status ?? 0);
}

/** Returns whether the network failed, rather than the server refusing. */
function isNetworkFailure(failure: unknown): boolean {
  return (
    isAbort(failure) || (failure instanceof AppError && failure.id === 'http' && failure.status === undefined)
  );
}
