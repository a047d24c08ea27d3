import { ServerList, type Api } from '#core/api';
import { allowLayerServer, forbidLayerServer, listLayerServers, type LayerServer } from '#core/protocol';

/** The servers from which layers may be shown in the organization. */
export class LayerServers {
  readonly list: ServerList<LayerServer>;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.list = new ServerList((query, signal) => api.call(listLayerServers, { query }, { signal }), {
      orderby: 'name',
      order: 'asc',
    });
  }

  /** Throws AppError with the server's message. */
  async allow(name: string): Promise<void> {
    await this.#api.call(allowLayerServer, { body: { name } });
    await this.list.reload();
  }

  async forbid({ id }: LayerServer): Promise<void> {
    await this.#api.call(forbidLayerServer, { params: { id } });
    await this.list.reload();
  }
}
