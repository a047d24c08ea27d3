import { geometryProblem, type Geometry, type GeometryProblem } from '#core/protocol';
import { geometryOfWkt } from './wkt.ts';

/** An object as written in the text, before the project checks it. */
export interface ParsedObject {
  readonly geometry: Geometry;
  /** The object type named in the text. */
  readonly typeName: string | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Why a text contains no objects: a text key with its values. */
export interface ReadProblem {
  readonly key: 'empty' | 'unknown' | 'too-long' | 'too-many' | `geometry.${GeometryProblem['key']}`;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Limits of one paste; larger data is imported as a file. */
export const LIMITS = { characters: 20_000_000, objects: 10_000 } as const;

/**
 * Reads objects from GeoJSON (a geometry, a feature, a collection) or well-known text, one geometry per line. Returns
 * all objects, or a problem.
 */
export function readText(text: string): { objects: ParsedObject[] } | { problem: ReadProblem } {
  const trimmed = text.trim();
  if (trimmed === '') return fault('empty');
  if (trimmed.length > LIMITS.characters) return fault('too-long', { most: LIMITS.characters });
  const found = trimmed.startsWith('{') ? ofJson(trimmed) : ofWkt(trimmed);
  if (!found) return fault('unknown');
  if (found.length === 0) return fault('empty');
  if (found.length > LIMITS.objects) return fault('too-many', { count: found.length, most: LIMITS.objects });
  const objects: ParsedObject[] = [];
  for (const [i, { geometry, typeName, properties }] of found.entries()) {
    const problem = geometryProblem(geometry);
    if (problem)
      return fault(`geometry.${problem.key}`, {
        object: i + 1,
        path: problem.path,
        value: problem.value ?? '',
      });
    objects.push({ geometry: geometry as Geometry, typeName, properties });
  }
  return { objects };
}

interface UncheckedObject extends Omit<ParsedObject, 'geometry'> {
  readonly geometry: unknown;
}

function ofWkt(text: string): UncheckedObject[] | undefined {
  const found: UncheckedObject[] = [];
  for (const line of text.split(/\r?\n|;(?=\s*[A-Z])/i)) {
    if (line.trim() === '') continue;
    const geometry = geometryOfWkt(line);
    if (!geometry) return undefined;
    found.push({ geometry, typeName: undefined, properties: {} });
  }
  return found;
}

function ofJson(text: string): UncheckedObject[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { type, features, coordinates } = value as {
    type?: unknown;
    features?: unknown;
    coordinates?: unknown;
  };
  if (type === 'FeatureCollection') return Array.isArray(features) ? features.map(ofFeature) : undefined;
  if (type === 'Feature') return [ofFeature(value)];
  return coordinates === undefined ? undefined : [{ geometry: value, typeName: undefined, properties: {} }];
}

function ofFeature(feature: unknown): UncheckedObject {
  const { geometry, properties } = (feature ?? {}) as { geometry?: unknown; properties?: unknown };
  const { typeName, ...rest } = (typeof properties === 'object' ? (properties ?? {}) : {}) as Record<
    string,
    unknown
  >;
  const bare =
    typeof geometry === 'object' && geometry !== null
      ? { type: (geometry as Geometry).type, coordinates: (geometry as Geometry).coordinates }
      : geometry;
  return { geometry: bare, typeName: typeof typeName === 'string' ? typeName : undefined, properties: rest };
}

function fault(key: ReadProblem['key'], values: ReadProblem['values'] = {}): { problem: ReadProblem } {
  return { problem: { key, values } };
}
