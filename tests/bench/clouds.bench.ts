/**
 * Point clouds. Converting: LAZ to an octree in CPU time, compared with decoding the same bytes whole by laz-rs of
 * loaders.gl and nothing else; the memory of converting 20 and 100 million points. Points: a profile, an export, other
 * classes; in 10,000 trials whether the stated ± is the error that is made. On screen: how soon a COPC is seen, frames and
 * picks beside bare pages, a flight of `GROMA_FLIGHT_MINUTES`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadLazDecoder } from '../../server/formats/pointcloud/las/laz-decoder.ts';
import { openLas } from '../../server/formats/pointcloud/las/las-source.ts';
import { writeOctree } from '../../server/formats/pointcloud/octree/write-octree.ts';
import { flight, frames, opened, picks } from './clouds/pages.ts';
import { octreeFolder, onPoints } from './clouds/points.ts';
import { trials } from './clouds/trials.ts';
import { atMost, median, within, type Bench, type ReportRow } from './report.ts';

const REAL = path.resolve(import.meta.dirname, '../../../shared/data/las');
const OCTREE = 'clouds/bench/1';
const RUNS = 7;
/** 0.6 of the points of the bare decoder in the same CPU time. */
const MOST = 1.67;
const MAX_MEGABYTES = 400;
const AT_ONCE = 50_000;
const MINUTES = Number(process.env['GROMA_FLIGHT_MINUTES'] ?? 10);

const bench: Bench = {
  name: 'Point clouds',
  parts: ['convert', 'memory', 'large', 'points', 'trials', 'opened', 'frames', 'picks', 'flight'],
  async run(requested) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'groma-bench-'));
    try {
      const rows: ReportRow[] = [];
      const names = existsSync(REAL) ? readdirSync(REAL).filter((name) => /(?<!copc)\.laz$/.test(name)) : [];
      if (requested.has('convert')) for (const name of names) rows.push(await convert(name, folder));
      if (['memory', 'points', 'flight'].some((part) => requested.has(part))) {
        const made = memory(octreeFolder(folder, OCTREE), 20);
        if (requested.has('memory')) rows.push(made);
        if (requested.has('points')) rows.push(...(await onPoints(folder, OCTREE)));
        if (requested.has('flight')) rows.push(...(await flight(folder, OCTREE, MINUTES)));
      }
      if (requested.has('large')) rows.push(memory(octreeFolder(folder, 'clouds/large/1'), 100));
      if (requested.has('trials')) rows.push(...trials());
      const copc = path.join(REAL, 'ellipsoid.copc.laz');
      if (requested.has('opened') && existsSync(copc)) rows.push(...(await opened(copc, folder)));
      if (requested.has('frames')) rows.push(...(await frames(folder)));
      if (requested.has('picks')) rows.push(...(await picks(folder)));
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

/** The peak memory of a process of its own. */
function memory(folder: string, millions: number): ReportRow {
  const script = path.join(import.meta.dirname, 'clouds/memory.ts');
  const args = ['--import', 'tsx', script, folder, String(millions * 1_000_000)];
  const kilobytes = execFileSync(process.execPath, args, { encoding: 'utf8' });
  return within(MAX_MEGABYTES, {
    what: `memory of the process that converts ${millions} million points`,
    ours: Number(kilobytes) / 1024,
    unit: 'MB',
  });
}
