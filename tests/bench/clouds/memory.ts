/** Converts a LAS of 20 million points of a hilly surface, and prints the most memory that it needed, kB. */
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { openLas } from '../../server/formats/pointcloud/las/las-source.ts';
import { writeOctree } from '../../server/formats/pointcloud/octree/write-octree.ts';
import { smallLas } from '../../server/testing/las.ts';

const POINTS = Number(process.argv[3] ?? 20_000_000);
const SIDE = 2_000_000;
const AT_ONCE = 100_000;
const SIZE = 20;

const folder = process.argv[2]!;
const file = path.join(folder, 'large.las');
const header = smallLas({ points: 1 }).subarray(0, 227);
header.writeUInt32LE(POINTS, 107);
for (const axis of [0, 1, 2]) header.writeDoubleLE(axis === 2 ? 200 : SIDE / 1000, 179 + axis * 16);
const out = openSync(file, 'w');
writeSync(out, header);
const some = Buffer.alloc(AT_ONCE * SIZE);
let seed = 7;
const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
for (let done = 0; done < POINTS; done += AT_ONCE) {
  for (let i = 0; i < AT_ONCE; i++) {
    const [x, y] = [Math.floor(random() * SIDE), Math.floor(((done + i) / POINTS) * SIDE)];
    const z = Math.floor(
      100_000 * (1 + Math.sin(x / 200_000) * Math.cos(y / 200_000)) * 0.9 + random() * 100,
    );
    some.writeInt32LE(x, i * SIZE);
    some.writeInt32LE(y, i * SIZE + 4);
    some.writeInt32LE(z, i * SIZE + 8);
  }
  writeSync(out, some);
}
closeSync(out);
const source = await openLas(file);
writeOctree(source, { folder, projection: '' });
source.close();
process.stdout.write(String(process.resourceUsage().maxRSS));
