import { bad } from './bad-filter.ts';
import { DEEPEST, MOST_PARTS, type Cql2 } from './expression.ts';

/** Reads a filter in CQL2 JSON. Throws 400. */
export function parseCql2Json(filter: string): Cql2 {
  let value: unknown;
  try {
    value = JSON.parse(filter);
  } catch {
    throw bad('cql2.no-json');
  }
  let count = 0;
  const check = (part: unknown, depth: number): Cql2 => {
    if (depth > DEEPEST) throw bad('cql2.too-deep', { most: DEEPEST });
    if (++count > MOST_PARTS) throw bad('cql2.too-large', { most: MOST_PARTS });
    if (typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean') return part;
    if (Array.isArray(part)) return part.map((each) => check(each, depth + 1));
    const given = (part ?? {}) as Record<string, unknown>;
    const { op, args, property, date, timestamp, interval, bbox, type, coordinates } = given;
    if (typeof op === 'string' && Array.isArray(args))
      return { op: nameOf(op), args: args.map((each) => check(each, depth + 1)) };
    if (typeof property === 'string') return { property };
    if (typeof date === 'string') return { date };
    if (typeof timestamp === 'string') return { timestamp };
    if (Array.isArray(interval)) return { interval: interval.map((each) => check(each, depth + 1)) };
    if (Array.isArray(bbox)) return { bbox: bbox.map(Number) };
    if (typeof type === 'string' && Array.isArray(coordinates)) return { type, coordinates };
    throw bad('cql2.unexpected-json', { text: JSON.stringify(part).slice(0, 60) });
  };
  return check(value, 0);
}

function nameOf(op: string): string {
  return /^isnull$/i.test(op) ? 'isNull' : op.toLowerCase();
}
