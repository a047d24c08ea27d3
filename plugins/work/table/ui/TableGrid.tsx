import { observer } from 'mobx-react-lite';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { printValue } from '#core/fields';
import type { Field } from '#core/protocol';
import { classes, Icon, useI18n, useMedia, useTranslate } from '#core/react';
import type { TableRows } from '../model/table.ts';
import { CellEditor } from './CellEditor.tsx';
import { areFigures } from './figures.ts';
import { stepFor } from './step.ts';
import { TableHead } from './TableHead.tsx';
import { useColumns } from './useColumns.ts';
import { useWindow } from './useWindow.ts';

export interface TableGridProps {
  table: TableRows;
  selected: ReadonlySet<string>;
  /** Called with the new selection, as row ids. */
  onSelect: (ids: readonly string[]) => void;
  onSelectAll: () => void;
  onFly: (id: string) => void;
  /** Undefined where the person may not edit these objects. */
  onEdit: ((object: string, field: Field, value: unknown) => void) | undefined;
}

/** Row height in pixels, for a mouse and for a finger. */
const ROW = { fine: 32, coarse: 44 };
const NUMBERS = 64;

/** A virtualized grid with the keyboard navigation of the ARIA grid pattern. */
export const TableGrid = observer(function TableGrid({
  table,
  selected,
  onSelect,
  onSelectAll,
  onFly,
  onEdit,
}: TableGridProps) {
  const t = useTranslate('table');
  const i18n = useI18n();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { rows, fields: all } = table;
  const [active, setActive] = useState<readonly [number, number]>([0, 0]);
  const [anchor, setAnchor] = useState(0);
  const [editing, setEditing] = useState(false);
  const rowHeight = ROW[useMedia('(pointer: coarse)') ? 'coarse' : 'fine'];
  const columns = useColumns(table.typeName, all);
  const inView = useWindow(box, {
    rows: rows.length,
    rowHeight,
    edges: columns.edges,
    head: [rowHeight, NUMBERS],
  });
  const [row, column] = [Math.min(active[0], Math.max(0, rows.length - 1)), active[1]];
  // Subscribes to changes of the rows.
  void table.revision;

  const [first, end] = inView.rows;
  useEffect(() => table.inSight(first, end), [table, rows, first, end]);

  // Scrolls to what is selected elsewhere, also before the table opens, and moves the keyboard cursor there.
  const chosen = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (chosen.current === selected) return;
    const isOwn = isSame(chosen.current, selected);
    chosen.current = selected;
    const at = isOwn ? -1 : rows.findIndex((each) => each !== undefined && selected.has(each));
    if (at >= 0) move([at, column]);
  });

  const choose = (to: number, { shift, ctrl }: { shift: boolean; ctrl: boolean }) => {
    const target = rows[to];
    if (target === undefined) return;
    const next = shift
      ? rows.slice(Math.min(anchor, to), Math.max(anchor, to) + 1).filter((each) => each !== undefined)
      : ctrl
        ? selected.has(target)
          ? [...selected].filter((each) => each !== target)
          : [...selected, target]
        : [target];
    if (!shift) setAnchor(to);
    // The table itself changed the selection: the cursor is already there.
    chosen.current = new Set(next);
    onSelect(next);
  };
  const move = (to: readonly [number, number], { stretch: extend = false } = {}) => {
    if (!extend) setAnchor(to[0]);
    setActive(to);
    inView.scrollTo(...to);
  };
  const press = (event: KeyboardEvent) => {
    if (editing) return;
    const [ctrl, shift] = [event.ctrlKey || event.metaKey, event.shiftKey];
    const to = stepFor(
      event.key,
      ctrl,
      [row, column],
      [rows.length, all.length],
      Math.floor(box.current!.clientHeight / rowHeight) - 1,
    );
    if (to) {
      move(to, { stretch: shift });
      if (shift) choose(to[0], { shift: true, ctrl: false });
    } else if (event.key === ' ') choose(row, { shift, ctrl: !shift });
    else if (event.key === 'Enter' && ctrl && rows[row] !== undefined) onFly(rows[row]);
    else if ((event.key === 'Enter' || event.key === 'F2') && onEdit && table.objectAt(row)) setEditing(true);
    else if (ctrl && event.key.toLowerCase() === 'a') onSelectAll();
    else return;
    event.preventDefault();
  };
  const click = (event: MouseEvent, at: readonly [number, number]) => {
    setActive(at);
    choose(at[0], { shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey });
  };
  const finish = (value?: { value: unknown }) => {
    const object = table.objectAt(row);
    const field = all[column];
    setEditing(false);
    if (value && object && field) onEdit?.(object.id, field, value.value);
    box.current?.focus();
  };

  const visible = range(inView.rows);
  const shown = range(inView.columns);
  const cellId = (r: number, c: number) => `${id}-${r}-${c}`;
  return (
    <div
      ref={box}
      role="grid"
      aria-label={t('title')}
      aria-rowcount={rows.length + 1}
      aria-colcount={all.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={rows.length > 0 && all.length > 0 ? cellId(row, column) : undefined}
      tabIndex={0}
      className="tab-grid"
      onKeyDown={press}
    >
      <div
        role="presentation"
        className="tab-canvas"
        style={
          {
            '--tab-row': `${rowHeight}px`,
            blockSize: (rows.length + 1) * rowHeight,
            inlineSize: NUMBERS + columns.edges.at(-1)!,
          } as CSSProperties
        }
      >
        <TableHead table={table} columns={columns} shown={shown} active={column} from={NUMBERS} grid={box} />
        {visible.map((r) => {
          const object = table.objectAt(r);
          const isSelected = object !== undefined && selected.has(object.id);
          return (
            <div
              key={r}
              role="row"
              aria-rowindex={r + 2}
              aria-selected={isSelected}
              className={isSelected ? 'tab-row tab-selected' : 'tab-row'}
              style={{ insetBlockStart: (r + 1) * rowHeight }}
            >
              <span role="rowheader" aria-colindex={1} className="tab-number g-figures">
                {object ? (
                  <button
                    type="button"
                    tabIndex={-1}
                    aria-label={t('fly', { row: r + 1 })}
                    onClick={() => onFly(object.id)}
                  >
                    {i18n.number(r + 1)}
                    <Icon name="locate" size={12} />
                  </button>
                ) : (
                  i18n.number(r + 1)
                )}
              </span>
              {shown.map((c) => {
                const field = all[c]!;
                const isActive = r === row && c === column;
                const isEditing = isActive && editing && object !== undefined;
                return (
                  <span
                    key={field.name}
                    id={cellId(r, c)}
                    role="gridcell"
                    aria-colindex={c + 2}
                    className={cellClass(field, isActive)}
                    style={{ insetInlineStart: NUMBERS + columns.edges[c]!, inlineSize: columns.width(c) }}
                    onClick={(event) => !isEditing && click(event, [r, c])}
                    onDoubleClick={() => onEdit && object && !isEditing && setEditing(true)}
                  >
                    {isEditing ? (
                      <CellEditor field={field} value={object.properties[field.name]} onDone={finish} />
                    ) : object ? (
                      printed(object.properties[field.name], field, i18n)
                    ) : (
                      '…'
                    )}
                  </span>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
});

function printed(value: unknown, column: Field, i18n: ReturnType<typeof useI18n>): string {
  return value === undefined || value === null || value === '' ? '' : printValue(value, column, i18n);
}

function cellClass(field: Field, isActive: boolean): string {
  return classes('tab-cell', areFigures(field) && 'g-figures tab-end', isActive && 'tab-active');
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}

function range([first, end]: readonly [number, number]): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
}
