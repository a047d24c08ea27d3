import { describe, expect, it } from 'vitest';
import { Triangle, Vector3 } from 'three';
import type { ElementMesh } from '../shapes/meshes.ts';
import { clashesWithObjects } from './clash-objects.ts';
import { Deviation } from './deviation.ts';
import { Surface } from './surface.ts';

type Triple = readonly [number, number, number];

/** An upright box of 12 triangles that share no corners, as files have them; `inward`: its faces look inward. */
function box(line: number, min: Triple, max: Triple, inward = false): ElementMesh {
  const corner = (i: number) => [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]];
  const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]; // prettier-ignore
  const corners = faces.flatMap(([a, b, c, d]) => (inward ? [c, b, a, d, c, a] : [a, b, c, a, c, d]));
  const positions = Float64Array.from(corners.flatMap((i) => corner(i!)));
  return { line, positions, indices: Uint32Array.from(corners, (_, i) => i) };
}
const names = ['Wall', 'Slab'].map((name, i) => ({ globalId: String(i), class: 'IfcWall', name }));
/** At the coordinates of a map, where 32-bit floats alone have steps of half a metre. */
const [E, N] = [305_150, 4_756_900];
const WALL = box(1, [E, N, 3], [E + 4, N + 0.3, 6]);

describe('The nearest face', () => {
  const surface = new Surface([WALL]);

  it.each([
    ['before a face', [2, -0.012, 4], 0.012],
    ['behind a face', [2, 0.012, 4], -0.012],
    ['above an edge', [2, -0.003, 6.004], 0.005],
    ['outside of a corner', [-0.002, -0.003, 6.006], 0.007],
    ['inside near a corner', [0.002, 0.003, 5.994], -0.002],
  ] as const)('is as far as it is, with its sign: %s', (_, [x, y, z], distance) => {
    const near = surface.near([E + x, N + y, z], 0.1)!;
    expect(near.element).toBe(0);
    // A tenth of a millimetre is asked; the numbers of the card have a hundredth here.
    expect(Math.abs(near.distance - distance)).toBeLessThan(2e-5);
  });

  it('is none beyond the reach', () => {
    expect(surface.near([E + 2, N - 0.11, 4], 0.1)).toBeUndefined();
  });

  it('has its outside where a closed shape has it, whichever way its faces were wound', () => {
    const turned = new Surface([box(1, [0, 0, 0], [1, 1, 1], true)]);
    expect(turned.near([0.5, 0.5, 1.25], 1)!.distance).toBeCloseTo(0.25, 6);
    expect(turned.near([0.5, 0.5, 0.75], 1)!.distance).toBeCloseTo(-0.25, 6);
  });

  it('is that of a search through all triangles', () => {
    let seed = 7;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const positions = Float64Array.from({ length: 900 }, () => 10 * random());
    const soup: ElementMesh = { line: 1, positions, indices: Uint32Array.from({ length: 300 }, (_, i) => i) };
    const many = new Surface([soup]);
    const [triangle, point] = [new Triangle(), new Vector3()];
    for (let n = 0; n < 200; n++) {
      const place = new Vector3(10 * random(), 10 * random(), 10 * random());
      let least = Infinity;
      for (let i = 0; i < 900; i += 9) {
        triangle.a.fromArray(positions, i);
        triangle.b.fromArray(positions, i + 3);
        triangle.c.fromArray(positions, i + 6);
        least = Math.min(least, triangle.closestPointToPoint(place, point).distanceTo(place));
      }
      const { distance } = many.near([place.x, place.y, place.z], 20)!;
      expect(Math.abs(Math.abs(distance) - least)).toBeLessThan(1e-5);
    }
  });
});

describe('The deviation of points', () => {
  it('is told of each element and of all, with what is within the tolerance', () => {
    const surface = new Surface([WALL, box(2, [E, N + 2, 2.8], [E + 4, N + 4, 3])]);
    const deviation = new Deviation(surface, names, { tolerance: 0.005, reach: 0.1 });
    // 4, 8 and −3 mm before and behind the wall, 2 mm above the slab, and one that belongs to nothing.
    const places = [[2, -0.004, 4], [2, -0.008, 4], [2, 0.003, 4], [1, 3, 3.002], [1, 1, 4]]; // prettier-ignore
    deviation.add({ coordinates: Float64Array.from(places.flatMap(([x, y, z]) => [E + x!, N + y!, z!])) });
    const { rows, all, points, histogram, sample, isCut } = deviation.result(false);
    expect([points, isCut]).toEqual([5, false]);
    const [wall, slab] = rows;
    expect(wall).toMatchObject({ name: 'Wall', count: 3 });
    expect(wall!.mean).toBeCloseTo(0.003, 5);
    // Of 4, 8, −3 about 3: √((1 + 25 + 36) / 2) = √31 mm.
    expect(wall!.sigma).toBeCloseTo(Math.sqrt(31) / 1000, 5);
    expect(wall!.min).toBeCloseTo(-0.003, 5);
    expect(wall!.max).toBeCloseTo(0.008, 5);
    expect(wall!.within).toBeCloseTo(2 / 3, 9);
    expect(slab).toMatchObject({ name: 'Slab', count: 1, within: 1 });
    expect(all).toMatchObject({ count: 4, within: 0.75 });
    expect(histogram.reduce((sum, one) => sum + one)).toBe(4);
    const floats = new Float32Array(Uint8Array.from(Buffer.from(sample.floats, 'base64')).buffer);
    expect(sample.count).toBe(4);
    const [x, y, z, distance] = floats;
    expect([x! + sample.origin[0], y! + sample.origin[1], z! + sample.origin[2]].map((one) => one.toFixed(3)))
      .toEqual([(E + 2).toFixed(3), (N - 0.004).toFixed(3), '4.000']); // prettier-ignore
    expect(distance).toBeCloseTo(0.004, 5);
  });

  it('keeps of very many points a sample in which early and late ones are alike', () => {
    const surface = new Surface([box(1, [0, 0, 0], [100, 100, 1])]);
    const deviation = new Deviation(surface, names, { tolerance: 0.1, reach: 1 });
    const count = 200_000;
    const coordinates = new Float64Array(count * 3);
    for (let i = 0; i < count; i++) coordinates.set([(i / count) * 100, 50, 1.001], 3 * i);
    deviation.add({ coordinates });
    const { sample } = deviation.result(false);
    const floats = new Float32Array(Uint8Array.from(Buffer.from(sample.floats, 'base64')).buffer);
    const late = Array.from({ length: sample.count }, (_, i) => floats[4 * i]! > 50).filter(Boolean).length;
    expect(sample.count).toBe(40_000);
    // Half of them, give or take five standard deviations: 5·√(40000)/2.
    expect(Math.abs(late - 20_000)).toBeLessThan(500);
  });
});

describe('Surveyed objects and elements', () => {
  const of = (id: string, kind: 'points' | 'line', ...places: Triple[]) => ({
    id,
    kind,
    coordinates: Float64Array.from(places.flatMap(([x, y, z]) => [E + x, N + y, z])),
  });
  const find = (parts: ReturnType<typeof of>[], clearance: number) =>
    clashesWithObjects([WALL], names, parts, 'pipe', { tolerance: 0.001, clearance }, Infinity);

  it('clash where a line runs through an element between its vertices', () => {
    const { clashes } = find([of('pipe', 'line', [2, -1, 4], [2, 1, 4])], 0);
    expect(clashes).toHaveLength(1);
    expect(clashes[0]).toMatchObject({ a: { name: 'Wall' }, b: { globalId: 'pipe', class: 'pipe' } });
    // The middle of the wall is 0.15 m from both of its sides.
    expect(clashes[0]!.distance).toBeCloseTo(-0.15, 4);
  });

  it('clash as deep as a line is, wherever its vertices are, and with a pane between two places that are looked at', () => {
    const pane = box(2, [E, N + 2.51, 3], [E + 4, N + 2.53, 6]);
    for (const begin of [-1, -0.987, -0.963, -1.019]) {
      const pipe = of('pipe', 'line', [2, begin, 4], [2, begin + 4, 4]);
      const options = { tolerance: 0.001, clearance: 0 };
      const { clashes } = clashesWithObjects([WALL, pane], names, [pipe], 'pipe', options, Infinity);
      // In the middle of the wall, and of the pane, which is 2 cm thick.
      expect(clashes.map(({ distance }) => distance.toFixed(4))).toEqual(['-0.1500', '-0.0100']);
    }
  });

  it('clash where they are nearer than the clearance, and not where they touch', () => {
    const near = of('near', 'points', [2, -0.04, 4]);
    const far = of('far', 'points', [2, -0.06, 4]);
    const touching = of('touching', 'points', [2, 0, 4]);
    const { clashes } = find([near, far, touching], 0.05);
    expect(clashes.map(({ b }) => b.globalId)).toEqual(['near']);
    expect(clashes[0]!.distance).toBeCloseTo(0.04, 4);
  });
});
