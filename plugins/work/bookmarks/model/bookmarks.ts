import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { AppError, Latest, serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import {
  addBookmark,
  deleteBookmark,
  listBookmarks,
  updateBookmark,
  type Bookmark,
  type Viewpoint,
} from '#core/protocol';

export interface BookmarkNotices {
  failed(thrown: unknown): void;
  /** Called after a deletion; `undo` restores it. */
  deleted(name: string, undo: () => void): void;
}

/** The bookmarks of the open project. */
export class Bookmarks {
  /** By name; undefined until loaded. */
  list: readonly Bookmark[] | undefined = undefined;
  error: unknown = undefined;
  readonly #newest = new Latest();

  constructor(
    readonly api: Pick<Api, 'call'>,
    readonly projects: Pick<Projects, 'current'>,
    readonly notices: BookmarkNotices,
  ) {
    makeAutoObservable(this, {
      list: observableRef,
      error: observableRef,
      api: false,
      projects: false,
      notices: false,
    });
  }

  /** Reloads what others may have changed. */
  async read(): Promise<void> {
    const id = this.projects.current?.project.id;
    if (id === undefined) return this.#show(undefined);
    if (this.list?.some(({ projectId }) => projectId !== id)) this.#show(undefined);
    await this.#newest.run(async (signal) => {
      try {
        const { data } = await this.api.call(listBookmarks, { params: { id } }, { signal });
        this.#show(data);
      } catch (thrown) {
        if (!signal.aborted) this.#show(undefined, thrown);
      }
    });
  }

  /** Resolves to whether it was added. */
  add(name: string, viewpoint: Viewpoint): Promise<boolean> {
    return this.#change(async () => {
      const id = this.projects.current?.project.id;
      if (id === undefined) return;
      const { data } = await this.api.call(addBookmark, { params: { id }, body: { name, viewpoint } });
      this.#replace(data.id, data);
    });
  }

  /** Renames it, or replaces its view. */
  update({ id, version }: Bookmark, body: { name?: string; viewpoint?: Viewpoint }): Promise<boolean> {
    return this.#change(async () => {
      const { data } = await this.api.call(updateBookmark, {
        params: { id },
        body,
        ifMatch: String(version),
      });
      this.#replace(id, data);
    });
  }

  remove({ id, version, name, viewpoint }: Bookmark): Promise<boolean> {
    return this.#change(async () => {
      await this.api.call(deleteBookmark, { params: { id }, ifMatch: String(version) });
      this.#replace(id);
      this.notices.deleted(name, () => void this.add(name, viewpoint));
    });
  }

  async #change(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (thrown) {
      this.notices.failed(thrown);
      // Changed or deleted by others: the current list is shown.
      if (thrown instanceof AppError && (thrown.status === 412 || thrown.status === 404)) await this.read();
      return false;
    }
  }

  #replace(id: string, now?: Bookmark): void {
    const others = (this.list ?? []).filter((bookmark) => bookmark.id !== id);
    this.#show([...others, ...(now ? [now] : [])].sort((a, b) => a.name.localeCompare(b.name)));
  }

  #show(list: readonly Bookmark[] | undefined, error?: unknown): void {
    runInAction(() => {
      this.list = list;
      this.error = error;
    });
  }
}
export const BOOKMARKS = serviceToken<Bookmarks>('bookmarks.Bookmarks');
