import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { Latest, serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import {
  listMembers,
  listPluginChanges,
  listProjectTransactions,
  lookAtPluginUndo,
  lookAtRestore,
  restoreProject,
  undoPlugin,
  type PluginUndo,
  type ProjectEntry,
  type RestoreDifference,
} from '#core/protocol';
import { momentsOf } from './days.ts';

/** Days are in the device's time zone; '' and null: all. */
export interface Narrowing {
  readonly by: string;
  readonly typeName: string;
  /** Of a plugin from outside: `acme-wells` for every version, or `acme-wells@1.0.0`. */
  readonly plugin: string;
  readonly from: string | null;
  readonly to: string | null;
}
const ALL: Narrowing = { by: '', typeName: '', plugin: '', from: null, to: null };

/** A moment to restore, or a plugin whose work to undo, and what that would do. */
export type Prospect = (
  | { readonly entry: ProjectEntry; readonly difference: RestoreDifference }
  | { readonly plugin: string; readonly difference: PluginUndo }
) & {
  /** Shown on the map instead of the dialog. */
  readonly onMap: boolean;
};

/** The history of the open project, and restoring any moment of it. */
export class ProjectHistory {
  isOpen = false;
  entries: readonly ProjectEntry[] = [];
  more = false;
  isLoading = false;
  error: unknown;
  narrowing = ALL;
  people: readonly { readonly id: string; readonly name: string }[] = [];
  /** Plugins from outside that have changed objects of the project: `acme-wells@1.0.0`. */
  plugins: readonly string[] = [];
  prospect: Prospect | undefined;
  readonly #newest = new Latest();

  constructor(
    readonly api: Pick<Api, 'call'>,
    readonly projects: Pick<Projects, 'current'>,
  ) {
    makeAutoObservable(this, {
      api: false,
      projects: false,
      entries: observableRef,
      narrowing: observableRef,
      people: observableRef,
      plugins: observableRef,
      prospect: observableRef,
    });
  }

  async open(): Promise<void> {
    this.isOpen = true;
    this.narrowing = ALL;
    this.prospect = undefined;
    await Promise.all([this.reload(), this.#findPeople(), this.#findPlugins()]);
  }

  close(): void {
    this.#newest.cancel();
    this.isOpen = this.isLoading = false;
    this.prospect = this.error = undefined;
    this.entries = [];
  }

  narrow(to: Partial<Narrowing>): Promise<void> {
    this.narrowing = { ...this.narrowing, ...to };
    return this.reload();
  }

  reload(): Promise<void> {
    return this.#read([]);
  }

  older(): Promise<void> {
    return this.#read(this.entries);
  }

  /** Computes what restoring the state after `entry` would do. Throws the server's message. */
  async consider(entry: ProjectEntry): Promise<void> {
    const project = this.projects.current;
    if (!project) return;
    // Unsent changes would come after the state considered.
    await project.autosave.flush();
    const { data } = await this.api.call(lookAtRestore, {
      params: { id: project.project.id },
      query: { transaction_id: entry.id },
    });
    runInAction(() => (this.prospect = { entry, difference: data, onMap: false }));
  }

  /** Computes what undoing all of a plugin would do. Throws the server's message. */
  async considerPlugin(plugin: string): Promise<void> {
    const project = this.projects.current;
    if (!project) return;
    await project.autosave.flush();
    const { data } = await this.api.call(lookAtPluginUndo, {
      params: { id: project.project.id },
      query: { plugin },
    });
    runInAction(() => (this.prospect = { plugin, difference: data, onMap: false }));
  }

  show(onMap: boolean): void {
    if (this.prospect) this.prospect = { ...this.prospect, onMap };
  }

  dismiss(): void {
    this.prospect = undefined;
  }

  /** Does what was considered; the map is updated as by any other person's change. Throws the server's message. */
  async restore(): Promise<void> {
    const project = this.projects.current;
    const { prospect } = this;
    if (!project || !prospect) return;
    await project.autosave.flush();
    const params = { id: project.project.id };
    const { newest } = prospect.difference;
    if ('plugin' in prospect)
      await this.api.call(undoPlugin, { params, body: { plugin: prospect.plugin, newest } });
    else await this.api.call(restoreProject, { params, body: { transaction_id: prospect.entry.id, newest } });
    this.dismiss();
    await this.reload();
  }

  async #read(known: readonly ProjectEntry[]): Promise<void> {
    const id = this.projects.current?.project.id;
    if (id === undefined) return;
    const before = known.at(-1)?.id;
    const { by, typeName, plugin, from, to } = this.narrowing;
    this.isLoading = true;
    this.error = undefined;
    try {
      const query = {
        ...(before !== undefined && { before }),
        ...(by && { by }),
        ...(typeName && { typeName }),
        ...(plugin && { plugin }),
        ...momentsOf(from, to),
      };
      const answer = await this.#newest.run((signal) =>
        this.api.call(listProjectTransactions, { params: { id }, query }, { signal }),
      );
      if (!answer) return;
      runInAction(() => {
        this.entries = [...known, ...answer.data.entries];
        this.more = answer.data.more;
        this.isLoading = false;
      });
    } catch (thrown) {
      runInAction(() => {
        this.error = thrown;
        this.isLoading = false;
      });
    }
  }

  /** Plugins for the filter; without them the list still works. */
  async #findPlugins(): Promise<void> {
    const id = this.projects.current?.project.id;
    if (id === undefined) return;
    const found = await this.api.call(listPluginChanges, { params: { id } }).catch(() => undefined);
    runInAction(() => (this.plugins = (found?.data ?? []).map(({ plugin }) => plugin)));
  }

  /** People for the filter; without them the list still works. */
  async #findPeople(): Promise<void> {
    const id = this.projects.current?.project.id;
    if (id === undefined) return;
    try {
      const { data } = await this.api.call(listMembers, { params: { id } });
      const people = data.filter(({ member }) => member).map(({ userId, name }) => ({ id: userId, name }));
      runInAction(() => (this.people = people));
    } catch {
      runInAction(() => (this.people = []));
    }
  }
}
export const PROJECT_HISTORY = serviceToken<ProjectHistory>('history.ProjectHistory');
