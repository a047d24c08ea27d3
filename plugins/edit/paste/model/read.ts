import { geometryProblem, type Geometry, type GeometryProblem } from '#core/protocol';
import { geometryOfWkt } from './wkt.ts';

/** An object as it stands in the text, before it is judged by what the project knows. */
export interface Read {
  readonly geometry: Geometry;
  /** The object type it says it is of. */
  readonly typeName: string | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Why a text gives no objects: a text key with its values. */
export interface ReadProblem {
  readonly key: 'empty' | 'unknown' | 'too-long' | 'too-many' | `geometry.${GeometryProblem['key']}`;
  readonly values: Readonly<Record<string, string | number>>;
}

/** So much is taken at once; more is a file to import. */
export const MOST = { characters: 20_000_000, objects: 10_000 } as const;

/** Objects from GeoJSON (a geometry, a feature, several) or well-known text, a geometry a line. All of it, or nothing. */
export function readText(text: string): { objects: Read[] } | { problem: ReadProblem } {
  const trimmed = text.trim();
  if (trimmed === '') return fault('empty');
  if (trimmed.length > MOST.characters) return fault('too-long', { most: MOST.characters });
  const found = trimmed.startsWith('{') ? ofJson(trimmed) : ofWkt(trimmed);
  if (!found) return fault('unknown');
  if (found.length === 0) return fault('empty');
  if (found.length > MOST.objects) return fault('too-many', { count: found.length, most: MOST.objects });
  const objects: Read[] = [];
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

interface Found extends Omit<Read, 'geometry'> {
  readonly geometry: unknown;
}

function ofWkt(text: string): Found[] | undefined {
  const found: Found[] = [];
  for (const line of text.split(/\r?\n|;(?=\s*[A-Z])/i)) {
    if (line.trim() === '') continue;
    const geometry = geometryOfWkt(line);
    if (!geometry) return undefined;
    found.push({ geometry, typeName: undefined, properties: {} });
  }
  return found;
}

function ofJson(text: string): Found[] | undefined {
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

function ofFeature(feature: unknown): Found {
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
