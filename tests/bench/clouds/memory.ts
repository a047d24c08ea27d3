/** Converts a LAS of many points of a hilly surface, and prints the most memory that it needed, kB. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { openLas } from '../../../server/formats/pointcloud/las/las-source.ts';
import { writeOctree } from '../../../server/formats/pointcloud/octree/write-octree.ts';
import { writeHills } from './made.ts';

const [folder, points] = [process.argv[2]!, Number(process.argv[3])];
const file = path.join(folder, 'large.las');
writeHills(file, points);
const source = await openLas(file);
writeOctree(source, { folder, projection: '' });
source.close();
rmSync(file);
process.stdout.write(String(process.resourceUsage().maxRSS));
