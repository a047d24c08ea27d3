import { makeAutoObservable } from 'mobx';
import type { Api } from '#core/api';
import { loadedInTime, serviceToken } from '#core/kernel';
import type { Command } from '#core/plugin';
import type { Projects } from '#core/project';
import type { BodyOf, Project, updateProject } from '#core/protocol';

/** The settings of the open project, edited over the map. */
export class ProjectSettings {
  /** Undefined while the dialog is closed. */
  edited: Project | undefined = undefined;
  readonly #projects: Pick<Projects, 'current'>;
  readonly #api: Pick<Api, 'call'>;

  constructor(projects: Pick<Projects, 'current'>, api: Pick<Api, 'call'>) {
    this.#projects = projects;
    this.#api = api;
    makeAutoObservable(this);
  }

  get isOpen(): boolean {
    return this.edited !== undefined;
  }

  open(): void {
    this.edited = this.#projects.current?.project;
  }

  /** Applies at once, also without the event stream. Throws as `changeProject`. */
  async change(project: Project, draft: BodyOf<typeof updateProject>): Promise<void> {
    const { changeProject } = await loadedInTime(import('./change-project.ts'));
    await changeProject(this.#api, project, draft);
    // Without an answer the event stream brings it later.
    this.#projects.current?.reloadProject().catch(() => undefined);
  }

  close(): void {
    this.edited = undefined;
  }

  get command(): Command {
    return { run: () => this.open() };
  }
}

// Used only inside this plugin.
export const PROJECT_SETTINGS = serviceToken<ProjectSettings>('projects.Settings');
