/** An expression of CQL2 in its JSON encoding (OGC 21-065r2). */
export type Cql2 =
  | string
  | number
  | boolean
  | { op: string; args: Cql2[] }
  | { property: string }
  | { date: string }
  | { timestamp: string }
  | { interval: Cql2[] }
  | { bbox: number[] }
  | { type: string; coordinates: unknown }
  | Cql2[];

/** Deepest nesting of a filter. */
export const DEEPEST = 40;
/** Most operators, properties and literals of a filter. */
export const MOST_PARTS = 5000;
