import type { FieldBookPoint } from '#core/protocol';

/** The codes of points with how many have them, the most frequent first. */
export function codesOf(points: readonly Pick<FieldBookPoint, 'code'>[]): { code: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { code } of points) if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code));
}
