import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import type { MapObject } from '#core/document';
import { matchesFilter } from '#core/fields';
import { Latest, sentenceOf, serviceToken } from '#core/kernel';
import type { OpenProject, Projects } from '#core/project';
import { MAX_LISTED, researchGeometries, type ResearchFilter } from '#core/protocol';
import type { Selection } from '#plugins/work/selection/api';
import { combine, type Mode } from './combine.ts';
import { comparisonsOf, filterOf, isComplete, type AttributeCondition } from './condition.ts';
import { objectsMeeting } from './found.ts';

/** Search among loaded objects, or all objects of the type on the server. */
export type Where = 'loaded' | 'project';

interface SearchDependencies {
  readonly api: Pick<Api, 'call'>;
  readonly projects: Pick<Projects, 'current'>;
  readonly selection: Selection;
  readonly accepts: (object: MapObject) => boolean;
  /** Called with the number of objects found, after the dialog has closed. */
  readonly tell: (found: number, total: number) => void;
}

/** Selecting by attributes: the state of the dialog and its results. */
export class AttributeSearch {
  isOpen = false;
  typeName = '';
  conditions: readonly AttributeCondition[] = [];
  joined: 'all' | 'any' = 'all';
  where: Where = 'loaded';
  /** Only what intersects the current selection. */
  meets = false;
  mode: Mode = 'set';
  state: 'asking' | 'searching' | 'nothing' | 'failed' = 'asking';
  /** Why the search failed, in one sentence. */
  error: string | undefined = undefined;
  readonly #parts: SearchDependencies;
  readonly #newest = new Latest();
  #key = 0;

  constructor(parts: SearchDependencies) {
    this.#parts = parts;
    makeObservable(this, {
      isOpen: observable,
      typeName: observable,
      conditions: observableRef,
      joined: observable,
      where: observable,
      meets: observable,
      mode: observable,
      state: observable,
      error: observable,
      isReady: computed,
      open: action,
      close: action,
      change: action,
      ask: action,
      add: action,
      edit: action,
      remove: action,
    });
  }

  get isReady(): boolean {
    return this.typeName !== '' && this.conditions.every(isComplete);
  }

  /** Opens with the last conditions, for the selected type if it is unique. */
  open(): void {
    const { projects, selection } = this.#parts;
    const project = projects.current;
    if (!project) return;
    const selected = new Set(selection.ids.flatMap((id) => project.document.get(id)?.typeName ?? []));
    const [only] = selected;
    if (!project.types.has(this.typeName)) this.ask('');
    if (this.typeName === '')
      this.ask(selected.size === 1 ? only! : (project.types.keys().next().value ?? ''));
    if (selected.size === 0) this.meets = false;
    this.state = 'asking';
    this.isOpen = true;
  }

  close(): void {
    this.#newest.cancel();
    this.isOpen = false;
  }

  change(typed: Partial<Pick<AttributeSearch, 'joined' | 'where' | 'meets' | 'mode'>>): void {
    Object.assign(this, typed, { state: 'asking' });
  }

  /** Changes the type, and so the fields. */
  ask(typeName: string): void {
    if (typeName !== this.typeName) Object.assign(this, { typeName, conditions: [], state: 'asking' });
  }

  add(): void {
    const [field] = this.#fields;
    if (!field) return;
    const [comparison] = comparisonsOf(field.type);
    const condition = { key: ++this.#key, field: field.name, comparison: comparison!, value: undefined };
    this.conditions = [...this.conditions, condition];
  }

  /** Another field resets the operator to its default. */
  edit(key: number, typed: Partial<Omit<AttributeCondition, 'key'>>): void {
    const field = typed.field && this.#fields.find(({ name }) => name === typed.field);
    const fresh = field ? { comparison: comparisonsOf(field.type)[0]!, value: undefined } : {};
    this.conditions = this.conditions.map((each) =>
      each.key === key ? { ...each, ...fresh, ...typed } : each,
    );
    this.state = 'asking';
  }

  remove(key: number): void {
    this.conditions = this.conditions.filter((each) => each.key !== key);
  }

  async run(): Promise<void> {
    const project = this.#parts.projects.current;
    if (!project || !this.isReady) return;
    runInAction(() => (this.state = 'searching'));
    try {
      const found = await this.#newest.run((signal) => this.#find(project, signal));
      if (found) runInAction(() => this.#take(project, found));
    } catch (failure) {
      runInAction(() => Object.assign(this, { state: 'failed', error: sentenceOf(failure) }));
    }
  }

  get #fields() {
    return this.#parts.projects.current?.types.get(this.typeName)?.fields ?? [];
  }

  get #filter(): ResearchFilter {
    const each = this.conditions.map(filterOf);
    const ofType: ResearchFilter = { field: 'typeName', op: 'eq', value: this.typeName };
    if (each.length === 0) return ofType;
    return { and: [ofType, this.joined === 'all' ? { and: each } : { or: each }] };
  }

  async #find(project: OpenProject, signal: AbortSignal): Promise<{ ids: string[]; total: number }> {
    if (this.where === 'loaded') {
      const fits = matchesFilter(this.#filter);
      const ids = [...project.document.values()].filter(fits).map(({ id }) => id);
      return { ids, total: ids.length };
    }
    const { data, total } = await this.#parts.api.call(
      researchGeometries,
      {
        headers: { projectid: project.project.id, paginate: MAX_LISTED, page: 1 },
        body: { filter: this.#filter },
      },
      { signal },
    );
    project.receive(data);
    return { ids: data.map(({ id }) => id), total: total ?? data.length };
  }

  #take(project: OpenProject, { ids, total }: { ids: string[]; total: number }): void {
    const { selection, accepts, tell } = this.#parts;
    const objects = (given: readonly string[]) => given.flatMap((id) => project.document.get(id) ?? []);
    const meeting = this.meets && new Set(objectsMeeting(project.document, objects(selection.ids), accepts));
    const found = objects(ids).filter((object) => (meeting ? meeting.has(object) : accepts(object)));
    if (found.length === 0) {
      this.state = 'nothing';
      return;
    }
    combine(selection, found.map(({ id }) => id), this.mode); // prettier-ignore
    this.close();
    tell(found.length, this.where === 'project' && total > ids.length ? total : found.length);
  }
}
export const SEARCH = serviceToken<AttributeSearch>('selection-tools.Search');
