import { browserStorage, StoredValue } from '#core/browser';
import { asRecord, withLatest } from '#core/kernel';

/** Tools of the largest workbench, and some that are gone. */
const MAX_TOOLS = 200;

const counts = new StoredValue<Readonly<Record<string, number>>>({
  storage: browserStorage(),
  key: 'groma.tool-usage',
  read: (stored) =>
    Object.fromEntries(
      Object.entries(asRecord(stored)).filter((entry): entry is [string, number] =>
        Number.isFinite(entry[1]),
      ),
    ),
});

/** Counts that a tool was activated in this browser. */
export function countUse(tool: string): void {
  const before = counts.get();
  counts.set(withLatest(before, tool, (before[tool] ?? 0) + 1, MAX_TOOLS));
}

/** Sorts tools by how often they were activated in this browser; those used equally often keep their order. */
export function mostUsedFirst<T extends { readonly id: string }>(tools: readonly T[]): T[] {
  const used = counts.get();
  return tools.toSorted((a, b) => (used[b.id] ?? 0) - (used[a.id] ?? 0));
}
