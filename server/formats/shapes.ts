import type { Geometry, Position } from '#core/protocol';

/** The geometry types that one layer of a format can contain. */
export type GeometryFamily = 'point' | 'multipoint' | 'line' | 'polygon';

export function familyOf({ type }: Geometry): GeometryFamily {
  if (type === 'Point') return 'point';
  if (type === 'MultiPoint') return 'multipoint';
  return type.endsWith('LineString') ? 'line' : 'polygon';
}

/** The runs of positions of a geometry, in order: single points, lines, rings (`polygon` counts polygons). */
export function runsOf(
  geometry: Geometry,
): { positions: Position[]; ring: boolean; hole: boolean; polygon: number }[] {
  const run = (positions: Position[], polygon = 0) => ({ positions, ring: false, hole: false, polygon });
  const rings = (polygon: Position[][], n: number) =>
    polygon.map((positions, ring) => ({ positions, ring: true, hole: ring > 0, polygon: n }));
  switch (geometry.type) {
    case 'Point':
      return [run([geometry.coordinates])];
    case 'MultiPoint':
      return geometry.coordinates.map((position) => run([position]));
    case 'LineString':
      return [run(geometry.coordinates)];
    case 'MultiLineString':
      return geometry.coordinates.map((line, n) => run(line, n));
    case 'Polygon':
      return rings(geometry.coordinates, 0);
    case 'MultiPolygon':
      return geometry.coordinates.flatMap(rings);
  }
}

export function hasHeights(geometry: Geometry): boolean {
  return runsOf(geometry)[0]?.positions[0]?.length === 3;
}

/** Returns a copy of a geometry with every position transformed by `change`. */
export function mapPositions(geometry: Geometry, change: (position: Position) => Position): Geometry {
  const walk = (value: unknown): unknown =>
    typeof (value as unknown[])[0] === 'number' ? change(value as Position) : (value as unknown[]).map(walk);
  return { type: geometry.type, coordinates: walk(geometry.coordinates) } as Geometry;
}

/**
 * Orients rings as a format requires: outer rings anticlockwise (GeoJSON, KML) or clockwise (Shapefile), holes the
 * other way.
 */
export function wound(geometry: Geometry, outlines: 'anticlockwise' | 'clockwise'): Geometry {
  const turned = (ring: Position[], hole: boolean) => {
    const anticlockwise = signedArea(ring) > 0;
    const expected = (outlines === 'anticlockwise') !== hole;
    return anticlockwise === expected ? ring : [...ring].reverse();
  };
  const polygon = (rings: Position[][]) => rings.map((ring, n) => turned(ring, n > 0));
  if (geometry.type === 'Polygon') return { type: 'Polygon', coordinates: polygon(geometry.coordinates) };
  if (geometry.type === 'MultiPolygon')
    return { type: 'MultiPolygon', coordinates: geometry.coordinates.map(polygon) };
  return geometry;
}

/**
 * Twice the area, positive when anticlockwise; relative to the first corner, so that small rings keep their digits.
 */
function signedArea(ring: readonly Position[]): number {
  const [x0, y0] = ring[0]!;
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1]!;
    const [bx, by] = ring[i]!;
    sum += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
  }
  return sum;
}

/** minX, minY, maxX, maxY, and the height range where there are heights. */
export interface ShapeBounds {
  x: [number, number];
  y: [number, number];
  z: [number, number];
}

export const noBounds = (): ShapeBounds => ({
  x: [Infinity, -Infinity],
  y: [Infinity, -Infinity],
  z: [Infinity, -Infinity],
});

export function extend(bounds: ShapeBounds, [x, y, z]: Position): void {
  if (x < bounds.x[0]) bounds.x[0] = x;
  if (x > bounds.x[1]) bounds.x[1] = x;
  if (y < bounds.y[0]) bounds.y[0] = y;
  if (y > bounds.y[1]) bounds.y[1] = y;
  if (z !== undefined && z < bounds.z[0]) bounds.z[0] = z;
  if (z !== undefined && z > bounds.z[1]) bounds.z[1] = z;
}

export function boundsOf(geometry: Geometry): ShapeBounds {
  const bounds = noBounds();
  for (const { positions } of runsOf(geometry)) for (const position of positions) extend(bounds, position);
  return bounds;
}

/** The shortest text that parses to the same number. */
export const printNumber = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));
