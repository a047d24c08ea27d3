import { Triangle, Vector3 } from 'three';
import { Deviation } from '../../server/api/bim/checks/deviation.ts';
import { Surface } from '../../server/api/bim/checks/surface.ts';
import type { ElementMesh } from '../../server/api/bim/shapes/meshes.ts';
import { within, type ReportRow } from './report.ts';

/** Triangles on a side of the ground, which is waved so that no two of them are flat. */
const SIDE = 708;
const POINTS = 1_000_000;
/** Points that are compared with every triangle. */
const JUDGED = 50;

/** The distance of a million points from a million triangles, and of some of them found by trying every triangle. */
export function deviation(): ReportRow[] {
  const mesh = ground();
  const coordinates = new Float64Array(POINTS * 3);
  let seed = 11;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let i = 0; i < POINTS; i++) {
    const [x, y] = [random() * SIDE * 0.1, random() * SIDE * 0.1];
    coordinates.set([x, y, heightAt(x, y) + (random() - 0.5) * 0.1], 3 * i);
  }
  const start = performance.now();
  const surface = new Surface([mesh]);
  const found = new Deviation(surface, [{ globalId: 'a', class: 'IfcSlab', name: null }], {
    tolerance: 0.02,
    reach: 1,
  });
  found.add({ coordinates });
  const took = performance.now() - start;
  let worst = 0;
  const [triangle, at] = [new Triangle(), new Vector3()];
  for (let n = 0; n < JUDGED; n++) {
    const i = Math.floor((n / JUDGED) * POINTS);
    const place = new Vector3(...coordinates.subarray(3 * i, 3 * i + 3));
    let least = Infinity;
    for (let t = 0; t < mesh.indices.length; t += 3) {
      triangle.a.fromArray(mesh.positions, 3 * mesh.indices[t]!);
      triangle.b.fromArray(mesh.positions, 3 * mesh.indices[t + 1]!);
      triangle.c.fromArray(mesh.positions, 3 * mesh.indices[t + 2]!);
      least = Math.min(least, triangle.closestPointToPoint(place, at).distanceTo(place));
    }
    const { distance } = surface.near([place.x, place.y, place.z], 1)!;
    worst = Math.max(worst, Math.abs(Math.abs(distance) - least));
  }
  return [
    {
      what: `deviation of ${POINTS.toLocaleString('en')} points from ${(mesh.indices.length / 3).toLocaleString('en')} triangles`,
      ours: took,
      peer: undefined,
      against: 'CloudCompare, which is run by hand',
      unit: 'ms',
      target: 'at most 1.5 times',
    },
    within(0.1, {
      what: `its error on ${JUDGED} points, against every triangle`,
      ours: worst * 1000,
      unit: 'mm',
    }),
  ];
}

const heightAt = (x: number, y: number): number => Math.sin(x / 3) * Math.cos(y / 4);

function ground(): ElementMesh {
  const positions = new Float64Array((SIDE + 1) ** 2 * 3);
  for (let row = 0; row <= SIDE; row++)
    for (let column = 0; column <= SIDE; column++) {
      const [x, y] = [column * 0.1, row * 0.1];
      positions.set([x, y, heightAt(x, y)], 3 * (row * (SIDE + 1) + column));
    }
  const indices = new Uint32Array(SIDE * SIDE * 6);
  let at = 0;
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const a = row * (SIDE + 1) + column;
      const [b, c, d] = [a + 1, a + SIDE + 1, a + SIDE + 2];
      indices.set([a, b, d, a, d, c], at);
      at += 6;
    }
  return { line: 1, positions, indices };
}
