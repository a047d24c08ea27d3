import type { Geometry } from '#core/protocol';

/** Returns a geometry as well-known text, longitude before latitude. */
export function wktOf({ type, coordinates }: Geometry): string {
  const text = (part: unknown): string =>
    (part as unknown[]).every((one) => typeof one === 'number')
      ? (part as number[]).join(' ')
      : (part as unknown[]).map((inner) => (isPlace(inner) ? text(inner) : `(${text(inner)})`)).join(', ');
  return `${type.toUpperCase()} (${text(coordinates)})`;
}

function isPlace(part: unknown): boolean {
  return Array.isArray(part) && typeof part[0] === 'number';
}
