import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Vector } from '#core/geodesy';
import { GlbWriter } from '../../../../../server/api/bim/convert/glb.ts';
import { DepthSphere } from './depth-sphere.ts';
import { trianglesOf } from './glb.ts';
import { spacingOf } from './points-around.ts';
import { aroundOf } from './surroundings.ts';
import { TerrainAround, terrainPlaces } from './terrain-around.ts';
import { visibleFaces, visibleRuns } from './visible.ts';

/** A wall 10 m to the north, 8 m wide and from 2 m below to 4 m above the camera, of points 10 cm apart. */
function wall(): number[] {
  const places: number[] = [];
  for (let x = -4; x <= 4; x += 0.1) for (let z = -2; z <= 4; z += 0.1) places.push(x, 10, z);
  return places;
}
const seenThrough = (places: readonly number[]) =>
  aroundOf(
    'p',
    {
      places: Float32Array.from(places),
      colours: new Uint8Array(places.length),
      sizes: new Float32Array(places.length / 3).fill(spacingOf(places, 0.08)),
      clouds: ['Wall'],
      isThinned: false,
    },
    undefined,
    undefined,
  );

describe('Points of a cloud around a camera', () => {
  it('hide what is behind them, and neither what is on them, before them, beside nor above them', () => {
    const { hides } = seenThrough(wall());
    expect(hides([0, 12, 1])).toBe(true);
    expect(hides([3, 40, 2])).toBe(true);
    expect(hides([0, 10.1, 1])).toBe(false);
    expect(hides([0, 9, 1])).toBe(false);
    expect(hides([6, 12, 1])).toBe(false);
    expect(hides([0, 12, 6])).toBe(false);
    expect(hides([0, -12, 1])).toBe(false);
  });

  it('of level ground hide nothing that lies on it, as flat as one looks', () => {
    const ground: number[] = [];
    for (let x = -4; x <= 4; x += 0.2) for (let y = 2; y < 80; y += 0.2) ground.push(x, y, -2);
    const { hides } = seenThrough(ground);
    for (let y = 3; y < 75; y += 0.7) expect(hides([0.05, y, -2]), `${y} m`).toBe(false);
    expect(hides([0, 10, -3.5])).toBe(true);
  });

  it('are as far apart as they are', () => {
    expect(spacingOf(wall(), 0.05)).toBeGreaterThanOrEqual(0.1);
    expect(spacingOf(wall(), 0.05)).toBeLessThanOrEqual(0.2);
    expect(spacingOf([0, 0, 0], 0.05)).toBe(1);
  });
});

describe('Shapes of a model', () => {
  it('are read from what the server writes, and hide what is behind each triangle', () => {
    const folder = mkdtempSync(join(tmpdir(), 'groma-glb-'));
    const file = join(folder, '0.glb');
    const writer = new GlbWriter();
    const positions = new Float64Array([-5, -5, 10, 5, -5, 10, 5, 5, 10, -5, 5, 10]);
    const shape = {
      positions,
      normals: new Float32Array(12),
      indices: [0, 1, 2, 0, 2, 3],
      color: [200, 0, 0, 255],
    };
    writer.add(shape, 7);
    writer.add({ ...shape, color: [0, 200, 0, 255] }, 8);
    writer.write(file);
    const { buffer, byteOffset, byteLength } = readFileSync(file);
    rmSync(folder, { recursive: true });
    const [one, other] = trianglesOf(buffer.slice(byteOffset, byteOffset + byteLength));
    expect([...one!]).toEqual([-5, -5, 10, 5, -5, 10, 5, 5, 10, -5, -5, 10, 5, 5, 10, -5, 5, 10]);
    expect(other).toEqual(one);
    expect(() => [...trianglesOf(new ArrayBuffer(30))]).toThrow('This is no binary glTF.');
    // As north of the camera: x east, y up and z north of what was written.
    const depths = new DepthSphere();
    const at = (i: number): Vector => [one![i]!, one![i + 2]!, one![i + 1]!];
    for (let i = 0; i < 18; i += 9) depths.addTriangle(at(i), at(i + 3), at(i + 6));
    for (const [east, up] of [
      [-4, -4],
      [4, 4],
      [0, 0],
      [4, -4],
    ]) {
      // prettier-ignore
      expect(depths.hides([east! * 1.2, 12, up! * 1.2])).toBe(true);
      expect(depths.hides([east!, 10, up!])).toBe(false);
    }
    expect(depths.hides([7, 12, 0])).toBe(false);
    expect(depths.depthAt([0, 1, 0])).toBeCloseTo(10, 1);
  });
});

describe('A terrain', () => {
  it('hides what is behind its rises, from where a line of sight passes into it', () => {
    // Level 2 m below the camera, with a dam of 3 m above it 30 to 34 m to the north.
    const heights = terrainPlaces().map(([, north]) => (north > 30 && north < 34 ? 3 : -2));
    const terrain = new TerrainAround('DTM', heights);
    // Seen over the dam at a tangent of 3/30: at 60 m from 6 m up.
    expect(terrain.hides([0, 60, 3])).toBe(true);
    expect(terrain.hides([0, 60, 8])).toBe(false);
    expect(terrain.hides([0, 25, -2])).toBe(false);
    expect(terrain.hides([0, -60, -2])).toBe(false);
  });
});

describe('What is seen of an object', () => {
  const hides = ([, north]: Vector) => north > 10;
  it('is the parts of its lines before what hides them', () => {
    const parts = visibleRuns([[1, 5, 0], [1, 15, 0], [-4, 15, 0], [-4, 5, 0]], hides); // prettier-ignore
    expect(parts).toHaveLength(2);
    expect(parts[0]![0]).toEqual([1, 5, 0]);
    expect(parts[0]!.at(-1)![1]).toBeCloseTo(10, 0);
    expect(parts[1]!.at(-1)).toEqual([-4, 5, 0]);
  });

  it('is the share of its area', () => {
    const faces = visibleFaces([[[-5, 5, -2], [5, 5, -2], [5, 15, -2]], [[-5, 5, -2], [5, 15, -2], [-5, 15, -2]]], hides); // prettier-ignore
    const area = faces.reduce((sum, [a, b, c]) => {
      const [x, y] = [b![0] - a![0], b![1] - a![1]];
      const [u, v] = [c![0] - a![0], c![1] - a![1]];
      return sum + Math.abs(x * v - y * u) / 2;
    }, 0);
    // Half of 100 m².
    expect(area).toBeGreaterThan(48);
    expect(area).toBeLessThan(52);
  });
});
