import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import { signInProviders, signOn, type SignInProviders } from '#core/protocol';
import type { Session } from '#core/session';
import { failureOf, type Failure } from './failure.ts';

export interface Door {
  /** `organization`: the person must choose one of several. */
  readonly step: 'form' | 'organization';
  readonly working: boolean;
  /** Shown until the next attempt. */
  readonly failure: Failure | undefined;
  readonly organizations: readonly string[];
  /** The login token of the last link followed; each is used once, however often its page is rendered. */
  readonly usedToken: string | undefined;
}

const CLOSED: Door = {
  step: 'form',
  working: false,
  failure: undefined,
  organizations: [],
  usedToken: undefined,
};

/** The state of signing in: form, progress, error, and the choice of an organization. */
export class FrontDoor {
  readonly #session: Session;
  readonly #api: Api;
  readonly #door: BehaviorSubject<Door>;
  readonly door$;

  constructor(session: Session, api: Api) {
    this.#session = session;
    this.#api = api;
    this.#door = new BehaviorSubject(CLOSED);
    this.#door.next(this.#afterwards());
    this.door$ = this.#door.asObservable();
  }

  get door(): Door {
    return this.#door.value;
  }

  signIn(email: string, password: string): Promise<void> {
    return this.#try(() => this.#session.signIn(email.trim(), password));
  }

  /** Other ways to sign in; undefined if the server does not answer, since e-mail and password always work. */
  ways(): Promise<SignInProviders | undefined> {
    return this.#api.call(signInProviders, {}).then(
      ({ data }) => data,
      () => undefined,
    );
  }

  /** Requests a login token from the external sign-on service, for `/auth/{loginToken}`. */
  async signOn(email: string, password: string): Promise<string | undefined> {
    let token: string | undefined;
    await this.#try(async () => {
      const { data } = await this.#api.call(signOn, { body: { email: email.trim(), password } });
      token = data.loginToken;
    });
    return token;
  }

  async enterByLink(loginToken: string): Promise<void> {
    if (this.door.usedToken === loginToken) return;
    this.#door.next({ ...this.door, usedToken: loginToken });
    await this.#try(() => this.#session.signInByToken(loginToken));
  }

  choose(organization: string): Promise<void> {
    return this.#try(() => this.#session.chooseOrganization(organization));
  }

  /** Leaves the choice and starts over. */
  async back(): Promise<void> {
    await this.#session.signOut();
    this.#door.next(CLOSED);
  }

  async #try(way: () => Promise<unknown>): Promise<void> {
    if (this.door.working) return;
    this.#door.next({ ...this.door, working: true, failure: undefined });
    try {
      await way();
      this.#door.next(this.#afterwards());
    } catch (thrown) {
      this.#door.next({ ...this.#afterwards(), failure: failureOf(thrown) });
    }
  }

  /** Several organizations and none chosen, perhaps since an earlier visit. */
  #afterwards(): Door {
    const { token, organizations } = this.#session;
    const usedToken = this.door.usedToken;
    return token === undefined && organizations.length > 1
      ? { ...CLOSED, usedToken, step: 'organization', organizations }
      : { ...CLOSED, usedToken };
  }
}
