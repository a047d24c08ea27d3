import { createRequire } from 'node:module';
import fs from 'node:fs/promises';
import type { AnswerOf, crsSearch } from '#core/protocol';

export type Crs = AnswerOf<typeof crsSearch>[number];

interface Entry {
  code: string;
  kind: string;
  name: string;
  proj4: string | null;
  unit: string | null;
  area: string | null;
  /** North, west, south, east. */
  bbox: [number, number, number, number] | null;
  accuracy: number | null;
}

const MOST = 50;

let catalogue: Promise<Crs[]> | undefined;

/** Every CRS of the EPSG register that proj4 can compute, read at the first search (10 MB of text). */
function all(): Promise<Crs[]> {
  return (catalogue ??= read());
}

async function read(): Promise<Crs[]> {
  const file = createRequire(import.meta.url).resolve('epsg-index/all.json');
  const entries = JSON.parse(await fs.readFile(file, 'utf8')) as Record<string, Entry>;
  return Object.values(entries).flatMap(({ code, kind, name, proj4, unit, area, bbox, accuracy }) =>
    proj4 && kind.startsWith('CRS') && !/VERTCRS|GEOCCRS/.test(kind)
      ? [
          {
            code: `EPSG:${code}`,
            name,
            area,
            bounds: bbox && [bbox[1], bbox[2], bbox[3], bbox[0]],
            proj4,
            unit,
            // Stated for the grid, which is missing here.
            accuracy: typeof accuracy === 'number' && !needsGrid(proj4) ? accuracy : null,
          },
        ]
      : [],
  );
}

function needsGrid(proj4: string): boolean {
  return /\+nadgrids=(?!@null)|\+datum=NAD27/.test(proj4);
}

/**
 * Up to 50 CRS whose code starts with, or whose name and area contain, each word of `search`; the best first: the
 * exact code, then codes that start with it, then names, then areas. Deprecated ones last.
 */
export async function searchCrs(search: string): Promise<Crs[]> {
  const words = search
    .toLowerCase()
    .replace(/^epsg:\s*/, '')
    .split(/\s+/)
    .filter(Boolean);
  if (words.length === 0) return [];
  const found: { crs: Crs; rank: number }[] = [];
  for (const crs of await all()) {
    const rank = rankOf(crs, words);
    if (rank !== undefined) found.push({ crs, rank });
  }
  found.sort(
    (a, b) => a.rank - b.rank || a.crs.name.length - b.crs.name.length || (a.crs.code < b.crs.code ? -1 : 1),
  );
  return found.slice(0, MOST).map(({ crs }) => crs);
}

function rankOf(crs: Crs, words: readonly string[]): number | undefined {
  const number = crs.code.slice(5);
  const name = crs.name.toLowerCase();
  const area = crs.area?.toLowerCase() ?? '';
  let rank = 0;
  for (const word of words) {
    if (number === word) continue;
    if (number.startsWith(word)) rank += 1;
    else if (name.includes(word)) rank += 2;
    else if (area.includes(word)) rank += 3;
    else return undefined;
  }
  return rank;
}
