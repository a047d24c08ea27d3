import type { Geometry, Position } from '#core/protocol';
import { printNumber } from './shapes.ts';

/** Well-known text by OGC 06-103r4: `POINT Z (12.5 41.9 57)`. */
export function printWkt(geometry: Geometry): string {
  const name = geometry.type.toUpperCase();
  const position = (given: Position) => given.map(printNumber).join(' ');
  const list = (value: unknown): string => {
    const items = value as unknown[];
    if (typeof items[0] === 'number') return position(items as unknown as Position);
    const inner = items.map((item) => {
      const nested = list(item);
      // Each point of a multipoint has its own brackets.
      return geometry.type === 'MultiPoint' ? `(${nested})` : nested;
    });
    return `(${inner.join(', ')})`;
  };
  const text = geometry.type === 'Point' ? `(${position(geometry.coordinates)})` : list(geometry.coordinates);
  return `${name}${dimension(geometry) === 3 ? ' Z' : ''} ${text}`;
}

function dimension({ coordinates }: Geometry): number {
  let inner: unknown = coordinates;
  while (Array.isArray((inner as unknown[])[0])) inner = (inner as unknown[])[0];
  return (inner as unknown[]).length;
}
