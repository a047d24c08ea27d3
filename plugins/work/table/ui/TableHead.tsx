import { observer } from 'mobx-react-lite';
import type { RefObject } from 'react';
import { titleOf } from '#core/fields';
import { classes, Icon, useI18n, useTranslate } from '#core/react';
import type { TableRows } from '../model/table.ts';
import { ColumnEdge } from './ColumnEdge.tsx';
import { areFigures } from './figures.ts';
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
        const column = table.fields[c]!;
        const title = titleOf(column, i18n);
        const order = table.sort?.field === column.name ? table.sort.order : undefined;
        return (
          <span
            key={column.name}
            role="columnheader"
            aria-colindex={c + 2}
            aria-sort={order === undefined ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
            className={classes('tab-title', areFigures(column) && 'tab-end')}
            style={{ insetInlineStart: from + columns.edges[c]!, inlineSize: columns.width(c) }}
          >
            <button type="button" tabIndex={-1} onClick={() => table.sortBy(column.name)}>
              <span>{title}</span>
              {order && <Icon name={order === 'asc' ? 'up' : 'down'} size={12} />}
            </button>
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

/** Width of the widest visible text of a column, header included. */
function widest(grid: HTMLElement | null, column: number): number {
  const cells = grid?.querySelectorAll(`[aria-colindex="${column}"]`) ?? [];
  return Math.max(...[...cells].map((cell) => widthOf(cell.querySelector('button > span') ?? cell)));
}

function widthOf(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}
