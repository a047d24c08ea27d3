import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Position } from '#core/protocol';
import type { Extent } from './frame.ts';

type World = Topology<{ countries: GeometryCollection }>;
type Rings = Position[][];

const { resolve } = createRequire(import.meta.url);
const read = new Map<string, Rings[]>();

/** Natural Earth countries in an extent, clipped to it; as detailed as the map, points across, can show. */
export function landIn(extent: Extent, across: number): Rings[] {
  const [west, south, east, north] = extent;
  const perDegree = across / (east - west);
  const detail = perDegree < 4 ? '110m' : perDegree < 18 ? '50m' : '10m';
  const cut: Extent = [west - 0.5, south - 0.5, east + 0.5, north + 0.5];
  return countries(detail)
    .filter((rings) => meets(rings[0]!, cut))
    .map((rings) => rings.map((ring) => clipped(ring, cut)).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0);
}

function countries(detail: string): Rings[] {
  const known = read.get(detail);
  if (known) return known;
  const world = JSON.parse(readFileSync(resolve(`world-atlas/countries-${detail}.json`), 'utf8')) as World;
  const polygons = feature(world, world.objects.countries).features.flatMap(({ geometry }): Rings[] => {
    if (geometry.type === 'Polygon') return [geometry.coordinates as Rings];
    return geometry.type === 'MultiPolygon' ? (geometry.coordinates as Rings[]) : [];
  });
  read.set(detail, polygons);
  return polygons;
}

function meets(ring: readonly Position[], [west, south, east, north]: Extent): boolean {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  return minX <= east && maxX >= west && minY <= north && maxY >= south;
}

/** Sutherland, I. E., Hodgman, G. W. (1974): clips a ring by each side of the box. */
function clipped(ring: readonly Position[], [west, south, east, north]: Extent): Position[] {
  const sides: [axis: 0 | 1, limit: number, above: boolean][] = [
    [0, west, true],
    [0, east, false],
    [1, south, true],
    [1, north, false],
  ];
  let points = [...ring];
  for (const [axis, limit, above] of sides) {
    const inside = (point: Position) => (above ? point[axis] >= limit : point[axis] <= limit);
    const kept: Position[] = [];
    points.forEach((point, n) => {
      const before = points.at(n - 1)!;
      if (inside(point) !== inside(before)) kept.push(crossing(before, point, axis, limit));
      if (inside(point)) kept.push(point);
    });
    points = kept;
  }
  return points;
}

function crossing(a: Position, b: Position, axis: 0 | 1, limit: number): Position {
  const share = (limit - a[axis]) / (b[axis] - a[axis]);
  const other = axis === 0 ? 1 : 0;
  const value = a[other] + share * (b[other] - a[other]);
  return axis === 0 ? [limit, value] : [value, limit];
}
