import { useMemo, useRef, useState } from 'react';
import { useService } from '#core/react';
import type { Column } from '../model/columns.ts';
import { WIDTHS } from '../model/widths.ts';

const DEFAULT_WIDTH = 168;
const ID_WIDTH = 128;
export const MIN_WIDTH = 56;
export const MAX_WIDTH = 1200;

export interface Columns {
  /** Start of each column, and the end of the last, in pixels. */
  readonly edges: readonly number[];
  width(column: number): number;
  resize(column: number, width: number): void;
  /** Stores the widths for the next time the type is shown. */
  keep(): void;
}

/** The columns of a type with the widths the person has set. */
export function useColumns(typeName: string, columns: readonly Column[]): Columns {
  const widthsOf = useService(WIDTHS);
  const [widths, setWidths] = useState(() => widthsOf.of(typeName));
  const latest = useRef(widths);
  const edges = useMemo(() => {
    const all = [0];
    for (const { name, kind } of columns)
      all.push(all.at(-1)! + within(widths[name], kind === 'id' ? ID_WIDTH : DEFAULT_WIDTH));
    return all;
  }, [widths, columns]);
  return {
    edges,
    width: (column) => edges[column + 1]! - edges[column]!,
    resize: (column, width) => {
      latest.current = { ...latest.current, [columns[column]!.name]: within(width) };
      setWidths(latest.current);
    },
    keep: () => widthsOf.keep(typeName, latest.current),
  };
}

/** Stored data may be invalid. */
function within(width: unknown, otherwise = DEFAULT_WIDTH): number {
  return typeof width === 'number' ? Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width))) : otherwise;
}
