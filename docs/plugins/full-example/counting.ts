import type { MapObject } from '#core/document';

export interface Count {
  readonly typeName: string;
  readonly count: number;
  /** Of all objects, 0 to 1. */
  readonly share: number;
}

/** The number of objects of each type, most first. */
export function countByType(objects: Iterable<MapObject>): Count[] {
  const counts = new Map<string, number>();
  let all = 0;
  for (const { typeName } of objects) {
    counts.set(typeName, (counts.get(typeName) ?? 0) + 1);
    all += 1;
  }
  return [...counts]
    .map(([typeName, count]) => ({ typeName, count, share: count / all }))
    .sort((a, b) => b.count - a.count);
}

export function idsOfType(objects: Iterable<MapObject>, typeName: string): string[] {
  return [...objects].filter((object) => object.typeName === typeName).map(({ id }) => id);
}
