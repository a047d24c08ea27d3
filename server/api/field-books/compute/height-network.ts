import type { FieldBookSettings } from '#core/protocol';
import { adjust } from './adjust.ts';
import type { Approximate } from './approximate.ts';
import { RADIANS, recordOf, SECOND, type Network, type NetworkObservation } from './network.ts';
import type { SetUp } from './setups.ts';
import type { Vector } from './vectors.ts';

/** Metres: what a staff is read to, and how far it stands where that is not said. */
const [LEAST_READING, STAFF_AWAY] = [0.0001, 30];

/** Differences of heights by zenith angles and distances. */
export function heightNetwork(
  setUps: readonly SetUp[],
  { heights, places }: Approximate,
  fixed: ReadonlySet<string>,
  settings: FieldBookSettings,
  vectors: readonly Vector[] = [],
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
        ...recordOf(setUp, sight),
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
  for (const { ordinal, from, to, end, covariance } of vectors) {
    const [place, start, goal] = [places.get(from), heights.get(from), heights.get(to)];
    if (!place || start === undefined || goal === undefined || (fixed.has(from) && fixed.has(to))) continue;
    need(from);
    need(to);
    const at = { ...place, height: start };
    const rise = end(at).height! - start;
    const ends = [unknowns.get(from), unknowns.get(to)];
    const coefficients = ends.flatMap((u, i) => (u === undefined ? [] : [i === 0 ? -1 : 1]));
    observations.push({
      ordinal,
      from,
      to,
      measured: 'vector-height',
      unknowns: ends.flatMap((u) => u ?? []),
      sigma: Math.sqrt(covariance(at).hh),
      at(values) {
        const value = (u: number | undefined) => (u === undefined ? 0 : values[u]!);
        return { misfit: rise - (goal + value(ends[1]) - start - value(ends[0])), coefficients };
      },
    });
  }
  return { observations, adjusted: adjust(observations, new Float64Array(unknowns.size)), unknowns };
}
