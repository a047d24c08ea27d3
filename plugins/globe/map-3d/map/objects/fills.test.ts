import { Cartesian3, Color, type Geometry } from 'cesium';
import { describe, expect, it } from 'vitest';
import { fills } from './fills.ts';
import { hatched } from './hatches.ts';

/** Square metres of the triangles of a filled area. */
function filled(...places: [number, number, number][]): number {
  const ring = [...places, places[0]!].map(([x, y, z]) => Cartesian3.fromDegrees(x, y, z));
  const primitive = fills([[ring]], Color.RED);
  if (!primitive) return 0;
  const { geometry } = primitive.geometryInstances as unknown as { geometry: Geometry };
  const at = (geometry.attributes as { position: { values: Float64Array } }).position.values;
  const indices = geometry.indices!;
  let area = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => Cartesian3.unpack([...at], 3 * indices[i + corner]!));
    const one = Cartesian3.subtract(b!, a!, new Cartesian3());
    const other = Cartesian3.subtract(c!, a!, new Cartesian3());
    area += Cartesian3.magnitude(Cartesian3.cross(one, other, one)) / 2;
  }
  return area;
}
/** A thousandth of a degree on the equator: 0.001 · π / 180 · 6,378,137 m. */
const MILLI = 111.3195;

describe('Fills', () => {
  it('of level areas have the right area', () => {
    // The triangles are flat: a parallel of 110.574 m northwards at the equator.
    expect(
      filled([0, 0, 0], [0.001, 0, 0], [0.001, 0.001, 0], [0, 0.001, 0]) / (MILLI * 110.574),
    ).toBeCloseTo(1, 4);
  });

  it('with a hatch have the metres in which its lines lie', () => {
    const corners = [0, 0, 0.001, 0, 0.001, 0.001, 0, 0.001, 0, 0];
    const ring = Cartesian3.fromDegreesArray(corners);
    const hatch = { kind: 'diagonal-cross', colour: '#ff0000', spacing: 6, width: 1 } as const;
    const primitive = fills([[ring]], Color.RED, hatched(hatch, 1))!;
    const { geometry } = primitive.geometryInstances as unknown as { geometry: Geometry };
    const { st } = geometry.attributes as unknown as { st: { values: Float32Array } };
    const [a, b, c] = [0, 1, 2].map((corner) => [...st.values.subarray(2 * corner, 2 * corner + 2)]);
    expect(Math.hypot(a![0]! - b![0]!, a![1]! - b![1]!)).toBeCloseTo(MILLI, 1);
    expect(Math.hypot(b![0]! - c![0]!, b![1]! - c![1]!)).toBeCloseTo(110.574, 1);
    expect(primitive.appearance.fragmentShaderSource).toContain(
      'vec4(1.000000, 0.000000, 0.000000, 1.000000)',
    );
  });

  it.each([
    ['along a parallel', [0, 0], [0.001, 0]],
    ['across', [0, 0], [0.0007, 0.0007]],
  ] as const)('of façades %s are the wall', (_, [ax, ay], [bx, by]) => {
    const wall = filled([ax, ay, 0], [bx, by, 0], [bx, by, 20], [ax, ay, 20]);
    const width = Math.hypot((bx - ax) * 1000 * MILLI, (by - ay) * 1000 * 110.574);
    // At height it is wider by 10 m / 6,378 km on average.
    expect(wall / (20 * width)).toBeCloseTo(1, 4);
  });

  it('of a façade with a gable follow its outline', () => {
    const [w, peak] = [0.001, 0.0005];
    const wall = filled([0, 0, 0], [w, 0, 0], [w, 0, 10], [peak, 0, 16], [0, 0, 10]);
    // A wall of 10 m and a gable of 6 m: w · 10 + w · 6 / 2.
    expect(wall / (MILLI * 13)).toBeCloseTo(1, 4);
  });
});
