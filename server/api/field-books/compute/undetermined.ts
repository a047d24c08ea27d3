import type { FieldBookResult } from '#core/protocol';
import type { Approximate } from './approximate.ts';
import { lengthOf, type Place } from './plane.ts';
import type { SetUp } from './setups.ts';
import type { ComputeInput, ComputeProblem } from './types.ts';
import type { Vector } from './vectors.ts';

/** Coordinates that the instrument computed may differ from these by so much, metres. */
const AGREES = 0.02;

/** What has no place, orientation or height, and why. */
export function missing(
  setUps: readonly SetUp[],
  found: Approximate,
  known: number,
  vectors: readonly Vector[],
): ComputeProblem[] {
  const problems: ComputeProblem[] = [];
  const unreached = vectors.filter(({ from }) => !found.places.has(from));
  if (unreached.length > 0)
    problems.push({
      kind: 'vectors-unreached',
      values: { count: unreached.length, from: unreached[0]!.from, to: unreached[0]!.to },
    });
  const flat = vectors.filter(({ from }) => found.places.has(from) && !found.heights.has(from));
  if (flat.length > 0)
    problems.push({ kind: 'vectors-without-height', values: { count: flat.length, name: flat[0]!.from } });
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
export function differences(
  records: ComputeInput['records'],
  points: FieldBookResult['points'],
  setUps: readonly SetUp[],
): ComputeProblem[] {
  const seen = new Map(
    setUps.flatMap(({ name, sights }) =>
      sights.flatMap(({ ordinals, target }) =>
        ordinals.map((ordinal) => [ordinal, { target, from: name }] as const),
      ),
    ),
  );
  const computed = new Map(points.map((point) => [point.name, point]));
  const apart = records.flatMap((record) => {
    if (record.kind !== 'observation' || !record.at) return [];
    const { target = '', from = '' } = seen.get(record.ordinal) ?? {};
    const point = computed.get(target);
    if (!point || point.how === 'known') return [];
    const distance = lengthOf(record.at, point);
    const station = computed.get(from);
    const fits = station !== undefined && lengthOf(acrossAxes(record.at, station), point) <= AGREES;
    return distance > AGREES ? [{ name: record.target, distance, fits }] : [];
  });
  if (apart.length === 0) return [];
  if (apart.every(({ fits }) => fits))
    return [{ kind: 'fits-exchanged', values: { count: apart.length, name: apart[0]!.name } }];
  const worst = apart.reduce((most, one) => (one.distance > most.distance ? one : most));
  return [
    {
      kind: 'differs-from-instrument',
      values: { count: apart.length, name: worst.name, metres: Number(worst.distance.toFixed(3)) },
    },
  ];
}

/** Where a point would be, seen from a station, if the instrument had named its axes the other way round. */
function acrossAxes(point: Place, station: Place): Place {
  return {
    east: station.east + (point.north - station.north),
    north: station.north + (point.east - station.east),
  };
}
