import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import { createToken, deleteToken, listTokens, type PersonalToken } from '#core/protocol';

export interface TokensState {
  /** Newest first; undefined until they have come. */
  readonly tokens: readonly PersonalToken[] | undefined;
  readonly error: unknown;
  /** The one just made, whose secret is known only now. */
  readonly made: { name: string; secret: string } | undefined;
}

/** One's own personal access tokens. */
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

  /** @throws what the server answers. */
  async make(name: string, days: number): Promise<void> {
    const { data } = await this.#api.call(createToken, { body: { name, days } });
    const { token: secret, ...token } = data;
    this.#set({ tokens: [token, ...(this.state.tokens ?? [])], made: { name: token.name, secret } });
  }

  /** The secret has been kept elsewhere, and is not shown again. */
  forget(): void {
    this.#set({ made: undefined });
  }

  /** @throws what the server answers. */
  async revoke(id: string): Promise<void> {
    await this.#api.call(deleteToken, { params: { id } });
    this.#set({ tokens: this.state.tokens?.filter((token) => token.id !== id) });
  }

  #set(change: Partial<TokensState>): void {
    this.#state.next({ ...this.state, ...change });
  }
}
