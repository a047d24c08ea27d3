import type { Api } from '#core/api';
import type { I18n } from '#core/i18n';
import type { PaletteItem, PaletteProvider } from '#core/plugin';
import { listProjects } from '#core/protocol';

/** Most projects in the palette. */
const OFFERED = 8;

/** Finds projects by name for the command palette. */
export class ProjectFinder implements PaletteProvider {
  readonly #api: Pick<Api, 'call'>;

  readonly #i18n: Pick<I18n, 't'>;

  constructor(api: Pick<Api, 'call'>, i18n: Pick<I18n, 't'>) {
    this.#api = api;
    this.#i18n = i18n;
  }

  async find(text: string, signal: AbortSignal): Promise<readonly PaletteItem[]> {
    const query = { paginate: OFFERED, ...(text === '' ? {} : { search: text }) };
    const { data } = await this.#api.call(listProjects, { query }, { signal });
    return data.map(({ id, projectName, crs, archived }) => ({
      id,
      title: projectName,
      detail: archived ? `${crs}, ${this.#i18n.t('projects:archived.open')}` : crs,
      icon: archived ? 'archive' : 'folder',
      href: `/draw/${id}`,
    }));
  }
}
