import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import {
  EMPTY,
  auditTime,
  debounceTime,
  distinctUntilChanged,
  filter,
  map,
  merge,
  skip,
  switchMap,
  tap,
} from 'rxjs';
import type { Api } from '#core/api';
import { mapObjectOf, type DocumentChange, type Extent, type MapObject } from '#core/document';
import { isAbort, Lifetime, sentenceOf } from '#core/kernel';
import type { Views } from '#core/mapview';
import type { OpenProject } from '#core/project';
import { MAX_SELECTED, type ResearchFilter } from '#core/protocol';
import type { Selection } from '#plugins/work/selection/api';
import { TableCalls } from './calls.ts';
import type { ColumnFilter } from './column-filter.ts';
import { columnsOf, type Column, type ContributedColumn } from './columns.ts';
import { Pages } from './pages.ts';
import { filterOf, type TableSort } from './request.ts';
import { unsentRows } from './unsent-rows.ts';

/** Milliseconds in which changes are collected before rows are listed again. */
const PAUSE = 300;

/** All objects of the type, those in view, or those that are selected. */
export type TableSource = 'all' | 'view' | 'selected';

export interface TableDependencies {
  readonly project: OpenProject;
  readonly selection: Selection;
  readonly api: Pick<Api, 'call'>;
  readonly views: Pick<Views, 'active$' | 'active'>;
}

/**
 * The rows of one object type. The server filters and sorts them, and sends those that are visible; objects that it
 * does not have yet come first. Rows keep their order while values are edited; they are listed again when objects are
 * added or removed.
 */
export class TableRows {
  typeName: string;
  source: TableSource = 'all';
  search = '';
  filters: ReadonlyMap<string, ColumnFilter> = new Map();
  sort: TableSort | undefined = undefined;
  /** Columns that plugins add. */
  contributed: readonly ContributedColumn[] = [];
  /** Objects that fit and that the server does not have yet; they are the first rows. */
  unsent: readonly string[] = [];
  /** Increases with every change of displayed values. */
  revision = 0;
  /** Increases when the rows are listed again. */
  listing = 0;
  /** Why rows could not be fetched, in one sentence. */
  error: string | undefined = undefined;
  readonly #parts: TableDependencies;
  readonly #calls: TableCalls;
  #pages = new Pages();
  #visible: readonly [number, number] = [0, 0];
  #requests = new AbortController();
  #extent: Extent | undefined;
  /** Objects were added or removed here since the server last had everything. */
  #isAhead = false;

  constructor(parts: TableDependencies, typeName: string) {
    this.#parts = parts;
    this.#calls = new TableCalls(parts.api, parts.project.project.id);
    this.typeName = typeName;
    makeAutoObservable(this, {
      sort: observableRef,
      filters: observableRef,
      unsent: observableRef,
      contributed: observableRef,
    });
    this.list();
  }

  get columns(): readonly Column[] {
    return columnsOf(this.#parts.project.types.get(this.typeName), this.contributed);
  }

  /** The conditions of the search and the columns; undefined: none. */
  get filter(): ResearchFilter | undefined {
    return filterOf(this);
  }

  /** Number of rows; undefined before the server has answered. */
  get total(): number | undefined {
    void this.revision;
    const { total } = this.#pages;
    return total === undefined ? undefined : total + this.unsent.length;
  }

  /** The limits of the source, for the server. */
  get where(): { ids?: string[]; bbox?: string } {
    if (this.source === 'selected') return { ids: this.selected };
    return this.source === 'view' && this.#extent ? { bbox: this.#extent.join(',') } : {};
  }

  /** The selected objects of the type, loaded or not. */
  get selected(): string[] {
    const { selection } = this.#parts;
    return selection.ids.filter((id) => selection.typeOf(id) === this.typeName);
  }

  /** Keeps the rows up to date until the returned function is called. */
  follow(): () => void {
    const { project, selection, views } = this.#parts;
    const { document, autosave, generation$ } = project;
    const lifetime = new Lifetime();
    const changed$ = document.changes$.pipe(filter((change) => this.#take(change)));
    const saved$ = autosave.state$.pipe(
      distinctUntilChanged((a, b) => a.savedAt === b.savedAt),
      filter(() => this.#isAhead),
      tap(({ queued }) => (this.#isAhead = queued > 0)),
    );
    lifetime.add(
      merge(changed$, saved$, generation$.pipe(skip(1)))
        .pipe(auditTime(PAUSE))
        .subscribe(() => this.list({ isSame: true })),
    );
    lifetime.add(
      selection.ids$
        .pipe(skip(1), debounceTime(PAUSE))
        .subscribe(() => this.source === 'selected' && this.list()),
    );
    const extent$ = views.active$.pipe(
      switchMap((view) => view?.camera$ ?? EMPTY),
      map(({ extent }) => extent),
    );
    lifetime.add(
      extent$
        .pipe(debounceTime(PAUSE))
        .subscribe(() => this.source === 'view' && this.list({ isSame: true })),
    );
    lifetime.add(() => this.#requests.abort());
    return () => lifetime.dispose();
  }

  idAt(row: number): string | undefined {
    return row < this.unsent.length ? this.unsent[row] : this.#pages.idAt(row - this.unsent.length);
  }

  /** As it is here, with unsent changes; undefined for rows not yet fetched. */
  objectAt(row: number): MapObject | undefined {
    const id = this.idAt(row);
    return id === undefined ? undefined : this.object(id);
  }

  object(id: string): MapObject | undefined {
    return this.#parts.project.document.get(id) ?? this.#pages.get(id);
  }

  /** Whether the object is deleted here, and the server does not know it yet. */
  isDeleted(id: string): boolean {
    const { document, autosave } = this.#parts.project;
    return !document.get(id) && autosave.has(id);
  }

  /** The row of an object; undefined if it is not among those fetched. */
  rowOf(id: string): number | undefined {
    const first = this.unsent.indexOf(id);
    if (first >= 0) return first;
    const row = this.#pages.rowOf(id);
    return row === undefined ? undefined : row + this.unsent.length;
  }

  /** The row of an object, from the server if it is not among those fetched; undefined: none. */
  async locate(id: string): Promise<number | undefined> {
    const known = this.rowOf(id);
    if (known !== undefined) return known;
    const { signal } = this.#requests;
    try {
      const row = await this.#calls.rowOf(this, id, signal);
      return signal.aborted || row === null ? undefined : row + this.unsent.length;
    } catch {
      // Without it, nothing is scrolled.
      return undefined;
    }
  }

  /**
   * The ids of all rows; where they are more than can be selected, only how many. Throws AppError with a sentence when
   * the server fails.
   */
  async allIds(): Promise<{ readonly ids?: readonly string[]; readonly count: number }> {
    const { where, filter: conditions, unsent, typeName } = this;
    if (where.ids && !conditions) return { ids: where.ids, count: where.ids.length };
    const { ids: saved, count } = await this.#calls.ids(this);
    if (count > MAX_SELECTED) return { count };
    const ids = [...unsent, ...saved];
    this.#parts.selection.know(typeName, ids);
    return { ids, count: ids.length };
  }

  /** Texts of a column that a plugin adds, in place of its former ones. */
  contribute(column: ContributedColumn): void {
    const others = this.contributed.filter(({ key }) => key !== column.key);
    this.contributed = [...others, column];
  }

  choose(change: Partial<Pick<TableRows, 'typeName' | 'source' | 'search'>>): void {
    const isOther = change.typeName !== undefined && change.typeName !== this.typeName;
    Object.assign(this, change, isOther && { sort: undefined, search: '', filters: new Map() });
    this.list();
  }

  /** Undefined removes the filter of the column. */
  setFilter(key: string, filter: ColumnFilter | undefined): void {
    const filters = new Map(this.filters);
    if (filter) filters.set(key, filter);
    else filters.delete(key);
    this.filters = filters;
    this.list();
  }

  clearFilters(): void {
    this.filters = new Map();
    this.choose({ search: '' });
  }

  /** Ascending, descending, unsorted. */
  sortBy(key: string): void {
    const order = this.sort?.key === key ? this.sort.order : undefined;
    this.sort = order === 'desc' ? undefined : { key, order: order === 'asc' ? 'desc' : 'asc' };
    this.list();
  }

  /** Lists the rows again. With `isSame` the present ones stay until the new ones are here. */
  list({ isSame = false } = {}): void {
    this.#requests.abort();
    this.#requests = new AbortController();
    this.error = undefined;
    this.#extent = this.source === 'view' ? this.#parts.views.active?.camera.extent : undefined;
    this.unsent = unsentRows(this.#parts.project, {
      typeName: this.typeName,
      filter: this.filter,
      ids: this.where.ids,
      extent: this.#extent,
    });
    this.listing++;
    const pages = new Pages();
    if (!isSame) {
      this.#pages = pages;
      this.#visible = [0, 0];
    }
    this.revision++;
    const isNothing = this.source === 'selected' && this.selected.length === 0;
    if (isNothing) pages.fill(1, [], 0);
    else void this.#fetch(pages, isSame ? Pages.of(Math.max(0, this.#visible[0] - this.unsent.length)) : 1);
  }

  /** These rows are visible: fetches them if needed. */
  setVisibleRows(first: number, last: number): void {
    this.#visible = [first, last];
    const pages = this.#pages;
    if (pages.total === undefined || this.error !== undefined) return;
    const from = Math.max(0, first - this.unsent.length);
    const to = Math.min(last - this.unsent.length, pages.total) - 1;
    for (let page = Pages.of(from); page <= Pages.of(to) && to >= 0; page++) void this.#fetch(pages, page);
  }

  /** Takes up what the change means for displayed rows; returns whether they have to be listed again. */
  #take({ changes, origin }: DocumentChange): boolean {
    if (origin === 'load' || origin === 'unload') return false;
    let [isOther, isShown] = [false, false];
    for (const { before, after } of changes) {
      if ((after ?? before)?.typeName !== this.typeName && before?.typeName !== this.typeName) continue;
      if (before && after && before.typeName === after.typeName) this.#pages.update(after);
      else isOther = true;
      isShown = true;
    }
    if (isShown) this.revision++;
    if (isOther && origin !== 'remote' && origin !== 'resolve') this.#isAhead = true;
    return isOther;
  }

  async #fetch(pages: Pages, page: number): Promise<void> {
    if (!pages.request(page)) return;
    const { signal } = this.#requests;
    const after = this.sort ? undefined : pages.before(page);
    try {
      const { objects, total } = await this.#calls.page(this, page, after, signal);
      if (signal.aborted) return;
      // What is loaded becomes as new as what is listed.
      const { project } = this.#parts;
      project.receive(objects.filter(({ id }) => project.document.get(id)));
      runInAction(() => {
        pages.fill(page, objects.map(mapObjectOf), total);
        this.#pages = pages;
        this.revision++;
        this.setVisibleRows(...this.#visible);
      });
    } catch (failure) {
      if (signal.aborted || isAbort(failure)) return;
      pages.fail(page);
      runInAction(() => (this.error = sentenceOf(failure)));
    }
  }
}
