import { ServerList, type Api } from '#core/api';
import { listImports, listProjects, undoImport, type AnswerOf, type Project } from '#core/protocol';

export type PastImport = AnswerOf<typeof listImports>[number];

/** A project's imports, newest first. */
export class ImportList {
  readonly list: ServerList<PastImport>;
  readonly #api: Api;

  constructor(api: Api, projectId: string) {
    this.#api = api;
    this.list = new ServerList((_query, signal) =>
      api.call(listImports, { headers: { projectid: projectId } }, { signal }),
    );
  }

  /** Takes an import back; resolves to how many objects went, and how many stay because they were changed. */
  async undo(id: string): Promise<{ removed: number; kept: number }> {
    const { data } = await this.#api.call(undoImport, { params: { id } });
    await this.list.reload();
    return { removed: data.removed, kept: data.kept.length };
  }
}

/** Projects by name, for the choice of where to import into. */
export async function findProjects(
  api: Api,
  search: string,
  signal: AbortSignal,
): Promise<readonly Project[]> {
  return (await api.call(listProjects, { query: { search, paginate: 50 } }, { signal })).data;
}
