import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Position } from '#core/protocol';
import { clipRing, type Rings } from '#core/shapes';
import type { MapExtent } from './frame.ts';

type LandTopology = Topology<{ countries: GeometryCollection }>;

const { resolve } = createRequire(import.meta.url);
const read = new Map<string, Rings[]>();

/** Natural Earth countries in an extent, clipped to it; as detailed as the map, points across, can show. */
export function landIn(extent: MapExtent, across: number): Rings[] {
  const [west, south, east, north] = extent;
  const perDegree = across / (east - west);
  const detail = perDegree < 4 ? '110m' : perDegree < 18 ? '50m' : '10m';
  const cut: MapExtent = [west - 0.5, south - 0.5, east + 0.5, north + 0.5];
  return countries(detail)
    .filter((rings) => meets(rings[0]!, cut))
    .map((rings) => rings.map((ring) => clipped(ring, cut)).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0);
}

function countries(detail: string): Rings[] {
  const known = read.get(detail);
  if (known) return known;
  const world = JSON.parse(
    readFileSync(resolve(`world-atlas/countries-${detail}.json`), 'utf8'),
  ) as LandTopology;
  const polygons = feature(world, world.objects.countries).features.flatMap(({ geometry }): Rings[] => {
    if (geometry.type === 'Polygon') return [geometry.coordinates as Rings];
    return geometry.type === 'MultiPolygon' ? (geometry.coordinates as Rings[]) : [];
  });
  read.set(detail, polygons);
  return polygons;
}

function meets(ring: readonly Position[], [west, south, east, north]: MapExtent): boolean {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  return minX <= east && maxX >= west && minY <= north && maxY >= south;
}

function clipped(ring: readonly Position[], extent: MapExtent): Position[] {
  const clipped = clipRing(
    ring.flatMap(([x, y]) => [x, y]),
    extent,
  );
  return Array.from({ length: clipped.length / 2 }, (_, i) => [clipped[2 * i]!, clipped[2 * i + 1]!]);
}
