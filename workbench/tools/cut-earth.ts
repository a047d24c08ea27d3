import GeoJSONVT, { type RawFeature } from 'geojson-vt';
import { PbfWriter } from 'pbf';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

export type EarthTopology = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

/** Coordinates within a tile: x, y, x, y …, from 0 in the north-west to EXTENT, and a little beyond. */
type Run = readonly number[];

/** One tile of the background map. */
export interface EarthCut {
  /** Polygons of rings; they overlap the neighbouring tiles, so that no seam is seen. */
  readonly land: readonly (readonly Run[])[];
  readonly coasts: readonly Run[];
  /** Of countries, where they are no coasts. */
  readonly borders: readonly Run[];
}

/** A tile as a file: core/canvas/earth-tiles.ts reads it. Runs are differences from the place before. */
export function writeTile({ land, coasts, borders }: EarthCut): Uint8Array {
  const file = new PbfWriter();
  const writeRun = (tag: number, run: Run) =>
    file.writePackedSVarint(
      tag,
      run.map((value, i) => value - (run[i - 2] ?? 0)),
    );
  for (const rings of land) rings.forEach((ring, i) => writeRun(i === 0 ? 1 : 2, ring));
  for (const run of coasts) writeRun(3, run);
  for (const run of borders) writeRun(4, run);
  return file.finish();
}

/** Units along the side of a tile. */
export const EXTENT = 8192;
/** Units by which land overlaps. */
const OVERLAP = 64;

type Place = readonly number[];
type Line = readonly Place[];

/** Cuts Natural Earth into the square tiles of Web Mercator at one zoom. */
export class EarthCutter {
  readonly #land: GeoJSONVT;
  readonly #coasts: GeoJSONVT;
  readonly #borders: GeoJSONVT;
  readonly #zoom: number;

  constructor(world: EarthTopology, zoom: number) {
    this.#zoom = zoom;
    const polygons = feature(world, world.objects.land).features.flatMap(({ geometry }) =>
      geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : [],
    );
    const unrolled = polygons.map((rings) => rings.map(unroll));
    const { coordinates } = mesh(world, world.objects.countries, (a, b) => a !== b);
    this.#land = this.#index(
      'Polygon',
      unrolled.map((rings) => rings.map(closedAtPole)),
      OVERLAP,
    );
    this.#coasts = this.#index('LineString', unrolled.flat().flatMap(withoutCuts), 0);
    this.#borders = this.#index('LineString', coordinates, 0);
  }

  tile(x: number, y: number): EarthCut {
    const runsOf = (index: GeoJSONVT) =>
      (index.getTileRaw(this.#zoom, x, y)?.features ?? []).map((each) => runsOfFeature(each));
    // Where the map ends, there is no neighbour to overlap.
    const [west, east] = [x === 0 ? 0 : -OVERLAP, x === 2 ** this.#zoom - 1 ? EXTENT : EXTENT + OVERLAP];
    const within = (run: Run) =>
      run.map((value, i) => (i % 2 === 0 ? Math.max(west, Math.min(east, value)) : value));
    return {
      land: runsOf(this.#land).map((rings) => rings.map(within)),
      coasts: runsOf(this.#coasts).flat(),
      borders: runsOf(this.#borders).flat(),
    };
  }

  #index(type: 'Polygon' | 'LineString', all: readonly unknown[], buffer: number): GeoJSONVT {
    const features = all.map((coordinates) => ({
      type: 'Feature' as const,
      properties: null,
      geometry: { type, coordinates } as GeoJSON.Geometry,
    }));
    const zoom = this.#zoom;
    const options = { maxZoom: zoom, indexMaxZoom: zoom, indexMaxPoints: 0, tolerance: 0 };
    return new GeoJSONVT({ type: 'FeatureCollection', features }, { ...options, extent: EXTENT, buffer });
  }
}

function runsOfFeature({ type, ...rest }: RawFeature): Run[] {
  if (type !== 2 && type !== 3) return [];
  return (rest as { geometry: readonly ArrayLike<number>[] }).geometry.map((run) => Array.from(run));
}

/** Continues the longitudes of a ring beyond the 180th meridian; what lies beyond is drawn on the other side. */
function unroll(ring: Line): Line {
  let turn = 0;
  return ring.map(([longitude, latitude], i) => {
    const step = i > 0 ? longitude! - ring[i - 1]![0]! : 0;
    if (Math.abs(step) > 180) turn -= 360 * Math.sign(step);
    return [longitude! + turn, latitude!];
  });
}

/** A ring around a pole, such as Antarctica's, ends a turn away from its start: it is closed along the pole. */
function closedAtPole(ring: Line): Line {
  const [first, last] = [ring[0]!, ring.at(-1)!];
  if (Math.abs(last[0]! - first[0]!) < 180) return ring;
  const pole = 90 * Math.sign(first[1]!);
  return [...ring, [last[0]!, pole], [first[0]!, pole], first];
}

/** The lines between edges that lie on the meridian, where the data is cut. */
export function withoutCuts(ring: Line): Line[] {
  const lines: Place[][] = [[ring[0]!]];
  for (let i = 1; i < ring.length; i++) {
    const [longitude] = ring[i]!;
    if (longitude === ring[i - 1]![0] && Math.abs(longitude!) % 360 === 180) lines.push([]);
    lines.at(-1)!.push(ring[i]!);
  }
  return lines.filter((line) => line.length > 1);
}
