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
 * A geometry in well-known text, longitude before latitude (`SRID=4326;` may go before it); undefined for what is none.
 * What the coordinates are worth is judged by `geometryProblem`.
 */
export function geometryOfWkt(text: string): { type: GeometryType; coordinates: unknown } | undefined {
  const said = /^\s*(?:SRID=4326;)?\s*([A-Z]+)\s*(?:Z\s*)?(\(.*\))\s*$/is.exec(text);
  const kind = TYPES[said?.[1]?.toUpperCase().replace(/(?<=POINT|STRING|POLYGON)Z$/, '') ?? ''];
  if (!said || !kind) return undefined;
  let body = said[2]!;
  // The points of a MULTIPOINT may stand in brackets of their own.
  if (kind.type === 'MultiPoint') body = body.replace(/\(\s*([^()]+?)\s*\)(?=\s*[,)])/g, '$1');
  if (!/^[\d\s.,()eE+-]*$/.test(body)) return undefined;
  // A position is numbers between blanks; brackets and commas are those of a list.
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
