import { useMemo, useRef, useState } from 'react';
import type { Field } from '#core/protocol';
import { useService } from '#core/react';
import { WIDTHS } from '../model/widths.ts';

const USUAL = 168;
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
export function useColumns(typeName: string, columns: readonly Field[]): Columns {
  const widthsOf = useService(WIDTHS);
  const [widths, setWidths] = useState(() => widthsOf.of(typeName));
  const latest = useRef(widths);
  const edges = useMemo(() => {
    const all = [0];
    for (const { name } of columns) all.push(all.at(-1)! + within(widths[name]));
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
function within(width: unknown): number {
  return typeof width === 'number' ? Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width))) : USUAL;
}
