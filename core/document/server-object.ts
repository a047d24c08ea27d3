import type { GeometryObject } from '#core/protocol';
import type { MapObject, ServerRecord } from './object.ts';

/** Returns the content of an object sent by the server. */
export function mapObjectOf({
  id,
  typeName,
  location,
  properties,
  relatesTo,
  labelAt,
}: GeometryObject): MapObject {
  return { id, typeName, location, properties, relatesTo, ...(labelAt && { labelAt }) };
}

/** Returns the server's record of an object. */
export function serverRecordOf({ metadata }: GeometryObject): ServerRecord {
  return { version: metadata.version, metadata };
}

/** Returns whether two objects have the same content, ignoring the order of keys. */
export function hasSameContent(a: MapObject | undefined, b: MapObject | undefined): boolean {
  if (a === b) return true;
  if (!a || !b || a.typeName !== b.typeName) return false;
  return (
    isEqualJson(a.location, b.location) &&
    isEqualJson(a.properties, b.properties) &&
    isEqualJson(a.relatesTo, b.relatesTo) &&
    isEqualJson(a.labelAt, b.labelAt)
  );
}

/** Returns whether two JSON values are equal. */
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
