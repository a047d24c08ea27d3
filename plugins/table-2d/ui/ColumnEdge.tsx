import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslate } from '#core/react';
import { LEAST, MOST, type Columns } from './useColumns.ts';

/** Pixels of one press of an arrow; with Shift one. */
const STEP = 16;

interface ColumnEdgeProps {
  column: number;
  columns: Columns;
  /** The title of the column. */
  title: string;
  /** One of the edges is a stop of the Tab key. */
  isStop: boolean;
  /** How wide the column must be for what is in sight. */
  fitting: () => number;
}

/** The edge of a column's title: dragged, moved with arrows, or with a double click or Enter to what fits. */
export function ColumnEdge({ column, columns, title, isStop, fitting }: ColumnEdgeProps) {
  const t = useTranslate('table-2d');
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
  const letGo = () => {
    if (drag.current) columns.keep();
    drag.current = undefined;
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('width', { field: title })}
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={isStop ? 0 : -1}
      className="tab-edge"
      onKeyDown={press}
      // The hand leaves the keyboard in the cells.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={hold}
      onPointerMove={move}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onDoubleClick={() => give(fitting())}
    />
  );
}
