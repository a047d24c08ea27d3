import { ArrowDown, ArrowUp, Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Cell,
  Checkbox as AriaCheckbox,
  Collection,
  Column,
  Row,
  Table as AriaTable,
  TableBody,
  TableHeader,
  TableLayout,
  Virtualizer,
  type Selection,
} from 'react-aria-components';
import { classes } from './classes.ts';
import { ErrorPanel } from './ErrorPanel.tsx';
import { Skeleton } from './Skeleton.tsx';
import { useMedia } from './useMedia.ts';
import { useTranslate } from './useTranslate.ts';
import './Table.css';

export interface TableColumn<T> {
  id: string;
  title: string;
  /** Returns the content of a cell. */
  cell: (row: T) => ReactNode;
  sortable?: boolean;
  /** Numbers are aligned at the end, so that their digits line up. */
  align?: 'start' | 'end';
  /** Whether this column names the row. Default: the first one. */
  rowHeader?: boolean;
  /** The title is only for screen readers, for a column of buttons. */
  hideTitle?: boolean;
  /** CSS pixels. Default: a share of the remaining width. */
  width?: number;
  /** Hidden on a phone. */
  secondary?: boolean;
}

export interface Sort {
  column: string;
  order: 'asc' | 'desc';
}

export interface TableProps<T> {
  label: string;
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  rowId: (row: T) => string;
  /** For finding rows by typing, and for screen readers when a row is selected. */
  rowText?: (row: T) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: 'single' | 'multiple';
  selected?: ReadonlySet<string>;
  onSelect?: (ids: ReadonlySet<string>) => void;
  /** Called by double click or Enter; by a single click where rows cannot be selected. */
  onOpen?: (row: T) => void;
  isLoading?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Shown when there are no rows. */
  empty?: ReactNode;
  /** Renders visible rows only; the table then needs a height from its parent or its class. */
  isVirtual?: boolean;
  className?: string;
}

const ROW = 36;
/** As in Table.css. */
const PHONE = '(max-width: 600px)';

/**
 * A table with sorting, selecting and opening of rows by pointer and keyboard, and with skeleton, empty state and
 * error.
 */
export function Table<T extends object>(props: TableProps<T>) {
  const { label, rows, rowId, sort, onSort, selection, selected, onSelect, onOpen, isVirtual } = props;
  const t = useTranslate('core');
  const isPhone = useMedia(PHONE);
  // A virtual table gives every column a width, also one that is not displayed.
  const columns = isVirtual && isPhone ? props.columns.filter(({ secondary }) => !secondary) : props.columns;
  if (props.error !== undefined) return <ErrorPanel error={props.error} onRetry={props.onRetry} />;
  if (props.isLoading && rows.length === 0) return <TableSkeleton label={t('table.loading')} />;

  const byId = new Map(rows.map((row) => [rowId(row), row]));
  const header = columns.find(({ rowHeader }) => rowHeader) ?? columns[0];
  const table = (
    <AriaTable
      aria-label={label}
      aria-busy={props.isLoading}
      className={classes('g-table', isVirtual && 'g-table-virtual', isVirtual && props.className)}
      selectionMode={selection ?? 'none'}
      selectionBehavior={selection === 'multiple' ? 'toggle' : 'replace'}
      selectedKeys={selected}
      onSelectionChange={(keys: Selection) =>
        onSelect?.(keys === 'all' ? new Set(byId.keys()) : new Set([...keys].map(String)))
      }
      sortDescriptor={
        sort && { column: sort.column, direction: sort.order === 'asc' ? 'ascending' : 'descending' }
      }
      onSortChange={({ column, direction }) =>
        onSort?.({ column: String(column), order: direction === 'ascending' ? 'asc' : 'desc' })
      }
      onRowAction={
        onOpen &&
        ((key) => {
          const row = byId.get(String(key));
          if (row) onOpen(row);
        })
      }
    >
      <TableHeader>
        {selection === 'multiple' && (
          <Column className="g-table-column" width={36} minWidth={36}>
            <RowCheckbox />
          </Column>
        )}
        {columns.map((column) => (
          <Column
            key={column.id}
            id={column.id}
            isRowHeader={column === header}
            allowsSorting={column.sortable}
            textValue={column.title}
            width={isVirtual ? (column.width ?? '1fr') : undefined}
            // React Aria widens narrower ones to 75.
            minWidth={isVirtual ? column.width : undefined}
            style={isVirtual || column.width === undefined ? undefined : { inlineSize: column.width }}
            className={cellClass('g-table-column', column)}
          >
            {({ sortDirection }) => (
              <span className="g-table-title">
                <span className={column.hideTitle ? 'g-hidden' : undefined}>{column.title}</span>
                {sortDirection === 'ascending' && <ArrowUp aria-hidden="true" />}
                {sortDirection === 'descending' && <ArrowDown aria-hidden="true" />}
              </span>
            )}
          </Column>
        ))}
      </TableHeader>
      <TableBody renderEmptyState={() => props.empty}>
        <Collection items={rows} dependencies={[columns]}>
          {(row: T) => (
            <Row
              id={rowId(row)}
              textValue={props.rowText?.(row)}
              className={classes('g-table-row', onOpen && 'g-table-opens')}
            >
              {selection === 'multiple' && (
                <Cell className="g-table-cell">
                  <RowCheckbox />
                </Cell>
              )}
              {columns.map((column) => (
                <Cell key={column.id} className={cellClass('g-table-cell', column)}>
                  {column.cell(row)}
                </Cell>
              ))}
            </Row>
          )}
        </Collection>
      </TableBody>
    </AriaTable>
  );
  if (!isVirtual) return <div className={classes('g-table-box', props.className)}>{table}</div>;
  return (
    <Virtualizer layout={TableLayout} layoutOptions={{ rowHeight: ROW, headingHeight: ROW }}>
      {table}
    </Virtualizer>
  );
}

function cellClass<T>(name: string, { align, secondary }: TableColumn<T>): string {
  return classes(name, align === 'end' && 'g-figures g-table-end', secondary && 'g-table-secondary');
}

function RowCheckbox() {
  return (
    <AriaCheckbox slot="selection" className="g-check">
      {({ isIndeterminate, isSelected }) => (
        <span className="g-check-box" aria-hidden="true">
          {isIndeterminate ? <Minus strokeWidth={3} /> : isSelected ? <Check strokeWidth={3} /> : null}
        </span>
      )}
    </AriaCheckbox>
  );
}

function TableSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="g-table-skeleton">
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} height={12} />
      ))}
    </div>
  );
}
