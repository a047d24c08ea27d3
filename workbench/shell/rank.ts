/** Scores a title and its other words against the words typed: 0 no match, higher is better. Every word must be found. */
function score(words: readonly string[], title: string, others: string): number {
  let total = 0;
  for (const word of words) {
    if (title.startsWith(word)) total += 8;
    else if (title.includes(` ${word}`)) total += 4;
    else if (title.includes(word)) total += 2;
    else if (others.includes(word)) total += 1;
    else return 0;
  }
  return total;
}

/** Lower case without accents: `proprieta` finds `Proprietà`. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

interface RankedItem {
  readonly title: string;
  readonly detail?: string;
  /** Found, but not shown. */
  readonly words?: string;
}

/** Whether `text` is the whole title, but for case and accents. */
export const isTitle = (text: string, { title }: RankedItem): boolean => plain(title) === plain(text).trim();

/**
 * Returns the items that contain every word of `text`, best first, one with this title before all; ties keep their order.
 * An empty text finds all.
 */
export function rank<T extends RankedItem>(text: string, items: readonly T[]): T[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  return items
    .map((item) => ({
      item,
      points: score(words, plain(item.title), plain(`${item.detail ?? ''} ${item.words ?? ''}`)),
    }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => Number(isTitle(text, b.item)) - Number(isTitle(text, a.item)) || b.points - a.points)
    .map(({ item }) => item);
}
