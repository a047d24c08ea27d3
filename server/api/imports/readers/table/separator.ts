import { RowSplitter, SEPARATORS, type Separator } from './rows.ts';

const ROWS = 40;

/** The separator by which the first rows of a table have the same number of cells, and several. */
export function separatorOf(sample: string): Separator {
  let best: { separator: Separator; score: number } = { separator: ',', score: 0 };
  for (const separator of SEPARATORS) {
    const rows = firstRows(sample, separator);
    const counts = new Map<number, number>();
    for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
    const [cells, times] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0];
    if (cells < 2) continue;
    // Blanks are in texts too.
    const score = (times / rows.length) * (separator === ' ' ? 0.6 : 1);
    if (score > best.score + 1e-9) best = { separator, score };
  }
  return best.separator;
}

function firstRows(sample: string, separator: Separator): string[][] {
  const rows: string[][] = [];
  const splitter = new RowSplitter(separator);
  for (const row of splitter.add(sample)) {
    rows.push(row);
    if (rows.length >= ROWS) return rows;
  }
  // The sample may end within a row.
  return rows.length === 0 ? [...splitter.end()] : rows;
}
