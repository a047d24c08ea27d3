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
import type { MapObject } from '#core/document';
import { choiceColour } from '#core/fields';
import type { Field } from '#core/protocol';
import { classes, ColourDot, Icon, useI18n, useMedia, usePrinter, useTranslate } from '#core/react';
import { isEditable, isNumeric, valueIn, type Column } from '../model/columns.ts';
import type { TableRows } from '../model/table.ts';
import { CellEditor } from './CellEditor.tsx';
import { stepFor } from './step.ts';
import { TableHead } from './TableHead.tsx';
import { cellText, type CellTexts } from './texts.ts';
import { useColumns } from './useColumns.ts';
import { useWindow } from './useWindow.ts';

export interface TableGridProps {
  table: TableRows;
  selected: ReadonlySet<string>;
  /** Called with the new selection, as row ids. */
  onSelect: (ids: readonly string[]) => void;
  onSelectAll: () => void;
  onFly: (id: string) => void;
  /** What an object is called; undefined where it is not loaded. */
  nameOf: (id: string) => string | undefined;
  onCopy: (text: string) => void;
  /** Called with the rows that are visible: the first, and one past the last. */
  onView: (rows: readonly [number, number]) => void;
  /** Undefined where the person may not edit these objects. */
  onEdit: ((object: MapObject, field: Field, value: unknown) => void) | undefined;
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
  nameOf,
  onCopy,
  onView,
  onEdit,
}: TableGridProps) {
  const t = useTranslate('table');
  const i18n = useI18n();
  const printer = usePrinter();
  const texts: CellTexts = { i18n, printer, nameOf };
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { columns: all } = table;
  const rows = table.total ?? 0;
  const [active, setActive] = useState<readonly [number, number]>([0, 0]);
  const [anchor, setAnchor] = useState(0);
  const [editing, setEditing] = useState(false);
  const rowHeight = ROW[useMedia('(pointer: coarse)') ? 'coarse' : 'fine'];
  const columns = useColumns(table.typeName, all);
  const inView = useWindow(box, {
    rows,
    rowHeight,
    edges: columns.edges,
    head: [rowHeight, NUMBERS],
  });
  const [row, column] = [
    Math.min(active[0], Math.max(0, rows - 1)),
    Math.min(active[1], Math.max(0, all.length - 1)),
  ];
  // Subscribes to changes of the rows.
  void table.revision;

  const [first, end] = inView.rows;
  useEffect(() => table.setVisibleRows(first, end), [table, rows, first, end]);
  const [top, bottom] = inView.seen;
  useEffect(() => onView([top, bottom]), [onView, top, bottom]);

  // Scrolls to what is selected elsewhere, also before the table opens, and moves the keyboard cursor there.
  const chosen = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (chosen.current === selected || table.total === undefined) return;
    const isOwn = isSame(chosen.current, selected);
    chosen.current = selected;
    const [some] = selected;
    if (isOwn || some === undefined) return;
    const isCurrent = () => chosen.current === selected;
    void table.locate(some).then((at) => at !== undefined && isCurrent() && move([at, column]));
  });

  const choose = (to: number, { shift, ctrl }: { shift: boolean; ctrl: boolean }) => {
    const target = table.idAt(to);
    if (target === undefined || table.isDeleted(target)) return;
    const next = shift
      ? range([Math.min(anchor, to), Math.max(anchor, to) + 1]).flatMap((each) => table.idAt(each) ?? [])
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
  const move = (to: readonly [number, number], { extend = false } = {}) => {
    if (!extend) setAnchor(to[0]);
    setActive(to);
    inView.scrollTo(...to);
  };
  const mayEdit = (edited: Column | undefined) => onEdit && edited && isEditable(edited);
  const press = (event: KeyboardEvent) => {
    // Events of a filter come here through the tree of components.
    if (editing || !event.currentTarget.contains(event.target as Node)) return;
    if (event.target !== box.current && (event.key === 'Enter' || event.key === ' ')) return;
    const [ctrl, shift] = [event.ctrlKey || event.metaKey, event.shiftKey];
    const object = table.objectAt(row);
    const to = stepFor(
      event.key,
      ctrl,
      [row, column],
      [rows, all.length],
      Math.floor(box.current!.clientHeight / rowHeight) - 1,
    );
    if (to) {
      move(to, { extend: shift });
      if (shift) choose(to[0], { shift: true, ctrl: false });
    } else if (event.key === ' ') choose(row, { shift, ctrl: !shift });
    else if (event.key === 'Enter' && ctrl) {
      if (object) onFly(object.id);
    } else if ((event.key === 'Enter' || event.key === 'F2') && mayEdit(all[column]) && object)
      setEditing(true);
    else if (ctrl && event.key.toLowerCase() === 'a') onSelectAll();
    else if (ctrl && event.key.toLowerCase() === 'c' && object && all[column])
      onCopy(copied(object, all[column], texts));
    else return;
    event.preventDefault();
  };
  const click = (event: MouseEvent, at: readonly [number, number]) => {
    setActive(at);
    choose(at[0], { shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey });
  };
  const finish = (value?: { value: unknown }) => {
    const object = table.objectAt(row);
    const edited = all[column];
    setEditing(false);
    if (value && object && edited) onEdit?.(object, edited.field, value.value);
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
      aria-rowcount={rows + 1}
      aria-colcount={all.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={rows > 0 && all.length > 0 ? cellId(row, column) : undefined}
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
            blockSize: (rows + 1) * rowHeight,
            inlineSize: NUMBERS + columns.edges.at(-1)!,
          } as CSSProperties
        }
      >
        <TableHead table={table} columns={columns} shown={shown} active={column} from={NUMBERS} grid={box} />
        {visible.map((r) => {
          const object = table.objectAt(r);
          const isSelected = object !== undefined && selected.has(object.id);
          const isDeleted = object !== undefined && table.isDeleted(object.id);
          return (
            <div
              key={r}
              role="row"
              aria-rowindex={r + 2}
              aria-selected={isSelected}
              className={classes('tab-row', isSelected && 'tab-selected', isDeleted && 'tab-deleted')}
              title={isDeleted ? t('deleted') : undefined}
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
                const each = all[c]!;
                const isActive = r === row && c === column;
                const isEditing = isActive && editing && object !== undefined;
                return (
                  <span
                    key={each.key}
                    id={cellId(r, c)}
                    role="gridcell"
                    aria-colindex={c + 2}
                    className={cellClass(each, isActive)}
                    style={{ insetInlineStart: NUMBERS + columns.edges[c]!, inlineSize: columns.width(c) }}
                    title={each.kind === 'id' ? object?.id : undefined}
                    onClick={(event) => !isEditing && click(event, [r, c])}
                    onDoubleClick={() => mayEdit(each) && object && !isEditing && setEditing(true)}
                  >
                    {isEditing ? (
                      <CellEditor field={each.field} value={valueIn(object, each)} onDone={finish} />
                    ) : object ? (
                      <>
                        <CellColour object={object} column={each} />
                        {cellText(object, each, texts)}
                        {each.kind === 'id' && (
                          <button
                            type="button"
                            tabIndex={-1}
                            className="tab-copy"
                            aria-label={t('copy.id', { row: i18n.number(r + 1) })}
                            onClick={(event) => {
                              event.stopPropagation();
                              onCopy(object.id);
                            }}
                          >
                            <Icon name="copy" size={12} />
                          </button>
                        )}
                      </>
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

/** What the clipboard gets: ids in full. */
function copied(object: MapObject, column: Column, texts: CellTexts): string {
  return column.kind === 'id' ? object.id : cellText(object, column, texts);
}

function CellColour({ object, column }: { object: MapObject; column: Column }) {
  const colour = choiceColour(column.field, valueIn(object, column));
  return colour === undefined ? null : <ColourDot colour={colour} />;
}

function cellClass(column: Column, isActive: boolean): string {
  return classes(
    'tab-cell',
    (isNumeric(column) || column.kind === 'id') && 'g-figures',
    isNumeric(column) && 'tab-end',
    isActive && 'tab-active',
  );
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}

function range([first, end]: readonly [number, number]): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
}
