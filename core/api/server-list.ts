import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { Latest, sentenceOf } from '#core/kernel';
import type { ApiResponse } from './contract.ts';

/** Search, sorting and page of a list, sent as the query of a list call (`listQuery` in core/protocol). */
export interface ListQuery {
  search?: string;
  orderby?: string;
  order?: 'asc' | 'desc';
  page: number;
  paginate: number;
}

/** One page of a list that the server searches, sorts and pages; only the latest request counts. */
export class ServerList<T> {
  rows: readonly T[] = [];
  /** Number of matches on all pages. */
  total = 0;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  /** Why the last load failed, as a sentence. */
  error: string | undefined;
  query: ListQuery;
  readonly #fetch: (query: ListQuery, signal: AbortSignal) => Promise<ApiResponse<readonly T[]>>;
  readonly #latest = new Latest();

  constructor(
    fetch: (query: ListQuery, signal: AbortSignal) => Promise<ApiResponse<readonly T[]>>,
    first: Partial<ListQuery> = {},
  ) {
    this.#fetch = fetch;
    this.query = { page: 1, paginate: 25, ...first };
    makeAutoObservable(this, { rows: observableRef, query: observableRef }, { autoBind: true });
  }

  get pages(): number {
    return Math.max(1, Math.ceil(this.total / this.query.paginate));
  }

  /** Changes the query and reloads, from the first page unless given. */
  setQuery(change: Partial<ListQuery>): Promise<void> {
    this.query = { ...this.query, page: 1, ...change };
    return this.reload();
  }

  async reload(): Promise<void> {
    this.state = 'loading';
    try {
      const answer = await this.#latest.run((signal) => this.#fetch(this.query, signal));
      if (!answer) return;
      runInAction(() => {
        this.rows = answer.data;
        this.total = answer.total ?? answer.data.length;
        this.state = 'ready';
        this.error = undefined;
      });
    } catch (failure) {
      runInAction(() => {
        this.state = 'failed';
        this.error = sentenceOf(failure);
      });
    }
  }
}
