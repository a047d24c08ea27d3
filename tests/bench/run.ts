/**
 * `npm run bench [name[:part] ...]`: measures every figure the project has a target for, each with its floor or peer
 * in one run, prints them and saves them in tests/output/bench.json. Without parts a bench runs completely.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Bench, ReportRow } from './report.ts';

const folder = import.meta.dirname;
const requested = process.argv.slice(2).map((each) => each.split(':') as [string, string?]);
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => requested.length === 0 || requested.some(([name]) => file === `${name}.bench.ts`))
  .sort();
if (files.length === 0) {
  console.error(`There is no bench named ${requested.map(([name]) => name).join(', ')}.`);
  process.exit(1);
}

/** Processes waiting for each core, over a minute, up to which figures are judged. */
const QUIET = 0.5;

interface BenchResult {
  bench: string;
  loads: { before: number; after: number };
  rows: ReportRow[];
}
const results: BenchResult[] = [];
/** Before the first bench: later ones would see the load of those before. */
const isQuiet = load() <= QUIET * availableParallelism();
let failed = false;
for (const file of files) {
  const { default: bench } = (await import(join(folder, file))) as { default: Bench };
  console.log(`\n${bench.name}`);
  const named = requested.flatMap(([name, part]) => (file === `${name}.bench.ts` && part ? [part] : []));
  const unknown = named.find((part) => !bench.parts?.includes(part));
  if (unknown) {
    console.error(`It has no part named ${unknown}; its parts: ${bench.parts?.join(', ') ?? 'none'}.`);
    process.exit(1);
  }
  const before = load();
  try {
    const measured = await bench.run(new Set(named.length > 0 ? named : bench.parts));
    const rows = isQuiet ? measured : measured.map((row) => ({ ...row, met: undefined }));
    const loads = { before, after: load() };
    results.push({ bench: bench.name, loads, rows });
    for (const row of rows) console.log(line(row));
    console.log(`  Load of the machine: ${print(loads.before)} before, ${print(loads.after)} after.`);
    if (!isQuiet) console.log('  Not judged: others were at work. Run it again on a quiet machine.');
  } catch (failure) {
    failed = true;
    console.error('  could not be measured:', failure);
  }
}

const output = join(folder, '..', 'output');
mkdirSync(output, { recursive: true });
const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model };
writeFileSync(
  join(output, 'bench.json'),
  JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2),
);
process.exit(failed ? 1 : 0);

/** Processes running or waiting, on average over the last minute. */
function load(): number {
  return loadavg()[0]!;
}

function line(row: ReportRow): string {
  const verdict = row.met === undefined ? '·' : row.met ? '✓' : '✗';
  const peer = row.peer === undefined ? '' : ` beside ${print(row.peer)} ${row.unit} (${row.against})`;
  const ratio = row.ratio === undefined ? '' : `, ${row.ratio.toFixed(2)} times`;
  return `  ${verdict} ${row.what}: ${print(row.ours)} ${row.unit}${peer}${ratio}; ${row.target}`;
}

function print(value: number): string {
  return value !== 0 && Math.abs(value) < 0.01
    ? value.toExponential(2)
    : value.toLocaleString('en', { maximumFractionDigits: 2 });
}
