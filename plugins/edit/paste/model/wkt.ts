import type { GeometryType } from '#core/protocol';

const TYPES: Readonly<Record<string, { type: GeometryType; depth: number }>> = {
  POINT: { type: 'Point', depth: 0 },
  LINESTRING: { type: 'LineString', depth: 1 },
  POLYGON: { type: 'Polygon', depth: 2 },
  MULTIPOINT: { type: 'MultiPoint', depth: 1 },
  MULTILINESTRING: { type: 'MultiLineString', depth: 2 },
  MULTIPOLYGON: { type: 'MultiPolygon', depth: 3 },
};

/**
 * Parses a geometry in well-known text, longitude before latitude (an initial `SRID=4326;` is accepted); undefined if
 * it is invalid. The coordinates are checked by `geometryProblem`.
 */
export function geometryOfWkt(text: string): { type: GeometryType; coordinates: unknown } | undefined {
  const match = /^\s*(?:SRID=4326;)?\s*([A-Z]+)\s*(?:Z\s*)?(\(.*\))\s*$/is.exec(text);
  const kind = TYPES[match?.[1]?.toUpperCase().replace(/(?<=POINT|STRING|POLYGON)Z$/, '') ?? ''];
  if (!match || !kind) return undefined;
  let body = match[2]!;
  // The points of a MULTIPOINT may each have brackets.
  if (kind.type === 'MultiPoint') body = body.replace(/\(\s*([^()]+?)\s*\)(?=\s*[,)])/g, '$1');
  if (!/^[\d\s.,()eE+-]*$/.test(body)) return undefined;
  // A position is numbers separated by blanks; brackets and commas separate lists.
  const list = body
    .replace(/\(/g, '[')
    .replace(/\)/g, ']')
    .replace(NUMBERS, (numbers) => `[${numbers.trim().split(/\s+/).map(Number).join()}]`);
  try {
    const read: unknown = JSON.parse(list);
    return { type: kind.type, coordinates: kind.depth === 0 ? (read as unknown[])[0] : read };
  } catch {
    return undefined;
  }
}

const NUMBERS = /[-+]?[\d.][\d.eE+\-\s]*/g;
