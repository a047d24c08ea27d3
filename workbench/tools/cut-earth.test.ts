import { feature } from 'topojson-client';
import { describe, expect, it } from 'vitest';
import coarse from 'world-atlas/countries-110m.json';
import medium from 'world-atlas/countries-50m.json';
import { EarthCutter, EXTENT, withoutCuts, type EarthTopology } from './cut-earth.ts';

/** Twice the area of a ring of a tile, square units. */
const areaOf = (ring: readonly number[]): number => {
  let sum = 0;
  for (let i = 2; i < ring.length; i += 2) sum += ring[i - 2]! * ring[i + 1]! - ring[i]! * ring[i - 1]!;
  return Math.abs(sum);
};

const topologyOf = (rings: readonly (readonly (readonly number[])[])[]) =>
  ({
    type: 'Topology',
    arcs: rings,
    objects: {
      land: { type: 'GeometryCollection', geometries: [{ type: 'Polygon', arcs: rings.map((_, i) => [i]) }] },
      countries: { type: 'GeometryCollection', geometries: [] },
    },
  }) as unknown as EarthTopology;

/** A ring on the square map, whose side is 1; around a pole, down to the edge of the map. */
function flatRing(ring: readonly (readonly number[])[]): number[] {
  let x = ring[0]![0]!;
  const flat = ring.flatMap(([longitude, latitude]) => {
    x += ((longitude! - x + 540) % 360) - 180;
    const north = Math.max(-85.0511287798066, Math.min(85.0511287798066, latitude!));
    return [x / 360, Math.asinh(Math.tan((north * Math.PI) / 180)) / (2 * Math.PI)];
  });
  const turned = Math.abs(flat.at(-2)! - flat[0]!) > 0.5;
  return turned ? [...flat, flat.at(-2)!, -0.5, flat[0]!, -0.5, flat[0]!, flat[1]!] : flat;
}

const degreesOf = (units: number) => (units / EXTENT) * 360 - 180;

describe('land across the 180th meridian', () => {
  it('is drawn on both sides, with its coast open where it is cut', () => {
    const world = topologyOf([[[170, 0], [-170, 0], [-170, 10], [170, 10], [170, 0]]]); // prettier-ignore
    const { land, coasts } = new EarthCutter(world, 0).tile(0, 0);
    expect(land).toHaveLength(2);
    const [longest, inner] = [coasts.map((run) => run.filter((_, i) => i % 2 === 0).map(degreesOf)), 179.99];
    const onCut = longest.flatMap((xs) => xs.slice(1).filter((x, i) => Math.abs(x) > inner && xs[i] === x));
    expect(onCut).toEqual([]);
    for (const xs of longest) expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(11);
  });

  it('reaches the pole where it surrounds it', () => {
    const cap = [[0, -80], [120, -80], [-120, -80], [0, -80]]; // prettier-ignore
    const { land, coasts } = new EarthCutter(topologyOf([cap]), 0).tile(0, 0);
    // From 80° south to the edge of the map, all around.
    const south = EXTENT * (0.5 + Math.asinh(Math.tan((80 * Math.PI) / 180)) / (2 * Math.PI));
    const filled = land.flat().reduce((sum, ring) => sum + areaOf(ring) / 2, 0);
    expect(filled / ((EXTENT - south) * EXTENT)).toBeCloseTo(1, 1);
    expect(coasts.flat().filter((value, i) => i % 2 === 1 && value > south + 1)).toEqual([]);
  });
});

describe('a coast', () => {
  it('has no line where the data is cut at the meridian', () => {
    const ring = [[180, 0], [180, 10], [170, 10], [170, 0], [180, 0]]; // prettier-ignore
    expect(withoutCuts(ring)).toEqual([ring.slice(1)]);
  });
});

describe.each([
  ['1 : 110 million', coarse, 0],
  ['1 : 50 million', medium, 2],
])('the world at %s', (_, data, zoom) => {
  const world = data as unknown as EarthTopology;
  const cutter = new EarthCutter(world, zoom);
  const count = 2 ** zoom;
  const tiles = Array.from({ length: count * count }, (_each, i) =>
    cutter.tile(i % count, Math.floor(i / count)),
  );

  it('has as much land in its tiles as in its data', () => {
    const polygons = feature(world, world.objects.land).features.flatMap(({ geometry }) =>
      geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
    );
    const areas = (rings: readonly (readonly number[])[]) =>
      rings.reduce((sum, ring, i) => sum + (i === 0 ? 1 : -1) * areaOf(ring), 0);
    const expected = polygons.reduce((sum, rings) => sum + areas(rings.map(flatRing)), 0);
    const cut = tiles.flatMap(({ land }) => land).reduce((sum, rings) => sum + areas(rings), 0);
    // Neighbours overlap by less than a hundredth on each side.
    const share = cut / (EXTENT * count) ** 2 / expected;
    expect(share).toBeGreaterThan(0.999);
    expect(share).toBeLessThan(1.03);
  });

  it('has coasts within their tiles, and no land beyond the map', () => {
    const values = tiles.flatMap(({ coasts, borders }) => [...coasts, ...borders].flat());
    expect(values.filter((value) => value < 0 || value > EXTENT)).toEqual([]);
    const eastings = tiles.flatMap(({ land }, i) =>
      land
        .flat()
        .flatMap((ring) => ring.filter((_value, at) => at % 2 === 0).map((x) => x + (i % count) * EXTENT)),
    );
    expect(eastings.filter((x) => x < 0 || x > count * EXTENT)).toEqual([]);
  });
});
