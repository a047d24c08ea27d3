import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { AppError, sentenceOf } from '#core/kernel';
import { createRole, deleteRole, listRoles, setAuthorizations, updateRole, type Role } from '#core/protocol';

/** All roles. Changes are sent at once; a role changed by others meanwhile is reloaded and reported. */
export class Roles {
  list: readonly Role[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined;
  /** The role that others changed meanwhile; shown until the next change. */
  overtaken: string | undefined;
  /** Roles that are being saved. */
  readonly saving = observable.set<string>();
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { list: observableRef, saving: false }, { autoBind: true });
  }

  async load(): Promise<void> {
    try {
      const { data } = await this.#api.call(listRoles, { query: { paginate: 500, orderby: 'role_name' } });
      runInAction(() => {
        this.list = data;
        this.state = 'ready';
        this.error = undefined;
      });
    } catch (failure) {
      runInAction(() => {
        this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
  }

  async create(name: string, authorizations: readonly string[]): Promise<void> {
    await this.#api.call(createRole, { body: { role_name: name, authorizations: [...authorizations] } });
    await this.load();
  }

  rename(role: Role, name: string): Promise<void> {
    return this.#change(role, (ifMatch) =>
      this.#api.call(updateRole, { params: { id: role.role_id }, body: { role_name: name }, ifMatch }),
    );
  }

  setAuthorizations(role: Role, authorizations: readonly string[]): Promise<void> {
    return this.#change(role, (ifMatch) =>
      this.#api.call(setAuthorizations, {
        params: { id: role.role_id },
        body: { authorizations: [...authorizations] },
        ifMatch,
      }),
    );
  }

  remove(role: Role): Promise<void> {
    return this.#change(role, (ifMatch) =>
      this.#api.call(deleteRole, { params: { id: role.role_id }, ifMatch }),
    );
  }

  async #change(role: Role, send: (ifMatch: string) => Promise<unknown>): Promise<void> {
    this.saving.add(role.role_id);
    this.overtaken = undefined;
    try {
      await send(String(role.version));
    } catch (failure) {
      if (!(failure instanceof AppError && failure.status === 412)) throw failure;
      runInAction(() => (this.overtaken = role.role_name));
    } finally {
      runInAction(() => this.saving.delete(role.role_id));
      await this.load();
    }
  }
}
