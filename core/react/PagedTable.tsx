import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { ServerList } from '#core/api';
import { Pager } from './Pager.tsx';
import { SearchField } from './SearchField.tsx';
import { Table, type Sort, type TableProps } from './Table.tsx';
import './PagedTable.css';

type FromList = 'rows' | 'isLoading' | 'error' | 'onRetry' | 'sort' | 'onSort';

export interface PagedTableProps<T> extends Omit<TableProps<T>, FromList> {
  list: ServerList<T>;
  /** The server's default sort order. */
  sort?: Sort;
}

/** A table of a list on the server: loaded page by page when shown; the server searches and sorts. */
export const PagedTable = observer(function PagedTable<T extends object>({
  list,
  sort,
  ...props
}: PagedTableProps<T>) {
  useEffect(() => void list.reload(), [list]);
  const { orderby, order, page, paginate } = list.query;
  return (
    <div className="g-paged">
      <Table
        {...props}
        rows={list.rows}
        isLoading={list.state === 'loading'}
        error={list.state === 'failed' ? list.error : undefined}
        onRetry={() => void list.reload()}
        sort={sort && { column: orderby ?? sort.column, order: order ?? sort.order }}
        onSort={({ column, order: next }) => void list.setQuery({ orderby: column, order: next })}
      />
      <Pager
        page={page}
        pageSize={paginate}
        total={list.total}
        onPage={(next) => void list.setQuery({ page: next })}
      />
    </div>
  );
});

interface ListSearchProps<T> {
  label: string;
  list: ServerList<T>;
  className?: string;
}

/** Searches such a list, on all its pages. */
export const ListSearch = observer(function ListSearch<T>({ label, list, className }: ListSearchProps<T>) {
  return (
    <SearchField
      label={label}
      value={list.query.search ?? ''}
      onChange={(search) => void list.setQuery({ search })}
      className={className}
    />
  );
});
