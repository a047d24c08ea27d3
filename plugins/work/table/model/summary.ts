import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api } from '#core/api';
import { Latest, sentenceOf } from '#core/kernel';
import { summarizeGeometries, type FieldSummary } from '#core/protocol';
import { isNumeric, type Column } from './columns.ts';
import type { TableRows } from './table.ts';

/** All objects of the type, those of the rows, or those that are selected. */
export type SummaryScope = 'type' | 'rows' | 'selected';

/** Statistics of one column, which the server computes over all objects concerned. */
export class ColumnSummary {
  key: string | undefined = undefined;
  scope: SummaryScope = 'rows';
  result: FieldSummary | undefined = undefined;
  error: string | undefined = undefined;
  readonly #table: TableRows;
  readonly #api: Pick<Api, 'call'>;
  readonly #projectId: string;
  readonly #newest = new Latest();

  constructor(table: TableRows, api: Pick<Api, 'call'>, projectId: string) {
    this.#table = table;
    this.#api = api;
    this.#projectId = projectId;
    makeAutoObservable(this, { result: observableRef });
  }

  /** Those with numbers. */
  get columns(): readonly Column[] {
    return this.#table.columns.filter(isNumeric);
  }

  /** The chosen column, else the first. */
  get column(): Column | undefined {
    return this.columns.find(({ key }) => key === this.key) ?? this.columns[0];
  }

  choose(change: Partial<Pick<ColumnSummary, 'key' | 'scope'>>): void {
    Object.assign(this, change);
  }

  async compute(): Promise<void> {
    const { column, scope } = this;
    if (!column) return;
    const table = this.#table;
    const { filter, where } = table;
    const objects =
      scope === 'type'
        ? {}
        : scope === 'selected'
          ? { ids: table.selected }
          : { ...where, ...(filter && { filter }) };
    const headers = { projectid: this.#projectId, type: encodeURIComponent(table.typeName) };
    const body = { field: column.key, ...objects };
    try {
      const found = await this.#newest.run((signal) =>
        this.#api.call(summarizeGeometries, { headers, body }, { signal }),
      );
      if (found) runInAction(() => Object.assign(this, { result: found.data, error: undefined }));
    } catch (failure) {
      runInAction(() => Object.assign(this, { result: undefined, error: sentenceOf(failure) }));
    }
  }

  stop(): void {
    this.#newest.cancel();
  }
}
