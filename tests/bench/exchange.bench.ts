import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { formatOf } from '../../server/api/imports/readers/format-of.ts';
import { readInThread } from '../../server/api/imports/read-in-thread.ts';
import { timeOfNetwork } from './network.ts';
import { atMost, within, type Bench, type ReportRow } from './report.ts';
import { timeOfSurface } from './surface-load.ts';

const run = promisify(execFile);
const COUNT = 100_000;
/** Of the time that ogr2ogr takes to convert the file to GeoJSON. */
const LIMIT = 1.5;
const FORMATS = ['dxf', 'kml', 'gpkg'] as const;

/** Seconds for the points of a field book. */
const NETWORK_LIMIT = 2;

/** Of the time that triangles alone take. */
const SURFACE_LIMIT = 1.3;

/** Seconds and megabytes for a sheet of 20,000 objects as a picture. */
const SHEET_LIMIT = 10;
const SHEET_MEMORY = 500;

/**
 * Files of 100,000 objects, read in the thread of imports and by ogr2ogr in turn; a network of a field book; a surface; and
 * a sheet.
 */
const bench: Bench = {
  name: 'exchange',
  parts: [...FORMATS, 'network', 'surface', 'sheet'],
  async run(parts) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'groma-bench-'));
    const hasGdal = spawnSync('ogr2ogr', ['--version']).status === 0;
    const rows: ReportRow[] = [];
    if (parts.has('network')) {
      const { points, observations, seconds } = timeOfNetwork();
      const what = `least squares of ${points} points and ${observations} observations in plan, and of heights`;
      rows.push(within(NETWORK_LIMIT, { what, ours: seconds, unit: 's' }));
    }
    if (parts.has('surface')) {
      const { points, ours, alone } = timeOfSurface();
      const what = `a surface of ${points} points, by processor time`;
      rows.push(atMost(SURFACE_LIMIT, { what, ours, peer: alone, against: 'delaunator alone', unit: 's' }));
    }
    try {
      if (parts.has('sheet')) rows.push(...sheet(folder));
      for (const format of FORMATS) {
        if (!parts.has(format)) continue;
        if (format === 'gpkg' && !hasGdal) continue;
        const file = path.join(folder, `lines.${format}`);
        if (format === 'dxf') writeFileSync(file, dxf());
        else if (format === 'kml') writeFileSync(file, kml());
        else {
          const source = path.join(folder, 'source.kml');
          writeFileSync(source, kml());
          await run('ogr2ogr', ['-f', 'GPKG', file, source]);
        }
        const own = await timed(() => read(file, folder));
        const peer = hasGdal
          ? await timed(() => run('ogr2ogr', ['-f', 'GeoJSON', path.join(folder, `${format}.geojson`), file]))
          : undefined;
        rows.push(
          atMost(LIMIT, {
            what: `reading ${COUNT} objects of a ${format}`,
            ours: own,
            peer,
            against: 'ogr2ogr to GeoJSON',
            unit: 's',
          }),
        );
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return rows;
  },
};
export default bench;

/** The time and the peak memory of a process of its own. */
function sheet(folder: string): ReportRow[] {
  const script = path.join(import.meta.dirname, 'sheet-load.ts');
  const printed = execFileSync(process.execPath, ['--import', 'tsx', script, folder], { encoding: 'utf8' });
  const { seconds, kB } = JSON.parse(printed) as { seconds: number; kB: number };
  const what = 'a sheet in A3 with 20,000 objects as a picture of 300 dpi';
  return [
    within(SHEET_LIMIT, { what, ours: seconds, unit: 's' }),
    within(SHEET_MEMORY, { what: `${what}, memory of the process`, ours: kB / 1024, unit: 'MB' }),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

async function read(file: string, folder: string): Promise<void> {
  const own = path.join(folder, `job-${path.basename(file)}`);
  mkdirSync(own);
  const task = {
    format: formatOf(file),
    file,
    folder: own,
    name: 'lines',
    crs: 'EPSG:25832',
    mode: 'objects' as const,
  };
  const { ready } = await readInThread(task, AbortSignal.timeout(120_000));
  if (ready !== COUNT) throw new Error(`${ready} of ${COUNT} objects were read.`);
}

const line = (n: number): [number, number, number, number] => {
  const [x, y] = [600_000 + (n % 400) * 10, 5_000_000 + Math.floor(n / 400) * 10];
  return [x, y, x + 8, y + 8];
};

function dxf(): string {
  const entities = Array.from({ length: COUNT }, (_, n) => {
    const [a, b, c, d] = line(n);
    return `0\nLINE\n8\nL${n % 20}\n10\n${a}\n20\n${b}\n30\n0\n11\n${c}\n21\n${d}\n31\n0\n`;
  });
  return `0\nSECTION\n2\nENTITIES\n${entities.join('')}0\nENDSEC\n0\nEOF\n`;
}

function kml(): string {
  const marks = Array.from({ length: COUNT }, (_, n) => {
    const [a, b, c, d] = line(n).map((value, i) => (i % 2 === 0 ? 9 + value / 1e7 : value / 1.2e5)) as [
      number,
      number,
      number,
      number,
    ];
    return `<Placemark><name>${n}</name><LineString><coordinates>${a},${b} ${c},${d}</coordinates></LineString></Placemark>\n`;
  });
  return `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks.join('')}</Document></kml>`;
}
