import { ServerList, type Api } from '#core/api';
import {
  createGroup,
  deleteGroup,
  listGroups,
  listUsers,
  updateGroup,
  type Group,
  type User,
} from '#core/protocol';

/** Most members that the dialog can show. */
export const SHOWN = 500;

/** The groups of the person's current organization. */
export class Groups {
  readonly list: ServerList<Group>;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.list = new ServerList((query, signal) => api.call(listGroups, { query }, { signal }), {
      orderby: 'name',
      order: 'asc',
    });
  }

  async membersOf(group: Group, signal: AbortSignal): Promise<readonly User[]> {
    const query = { group: group.id, orderby: 'name', paginate: SHOWN };
    return (await this.#api.call(listUsers, { query }, { signal })).data;
  }

  async find(search: string, signal: AbortSignal): Promise<readonly Group[]> {
    return (await this.#api.call(listGroups, { query: { search, paginate: 20 } }, { signal })).data;
  }

  /** The groups with these ids, if in this organization. */
  async named(ids: readonly string[], signal: AbortSignal): Promise<readonly Group[]> {
    if (ids.length === 0) return [];
    const { data } = await this.#api.call(listGroups, { query: { paginate: SHOWN } }, { signal });
    return data.filter(({ id }) => ids.includes(id));
  }

  /** Throws AppError with the server's message; 412 when it was changed by others since it was read. */
  async save(group: Group | undefined, draft: { name: string; userIds?: string[] }): Promise<void> {
    try {
      if (group)
        await this.#api.call(updateGroup, {
          params: { id: group.id },
          body: draft,
          ifMatch: String(group.version),
        });
      else await this.#api.call(createGroup, { body: draft });
    } finally {
      await this.list.reload();
    }
  }

  async remove({ id, version }: Group): Promise<void> {
    await this.#api.call(deleteGroup, { params: { id }, ifMatch: String(version) });
    await this.list.reload();
  }
}
