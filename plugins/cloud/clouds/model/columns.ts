import type { TextColumns } from '#core/protocol';

export type TextColumn = TextColumns['columns'][number];

const AXES: readonly TextColumn[] = ['x', 'y', 'z'];

/** Whether x, y and z are there, once each. */
export const hasPlace = ({ columns }: TextColumns): boolean =>
  AXES.every((axis) => columns.filter((one) => one === axis).length === 1);

/** With column `at` as `column`: what was that before is ignored. */
export function withColumn(text: TextColumns, at: number, column: TextColumn): TextColumns {
  const length = Math.max(text.columns.length, at + 1);
  const columns = Array.from({ length }, (_, i): TextColumn => {
    if (i === at) return column;
    const former = text.columns[i] ?? 'skip';
    return former === column ? 'skip' : former;
  });
  return { ...text, columns };
}

/** With another separator. Commas cannot separate columns and decimals at once. */
export function withSeparator(text: TextColumns, separator: TextColumns['separator']): TextColumns {
  return { ...text, separator, decimal: separator === 'comma' ? 'point' : text.decimal };
}
