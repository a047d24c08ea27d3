import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Triangle, Vector3 } from 'three';
import { Deviation } from '../../../server/api/bim/checks/deviation.ts';
import { Surface } from '../../../server/api/bim/checks/surface.ts';
import type { ElementMesh } from '../../../server/api/bim/shapes/meshes.ts';
import { atMost, within, type ReportRow } from '../report.ts';

/** Triangles on a side of the ground, which is waved so that no two of them are flat. */
const SIDE = 708;
const POINTS = 1_000_000;
/** Points that are compared with every triangle. */
const JUDGED = 50;

/** The distance of a million points from a million triangles, and of some of them found by trying every triangle. */
export function deviation(folder: string): ReportRow[] {
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
  const what = `deviation of ${POINTS.toLocaleString('en')} points from ${(mesh.indices.length / 3).toLocaleString('en')} triangles`;
  const theirs = byCloudCompare(folder, mesh, coordinates);
  const rows = theirs
    ? [
        atMost(1.5, { what, ours: took, peer: theirs.took, against: 'CloudCompare', unit: 'ms' }),
        within(0.1, {
          what: 'the largest difference of a distance to that of CloudCompare',
          ours: 1000 * differenceOf(surface, coordinates, theirs.distances),
          unit: 'mm',
        }),
      ]
    : [
        {
          what,
          ours: took,
          peer: undefined,
          against: 'CloudCompare, which is not installed',
          unit: 'ms',
          target: 'at most 1.5 times',
        },
      ];
  return [
    ...rows,
    within(0.1, {
      what: `its error on ${JUDGED} points, against every triangle`,
      ours: worst * 1000,
      unit: 'mm',
    }),
  ];
}

/** Metres. */
function differenceOf(surface: Surface, coordinates: Float64Array, distances: Float64Array): number {
  let most = 0;
  for (let i = 0; i < POINTS; i++) {
    const [x, y, z] = coordinates.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
    const { distance } = surface.near([x, y, z], 1)!;
    most = Math.max(most, Math.abs(Math.abs(distance) - Math.abs(distances[i]!)));
  }
  return most;
}

/** Milliseconds and metres of CloudCompare’s C2M, without reading and writing files; undefined where it is not installed. */
function byCloudCompare(
  folder: string,
  { positions, indices }: ElementMesh,
  coordinates: Float64Array,
): { took: number; distances: Float64Array } | undefined {
  const program = 'CloudCompare';
  if (spawnSync('which', [program]).status !== 0) return undefined;
  const at = (name: string) => path.join(folder, name);
  const vertices = (count: number) =>
    `element vertex ${count}\nproperty float x\nproperty float y\nproperty float z\n`;
  const head = 'ply\nformat binary_little_endian 1.0\n';
  const faces = Buffer.alloc((indices.length / 3) * 13);
  for (let i = 0; i < indices.length; i += 3) {
    const start = (i / 3) * 13;
    faces.writeUInt8(3, start);
    for (let k = 0; k < 3; k++) faces.writeInt32LE(indices[i + k]!, start + 1 + 4 * k);
  }
  const faceHead = `element face ${indices.length / 3}\nproperty list uchar int vertex_indices\nend_header\n`;
  writeFileSync(
    at('mesh.ply'),
    Buffer.concat([
      Buffer.from(head + vertices(positions.length / 3) + faceHead),
      Buffer.from(Float32Array.from(positions).buffer),
      faces,
    ]),
  );
  writeFileSync(
    at('points.ply'),
    Buffer.concat([
      Buffer.from(`${head}${vertices(POINTS)}end_header\n`),
      Buffer.from(Float32Array.from(coordinates).buffer),
    ]),
  );
  const run = (...steps: string[]): number => {
    const start = performance.now();
    const files = ['-O', at('points.ply'), '-O', at('mesh.ply')];
    const out = ['-C_EXPORT_FMT', 'ASC', '-PREC', '9', '-NO_TIMESTAMP', '-AUTO_SAVE', 'OFF'];
    const args = ['-SILENT', ...out, ...files, ...steps, '-SAVE_CLOUDS', 'FILE', at('found.asc')];
    execFileSync(program, args, { env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' }, stdio: 'ignore' });
    return performance.now() - start;
  };
  const files = run();
  const took = run('-C2M_DIST') - files;
  const rows = readFileSync(at('found.asc'), 'utf8').trim().split('\n');
  return { took, distances: Float64Array.from(rows, (row) => Number(row.trim().split(/\s+/).at(-1))) };
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
