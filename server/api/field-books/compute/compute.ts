import { fullCircle } from '#core/geodesy';
import type { FieldBookResult } from '#core/protocol';
import { CRITICAL, ellipseOf, type Adjusted } from './adjust.ts';
import { approximate, type Approximate } from './approximate.ts';
import { heightNetwork, planNetwork, type Network, type PlanNetwork } from './network.ts';
import { heightsAlone, levelLines } from './levels.ts';
import { lengthOf, type Place } from './plane.ts';
import { EARTH, setUpsOf, type SetUp } from './setups.ts';
import { traverses } from './traverse.ts';
import type { ComputeInput, ComputeProblem } from './types.ts';

/** Coordinates that the instrument computed may differ from these by so much, metres. */
const AGREES = 0.02;
const MAX_PROBLEMS = 100;

/** Computes all points that the observations determine; what they do not is said. */
export function computeBook({ records, known, settings, scaleAt }: ComputeInput): FieldBookResult {
  const { setUps, problems } = setUpsOf(records, settings);
  problems.push(...leftOut(records));
  if (settings.lengths === 'grid' && !scaleAt) problems.push({ kind: 'not-reduced' });
  const fixed = new Map(
    known.map(({ name, east, north, height }) => [
      name,
      { place: east === null || north === null ? undefined : { east, north }, height: height ?? undefined },
    ]),
  );
  const factors = factorsOf(setUps, fixed, { settings, scaleAt });
  reduceLengths(setUps, factors);
  const found = approximate(setUps, fixed);
  problems.push(...found.problems);
  const names = new Set([...fixed].filter(([, { place }]) => place).map(([name]) => name));
  const plan = planNetwork(setUps, found, names, settings);
  const withHeight = new Set(
    [...fixed].filter(([, { height }]) => height !== undefined).map(([name]) => name),
  );
  const knownHeights = new Map([...found.heights].filter(([name]) => withHeight.has(name)));
  const heights = heightNetwork(setUps, found, withHeight, settings);
  const planned = usable(plan, 'plan', problems);
  const levelled = usable(heights, 'height', problems);
  const points = pointsOf(records, found, setUps, { plan, planned, heights, levelled });
  problems.push(...missing(setUps, found, known.length), ...differences(records, points, setUps));
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

/** Records that are kept, but not computed. */
function leftOut(records: ComputeInput['records']): ComputeProblem[] {
  const count = records.filter(({ kind, used }) => kind === 'baseline' && used).length;
  return count > 0 ? [{ kind: 'baselines-not-computed', values: { count } }] : [];
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
  for (const [i, { w }] of adjusted.observations.entries()) {
    const { setUp, sight, measured } = network.observations[i]!;
    if (w !== null && Math.abs(w) > CRITICAL)
      problems.push({
        kind: `blunder-${measured}`,
        values: { station: setUp.name, target: sight.target, w: Number(Math.abs(w).toFixed(1)) },
      });
  }
  return adjusted;
}

interface Networks {
  plan: PlanNetwork;
  planned: Adjusted | undefined;
  heights: Network;
  levelled: Adjusted | undefined;
}

function pointsOf(
  records: ComputeInput['records'],
  found: Approximate,
  setUps: readonly SetUp[],
  { plan, planned, heights, levelled }: Networks,
): FieldBookResult['points'] {
  const codes = codesOf(records, setUps);
  const stations = new Set(setUps.map(({ name }) => name));
  const points = [...found.places].map(([name, place]): FieldBookResult['points'][number] => {
    const u = plan.unknowns.get(name);
    const v = heights.unknowns.get(name);
    const height = found.heights.get(name);
    const scale = Math.max(1, planned?.sigma0 ?? 1) ** 2;
    const shift = planned && u !== undefined ? [planned.values[u]!, planned.values[u + 1]!] : [0, 0];
    const variance = levelled && v !== undefined ? levelled.cofactor(v, v) : undefined;
    return {
      name,
      east: place.east + shift[0]!,
      north: place.north + shift[1]!,
      height: height === undefined ? null : height + (levelled && v !== undefined ? levelled.values[v]! : 0),
      how: found.how.get(name) ?? 'recorded',
      code: codes.get(name) ?? null,
      station: stations.has(name),
      ellipse:
        planned && u !== undefined
          ? ellipseOf(
              scale * planned.cofactor(u, u),
              scale * planned.cofactor(u, u + 1),
              scale * planned.cofactor(u + 1, u + 1),
            )
          : null,
      sigmaHeight: variance === undefined ? null : Math.sqrt(variance) * Math.max(1, levelled?.sigma0 ?? 1),
    };
  });
  // What was measured with coordinates alone.
  for (const record of records)
    if (record.kind === 'point' && record.used && !found.places.has(record.name)) {
      found.places.set(record.name, record.at);
      points.push({
        name: record.name,
        east: record.at.east,
        north: record.at.north,
        height: record.at.height ?? null,
        how: 'recorded',
        code: record.code ?? null,
        station: false,
        ellipse: null,
        sigmaHeight: null,
      });
    }
  return points;
}

/** The first code of each point: that of a pointing, of the station on it, or of its coordinates. */
function codesOf(records: ComputeInput['records'], setUps: readonly SetUp[]): Map<string, string> {
  const codes = new Map<string, string>();
  const put = (name: string, code: string | undefined) => {
    if (code && !codes.has(name)) codes.set(name, code);
  };
  for (const { sights } of setUps) for (const { target, code } of sights) put(target, code);
  for (const { name, station } of setUps) put(name, station.code);
  for (const record of records) if (record.kind === 'point') put(record.name, record.code);
  return codes;
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
  return observations.flatMap(({ setUp, sight, measured }, i) => {
    if (measured === 'orientation') return [];
    const { residual, w, redundancy } = adjusted.observations[i]!;
    return {
      ordinal: sight.ordinals[0]!,
      station: setUp.name,
      target: sight.target,
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

function missing(setUps: readonly SetUp[], found: Approximate, known: number): ComputeProblem[] {
  const problems: ComputeProblem[] = [];
  for (const setUp of setUps) {
    const { name, line } = setUp;
    if (setUp.isLevel) {
      if (!found.heights.has(name)) problems.push({ kind: 'level-without-height', values: { name, line } });
    } else if (!found.places.has(name))
      problems.push({ kind: known === 0 ? 'nothing-known' : 'station-unknown', values: { name, line } });
    else if (!found.orientations.has(setUp))
      problems.push({ kind: 'station-not-oriented', values: { name, line } });
    else if (!found.heights.has(name) && setUp.sights.some(({ rise }) => rise !== undefined))
      problems.push({ kind: 'station-without-height', values: { name, line } });
    const without = setUp.sights.filter(
      ({ target }) => found.orientations.has(setUp) && !found.places.has(target),
    );
    if (without.length > 0)
      problems.push({
        kind: 'without-distance',
        values: { name, count: without.length, first: without[0]!.target },
      });
  }
  return problems;
}

/** Against what the instrument has computed itself. */
function differences(
  records: ComputeInput['records'],
  points: FieldBookResult['points'],
  setUps: readonly SetUp[],
): ComputeProblem[] {
  const names = new Map(
    setUps.flatMap(({ sights }) =>
      sights.flatMap(({ ordinals, target }) => ordinals.map((ordinal) => [ordinal, target] as const)),
    ),
  );
  const computed = new Map(points.map((point) => [point.name, point]));
  const apart = records.flatMap((record) => {
    if (record.kind !== 'observation' || !record.at) return [];
    const point = computed.get(names.get(record.ordinal) ?? '');
    if (!point || point.how === 'known') return [];
    const distance = lengthOf(record.at, point);
    return distance > AGREES ? [{ name: record.target, distance }] : [];
  });
  if (apart.length === 0) return [];
  const worst = apart.reduce((most, one) => (one.distance > most.distance ? one : most));
  return [
    {
      kind: 'differs-from-instrument',
      values: { count: apart.length, name: worst.name, metres: Number(worst.distance.toFixed(3)) },
    },
  ];
}
