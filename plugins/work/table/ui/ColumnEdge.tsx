import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslate } from '#core/react';
import { MIN_WIDTH, MAX_WIDTH, type Columns } from './useColumns.ts';

/** Pixels an arrow key moves the edge; one with Shift. */
const STEP = 16;

interface ColumnEdgeProps {
  column: number;
  columns: Columns;
  /** The column's title. */
  title: string;
  /** Whether it is a tab stop; one of the edges is. */
  isStop: boolean;
  /** Returns the width that fits the visible cells. */
  fitting: () => number;
}

/** The edge of a column header: dragged, moved with arrow keys, or fitted by double click or Enter. */
export function ColumnEdge({ column, columns, title, isStop, fitting }: ColumnEdgeProps) {
  const t = useTranslate('table');
  const drag = useRef<{ readonly from: number; readonly width: number }>(undefined);
  const width = columns.width(column);
  const give = (next: number) => {
    columns.resize(column, next);
    columns.keep();
  };
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 1 : STEP;
    if (event.key === 'ArrowRight') give(width + step);
    else if (event.key === 'ArrowLeft') give(width - step);
    else if (event.key === 'Enter') give(fitting());
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const hold = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientX, width };
  };
  const move = ({ clientX }: PointerEvent) => {
    if (drag.current) columns.resize(column, drag.current.width + clientX - drag.current.from);
  };
  const release = () => {
    if (drag.current) columns.keep();
    drag.current = undefined;
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('width', { field: title })}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={isStop ? 0 : -1}
      className="tab-edge"
      onKeyDown={press}
      // The mouse leaves the keyboard focus in the cells.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={hold}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => give(fitting())}
    />
  );
}
