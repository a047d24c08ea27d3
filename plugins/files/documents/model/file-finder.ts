import type { Api } from '#core/api';
import type { PaletteItem, PaletteProvider } from '#core/plugin';
import type { Projects } from '#core/project';
import { searchFiles } from '#core/protocol';
import type { FileOpener } from '../api.ts';

const FEWEST_LETTERS = 3;

/** Documents of the open project by the words in them, in the command palette. */
export class FileFinder implements PaletteProvider {
  readonly #api: Pick<Api, 'call'>;
  readonly #projects: Pick<Projects, 'current'>;
  readonly #opener: FileOpener;

  constructor(api: Pick<Api, 'call'>, projects: Pick<Projects, 'current'>, opener: FileOpener) {
    this.#api = api;
    this.#projects = projects;
    this.#opener = opener;
  }

  async find(text: string, signal: AbortSignal): Promise<readonly PaletteItem[]> {
    const project = this.#projects.current?.project;
    if (!project || text.length < FEWEST_LETTERS) return [];
    const headers = { projectid: project.id };
    const { data } = await this.#api.call(searchFiles, { headers, query: { text } }, { signal });
    return data.map(({ id, name, mediaType, excerpt }) => ({
      id,
      title: name,
      icon: mediaType.startsWith('image/') ? 'image' : 'file',
      ...(excerpt !== '' && { detail: excerpt.replace(/\s+/g, ' ') }),
      run: () => this.#opener.open(id, project.id),
    }));
  }
}
