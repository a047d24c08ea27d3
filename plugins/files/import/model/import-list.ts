import { ServerList, type Api } from '#core/api';
import { listImports, listProjects, undoImport, type AnswerOf, type Project } from '#core/protocol';

export type PastImport = AnswerOf<typeof listImports>[number];

/** Imports of a project, newest first. */
export class ImportList {
  readonly list: ServerList<PastImport>;
  readonly #api: Api;

  constructor(api: Api, projectId: string) {
    this.#api = api;
    this.list = new ServerList((_query, signal) =>
      api.call(listImports, { headers: { projectid: projectId } }, { signal }),
    );
  }

  /** Undoes an import; resolves to how many objects were removed, and how many remain because they were changed. */
  async undo(id: string): Promise<{ removed: number; kept: number }> {
    const { data } = await this.#api.call(undoImport, { params: { id } });
    await this.list.reload();
    return { removed: data.removed, kept: data.keptCount };
  }
}

/** Searches projects by name. */
export async function findProjects(
  api: Api,
  search: string,
  signal: AbortSignal,
): Promise<readonly Project[]> {
  return (await api.call(listProjects, { query: { search, paginate: 50 } }, { signal })).data;
}
