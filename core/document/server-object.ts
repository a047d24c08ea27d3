import type { GeometryObject } from '#core/protocol';
import type { MapObject, ServerRecord } from './object.ts';

/** The content of an object as the server answers it. */
export function mapObjectOf({ id, typeName, location, properties, relatesTo }: GeometryObject): MapObject {
  return { id, typeName, location, properties, relatesTo };
}

/** What the server adds to it. */
export function serverRecordOf({ metadata }: GeometryObject): ServerRecord {
  return { version: metadata.version, metadata };
}

/** Do both say the same? Key order does not count. */
export function hasSameContent(a: MapObject | undefined, b: MapObject | undefined): boolean {
  if (a === b) return true;
  if (!a || !b || a.typeName !== b.typeName) return false;
  return (
    isEqualJson(a.location, b.location) &&
    isEqualJson(a.properties, b.properties) &&
    isEqualJson(a.relatesTo, b.relatesTo)
  );
}

/** Equality of JSON values. */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => key in right && isEqualJson(left[key], right[key]))
  );
}
