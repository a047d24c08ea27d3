import { makeAutoObservable, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import { deleteBimQuery, saveBimQuery, listBimQueries, type BimQuery } from '#core/protocol';
import type { ModelFinder } from './finding.ts';

/** The searches of elements that are saved in the open project. */
export class SavedQueries {
  queries: readonly BimQuery[] = [];
  readonly #api: Pick<Api, 'call'>;
  readonly #projects: Pick<Projects, 'current'>;
  readonly #finder: Pick<ModelFinder, 'grouping' | 'filter' | 'apply'>;

  constructor(
    api: Pick<Api, 'call'>,
    projects: Pick<Projects, 'current'>,
    finder: Pick<ModelFinder, 'grouping' | 'filter' | 'apply'>,
  ) {
    this.#api = api;
    this.#projects = projects;
    this.#finder = finder;
    makeAutoObservable(this);
  }

  /** Throws AppError. */
  async read(): Promise<void> {
    const { data } = await this.#api.call(listBimQueries, { params: this.#project });
    runInAction(() => (this.queries = data));
  }

  /** Saves what is searched for; one of the same name is replaced. Throws AppError. */
  async save(name: string): Promise<void> {
    const { grouping, filter } = this.#finder;
    await this.#api.call(saveBimQuery, { params: this.#project, body: { name, grouping, filter } });
    await this.read();
  }

  search(query: BimQuery): void {
    this.#finder.apply(query);
  }

  /** Throws AppError. */
  async remove({ id: queryId }: BimQuery): Promise<void> {
    await this.#api.call(deleteBimQuery, { params: { ...this.#project, queryId } });
    await this.read();
  }

  get #project(): { id: string } {
    return { id: this.#projects.current!.project.id };
  }
}
export const SAVED_QUERIES = serviceToken<SavedQueries>('bim-viewer.SavedQueries');
