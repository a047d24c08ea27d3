import { useLayoutEffect, useState, type RefObject } from 'react';

/** Extra cells rendered around the visible ones, so that fast scrolling shows no blanks. */
const OVERSCAN = 4;

interface VisibleRange {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
  /** The rows that are wholly or partly visible, without those rendered around them. */
  readonly seen: readonly [number, number];
}

interface TableGeometry {
  readonly rows: number;
  readonly rowHeight: number;
  /** Start of each column, and the end of the last, in pixels. */
  readonly edges: readonly number[];
  /** Pixels that headers take left of and above the cells. */
  readonly head: readonly [number, number];
}

/** Returns the visible rows, all of one height, and columns: first, and one past the last. */
export function useWindow(
  box: RefObject<HTMLElement | null>,
  grid: TableGeometry,
): VisibleRange & { scrollTo(row: number, column?: number): void } {
  const { rows, rowHeight, edges, head } = grid;
  const [at, setAt] = useState({ top: 0, left: 0, height: 0, width: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () =>
      setAt({
        top: element.scrollTop,
        left: element.scrollLeft,
        height: element.clientHeight,
        width: element.clientWidth,
      });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);

  const scrollTo = (row: number, column?: number) => {
    const element = box.current;
    if (!element) return;
    const [down, right] = head;
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
    element.scrollTo({
      top: brought(scrollTop, row * rowHeight, rowHeight, clientHeight - down),
      left:
        column === undefined
          ? scrollLeft
          : brought(scrollLeft, edges[column]!, edges[column + 1]! - edges[column]!, clientWidth - right),
    });
  };
  const top = Math.floor(at.top / rowHeight);
  // The header covers the first row's height.
  const bottom = Math.min(rows, Math.ceil((at.top + at.height - head[0]) / rowHeight));
  return {
    seen: [Math.min(top, Math.max(0, rows - 1)), Math.max(0, bottom)],
    rows: between(at.top, at.height, rowHeight, rows),
    columns: among(edges, at.left, at.left + at.width),
    scrollTo,
  };
}

function between(from: number, room: number, size: number, count: number): readonly [number, number] {
  const first = Math.max(0, Math.floor(from / size) - OVERSCAN);
  return [Math.min(first, count), Math.min(count, Math.ceil((from + room) / size) + OVERSCAN)];
}

/** The columns between two positions. */
function among(edges: readonly number[], from: number, to: number): readonly [number, number] {
  const columns = edges.length - 1;
  const first = edges.findIndex((_, i) => i === columns || edges[i + 1]! > from);
  const end = edges.findIndex((edge, i) => i === columns || edge >= to);
  return [Math.max(0, first - OVERSCAN), Math.min(columns, end + OVERSCAN)];
}

/** The smallest scroll that makes a cell visible. */
function brought(scroll: number, at: number, size: number, room: number): number {
  if (at < scroll) return at;
  return at + size > scroll + room ? at + size - room : scroll;
}
