/**
 * Converting point clouds: LAZ to an octree in CPU time, compared with decoding the same bytes whole by laz-rs of
 * loaders.gl and nothing else; the memory of converting 20 million points; what is asked of them: a profile, an export, other
 * classes; and in 10,000 trials whether the stated ± is the error that is made.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadLazDecoder } from '../../server/formats/pointcloud/las/laz-decoder.ts';
import { openLas } from '../../server/formats/pointcloud/las/las-source.ts';
import { writeOctree } from '../../server/formats/pointcloud/octree/write-octree.ts';
import { octreeFolder, onPoints } from './clouds-points.ts';
import { trials } from './clouds-trials.ts';
import { atMost, median, within, type Bench, type ReportRow } from './report.ts';

const REAL = path.resolve(import.meta.dirname, '../../../shared/data/las');
const OCTREE = 'clouds/bench/1';
const RUNS = 7;
/** 0.6 of the points of the bare decoder in the same CPU time. */
const MOST = 1.67;
const MAX_MEGABYTES = 400;
const AT_ONCE = 50_000;

const bench: Bench = {
  name: 'Point clouds to octrees',
  parts: ['convert', 'memory', 'points', 'trials'],
  async run(requested) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'groma-bench-'));
    try {
      const rows: ReportRow[] = [];
      const names = existsSync(REAL) ? readdirSync(REAL).filter((name) => /(?<!copc)\.laz$/.test(name)) : [];
      if (requested.has('convert')) for (const name of names) rows.push(await convert(name, folder));
      if (requested.has('memory') || requested.has('points')) {
        const made = memory(octreeFolder(folder, OCTREE));
        if (requested.has('memory')) rows.push(made);
        if (requested.has('points')) rows.push(...(await onPoints(folder, OCTREE)));
      }
      if (requested.has('trials')) rows.push(...trials());
      return rows;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
export default bench;

async function convert(name: string, folder: string): Promise<ReportRow> {
  const file = path.join(REAL, name);
  const [ours, peer]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const source = await openLas(file);
    const before = cpu();
    const { points } = writeOctree(source, { folder, projection: '' });
    ours.push((cpu() - before) / points);
    source.close();
    peer.push(await decode(file, points));
  }
  const what = `${name}, microseconds of CPU a point`;
  return atMost(MOST, {
    what,
    ours: median(ours),
    peer: median(peer),
    against: 'the bare decoder',
    unit: 'µs',
  });
}

/** Microseconds of CPU a point. */
async function decode(file: string, points: number): Promise<number> {
  const { WasmLasZipDecompressor } = await loadLazDecoder();
  const before = cpu();
  const bytes = readFileSync(file);
  const size = bytes.readUInt16LE(105);
  const decompressor = new WasmLasZipDecompressor(bytes);
  for (let left = points; left > 0; left -= AT_ONCE)
    decompressor.decompress_many(new Uint8Array(Math.min(left, AT_ONCE) * size));
  decompressor.free();
  return (cpu() - before) / points;
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** In a process of its own, whose largest memory is told. */
function memory(folder: string): ReportRow {
  const script = path.join(import.meta.dirname, 'clouds-memory.ts');
  const kilobytes = execFileSync(process.execPath, ['--import', 'tsx', script, folder], { encoding: 'utf8' });
  return within(MAX_MEGABYTES, {
    what: 'memory of the process that converts 20 million points',
    ours: Number(kilobytes) / 1024,
    unit: 'MB',
  });
}
