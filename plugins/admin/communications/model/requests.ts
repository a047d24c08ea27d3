import { makeAutoObservable } from 'mobx';
import { ServerList, type Api } from '#core/api';
import {
  acceptRequest,
  listRequests,
  listRoles,
  refuseRequest,
  type AccessRequest,
  type Role,
} from '#core/protocol';

/** Access requests; initially the pending ones. */
export class Requests {
  state: AccessRequest['state'] | '' = 'pending';
  readonly list: ServerList<AccessRequest>;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.list = new ServerList(
      (query, signal) =>
        api.call(listRequests, { query: { ...query, ...(this.state && { state: this.state }) } }, { signal }),
      { orderby: 'at', order: 'desc' },
    );
    makeAutoObservable(this, { list: false });
  }

  show(state: AccessRequest['state'] | ''): void {
    this.state = state;
    void this.list.setQuery({ page: 1 });
  }

  /** Those of the organization into which the person is let. */
  async roles(organizationId: string | undefined, signal: AbortSignal): Promise<readonly Role[]> {
    const query = { paginate: 500, organizationId };
    return (await this.#api.call(listRoles, { query }, { signal })).data;
  }

  /** Returns whether an e-mail was sent. Throws AppError with the server's message. */
  async accept({ id }: AccessRequest, body: { roleId: string; projectIds: string[] }): Promise<boolean> {
    const { data } = await this.#api.call(acceptRequest, { params: { id }, body });
    await this.list.reload();
    return data.mailed;
  }

  async refuse({ id }: AccessRequest, body: { answer: string; silent: boolean }): Promise<boolean> {
    const { data } = await this.#api.call(refuseRequest, { params: { id }, body });
    await this.list.reload();
    return data.mailed;
  }
}
