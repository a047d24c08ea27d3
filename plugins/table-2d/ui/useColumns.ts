import { useMemo, useRef, useState } from 'react';
import type { Field } from '#core/protocol';
import { useService } from '#core/react';
import { WIDTHS } from '../model/widths.ts';

const USUAL = 168;
export const LEAST = 56;
export const MOST = 1200;

export interface Columns {
  /** Where each column begins, and after the last where it ends; pixels. */
  readonly edges: readonly number[];
  width(column: number): number;
  resize(column: number, width: number): void;
  /** From now on they are so wide whenever the type is shown. */
  keep(): void;
}

/** The columns of a type, as wide as the person has made them. */
export function useColumns(typeName: string, fields: readonly Field[]): Columns {
  const kept = useService(WIDTHS);
  const [widths, setWidths] = useState(() => kept.of(typeName));
  const latest = useRef(widths);
  const edges = useMemo(() => {
    const all = [0];
    for (const { name } of fields) all.push(all.at(-1)! + within(widths[name]));
    return all;
  }, [widths, fields]);
  return {
    edges,
    width: (column) => edges[column + 1]! - edges[column]!,
    resize: (column, width) => {
      latest.current = { ...latest.current, [fields[column]!.name]: within(width) };
      setWidths(latest.current);
    },
    keep: () => kept.keep(typeName, latest.current),
  };
}

/** What the storage holds may be anything. */
function within(width: unknown): number {
  return typeof width === 'number' ? Math.min(MOST, Math.max(LEAST, Math.round(width))) : USUAL;
}
