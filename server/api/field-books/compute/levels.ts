import type { FieldBookLevelLine, FieldBookResult } from '#core/protocol';
import type { Adjusted } from './adjust.ts';
import type { Approximate } from './approximate.ts';
import type { Network } from './network.ts';
import type { SetUp, Sight } from './setups.ts';

/** Heights of points that have no place; set-ups of levels themselves are none. */
export function heightsAlone(
  setUps: readonly SetUp[],
  { heights, places }: Approximate,
  known: ReadonlySet<string>,
  { network, adjusted }: { network: Network; adjusted: Adjusted | undefined },
): FieldBookResult['heights'] {
  const levels = new Set(setUps.filter(({ isLevel }) => isLevel).map(({ name }) => name));
  return [...heights].flatMap(([name, height]): FieldBookResult['heights'] => {
    if (places.has(name) || levels.has(name)) return [];
    const v = network.unknowns.get(name);
    if (!adjusted || v === undefined) return [{ name, height, sigmaHeight: null, isKnown: known.has(name) }];
    const sigmaHeight = Math.sqrt(adjusted.cofactor(v, v)) * Math.max(1, adjusted.sigma0 ?? 1);
    return [{ name, height: height + adjusted.values[v]!, sigmaHeight, isKnown: false }];
  });
}

/** Lines of levels between points of known height, in the order of the set-ups, with their misclosures. */
export function levelLines(
  setUps: readonly SetUp[],
  heights: ReadonlyMap<string, number>,
): FieldBookLevelLine[] {
  const lines: FieldBookLevelLine[] = [];
  let line: FieldBookLevelLine | undefined;
  for (const { isLevel, sights } of setUps) {
    const ends = isLevel ? endsOf(sights) : undefined;
    if (!ends) continue;
    const { back, fore } = ends;
    if (line?.points.at(-1) !== back.target)
      line = heights.has(back.target)
        ? { points: [back.target], length: 0, rise: 0, misclosure: 0 }
        : undefined;
    if (!line) continue;
    line.points.push(fore.target);
    line.length += (back.distance ?? 0) + (fore.distance ?? 0);
    line.rise += fore.rise! - back.rise!;
    const end = heights.get(fore.target);
    if (end === undefined) continue;
    line.misclosure = line.rise - (end - heights.get(line.points[0]!)!);
    lines.push(line);
    line = { points: [fore.target], length: 0, rise: 0, misclosure: 0 };
  }
  return lines;
}

function endsOf(sights: readonly Sight[]): { back: Sight; fore: Sight } | undefined {
  const back = sights.find(({ purpose }) => purpose === 'backsight');
  const fore = sights.find(({ purpose }) => purpose === 'foresight');
  return back && fore ? { back, fore } : undefined;
}
