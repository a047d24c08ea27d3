import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { auditTime, merge } from 'rxjs';
import type { Api } from '#core/api';
import type { MapObject } from '#core/document';
import { Lifetime, sentenceOf } from '#core/kernel';
import type { I18n } from '#core/i18n';
import type { OpenProject } from '#core/project';
import { MAX_LISTED, researchGeometries, type Field } from '#core/protocol';
import type { Selection } from '#plugins/work/selection/api';
import { filterOf, listed, type Asked } from './listing.ts';

/** Rows per request. */
export const PAGE = 200;
/** Milliseconds in which loading objects are collected before rows are listed again. */
const PAUSE = 100;

export type TableSource = 'loaded' | 'selected' | 'project';

export interface TableDependencies {
  readonly project: OpenProject;
  readonly selection: Selection;
  readonly api: Pick<Api, 'call'>;
  readonly views: I18n;
}

/**
 * The rows of one object type. The server filters and sorts them, and sends those that are visible; objects that it
 * does not have yet come first. Rows keep their order while values are edited; they are listed again when objects are
 * added or removed.
 */
export class TableRows {
  typeName: string;
  source: TableSource = 'loaded';
  search = '';
  sort: Asked['sort'] = undefined;
  /** Ids by row; undefined for rows not yet fetched. */
  rows: readonly (string | undefined)[] = [];
  /** Increases with every change of displayed values. */
  revision = 0;
  /** Why the server's rows could not be fetched, in one sentence. */
  error: string | undefined = undefined;
  readonly #parts: TableDependencies;
  #pages = new Set<number>();
  /** Loaded objects of the type when the rows were listed. */
  #counted = 0;
  #asking = new AbortController();

  constructor(parts: TableDependencies, typeName: string) {
    this.#parts = parts;
    this.typeName = typeName;
    makeObservable(this, {
      typeName: observable,
      source: observable,
      search: observable,
      sort: observableRef,
      rows: observableRef,
      revision: observable,
      error: observable,
      fields: computed,
      ask: action,
      sortBy: action,
      list: action,
      touched: action,
    });
    this.list();
  }

  get fields(): readonly Field[] {
    return this.#parts.project.types.get(this.typeName)?.fields ?? [];
  }

  /** Keeps the rows up to date until the returned function is called. */
  follow(): () => void {
    const { project, selection } = this.#parts;
    const { document, generation$ } = project;
    const lifetime = new Lifetime();
    lifetime.add(document.changes$.subscribe(() => this.touched()));
    lifetime.add(
      merge(document.changes$, generation$)
        .pipe(auditTime(PAUSE))
        .subscribe(() => this.#follow()),
    );
    lifetime.add(selection.ids$.subscribe(() => this.source === 'selected' && this.list()));
    lifetime.add(() => this.#asking.abort());
    // Rows of the server must stay loaded, however far away they are.
    lifetime.add(
      project.retain(() => (this.source === 'project' ? this.rows.filter((id) => id !== undefined) : [])),
    );
    return () => lifetime.dispose();
  }

  objectAt(row: number): MapObject | undefined {
    const id = this.rows[row];
    return id === undefined ? undefined : this.#parts.project.document.get(id);
  }

  ask(asked: Partial<Pick<TableRows, 'typeName' | 'source' | 'search'>>): void {
    const otherType = asked.typeName !== undefined && asked.typeName !== this.typeName;
    Object.assign(this, asked, otherType && { sort: undefined, search: '' });
    this.list();
  }

  /** Ascending, descending, unsorted. */
  sortBy(field: string): void {
    const order = this.sort?.field === field ? this.sort.order : undefined;
    this.sort = order === 'desc' ? undefined : { field, order: order === 'asc' ? 'desc' : 'asc' };
    this.list();
  }

  /** Lists the rows again. */
  list(): void {
    const { project, selection, views: i18n } = this.#parts;
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#pages = new Set();
    this.error = undefined;
    if (this.source === 'project') {
      this.rows = [];
      void this.#fetchPage(1);
      return;
    }
    const objects =
      this.source === 'loaded'
        ? project.document.values()
        : selection.ids.flatMap((id) => project.document.get(id) ?? []);
    this.#counted = this.#countLoaded();
    this.rows = listed(objects, this.#asked, i18n);
  }

  touched(): void {
    this.revision++;
  }

  /** These rows are visible: fetches them from the server if needed. */
  inSight(first: number, last: number): void {
    if (this.source !== 'project' || this.error !== undefined) return;
    const end = Math.min(last, this.rows.length - 1);
    for (let page = pageOf(first); page <= pageOf(end); page++) void this.#fetchPage(page);
  }

  /** Ids of all rows; of the server's the first `MAX_LISTED`, fetched if needed. Empty if that fails. */
  async all(): Promise<string[]> {
    const asking = this.#asking;
    const most = this.source === 'project' ? MAX_LISTED : this.rows.length;
    if (this.rows.slice(0, most).includes(undefined)) await this.#fetch(1, most);
    if (this.#asking !== asking || this.error !== undefined) return [];
    return this.rows.slice(0, most).filter((id) => id !== undefined);
  }

  get #asked(): Asked {
    const { typeName, fields, search, sort } = this;
    return { typeName, fields, search, sort };
  }

  /** Rows keep their order as long as the objects are the same. */
  #follow(): void {
    const { document } = this.#parts.project;
    const gone = this.rows.some((id) => id !== undefined && !document.get(id));
    if (this.source !== 'loaded') return gone ? runInAction(() => this.list()) : undefined;
    if (gone || this.#countLoaded() !== this.#counted) runInAction(() => this.list());
  }

  #countLoaded(): number {
    let count = 0;
    for (const { typeName } of this.#parts.project.document.values()) if (typeName === this.typeName) count++;
    return count;
  }

  async #fetchPage(page: number): Promise<void> {
    if (this.#pages.has(page)) return;
    this.#pages.add(page);
    await this.#fetch(page, PAGE);
  }

  async #fetch(page: number, size: number): Promise<void> {
    const { api, project } = this.#parts;
    const { signal } = this.#asking;
    const { sort } = this;
    try {
      const { data, total } = await api.call(
        researchGeometries,
        {
          headers: { projectid: project.project.id, paginate: size, page },
          body: {
            filter: filterOf(this.#asked),
            ...(sort && { orderby: `properties.${sort.field}`, order: sort.order }),
          },
        },
        { signal },
      );
      if (signal.aborted) return;
      project.receive(data);
      runInAction(() => {
        const rows = this.rows.slice();
        rows.length = total ?? data.length;
        data.forEach(({ id }, i) => (rows[(page - 1) * size + i] = id));
        this.rows = Array.from(rows);
      });
    } catch (failure) {
      if (signal.aborted) return;
      runInAction(() => (this.error = sentenceOf(failure)));
    }
  }
}

function pageOf(row: number): number {
  return Math.floor(row / PAGE) + 1;
}
