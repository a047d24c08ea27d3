import { Cartesian3, Color, type Geometry as Mesh } from 'cesium';
import { describe, expect, it } from 'vitest';
import type { Geometry, Position } from '#core/protocol';
import { DisplayHeights } from '../../model/heights.ts';
import { prismsOf, tallnessOf } from './prisms.ts';
import { solids } from './solids.ts';

/** A thousandth of a degree on the equator: 0.001 · π / 180 · 6,378,137 m; northwards 110.574 m. */
const [EAST, NORTH] = [111.3195, 110.574];
const square = (size: number, height?: number): Position[] =>
  [
    [0, 0],
    [size, 0],
    [size, size],
    [0, size],
    [0, 0],
  ].map(([x, y]) => (height === undefined ? [x!, y!] : [x!, y!, height]));
const area = (...rings: Position[][]): Geometry => ({ type: 'Polygon', coordinates: rings });

/** Square metres of a mesh's triangles. */
function surface(geometry: Geometry, tall: number, heights: DisplayHeights): number {
  const drawn = solids(prismsOf(geometry, tall, heights), Color.RED, 1)!;
  const { geometry: mesh } = drawn.geometryInstances as unknown as { geometry: Mesh };
  const { values } = (mesh.attributes as { position: { values: Float64Array } }).position;
  const corner = (at: number) => Cartesian3.unpack([...values], 3 * mesh.indices![at]!);
  let sum = 0;
  for (let at = 0; at < mesh.indices!.length; at += 3) {
    const one = Cartesian3.subtract(corner(at + 1), corner(at), new Cartesian3());
    const other = Cartesian3.subtract(corner(at + 2), corner(at), new Cartesian3());
    sum += Cartesian3.magnitude(Cartesian3.cross(one, other, one)) / 2;
  }
  return sum;
}
const heightsOf = (path: readonly Cartesian3[]) =>
  path.map((place) => Cartesian3.magnitude(place) - Cartesian3.magnitude(Cartesian3.fromDegrees(0, 0)));

describe('Extruded polygons', () => {
  it('have walls and a roof of the right area', () => {
    // Two walls in each direction, 20 m high, and the roof.
    const expected = 2 * 20 * (EAST + NORTH) + EAST * NORTH;
    expect(surface(area(square(0.001)), 20, new DisplayHeights()) / expected).toBeCloseTo(1, 4);
  });

  it('have walls around a courtyard, too', () => {
    // The courtyard has half the side of the area: half as much wall, and a quarter less roof.
    const court = square(0.0005).map(([x, y]): Position => [x + 0.0002, y + 0.0002]);
    const expected = 1.5 * 2 * 20 * (EAST + NORTH) + 0.75 * EAST * NORTH;
    expect(surface(area(square(0.001), court), 20, new DisplayHeights()) / expected).toBeCloseTo(1, 4);
  });

  it('start at their own heights, with the same exaggeration', () => {
    const heights = new DisplayHeights();
    const location = area(square(0.00001, 250));
    heights.note([{ id: 'a', typeName: 't', location, properties: {}, relatesTo: [] }]);
    heights.exaggeration = 3;
    const [prism] = prismsOf(location, 10, heights);
    expect(heightsOf(prism!.base[0]!)[0]).toBeCloseTo(0, 3);
    // The lowest height, 250 m, is at the ellipsoid; 10 m three times exaggerated.
    for (const height of heightsOf(prism!.roof[0]!)) expect(height).toBeCloseTo(30, 3);
  });

  it('have a level roof above the lowest ground below them', () => {
    const heights = new DisplayHeights();
    // It rises by 1 m in a hundred-thousandth of a degree eastwards.
    const near = (longitude: number) => 105 + longitude * 1e5;
    heights.ground = { lowest: 100, highest: 200, spacing: 100, near, nearest: near };
    const [prism] = prismsOf(area(square(0.00002)), 10, heights);
    // 105 m and 107 m above a lowest of 100 m.
    expect(heightsOf(prism!.base[0]!).slice(0, 2)).toEqual([expect.closeTo(5, 3), expect.closeTo(7, 3)]);
    for (const height of heightsOf(prism!.roof[0]!)) expect(height).toBeCloseTo(15, 3);
  });

  it('are those whose attribute is a positive number', () => {
    const of = (height: unknown, mode: DisplayHeights['mode'] = 'measured') =>
      tallnessOf(
        { id: 'a', typeName: 't', location: area(square(1)), properties: { storeys: height }, relatesTo: [] },
        { stroke: '#000000', width: 1, height: 'storeys' },
        { mode },
      );
    expect([of(12.5), of(0), of(-3), of('12'), of(null), of(undefined)]).toEqual([12.5, 0, 0, 0, 0, 0]);
    expect([of(12.5, 'relative'), of(12.5, 'ground')]).toEqual([12.5, 0]);
  });
});
