import type { FieldBookSettings } from '#core/protocol';
import { adjust, type Adjusted, type Equation } from './adjust.ts';
import type { Approximate } from './approximate.ts';
import { azimuthOf, lengthOf, signed, type Place } from './plane.ts';
import type { SetUp, Sight } from './setups.ts';

const RADIANS = Math.PI / 180;
const SECOND = RADIANS / 3600;

/** Metres: what a staff is read to, and how far it stands where that is not said. */
const [LEAST_READING, STAFF_AWAY] = [0.0001, 30];

export type Measured = 'direction' | 'distance' | 'height' | 'orientation';

/** An observation of the network: where it comes from, with its equation. */
export interface NetworkObservation extends Equation {
  setUp: SetUp;
  sight: Sight;
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
  { places, orientations, stated }: Approximate,
  fixed: ReadonlySet<string>,
  settings: FieldBookSettings,
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
        setUp,
        sight: sights[0]!,
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
          setUp,
          sight,
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
          setUp,
          sight,
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
  return { observations, adjusted: adjust(observations, Float64Array.from(start)), unknowns, circles };
}

/** Differences of heights by zenith angles and distances. */
export function heightNetwork(
  setUps: readonly SetUp[],
  { heights }: Approximate,
  fixed: ReadonlySet<string>,
  settings: FieldBookSettings,
): Network {
  const unknowns = new Map<string, number>();
  const observations: NetworkObservation[] = [];
  const need = (name: string) => {
    if (!fixed.has(name) && !unknowns.has(name)) unknowns.set(name, unknowns.size);
  };
  for (const setUp of setUps)
    for (const sight of setUp.sights) {
      const { target, rise } = sight;
      if (rise === undefined || target === setUp.name || !heights.has(target) || !heights.has(setUp.name))
        continue;
      need(setUp.name);
      need(target);
      const ends = [unknowns.get(setUp.name), unknowns.get(target)];
      const [from, to] = [heights.get(setUp.name)!, heights.get(target)!];
      const repeats = Math.sqrt(Math.max(1, sight.ordinals.length));
      const coefficients = ends.flatMap((u, i) => (u === undefined ? [] : [i === 0 ? -1 : 1]));
      observations.push({
        setUp,
        sight,
        measured: 'height',
        unknowns: ends.flatMap((u) => u ?? []),
        // The line of sight of a level is as good as a zenith angle; a staff is neither centred nor measured.
        sigma: setUp.isLevel
          ? Math.max(LEAST_READING, settings.sigmaZenith * SECOND * (sight.distance ?? STAFF_AWAY)) / repeats
          : Math.hypot(
              ((settings.sigmaZenith * SECOND) / repeats) * (sight.distance ?? 0),
              (settings.sigmaDistance / 1000) * Math.abs(Math.cos((sight.zenith ?? 90) * RADIANS)),
              settings.sigmaCentring / 1000,
            ),
        at(values) {
          const value = (u: number | undefined) => (u === undefined ? 0 : values[u]!);
          return { misfit: rise - (to + value(ends[1]) - from - value(ends[0])), coefficients };
        },
      });
    }
  return { observations, adjusted: adjust(observations, new Float64Array(unknowns.size)), unknowns };
}
