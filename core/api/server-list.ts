import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { Newest, sentenceOf } from '#core/kernel';
import type { Answer } from './contract.ts';

/** What a person asked of a list: sent as the query of a list call (`listQuery` in core/protocol). */
export interface ListQuery {
  search?: string;
  orderby?: string;
  order?: 'asc' | 'desc';
  page: number;
  paginate: number;
}

/** One page of a list that the server searches, sorts and pages; the newest question wins. */
export class ServerList<T> {
  rows: readonly T[] = [];
  /** All that match, on every page. */
  total = 0;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  /** Why the last load failed, in one sentence. */
  error: string | undefined;
  query: ListQuery;
  readonly #fetch: (query: ListQuery, signal: AbortSignal) => Promise<Answer<readonly T[]>>;
  readonly #newest = new Newest();

  constructor(
    fetch: (query: ListQuery, signal: AbortSignal) => Promise<Answer<readonly T[]>>,
    first: Partial<ListQuery> = {},
  ) {
    this.#fetch = fetch;
    this.query = { page: 1, paginate: 25, ...first };
    makeAutoObservable(this, { rows: observableRef, query: observableRef }, { autoBind: true });
  }

  get pages(): number {
    return Math.max(1, Math.ceil(this.total / this.query.paginate));
  }

  /** Asks anew; another search or order begins at the first page again. */
  ask(change: Partial<ListQuery>): Promise<void> {
    this.query = { ...this.query, page: 1, ...change };
    return this.reload();
  }

  async reload(): Promise<void> {
    this.state = 'loading';
    try {
      const answer = await this.#newest.run((signal) => this.#fetch(this.query, signal));
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
