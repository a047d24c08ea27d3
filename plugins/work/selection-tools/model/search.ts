import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { MapObject } from '#core/document';
import { filterProblem, type ExpressionProblem } from '#core/expression';
import { matchesFilter } from '#core/fields';
import { Latest, sentenceOf, serviceToken } from '#core/kernel';
import type { OpenProject, Projects } from '#core/project';
import type { ResearchFilter } from '#core/protocol';
import type { Selection, SelectionFinder, SelectionSearch } from '#plugins/work/selection/api';
import { combine, type Mode } from './combine.ts';
import { comparisonsOf, filterOf, isComplete, type AttributeCondition } from './condition.ts';
import { meeting } from './commands.ts';
import { holdingFor } from './holding-for.ts';

interface SearchDependencies {
  readonly projects: Pick<Projects, 'current'>;
  readonly selection: Selection;
  readonly finder: Pick<SelectionFinder, 'idsOf'>;
  readonly accepts: (object: MapObject) => boolean;
  /** Called with the number of objects found, after the dialog has closed. */
  readonly notify: (found: number) => void;
}

/** Selecting by attributes: the state of the dialog and its results. */
export class AttributeSearch {
  isOpen = false;
  typeName = '';
  conditions: readonly AttributeCondition[] = [];
  joined: 'all' | 'any' = 'all';
  /** What the search is by: the conditions, or the expression. */
  by: 'conditions' | 'expression' = 'conditions';
  expression = '';
  /** Only what intersects the current selection. */
  meets = false;
  mode: Mode = 'set';
  state: 'asking' | 'searching' | 'counted' | 'nothing' | 'failed' = 'asking';
  /** How many objects were counted. */
  count = 0;
  /** Why the search failed, in one sentence. */
  error: string | undefined = undefined;
  readonly #parts: SearchDependencies;
  readonly #newest = new Latest();
  #key = 0;

  constructor(parts: SearchDependencies) {
    this.#parts = parts;
    makeAutoObservable(this, { conditions: observableRef });
  }

  get isReady(): boolean {
    if (this.typeName === '') return false;
    if (this.by === 'conditions') return this.conditions.every(isComplete);
    return this.expression.trim() !== '' && this.problem === undefined;
  }

  /** Why the expression cannot be used, or a field that the type does not have. */
  get problem(): ExpressionProblem | undefined {
    if (this.expression.trim() === '') return undefined;
    return filterProblem(this.expression, this.#fields);
  }

  /** Opens with the last conditions, for the selected type if it is unique. */
  open(): void {
    const { projects, selection } = this.#parts;
    const project = projects.current;
    if (!project) return;
    const selected = new Set(selection.ids.flatMap((id) => selection.typeOf(id) ?? []));
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

  change(typed: Partial<Pick<AttributeSearch, 'joined' | 'meets' | 'mode' | 'by' | 'expression'>>): void {
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
    this.state = 'asking';
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
    this.state = 'asking';
  }

  /** Counts the objects without selecting them. */
  async countFound(): Promise<void> {
    await this.#find((found) => Object.assign(this, { count: found.length, state: 'counted' }));
  }

  async run(): Promise<void> {
    await this.#find((found) => this.#take(found));
  }

  async #find(take: (found: readonly string[]) => void): Promise<void> {
    const project = this.#parts.projects.current;
    if (!project || !this.isReady) return;
    runInAction(() => (this.state = 'searching'));
    try {
      const found = await this.#newest.run(async (signal) =>
        this.#parts.finder.idsOf(await this.#searchIn(project, signal), signal),
      );
      if (found) runInAction(() => take(found));
    } catch (failure) {
      runInAction(() => Object.assign(this, { state: 'failed', error: sentenceOf(failure) }));
    }
  }

  get #fields() {
    return this.#parts.projects.current?.types.get(this.typeName)?.fields ?? [];
  }

  get #filter(): ResearchFilter {
    const each = this.by === 'conditions' ? this.conditions.map(filterOf) : [];
    const ofType: ResearchFilter = { field: 'typeName', op: 'eq', value: this.typeName };
    if (each.length === 0) return ofType;
    return { and: [ofType, this.joined === 'all' ? { and: each } : { or: each }] };
  }

  async #searchIn(project: OpenProject, signal: AbortSignal): Promise<SelectionSearch> {
    const { selection, accepts } = this.#parts;
    const filter = this.#filter;
    const near = this.meets ? meeting(selection, project, accepts) : undefined;
    const among = near?.loaded ?? (() => [...project.document.values()].filter(accepts));
    const search: SelectionSearch = {
      sought: { ...near?.sought, filter },
      extent: near?.extent,
      loaded: () => among().filter(matchesFilter(filter)),
    };
    if (this.by === 'conditions') return search;
    // Where the server is asked, only those with unsent changes are decided here.
    const isLoaded = project.covers(search.extent);
    const decided = search.loaded().filter(({ id }) => isLoaded || project.autosave.has(id));
    const found = await holdingFor(this.expression, decided, signal);
    return { ...search, sought: { ...search.sought, expression: this.expression }, loaded: () => found };
  }

  #take(found: readonly string[]): void {
    const { selection, notify } = this.#parts;
    if (found.length === 0) {
      this.state = 'nothing';
      return;
    }
    combine(selection, found, this.mode);
    this.close();
    notify(found.length);
  }
}
export const SEARCH = serviceToken<AttributeSearch>('selection-tools.Search');
