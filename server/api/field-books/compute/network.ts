import type { FieldBookSettings } from '#core/protocol';
import type { Coordinates } from '../../../formats/instruments/model.ts';
import { adjust, type Adjusted, type Equation } from './adjust.ts';
import type { Approximate } from './approximate.ts';
import { azimuthOf, lengthOf, signed, type Place } from './plane.ts';
import type { SetUp, Sight } from './setups.ts';
import { testPair, type PlanPair, type Vector } from './vectors.ts';

export const RADIANS = Math.PI / 180;
export const SECOND = RADIANS / 3600;

export type Measured =
  | 'direction'
  | 'distance'
  | 'height'
  | 'orientation'
  | 'vector-east'
  | 'vector-north'
  | 'vector-height';

/** An observation of the network: where it comes from, with its equation. */
export interface NetworkObservation extends Equation {
  /** Of its record. */
  ordinal: number;
  from: string;
  to: string;
  measured: Measured;
}

export interface Network {
  observations: NetworkObservation[];
  adjusted: Adjusted | { loose: number } | 'diverges';
  /** First unknown of a point: easting, then northing; or its height. */
  unknowns: Map<string, number>;
}

export interface PlanNetwork extends Network {
  /** Unknown of the circle's orientation, by set-up. */
  circles: Map<SetUp, number>;
}

/** Directions and distances in plan. */
export function planNetwork(
  setUps: readonly SetUp[],
  { places, heights, orientations, stated }: Approximate,
  fixed: ReadonlySet<string>,
  settings: FieldBookSettings,
  vectors: readonly Vector[] = [],
): PlanNetwork {
  const unknowns = new Map<string, number>();
  const start: number[] = [];
  const circles = new Map<SetUp, number>();
  const usable = setUps.filter((setUp) => orientations.has(setUp));
  const need = (name: string) => {
    if (fixed.has(name) || unknowns.has(name)) return;
    unknowns.set(name, start.length);
    // Differences to the start keep the digits of large coordinates.
    start.push(0, 0);
  };
  const observations: NetworkObservation[] = [];
  const placeAt = (name: string, values: Float64Array): Place => {
    const place = places.get(name)!;
    const u = unknowns.get(name);
    return u === undefined ? place : { east: place.east + values[u]!, north: place.north + values[u + 1]! };
  };
  for (const setUp of usable) {
    const sights = setUp.sights.filter(
      ({ target, circle, distance }) =>
        places.has(target) && target !== setUp.name && (circle !== undefined || distance !== undefined),
    );
    if (sights.length === 0) continue;
    need(setUp.name);
    if (sights.some(({ circle }) => circle !== undefined)) circles.set(setUp, start.push(0) - 1);
    const turned = circles.get(setUp);
    if (stated.has(setUp) && turned !== undefined)
      observations.push({
        ...recordOf(setUp, sights[0]!),
        measured: 'orientation',
        unknowns: [turned],
        // One second of arc at 100 m.
        sigma: SECOND * 100,
        at: (values) => ({ misfit: -values[turned]!, coefficients: [1] }),
      });
    for (const sight of sights) {
      need(sight.target);
      const [from, to] = [setUp.name, sight.target];
      const ends = [unknowns.get(from), unknowns.get(to)];
      const endUnknowns = ends.flatMap((u) => (u === undefined ? [] : [u, u + 1]));
      const signs = ends.flatMap((u, i) => (u === undefined ? [] : [i === 0 ? -1 : 1]));
      const length = Math.max(0.1, lengthOf(places.get(from)!, places.get(to)!));
      const repeats = Math.sqrt(Math.max(1, sight.ordinals.length));
      const centring = settings.sigmaCentring / 1000;
      if (sight.circle !== undefined) {
        const o = circles.get(setUp)!;
        const orientation = orientations.get(setUp)!;
        const circle = sight.circle;
        observations.push({
          ...recordOf(setUp, sight),
          measured: 'direction',
          unknowns: [...endUnknowns, o],
          // Metres across the line, so that all unknowns and misfits are metres; the unknown of the circle is for 100 m.
          sigma: Math.hypot(((settings.sigmaDirection * SECOND) / repeats) * length, centring),
          at(values) {
            const [a, b] = [placeAt(from, values), placeAt(to, values)];
            const azimuth = azimuthOf(a, b);
            const turned = orientation + values[o]! / 100 / RADIANS;
            const misfit = signed(circle + turned - azimuth) * RADIANS * length;
            const across = lengthOf(a, b) || length;
            const [sine, cosine] = [Math.sin(azimuth * RADIANS), Math.cos(azimuth * RADIANS)];
            const scale = length / across;
            return {
              misfit,
              coefficients: [
                ...signs.flatMap((sign) => [sign * cosine * scale, -sign * sine * scale]),
                -length / 100,
              ],
            };
          },
        });
      }
      if (sight.distance !== undefined) {
        const { distance } = sight;
        observations.push({
          ...recordOf(setUp, sight),
          measured: 'distance',
          unknowns: endUnknowns,
          sigma: Math.hypot(
            settings.sigmaDistance / 1000 / repeats,
            settings.sigmaPpm * 1e-6 * distance,
            centring,
          ),
          at(values) {
            const [a, b] = [placeAt(from, values), placeAt(to, values)];
            const azimuth = azimuthOf(a, b) * RADIANS;
            const [sine, cosine] = [Math.sin(azimuth), Math.cos(azimuth)];
            return {
              misfit: distance - lengthOf(a, b),
              coefficients: signs.flatMap((sign) => [sign * sine, sign * cosine]),
            };
          },
        });
      }
    }
  }
  const pairs = vectors.flatMap((vector): PlanPair[] => {
    const { from, to } = vector;
    if (!places.has(from) || !places.has(to) || (fixed.has(from) && fixed.has(to))) return [];
    need(from);
    need(to);
    const at = { ...places.get(from)!, height: heights.get(from) ?? 0 };
    const pair = pairOf(vector, at, { first: observations.length, unknowns, placeAt });
    observations.push(...equationsOf(vector, pair));
    return [pair];
  });
  const adjusted = adjust(observations, Float64Array.from(start));
  if (adjusted !== 'diverges' && !('loose' in adjusted))
    for (const pair of pairs) adjusted.observations.splice(pair.first, 2, ...testPair(pair, adjusted));
  return { observations, adjusted, unknowns, circles };
}

export const recordOf = (setUp: SetUp, { ordinals, target }: Sight) => ({
  ordinal: ordinals[0]!,
  from: setUp.name,
  to: target,
});

function pairOf(
  { from, to, end, covariance }: Vector,
  at: Coordinates,
  {
    first,
    unknowns,
    placeAt,
  }: {
    first: number;
    unknowns: ReadonlyMap<string, number>;
    placeAt: (name: string, values: Float64Array) => Place;
  },
): PlanPair {
  const reached = end(at);
  const [east, north] = [reached.east - at.east, reached.north - at.north];
  const ends = [from, to].flatMap((name, i) => {
    const unknown = unknowns.get(name);
    return unknown === undefined ? [] : [{ unknown, sign: i === 0 ? -1 : 1 }];
  });
  return {
    first,
    ends,
    covariance: covariance(at),
    misfit(values) {
      const [a, b] = [placeAt(from, values), placeAt(to, values)];
      return [east - (b.east - a.east), north - (b.north - a.north)];
    },
  };
}

/** The north less the part of it that follows from the east: these two do not correlate. */
function equationsOf(
  { ordinal, from, to }: Vector,
  { ends, misfit, covariance }: PlanPair,
): NetworkObservation[] {
  const { ee, en, nn } = covariance;
  const share = en / ee;
  const record = { ordinal, from, to };
  return [
    {
      ...record,
      measured: 'vector-east',
      unknowns: ends.map(({ unknown }) => unknown),
      sigma: Math.sqrt(ee),
      at: (values) => ({ misfit: misfit(values)[0], coefficients: ends.map(({ sign }) => sign) }),
    },
    {
      ...record,
      measured: 'vector-north',
      unknowns: ends.flatMap(({ unknown }) => [unknown, unknown + 1]),
      sigma: Math.sqrt(nn - share * en),
      at(values) {
        const [east, north] = misfit(values);
        return {
          misfit: north - share * east,
          coefficients: ends.flatMap(({ sign }) => [-share * sign, sign]),
        };
      },
    },
  ];
}
