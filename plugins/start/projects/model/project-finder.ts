import type { Api } from '#core/api';
import type { PaletteItem, PaletteProvider } from '#core/plugin';
import { listProjects } from '#core/protocol';

/** Most projects in the palette. */
const OFFERED = 8;

/** Finds projects by name for the command palette. */
export class ProjectFinder implements PaletteProvider {
  readonly #api: Pick<Api, 'call'>;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
  }

  async find(text: string, signal: AbortSignal): Promise<readonly PaletteItem[]> {
    const query = { paginate: OFFERED, ...(text === '' ? {} : { search: text }) };
    const { data } = await this.#api.call(listProjects, { query }, { signal });
    return data.map(({ id, projectName, crs }) => ({
      id,
      title: projectName,
      detail: crs,
      icon: 'folder',
      href: `/draw/${id}`,
    }));
  }
}
