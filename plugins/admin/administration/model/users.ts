import { ServerList, type Api } from '#core/api';
import { createUser, deleteUser, listUsers, updateUser, type BodyOf, type User } from '#core/protocol';

export type UserDraft = BodyOf<typeof updateUser>;
export type NewUser = BodyOf<typeof createUser>;

/** The users of the organizations that the person administers. */
export class Users {
  readonly list: ServerList<User>;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.list = new ServerList((query, signal) => api.call(listUsers, { query }, { signal }), {
      orderby: 'name',
      order: 'asc',
    });
  }

  async find(
    search: string,
    signal: AbortSignal,
  ): Promise<{ value: string; title: string; detail: string }[]> {
    const query = { search, orderby: 'name', paginate: 20 };
    const { data } = await this.#api.call(listUsers, { query }, { signal });
    return data.map(({ id, name, email }) => ({ value: id, title: name, detail: email }));
  }

  /** Throws AppError with the server's message; 412 when the user was changed by others since it was read. */
  async save(user: User | undefined, draft: UserDraft): Promise<void> {
    try {
      if (user)
        await this.#api.call(updateUser, {
          params: { id: user.id },
          body: draft,
          ifMatch: String(user.version),
        });
      else await this.#api.call(createUser, { body: draft as NewUser });
    } finally {
      await this.list.reload();
    }
  }

  async remove(user: User): Promise<void> {
    await this.#api.call(deleteUser, { params: { id: user.id }, ifMatch: String(user.version) });
    await this.list.reload();
  }
}
