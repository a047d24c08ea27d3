import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import { createToken, deleteToken, listTokens, type PersonalToken } from '#core/protocol';

export interface TokensState {
  /** Newest first; undefined until loaded. */
  readonly tokens: readonly PersonalToken[] | undefined;
  readonly error: unknown;
  /** The token just created, whose secret is only known now. */
  readonly made: { name: string; secret: string } | undefined;
}

/** The person's personal access tokens. */
export class PersonalTokens {
  readonly #api: Api;
  readonly #state = new BehaviorSubject<TokensState>({
    tokens: undefined,
    error: undefined,
    made: undefined,
  });
  readonly state$ = this.#state.asObservable();

  constructor(api: Api) {
    this.#api = api;
  }

  get state(): TokensState {
    return this.#state.value;
  }

  async load(): Promise<void> {
    try {
      const { data } = await this.#api.call(listTokens, {});
      this.#set({ tokens: data, error: undefined });
    } catch (error) {
      this.#set({ error });
    }
  }

  /** Throws the server's error. */
  async make(name: string, days: number): Promise<void> {
    const { data } = await this.#api.call(createToken, { body: { name, days } });
    const { token: secret, ...token } = data;
    this.#set({ tokens: [token, ...(this.state.tokens ?? [])], made: { name: token.name, secret } });
  }

  /** Dismisses the secret; it is not shown again. */
  forget(): void {
    this.#set({ made: undefined });
  }

  /** Throws the server's error. */
  async revoke(id: string): Promise<void> {
    await this.#api.call(deleteToken, { params: { id } });
    this.#set({ tokens: this.state.tokens?.filter((token) => token.id !== id) });
  }

  #set(change: Partial<TokensState>): void {
    this.#state.next({ ...this.state, ...change });
  }
}
