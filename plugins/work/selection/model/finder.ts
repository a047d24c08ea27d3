import { makeAutoObservable, runInAction } from 'mobx';
import type { Api } from '#core/api';
import type { Extent } from '#core/document';
import { AppError, Latest, sentenceOf } from '#core/kernel';
import type { I18n } from '#core/i18n';
import type { OpenProject, Projects } from '#core/project';
import {
  geometriesAtPlace,
  MAX_MEETS,
  MAX_SELECTED,
  NEAR,
  selectGeometries,
  type Position,
} from '#core/protocol';
import type { Toasts } from '#core/toasts';
import type { EditTargets, SelectionFinder, SelectionSearch } from '../api.ts';

interface FinderDependencies {
  readonly api: Pick<Api, 'call'>;
  readonly projects: Pick<Projects, 'current'>;
  readonly targets: Pick<EditTargets, 'selection' | 'isLockedOrHidden'>;
  readonly toasts: Pick<Toasts, 'show'>;
  readonly i18n: Pick<I18n, 't' | 'number'>;
}

/** Most objects that are loaded around a click. */
const NEAREST = 20;

/** Finds objects to select: among the loaded ones where that is all of them, otherwise by asking the server. */
export class ServerFinder implements SelectionFinder {
  isSearching = false;
  readonly #parts: FinderDependencies;
  readonly #newest = new Latest();

  constructor(parts: FinderDependencies) {
    this.#parts = parts;
    makeAutoObservable(this);
  }

  find(search: SelectionSearch, take: (ids: readonly string[]) => void): void {
    const isLoaded = this.#parts.projects.current?.covers(search.extent);
    if (isLoaded) return this.#atOnce(() => take(search.loaded().map(({ id }) => id)));
    this.#ask((_, signal) => this.idsOf(search, signal), take);
  }

  async idsOf({ sought, extent, loaded }: SelectionSearch, signal: AbortSignal): Promise<readonly string[]> {
    const { api, projects, targets, i18n } = this.#parts;
    const project = projects.current;
    if (!project) return [];
    if (project.covers(extent)) return loaded().map(({ id }) => id);
    if (sought.meets && sought.meets.length > MAX_MEETS)
      throw new AppError(
        'too-many-selected',
        i18n.t('selection:meets.too-many', { max: i18n.number(MAX_MEETS) }),
      );
    const { bbox, ...conditions } = sought;
    const { data } = await api.call(
      selectGeometries,
      {
        headers: { projectid: project.project.id },
        body: { ...conditions, ...(bbox && { bbox: printed(bbox) }), excluded: this.#excluded(project) },
      },
      { signal },
    );
    if (data.count > MAX_SELECTED) {
      const values = { count: i18n.number(data.count), max: i18n.number(MAX_SELECTED) };
      throw new AppError('too-many-selected', i18n.t('selection:too-many', values));
    }
    for (const { typeName, ids } of data.types) targets.selection.know(typeName, ids);
    // The server does not know of unsent changes.
    const { autosave } = project;
    const found = data.types.flatMap(({ ids }) => ids).filter((id) => !autosave.has(id));
    const unsent = loaded().filter(({ id }) => autosave.has(id));
    return [...found, ...unsent.map(({ id }) => id)];
  }

  near([x, y]: Position, metres: number, take: (isLoadedNow: boolean) => void): void {
    const { api, projects } = this.#parts;
    if (projects.current?.covers([x, y, x, y])) return this.#atOnce(() => take(false));
    const radius = Math.min(metres, NEAR.maxRadius);
    this.#ask(
      async (project, signal) => {
        const type = [...project.types.keys()].filter((name) => !this.#isExcluded(name)).join(',');
        const headers = { projectid: project.project.id, type };
        const query = { x: String(x), y: String(y), radius, limit: NEAREST };
        const { data } = await api.call(geometriesAtPlace, { headers, query }, { signal });
        return data;
      },
      (objects, project) => {
        project.receive(objects);
        take(true);
      },
    );
  }

  #atOnce(take: () => void): void {
    this.#newest.cancel();
    this.isSearching = false;
    take();
  }

  #ask<T>(
    work: (project: OpenProject, signal: AbortSignal) => Promise<T>,
    take: (found: T, project: OpenProject) => void,
  ): void {
    const { projects, toasts } = this.#parts;
    const project = projects.current;
    if (!project) return;
    this.isSearching = true;
    const done = () => runInAction(() => (this.isSearching = false));
    this.#newest
      .run(async (signal) => ({ found: await work(project, signal) }))
      .then(
        (answer) => {
          // Undefined: replaced by a newer one.
          if (!answer) return;
          done();
          // The person may have opened another project meanwhile.
          if (projects.current === project) take(answer.found, project);
        },
        (failure: unknown) => {
          done();
          toasts.show('error', sentenceOf(failure));
        },
      );
  }

  #excluded(project: OpenProject): string[] {
    return [...project.types.keys()].filter((name) => this.#isExcluded(name));
  }

  #isExcluded(typeName: string): boolean {
    return this.#parts.targets.isLockedOrHidden({ typeName });
  }
}

function printed([west, south, east, north]: Extent): string {
  const within = (degrees: number, max: number) => Math.max(-max, Math.min(max, degrees));
  return [within(west, 180), within(south, 90), within(east, 180), within(north, 90)].join(',');
}
