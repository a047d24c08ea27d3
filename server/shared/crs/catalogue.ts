import type { AnswerOf, crsSearch } from '#core/protocol';
import { learnCrs, operationAt, operationOf, type DatumOperation } from '#core/geodesy';
import { registeredCrs, registeredTitles, type CrsTitle, type RegisteredCrs } from './register.ts';

export type CrsSearchResult = AnswerOf<typeof crsSearch>[number];

const MAX_RESULTS = 50;

/**
 * Up to 50 CRS whose code starts with, or whose name and area contain, each word of `search`; the best first: the
 * exact code, then codes that start with it, then names, then areas. Deprecated ones last.
 */
export async function searchCrs(search: string): Promise<CrsSearchResult[]> {
  const words = search
    .toLowerCase()
    .replace(/^epsg:\s*/, '')
    .split(/\s+/)
    .filter(Boolean);
  if (words.length === 0) return [];
  const found: { crs: CrsTitle; rank: number }[] = [];
  for (const crs of await registeredTitles()) {
    const rank = rankOf(crs, words);
    if (rank !== undefined) found.push({ crs, rank: rank + (crs.deprecated && rank > 0 ? 10 : 0) });
  }
  found.sort((a, b) => a.rank - b.rank || a.crs.name.length - b.crs.name.length || a.crs.code - b.crs.code);
  return Promise.all(
    found.slice(0, MAX_RESULTS).map(async ({ crs }) => answerOf((await registeredCrs(crs.code))!)),
  );
}

function answerOf(crs: RegisteredCrs): CrsSearchResult {
  const code = `EPSG:${crs.code}`;
  const { name, area, bounds, unit, axes, deprecated } = crs;
  learnCrs({ ...crs, code, accuracy: null });
  return {
    code,
    name,
    area,
    bounds: [...bounds],
    proj4: forOthers(crs),
    unit,
    accuracy: operationOf(code).accuracy ?? null,
    axes,
    deprecated,
    operations: crs.operations.map(copied),
  };
}

function copied({
  areas,
  steps,
  offshore,
  ...operation
}: DatumOperation): CrsSearchResult['operations'][number] {
  return {
    ...operation,
    areas: areas.map(([...area]) => area),
    steps: steps.map((step) => [...step]),
    ...(offshore && { offshore }),
  };
}

/** A definition that is complete without the operations: with the shift that applies in the middle of the area. */
function forOthers({ proj4, operations, bounds: [west, south, east, north] }: RegisteredCrs): string {
  if (operations.length === 0)
    return proj4.includes('+b=6378137')
      ? proj4.replace('+ellps=WGS84', '+nadgrids=@null +wktext')
      : proj4.replace('+ellps=WGS84', '+datum=WGS84');
  const middle = west <= east ? (west + east) / 2 : (((west + east + 360) / 2 + 180) % 360) - 180;
  const steps = operationAt(operations, [middle, (south + north) / 2])?.steps ?? [];
  const shift =
    steps.length === 0 ? [0, 0, 0] : steps.length === 1 && steps[0]!.length <= 7 ? steps[0]! : undefined;
  return shift ? proj4.replace('+no_defs', `+towgs84=${shift.join(',')} +no_defs`) : proj4;
}

function rankOf(crs: CrsTitle, words: readonly string[]): number | undefined {
  const number = String(crs.code);
  const name = crs.name.toLowerCase();
  const area = crs.area.toLowerCase();
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
