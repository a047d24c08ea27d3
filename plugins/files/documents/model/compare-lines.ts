/** A line of two texts: in both, only in the first, or only in the second. */
export interface ComparedLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Lines that are compared; the work grows with their product. */
export const MAX_COMPARED_LINES = 2000;

/** The lines of two texts, in order, by their longest common subsequence. Undefined when there are too many. */
export function compareLines(first: string, second: string): readonly ComparedLine[] | undefined {
  const [a, b] = [linesOf(first), linesOf(second)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length > MAX_COMPARED_LINES || right.length > MAX_COMPARED_LINES) return undefined;
  const same = (lines: readonly string[]) => lines.map((text) => ({ kind: 'same' as const, text }));
  return [...same(a.slice(0, start)), ...between(left, right), ...same(a.slice(a.length - end))];
}

function between(a: readonly string[], b: readonly string[]): readonly ComparedLine[] {
  const width = b.length + 1;
  // Length of the longest common subsequence of what follows.
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const lines: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i]! });
      i++;
      j++;
    } else if (j === b.length || (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      lines.push({ kind: 'removed', text: a[i++]! });
    else lines.push({ kind: 'added', text: b[j++]! });
  }
  return lines;
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r\f]/);
}
