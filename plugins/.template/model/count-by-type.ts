import type { MapObject } from '#core/document';

/** The number of objects of each type, most first. */
export function countByType(objects: Iterable<MapObject>): { typeName: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { typeName } of objects) counts.set(typeName, (counts.get(typeName) ?? 0) + 1);
  return [...counts].map(([typeName, count]) => ({ typeName, count })).sort((a, b) => b.count - a.count);
}
