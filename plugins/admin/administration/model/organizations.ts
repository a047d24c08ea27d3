import { ServerList, type Api } from '#core/api';
import {
  createOrganization,
  deleteOrganization,
  listOrganizations,
  updateOrganization,
  type Organization,
} from '#core/protocol';

/** The person's organizations. */
export class Organizations {
  readonly list: ServerList<Organization>;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.list = new ServerList((query, signal) => api.call(listOrganizations, { query }, { signal }), {
      orderby: 'name',
      order: 'asc',
    });
  }

  async all(signal: AbortSignal): Promise<readonly Organization[]> {
    return (await this.#api.call(listOrganizations, { query: { paginate: 500 } }, { signal })).data;
  }

  /** Throws AppError with the server's message; 412 when it was changed by others since it was read. */
  async save(organization: Organization | undefined, name: string): Promise<void> {
    try {
      if (organization)
        await this.#api.call(updateOrganization, {
          params: { id: organization.id },
          body: { name },
          ifMatch: String(organization.version),
        });
      else await this.#api.call(createOrganization, { body: { name } });
    } finally {
      await this.list.reload();
    }
  }

  async remove({ id, version }: Organization): Promise<void> {
    await this.#api.call(deleteOrganization, { params: { id }, ifMatch: String(version) });
    await this.list.reload();
  }
}
