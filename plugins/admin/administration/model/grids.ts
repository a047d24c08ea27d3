import { ServerList, type Api } from '#core/api';
import { crsSearch, deleteGrid, listGrids, uploadGrid, type CrsGrid } from '#core/protocol';
import { loadDefinitions } from '#core/project';

export interface GridUpload {
  name: string;
  source: string;
  /** Accuracy, metres. */
  accuracy: number;
  /** EPSG codes of the systems of a shift grid. */
  crs: readonly string[];
  /** Vertical datum of a geoid. */
  datum: string;
  file: File;
}

/** Shift grids and geoids on the server. */
export class Grids {
  readonly list: ServerList<CrsGrid>;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.list = new ServerList((query, signal) => api.call(listGrids, { query }, { signal }), {
      orderby: 'name',
      order: 'asc',
    });
  }

  /** Searches reference systems by code, name or place. */
  async systems(search: string, signal: AbortSignal): Promise<{ value: string; title: string }[]> {
    const { data } = await this.#api.call(crsSearch, { query: { search } }, { signal });
    return data.map(({ code, name }) => ({ value: code, title: `${code} ${name}` }));
  }

  /** Throws AppError with the server's message about the file. */
  async add({ file, crs, ...about }: GridUpload): Promise<void> {
    await this.#api.call(uploadGrid, { body: { ...about, crs: crs.join(',') }, file });
    await this.#changed();
  }

  async remove({ id }: CrsGrid): Promise<void> {
    await this.#api.call(deleteGrid, { params: { id } });
    await this.#changed();
  }

  /** Makes this page use them at once. */
  async #changed(): Promise<void> {
    await Promise.all([this.list.reload(), loadDefinitions(this.#api, [], new AbortController().signal)]);
  }
}
