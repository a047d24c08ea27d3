import type { FieldBookResult } from '#core/protocol';
import { ellipseOf, type Adjusted } from './adjust.ts';
import type { Approximate } from './approximate.ts';
import type { Network, PlanNetwork } from './network.ts';
import type { SetUp } from './setups.ts';
import type { ComputeInput } from './types.ts';

export interface Networks {
  plan: PlanNetwork;
  planned: Adjusted | undefined;
  heights: Network;
  levelled: Adjusted | undefined;
}

/** All points with their accuracy; also those that were measured with coordinates alone. */
export function pointsOf(
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
  for (const record of records) {
    if (record.kind === 'point') put(record.name, record.code);
    if (record.kind === 'baseline') put(record.to, record.code);
  }
  return codes;
}
