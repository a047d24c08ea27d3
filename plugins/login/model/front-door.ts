import { BehaviorSubject } from 'rxjs';
import { AppError, sentenceOf } from '#core/kernel';
import type { Session } from '#core/session';

/** What is wrong, and how: the page says it in other words where nobody can be reached. */
export interface Failure {
  readonly kind: 'refused' | 'unreachable';
  readonly sentence: string;
}

export interface Door {
  /** `organization`: signed in to several, one is to be chosen. */
  readonly step: 'form' | 'organization';
  readonly working: boolean;
  /** Kept until the next try. */
  readonly failure: Failure | undefined;
  readonly organizations: readonly string[];
  /** The login token of the link that was followed last; each is used once, however often its page is shown. */
  readonly usedToken: string | undefined;
}

const CLOSED: Door = {
  step: 'form',
  working: false,
  failure: undefined,
  organizations: [],
  usedToken: undefined,
};

/** Signing in: start, then success or failure, whose error is kept; a choice where one is needed. */
export class FrontDoor {
  readonly #session: Session;
  readonly #door: BehaviorSubject<Door>;
  readonly door$;

  constructor(session: Session) {
    this.#session = session;
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

  async enterByLink(loginToken: string): Promise<void> {
    if (this.door.usedToken === loginToken) return;
    this.#door.next({ ...this.door, usedToken: loginToken });
    await this.#try(() => this.#session.signInByToken(loginToken));
  }

  choose(organization: string): Promise<void> {
    return this.#try(() => this.#session.chooseOrganization(organization));
  }

  /** Leaves the choice and begins again. */
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

  /** Several organizations and none chosen, perhaps since an earlier visit: that is to be done first. */
  #afterwards(): Door {
    const { token, organizations } = this.#session;
    const usedToken = this.door.usedToken;
    return token === undefined && organizations.length > 1
      ? { ...CLOSED, usedToken, step: 'organization', organizations }
      : { ...CLOSED, usedToken };
  }
}

function failureOf(thrown: unknown): Failure {
  const unreachable = thrown instanceof AppError && thrown.id === 'http' && thrown.status === undefined;
  return { kind: unreachable ? 'unreachable' : 'refused', sentence: sentenceOf(thrown) };
}
