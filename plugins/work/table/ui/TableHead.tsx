import { observer } from 'mobx-react-lite';
import type { RefObject } from 'react';
import { classes, Icon, IconButton, Popover, useI18n, useTranslate } from '#core/react';
import { isNumeric, type Column } from '../model/columns.ts';
import type { TableRows } from '../model/table.ts';
import { ColumnEdge } from './ColumnEdge.tsx';
import { ColumnFilterForm } from './ColumnFilterForm.tsx';
import { columnTitle } from './texts.ts';
import type { Columns } from './useColumns.ts';

/** Pixels beside the text of a cell. */
const PADDING = 24;

interface TableHeadProps {
  table: TableRows;
  columns: Columns;
  /** Visible columns. */
  shown: readonly number[];
  /** The column of the keyboard cursor. */
  active: number;
  /** Pixels before the first column. */
  from: number;
  grid: RefObject<HTMLElement | null>;
}

/** The header row: a click sorts, a button filters, an edge resizes. */
export const TableHead = observer(function TableHead(props: TableHeadProps) {
  const { table, columns, shown, active, from, grid } = props;
  const t = useTranslate('table');
  const i18n = useI18n();
  return (
    <div role="row" aria-rowindex={1} className="tab-head">
      <span role="columnheader" aria-colindex={1} className="tab-corner">
        {t('row')}
      </span>
      {shown.map((c) => {
        const column = table.columns[c]!;
        const title = columnTitle(column, i18n);
        const order = table.sort?.key === column.key ? table.sort.order : undefined;
        return (
          <span
            key={column.key}
            role="columnheader"
            aria-colindex={c + 2}
            aria-sort={order === undefined ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
            className={classes('tab-title', isNumeric(column) && 'tab-end')}
            style={{ insetInlineStart: from + columns.edges[c]!, inlineSize: columns.width(c) }}
          >
            <button type="button" tabIndex={-1} className="tab-sort" onClick={() => table.sortBy(column.key)}>
              <span>{title}</span>
              {order && <Icon name={order === 'asc' ? 'up' : 'down'} size={12} />}
            </button>
            <FilterButton table={table} column={column} title={title} isStop={c === active} />
            <ColumnEdge
              column={c}
              columns={columns}
              title={title}
              isStop={c === active}
              fitting={() => widest(grid.current, c + 2) + PADDING}
            />
          </span>
        );
      })}
    </div>
  );
});

interface FilterButtonProps {
  table: TableRows;
  column: Column;
  title: string;
  isStop: boolean;
}

const FilterButton = observer(function FilterButton({ table, column, title, isStop }: FilterButtonProps) {
  const t = useTranslate('table');
  const filter = table.filters.get(column.key);
  return (
    <Popover
      label={t('filter.of', { field: title })}
      trigger={
        <IconButton
          size="s"
          label={t(filter ? 'filter.change' : 'filter.of', { field: title })}
          icon={<Icon name="filter" size={12} />}
          className={classes('tab-funnel', filter && 'tab-filtered')}
          excludeFromTabOrder={!isStop}
        />
      }
    >
      {(close) => (
        <ColumnFilterForm
          column={column}
          filter={filter}
          onApply={(next) => {
            table.setFilter(column.key, next);
            close();
          }}
        />
      )}
    </Popover>
  );
});

/** Width of the widest visible text of a column, header included. */
function widest(grid: HTMLElement | null, column: number): number {
  const cells = grid?.querySelectorAll(`[aria-colindex="${column}"]`) ?? [];
  return Math.max(...[...cells].map((cell) => widthOf(cell.querySelector('.tab-sort > span') ?? cell)));
}

function widthOf(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}
