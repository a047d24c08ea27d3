import type { Api } from '#core/api';
import { BehaviorSubject } from 'rxjs';
import { savePassword, sendRecoveryToken } from '#core/protocol';
import { failureOf, type Failure } from './failure.ts';

export interface RecoveryState {
  readonly working: boolean;
  /** The current step is done: link requested, or password set. */
  readonly done: boolean;
  readonly failure: Failure | undefined;
}

const BEGIN: RecoveryState = { working: false, done: false, failure: undefined };

/** Password recovery in two visits: requesting the link, and setting the new password. */
export class Recovery {
  readonly #api: Api;
  readonly #state = new BehaviorSubject(BEGIN);
  readonly state$ = this.#state.asObservable();

  constructor(api: Api) {
    this.#api = api;
  }

  get state(): RecoveryState {
    return this.#state.value;
  }

  ask(email: string): Promise<void> {
    return this.#try(() => this.#api.call(sendRecoveryToken, { body: { email: email.trim() } }));
  }

  save(token: string, password: string): Promise<void> {
    return this.#try(() => this.#api.call(savePassword, { body: { token, password } }));
  }

  /** Requests another link, or starts over. */
  again(): void {
    this.#state.next(BEGIN);
  }

  async #try(step: () => Promise<unknown>): Promise<void> {
    if (this.state.working) return;
    this.#state.next({ ...BEGIN, working: true });
    try {
      await step();
      this.#state.next({ ...BEGIN, done: true });
    } catch (thrown) {
      this.#state.next({ ...BEGIN, failure: failureOf(thrown) });
    }
  }
}
