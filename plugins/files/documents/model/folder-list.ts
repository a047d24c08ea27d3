import { makeAutoObservable, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { sentenceOf, serviceToken } from '#core/kernel';
import {
  addFolderTemplate,
  changeFolders,
  deleteFolderTemplate,
  listFolders,
  listFolderTemplates,
  type DocumentFolder,
  type FolderTemplate,
} from '#core/protocol';

/** The folders of the documents of a project, and the templates of the organization. */
export class FolderList {
  projectId: string | undefined;
  folders: readonly DocumentFolder[] = [];
  templates: readonly FolderTemplate[] = [];
  error: string | undefined;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this);
  }

  async open(projectId: string): Promise<void> {
    if (projectId !== this.projectId) {
      this.projectId = projectId;
      this.folders = [];
    }
    try {
      const { data } = await this.#api.call(listFolders, { params: { id: projectId } });
      this.#show(projectId, data);
    } catch (failure) {
      runInAction(() => (this.error = sentenceOf(failure)));
    }
  }

  /** Throws AppError. */
  async readTemplates(): Promise<void> {
    const { data } = await this.#api.call(listFolderTemplates, {});
    runInAction(() => (this.templates = data));
  }

  /** Throws AppError. */
  async change(body: { readonly add?: string[]; readonly remove?: string[] }): Promise<void> {
    const projectId = this.projectId!;
    const { data } = await this.#api.call(changeFolders, { params: { id: projectId }, body });
    this.#show(projectId, data);
  }

  /** Saves the folders of the project as a template. Throws AppError. */
  async saveAsTemplate(name: string): Promise<void> {
    const folders = this.folders.map(({ folder }) => folder);
    await this.#api.call(addFolderTemplate, { body: { name, folders } });
    await this.readTemplates();
  }

  /** Throws AppError. */
  async removeTemplate({ id }: FolderTemplate): Promise<void> {
    await this.#api.call(deleteFolderTemplate, { params: { id } });
    await this.readTemplates();
  }

  #show(projectId: string, folders: readonly DocumentFolder[]): void {
    runInAction(() => {
      if (projectId !== this.projectId) return;
      this.folders = folders;
      this.error = undefined;
    });
  }
}
export const FOLDER_LIST = serviceToken<FolderList>('documents.FolderList');
