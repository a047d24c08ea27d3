import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { AppError, sentenceOf } from '#core/kernel';
import { createRole, deleteRole, listRoles, setAuthorizations, updateRole, type Role } from '#core/protocol';

/** The roles that the person sees, of one organization at a time. Changes are sent at once; a role changed by others meanwhile is reloaded and reported. */
export class Roles {
  list: readonly Role[] = [];
  /** The organization whose roles are shown; undefined for that of the first role, which is the session's. */
  organizationId: string | undefined;
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

  get organizationIds(): readonly string[] {
    return [...new Set(this.list.map(({ organizationId }) => organizationId))];
  }

  /** The organization that is shown. */
  get shownIn(): string | undefined {
    const ids = this.organizationIds;
    return this.organizationId !== undefined && ids.includes(this.organizationId)
      ? this.organizationId
      : ids[0];
  }

  get shown(): readonly Role[] {
    return this.list.filter(({ organizationId }) => organizationId === this.shownIn);
  }

  show(organizationId: string): void {
    this.organizationId = organizationId;
  }

  async load(): Promise<void> {
    try {
      const { data } = await this.#api.call(listRoles, { query: { paginate: 500 } });
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
    await this.#api.call(createRole, {
      body: { role_name: name, authorizations: [...authorizations], organizationId: this.shownIn },
    });
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
