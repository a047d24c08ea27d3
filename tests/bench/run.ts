/**
 * `npm run bench [name[:part] ...]`: measures every figure the project has a target for, each with its floor or peer
 * in one run, prints them and saves them in tests/output/bench.json. Without parts a bench runs completely.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { busyShare } from './processors.ts';
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

/** Share of the processors that others may use, while no bench runs, for figures to be judged. */
const QUIET = 0.15;
/** Milliseconds over which that is measured, before and after each bench. */
const LOOK = 3_000;

interface BenchResult {
  bench: string;
  /** Processes running or waiting, on average over the last minute. */
  loads: { before: number; after: number };
  /** Share of the processors that others used. */
  others: { before: number; after: number };
  rows: ReportRow[];
}
const results: BenchResult[] = [];
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
  const before = { load: load(), others: await busyShare(LOOK) };
  try {
    const measured = await bench.run(new Set(named.length > 0 ? named : bench.parts));
    const loads = { before: before.load, after: load() };
    const others = { before: before.others, after: await busyShare(LOOK) };
    const isQuiet = bench.counts === true || Math.max(others.before, others.after) <= QUIET;
    const rows = isQuiet ? measured : measured.map((row) => ({ ...row, met: undefined }));
    results.push({ bench: bench.name, loads, others, rows });
    for (const row of rows) console.log(line(row));
    console.log(`  Load of the machine: ${print(loads.before)} before, ${print(loads.after)} after.`);
    console.log(`  Used by others: ${percent(others.before)} before, ${percent(others.after)} after.`);
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

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
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
