import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { createToken, deleteToken, listTokens, type PersonalToken } from '#core/protocol';

/** A token just made, whose secret is known only now. */
export interface MadeToken {
  readonly name: string;
  readonly secret: string;
}

/** One's own personal access tokens. */
export class PersonalTokens {
  /** Newest first; undefined until they have come. */
  tokens: readonly PersonalToken[] | undefined = undefined;
  error: unknown = undefined;
  made: MadeToken | undefined = undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { tokens: observableRef, error: observableRef, made: observableRef });
  }

  async load(): Promise<void> {
    try {
      const { data } = await this.#api.call(listTokens, {});
      runInAction(() => {
        this.tokens = data;
        this.error = undefined;
      });
    } catch (error) {
      runInAction(() => (this.error = error));
    }
  }

  /** Throws AppError with the server's message. */
  async make(name: string, days: number, readOnly: boolean): Promise<void> {
    const { data } = await this.#api.call(createToken, { body: { name, days, readOnly } });
    const { token: secret, ...token } = data;
    runInAction(() => {
      this.tokens = [token, ...(this.tokens ?? [])];
      this.made = { name: token.name, secret };
    });
  }

  /** The secret has been stored elsewhere, and is not shown again. */
  forget(): void {
    this.made = undefined;
  }

  /** Throws AppError with the server's message. */
  async revoke(id: string): Promise<void> {
    await this.#api.call(deleteToken, { params: { id } });
    runInAction(() => (this.tokens = this.tokens?.filter((token) => token.id !== id)));
  }
}
