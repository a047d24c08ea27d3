import { fullCircle } from '#core/geodesy';
import type { FieldBookResult } from '#core/protocol';
import { CRITICAL, type Adjusted } from './adjust.ts';
import { approximate, type Approximate } from './approximate.ts';
import { heightNetwork } from './height-network.ts';
import { planNetwork, type Network, type PlanNetwork } from './network.ts';
import { heightsAlone, levelLines } from './levels.ts';
import type { Place } from './plane.ts';
import { pointsOf } from './result-points.ts';
import { EARTH, setUpsOf, type SetUp } from './setups.ts';
import { traverses } from './traverse.ts';
import type { ComputeInput, ComputeProblem } from './types.ts';
import { differences, missing } from './undetermined.ts';
import { vectorsOf } from './vectors.ts';

const MAX_PROBLEMS = 100;

/** Computes all points that the observations determine; what they do not is said. */
export function computeBook({ records, known, settings, scaleAt, vectorAt }: ComputeInput): FieldBookResult {
  const { setUps, problems } = setUpsOf(records, settings);
  const { vectors, problems: ofVectors } = vectorsOf(records, settings, vectorAt);
  problems.push(...ofVectors);
  if (settings.lengths === 'grid' && !scaleAt) problems.push({ kind: 'not-reduced' });
  const fixed = new Map(
    known.map(({ name, east, north, height }) => [
      name,
      { place: east === null || north === null ? undefined : { east, north }, height: height ?? undefined },
    ]),
  );
  const factors = factorsOf(setUps, fixed, { settings, scaleAt });
  reduceLengths(setUps, factors);
  const found = approximate(setUps, fixed, vectors);
  problems.push(...found.problems);
  const names = new Set([...fixed].filter(([, { place }]) => place).map(([name]) => name));
  const plan = planNetwork(setUps, found, names, settings, vectors);
  const withHeight = new Set(
    [...fixed].filter(([, { height }]) => height !== undefined).map(([name]) => name),
  );
  const knownHeights = new Map([...found.heights].filter(([name]) => withHeight.has(name)));
  const heights = heightNetwork(setUps, found, withHeight, settings, vectors);
  const planned = usable(plan, 'plan', problems);
  const levelled = usable(heights, 'height', problems);
  const points = pointsOf(records, found, setUps, { plan, planned, heights, levelled });
  problems.push(...missing(setUps, found, known.length, vectors), ...differences(records, points, setUps));
  const [factor] = factors.values();
  return {
    points,
    stations: setUps.map((setUp) => ({
      ordinal: setUp.ordinal,
      name: setUp.name,
      orientation: orientationOf(setUp, found, plan, planned),
      how: found.places.has(setUp.name) ? (found.how.get(setUp.name) ?? null) : null,
      collimation: setUp.collimation ?? null,
      index: setUp.index ?? null,
      sights: setUp.sights.length,
      factor: factors.get(setUp) ?? 1,
    })),
    residuals: [...residualsOf(plan, planned), ...residualsOf(heights, levelled)],
    traverses: traverses({
      setUps: setUps.filter(({ isLevel }) => !isLevel),
      found,
      known: names,
      knownHeights,
    }),
    heights: heightsAlone(setUps, found, withHeight, { network: heights, adjusted: levelled }),
    levelLines: levelLines(setUps, knownHeights),
    plan: planned && plan.observations.length > 0 ? summary(planned) : null,
    height: levelled && heights.observations.length > 0 ? summary(levelled) : null,
    factor: factor ?? 1,
    problems: problems.slice(0, MAX_PROBLEMS),
    problemCount: problems.length,
  };
}

/** What lengths on the ground are multiplied by, at each set-up. */
function factorsOf(
  setUps: readonly SetUp[],
  fixed: ReadonlyMap<string, { place: Place | undefined; height: number | undefined }>,
  { settings, scaleAt }: Pick<ComputeInput, 'settings' | 'scaleAt'>,
): Map<SetUp, number> {
  const factors = new Map<SetUp, number>();
  if (settings.lengths !== 'grid' || !scaleAt) return factors;
  const firstPlaced = [...fixed.values()].find(({ place }) => place);
  for (const setUp of setUps) {
    const atStation = fixed.get(setUp.name);
    const reference = atStation?.place ? atStation : firstPlaced;
    if (!reference?.place) continue;
    const height = reference.height ?? firstPlaced?.height ?? 0;
    factors.set(setUp, scaleAt(reference.place) * (EARTH / (EARTH + height)));
  }
  return factors;
}

function reduceLengths(setUps: readonly SetUp[], factors: ReadonlyMap<SetUp, number>): void {
  for (const setUp of setUps) {
    const factor = factors.get(setUp) ?? 1;
    for (const sight of setUp.sights) if (sight.distance !== undefined) sight.distance *= factor;
  }
}

function usable(network: Network, what: 'plan' | 'height', problems: ComputeProblem[]): Adjusted | undefined {
  const { adjusted, unknowns } = network;
  if (adjusted === 'diverges') {
    problems.push({ kind: `diverges-${what}` });
    return undefined;
  }
  if ('loose' in adjusted) {
    const name = [...unknowns].findLast(([, first]) => first <= adjusted.loose)?.[0] ?? '';
    problems.push({ kind: `loose-${what}`, values: { name } });
    return undefined;
  }
  // The greatest first: it is the one to look at, and the others may only follow from it.
  const blunders = adjusted.observations
    .flatMap(({ w }, i) =>
      w !== null && Math.abs(w) > CRITICAL ? { w: Math.abs(w), ...network.observations[i]! } : [],
    )
    .toSorted((a, b) => b.w - a.w);
  for (const { w, from, to, measured } of blunders)
    problems.push({
      kind: `blunder-${measured}`,
      values: { station: from, target: to, w: Number(w.toFixed(1)) },
    });
  return adjusted;
}

function orientationOf(
  setUp: SetUp,
  found: Approximate,
  { circles }: PlanNetwork,
  planned: Adjusted | undefined,
): number | null {
  const start = found.orientations.get(setUp);
  if (start === undefined) return null;
  const circle = circles.get(setUp);
  if (!planned || circle === undefined) return start;
  return fullCircle(start + (planned.values[circle]! / 100) * (180 / Math.PI));
}

function residualsOf(
  { observations }: Network,
  adjusted: Adjusted | undefined,
): FieldBookResult['residuals'] {
  if (!adjusted) return [];
  return observations.flatMap(({ ordinal, from, to, measured }, i) => {
    if (measured === 'orientation') return [];
    const { residual, w, redundancy } = adjusted.observations[i]!;
    return {
      ordinal,
      station: from,
      target: to,
      measured,
      residual,
      w,
      redundancy,
      blunder: w !== null && Math.abs(w) > CRITICAL,
      // Pope's test judges by the deviation that the network itself shows.
      beyondTau:
        w !== null && adjusted.tau !== null && adjusted.sigma0
          ? Math.abs(w) / adjusted.sigma0 > adjusted.tau
          : false,
    };
  });
}

function summary({
  freedom,
  sigma0,
  chi,
  tau,
  observations,
  values,
}: Adjusted): NonNullable<FieldBookResult['plan']> {
  return { freedom, sigma0, chi, tau, observations: observations.length, unknowns: values.length };
}
