import type { Api } from '#core/api';
import { AppError } from '#core/kernel';
import {
  locateGeometry,
  researchGeometries,
  selectGeometries,
  type GeometryObject,
  type ResearchFilter,
} from '#core/protocol';
import { PAGE } from './pages.ts';
import type { TableSort } from './request.ts';

/** Which objects are rows, and their order. */
export interface RowsQuery {
  readonly typeName: string;
  readonly where: { readonly ids?: string[]; readonly bbox?: string };
  /** Undefined: all. */
  readonly filter: ResearchFilter | undefined;
  /** Undefined: the server's order. */
  readonly sort: TableSort | undefined;
}

/** The server's calls for rows. All reject with the server's error. */
export class TableCalls {
  readonly #api: Pick<Api, 'call'>;
  readonly #projectId: string;

  constructor(api: Pick<Api, 'call'>, projectId: string) {
    this.#api = api;
    this.#projectId = projectId;
  }

  /** One page of the rows, from 1. `after`: the id of the object before it, where known, which is faster. */
  async page(
    query: RowsQuery,
    page: number,
    after: string | undefined,
    signal: AbortSignal,
  ): Promise<{ objects: readonly GeometryObject[]; total: number }> {
    const list = async (last: string | undefined) => {
      const headers = { ...this.#headers(query), paginate: PAGE, page: last === undefined ? page : 1 };
      const body = { ...bodyOf(query), ...(last !== undefined && { after: last }) };
      const { data, total } = await this.#api.call(researchGeometries, { headers, body }, { signal });
      return { objects: data, total: total ?? data.length };
    };
    try {
      return await list(after);
    } catch (failure) {
      // The object before the page was deleted meanwhile.
      if (after === undefined || !(failure instanceof AppError) || failure.status !== 422) throw failure;
      return list(undefined);
    }
  }

  /** The row of an object, from 0; null: none. */
  async rowOf(query: RowsQuery, id: string, signal: AbortSignal): Promise<number | null> {
    const request = { headers: this.#headers(query), body: { id, ...bodyOf(query) } };
    return (await this.#api.call(locateGeometry, request, { signal })).data.row;
  }

  /** The ids of all rows, none where they are more than can be selected, and their number. */
  async ids({ typeName, where, filter }: RowsQuery): Promise<{ ids: readonly string[]; count: number }> {
    const { data } = await this.#api.call(selectGeometries, {
      headers: { projectid: this.#projectId },
      body: { ...where, typeNames: [typeName], ...(filter && { filter }) },
    });
    return { ids: data.types.flatMap((type) => type.ids), count: data.count };
  }

  #headers({ typeName }: RowsQuery) {
    return { projectid: this.#projectId, type: encodeURIComponent(typeName) };
  }
}

function bodyOf({ where, filter, sort }: RowsQuery) {
  return { ...where, ...(filter && { filter }), ...(sort && { orderby: sort.key, order: sort.order }) };
}
