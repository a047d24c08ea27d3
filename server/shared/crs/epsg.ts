import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** One entry of the package epsg-index. `bbox` is north, west, south, east in degrees; `accuracy` in metres. */
export interface EpsgEntry {
  code: string;
  kind: string;
  name: string;
  wkt: string | null;
  proj4: string | null;
  bbox: [number, number, number, number] | null;
  unit: string | null;
  area: string | null;
  accuracy: number | null;
}

const folder = path.dirname(createRequire(import.meta.url).resolve('epsg-index'));
const USABLE = new Set(['CRS-PROJCRS', 'CRS-GEOGCRS']);

let index: Promise<Map<number, EpsgEntry>> | undefined;

/** Projected and geographic (2D) CRS by code. Eight megabytes: read at the first use. */
export function loadIndex(): Promise<Map<number, EpsgEntry>> {
  return (index ??= readFile(path.join(folder, 'all.json'), 'utf8').then((text) => {
    const all = Object.values(JSON.parse(text) as Record<string, EpsgEntry>);
    return new Map(all.filter((entry) => USABLE.has(entry.kind)).map((entry) => [Number(entry.code), entry]));
  }));
}

/** One CRS without reading the whole index; undefined when there is none with that code. */
export async function entryOf(code: number): Promise<EpsgEntry | undefined> {
  if (!Number.isInteger(code) || code <= 0) return undefined;
  try {
    const entry = JSON.parse(await readFile(path.join(folder, 's', `${code}.json`), 'utf8')) as EpsgEntry;
    return USABLE.has(entry.kind) ? entry : undefined;
  } catch {
    return undefined;
  }
}
