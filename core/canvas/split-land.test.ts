import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { describe, expect, it } from 'vitest';
import coarse from 'world-atlas/countries-110m.json';
import medium from 'world-atlas/countries-50m.json';
import type { Position } from '#core/protocol';
import { splitLand } from './split-land.ts';

/** Twice the area of closed rings in the plane of longitude and latitude, square degrees. */
const areaOf = (rings: readonly (readonly Position[])[]): number =>
  rings.reduce(
    (sum, ring) =>
      sum + Math.abs(ring.slice(1).reduce((part, [x, y], i) => part + ring[i]![0] * y - x * ring[i]![1], 0)),
    0,
  );
const width = (line: readonly Position[]) =>
  Math.max(...line.slice(1).map(([x], i) => Math.abs(x - line[i]![0])));

describe('land across the 180th meridian', () => {
  it('is drawn on both sides, with its coast open where it is cut', () => {
    const { areas, coasts } = splitLand([[[170, 0], [-170, 0], [-170, 10], [170, 10], [170, 0]]])!; // prettier-ignore
    expect(areas.map(areaOf)).toEqual([2 * 10 * 10, 2 * 10 * 10]);
    const onCut = coasts.flatMap((line) =>
      line.slice(1).filter(([x], i) => Math.abs(x) === 180 && line[i]![0] === x),
    );
    expect(onCut).toEqual([]);
    expect(coasts.map(width)).toEqual(coasts.map(() => 10));
  });

  it('reaches the pole where it surrounds it', () => {
    const cap: Position[] = [[0, -80], [120, -80], [-120, -80], [0, -80]]; // prettier-ignore
    const { areas, coasts } = splitLand([cap])!;
    // A band of 10° around the earth.
    expect(areas.reduce((sum, rings) => sum + areaOf(rings), 0)).toBeCloseTo(2 * 360 * 10);
    expect(coasts.flat().every(([, latitude]) => latitude === -80)).toBe(true);
  });

  it('is left alone where it does not cross', () => {
    expect(splitLand([[[0, 0], [170, 0], [0, 10], [0, 0]]])).toBeUndefined(); // prettier-ignore
  });

  it.each([
    ['1 : 110 million', coarse],
    ['1 : 50 million', medium],
  ])('has no edge across the whole map in the data of %s', (_, world) => {
    const { land } = (world as unknown as Topology<{ land: GeometryCollection }>).objects;
    const polygons = feature(world as unknown as Topology, land).features.flatMap(({ geometry }) =>
      geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
    ) as Position[][][];
    const split = polygons.flatMap((rings) => splitLand(rings) ?? []);
    // At least Eurasia, Wrangel Island, Fiji and Antarctica.
    expect(split.length).toBeGreaterThanOrEqual(4);
    const atPole = (ring: readonly Position[]) => ring.some(([, latitude]) => latitude === -90);
    const inner = split.flatMap(({ areas, coasts }) => [
      ...coasts,
      ...areas.flat().filter((ring) => !atPole(ring)),
    ]);
    expect(Math.max(...inner.map(width))).toBeLessThan(180);
    const longitudes = inner.flat().map(([longitude]) => longitude);
    expect(Math.max(...longitudes.map(Math.abs))).toBe(180);
  });
});
