import { makeAutoObservable, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { isAbort, Latest, sentenceOf, serviceToken } from '#core/kernel';
import {
  type BIM_GROUPINGS,
  bimProperties,
  bimTree,
  findBimElements,
  type AnswerOf,
  type BimElementRow,
  type BimFilter,
  type BimNode,
  type BimQuery,
} from '#core/protocol';
import type { BimStage, ShownModel } from '../api.ts';

export type BimTree = AnswerOf<typeof bimTree>;
export type BimPropertyName = AnswerOf<typeof bimProperties>[number];
export type BimCondition = NonNullable<BimFilter['properties']>[number];
export type Grouping = (typeof BIM_GROUPINGS)[number];

/** Where a filter names the chosen rows. */
const KEYS_OF = {
  structure: 'within',
  classes: 'classes',
  materials: 'materials',
  types: 'types',
  systems: 'groups',
  groups: 'groups',
  zones: 'groups',
  classifications: 'classifications',
} as const satisfies Record<Grouping, keyof BimFilter>;

const PAGE = 50;
/** Finds elements of one model by its tree, by text and by properties. */
export class ModelFinder {
  modelId: string | undefined;
  tree: BimTree | undefined;
  names: readonly BimPropertyName[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: string | undefined;
  grouping: Grouping = 'structure';
  text = '';
  /** Keys of the chosen rows of the tree or list. */
  chosen: ReadonlySet<string> = new Set();
  conditions: readonly BimCondition[] = [];
  /** Only elements that are linked to objects or to files, or to nothing. */
  linked: BimFilter['linked'];
  rows: readonly BimElementRow[] = [];
  count = 0;
  page = 1;
  searching = false;
  searchError: string | undefined;
  readonly #api: Pick<Api, 'call'>;
  readonly #stage: BimStage;
  readonly #reading = new Latest();
  readonly #searching = new Latest();
  #version = '';

  constructor(api: Pick<Api, 'call'>, stage: BimStage) {
    this.#api = api;
    this.#stage = stage;
    makeAutoObservable(this);
    stage.models$.subscribe((models) => this.#follow(models));
  }

  /** Reads the first model that is drawn, and anew when another version of it is ready. */
  #follow(models: readonly ShownModel[]): void {
    const drawn = models.filter(({ state }) => state === 'drawn' || state === 'loading');
    const shown = drawn.find(({ id }) => id === this.modelId) ?? drawn[0];
    const content = shown && this.#stage.storedOf(shown.id)?.content;
    if (!shown || content == null) return;
    const version = `${shown.id} ${content}`;
    if (version === this.#version) return;
    this.#version = version;
    void this.open(shown.id);
  }

  /** Shows a model; `content`: the number of its content, which changes with a new version. */
  async open(modelId: string): Promise<void> {
    const isOther = this.modelId !== modelId;
    if (isOther) {
      this.modelId = modelId;
      this.tree = undefined;
      this.names = [];
      this.state = 'loading';
      this.clear();
    }
    try {
      const found = await this.#reading.run(async (signal) => {
        const request = { params: { id: modelId }, query: {} };
        const [tree, names] = await Promise.all([
          this.#api.call(bimTree, request, { signal }),
          this.#api.call(bimProperties, request, { signal }),
        ]);
        return { tree: tree.data, names: names.data };
      });
      if (!found) return;
      runInAction(() => {
        this.tree = found.tree;
        this.names = found.names;
        this.state = 'ready';
        this.error = undefined;
      });
    } catch (failure) {
      if (isAbort(failure)) return;
      runInAction(() => {
        this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
  }

  clear(): void {
    this.text = '';
    this.chosen = new Set();
    this.conditions = [];
    this.linked = undefined;
    this.rows = [];
    this.count = 0;
    this.page = 1;
    this.searchError = undefined;
  }

  setGrouping(grouping: Grouping): void {
    this.grouping = grouping;
    this.chosen = new Set();
    void this.search();
  }
  setText(text: string): void {
    this.text = text;
    this.page = 1;
    void this.search();
  }
  choose(keys: ReadonlySet<string>): void {
    this.chosen = keys;
    this.page = 1;
    void this.search();
  }
  setConditions(conditions: readonly BimCondition[]): void {
    this.conditions = conditions;
    this.page = 1;
    void this.search();
  }
  setLinked(linked: BimFilter['linked']): void {
    this.linked = linked;
    this.page = 1;
    void this.search();
  }
  setPage(page: number): void {
    this.page = page;
    void this.search();
  }

  /** Whether anything restricts what is found. */
  get isFiltered(): boolean {
    const { chosen, conditions, linked } = this;
    return this.text.trim() !== '' || chosen.size > 0 || conditions.length > 0 || linked !== undefined;
  }

  /** Searches as somebody has before. */
  apply({ grouping, filter }: Pick<BimQuery, 'grouping' | 'filter'>): void {
    this.clear();
    this.grouping = grouping;
    this.text = filter.text ?? '';
    this.chosen = new Set(filter[KEYS_OF[grouping]]);
    this.conditions = filter.properties ?? [];
    this.linked = filter.linked;
    void this.search();
  }

  get filter(): BimFilter {
    const keys = [...this.chosen];
    const text = this.text.trim();
    return {
      ...(text !== '' && { text }),
      ...(keys.length > 0 && { [KEYS_OF[this.grouping]]: keys }),
      ...(this.linked && { linked: this.linked }),
      ...(this.conditions.length > 0 && { properties: [...this.conditions] }),
    };
  }

  /** Rows of the chosen grouping other than the structure. */
  get groups(): readonly {
    readonly key: string;
    readonly name: string;
    readonly count: number;
    readonly note?: string;
  }[] {
    const { tree, grouping } = this;
    if (!tree || grouping === 'structure') return [];
    if (grouping === 'classes' || grouping === 'materials' || grouping === 'classifications')
      return tree[grouping].map(({ name, count }) => ({ key: name, name, count }));
    return tree[grouping].map(({ globalId, name, class: note, count }) => ({
      key: globalId,
      name: name ?? note,
      count,
      note,
    }));
  }

  get storeys(): readonly BimNode[] {
    return (this.tree?.nodes ?? []).filter((node) => node.class === 'IfcBuildingStorey');
  }

  async search(): Promise<void> {
    const { modelId } = this;
    if (modelId === undefined || !this.isFiltered) {
      this.#searching.cancel();
      this.rows = [];
      this.count = 0;
      this.searching = false;
      this.searchError = undefined;
      return;
    }
    this.searching = true;
    try {
      const body = { ...this.filter, page: this.page, paginate: PAGE };
      const found = await this.#searching.run(
        async (signal) =>
          (await this.#api.call(findBimElements, { params: { id: modelId }, body }, { signal })).data,
      );
      if (!found) return;
      runInAction(() => {
        this.rows = found.elements;
        this.count = found.count;
        this.searching = false;
        this.searchError = undefined;
      });
    } catch (failure) {
      if (isAbort(failure)) return;
      runInAction(() => {
        this.searching = false;
        this.searchError = sentenceOf(failure);
      });
    }
  }

  /** All rows that the filter finds, with further columns. Throws AppError. */
  async allRows(
    columns: readonly { set: string; name: string }[],
    progress: (share: number) => void,
  ): Promise<readonly BimElementRow[]> {
    const rows: BimElementRow[] = [];
    for (let page = 1; ; page++) {
      const body = { ...this.filter, columns: [...columns], page, paginate: 500 };
      const { data } = await this.#api.call(findBimElements, { params: { id: this.modelId! }, body });
      rows.push(...data.elements);
      progress(data.count === 0 ? 1 : rows.length / data.count);
      if (data.elements.length === 0 || rows.length >= data.count) return rows;
    }
  }
}
export const MODEL_FINDER = serviceToken<ModelFinder>('bim-viewer.Finder');
