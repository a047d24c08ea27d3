import type { Api } from '#core/api';
import type { PaletteItem, PaletteProvider } from '#core/plugin';
import type { Projects } from '#core/project';
import { searchBim } from '#core/protocol';
import type { BimSelection } from '../api.ts';

const FEWEST_LETTERS = 3;

/** Elements of the models of the open project by all that is known of them, in the command palette. */
export class ElementFinder implements PaletteProvider {
  readonly #api: Pick<Api, 'call'>;
  readonly #projects: Pick<Projects, 'current'>;
  readonly #selection: Pick<BimSelection, 'addressOf'>;

  constructor(
    api: Pick<Api, 'call'>,
    projects: Pick<Projects, 'current'>,
    selection: Pick<BimSelection, 'addressOf'>,
  ) {
    this.#api = api;
    this.#projects = projects;
    this.#selection = selection;
  }

  async find(text: string, signal: AbortSignal): Promise<readonly PaletteItem[]> {
    const project = this.#projects.current?.project;
    if (!project || text.length < FEWEST_LETTERS) return [];
    const headers = { projectid: project.id };
    const { data } = await this.#api.call(searchBim, { headers, query: { text } }, { signal });
    return data.map(({ modelId, modelName, globalId, class: kind, name, storey }) => ({
      id: `${modelId} ${globalId}`,
      title: name ?? globalId,
      detail: [kind, storey, modelName].filter(Boolean).join(' · '),
      icon: 'tag',
      href: this.#selection.addressOf({ modelId, globalId }),
    }));
  }
}
