import { ServerList, type Api } from '#core/api';
import { crsSearch, deleteGrid, listGrids, uploadGrid, type CrsGrid } from '#core/protocol';
import { knowCrs } from '#core/project';

export interface GridWanted {
  name: string;
  source: string;
  /** Metres. */
  accuracy: number;
  /** EPSG codes, of a shift grid. */
  crs: readonly string[];
  /** The vertical datum, of a geoid. */
  datum: string;
  file: File;
}

/** The grids that coordinates and heights are computed by. */
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

  /** Reference systems by code, name or place. */
  async systems(search: string, signal: AbortSignal): Promise<{ value: string; title: string }[]> {
    const { data } = await this.#api.call(crsSearch, { query: { search } }, { signal });
    return data.map(({ code, name }) => ({ value: code, title: `${code} ${name}` }));
  }

  /** @throws AppError with the server's sentence about the file. */
  async add({ file, crs, ...about }: GridWanted): Promise<void> {
    await this.#api.call(uploadGrid, { body: { ...about, crs: crs.join(',') }, file });
    await this.#changed();
  }

  async remove({ id }: CrsGrid): Promise<void> {
    await this.#api.call(deleteGrid, { params: { id } });
    await this.#changed();
  }

  /** This page computes by them at once. */
  async #changed(): Promise<void> {
    await Promise.all([this.list.reload(), knowCrs(this.#api, [], new AbortController().signal)]);
  }
}
