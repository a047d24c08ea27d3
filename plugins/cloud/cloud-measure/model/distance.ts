import type { CloudMeasured } from '#core/protocol';
import type { CloudReading } from './values.ts';

/** The way over stored points, each found by a pick, in the coordinates of the cloud. `unit`: metres per unit of them. */
export function distanceOver(picks: readonly CloudMeasured[], unit: number): CloudReading {
  const found = picks.flatMap((one) => (one.measure === 'pick' && one.point ? [one.point] : []));
  const [first] = picks as readonly [CloudMeasured, ...CloudMeasured[]];
  const reading = {
    measured: { ...first, source: { ...first.source, points: found.length } },
    place: undefined,
    position: undefined,
    isLocal: true,
    orthometric: undefined,
  };
  if (found.length < picks.length || found.length < 2) return { ...reading, values: [] };
  let [distance, horizontal] = [0, 0];
  for (const [i, { position }] of found.slice(1).entries()) {
    const [dx, dy, dz] = position.map((value, axis) => value - found[i]!.position[axis]!) as [
      number,
      number,
      number,
    ];
    distance += Math.hypot(dx, dy, dz);
    horizontal += Math.hypot(dx, dy);
  }
  const rise = found.at(-1)!.position[2] - found[0]!.position[2];
  const noise = found.map((one) => one.noise ?? NaN);
  const within = Math.hypot(...noise) * unit;
  return {
    ...reading,
    values: [
      {
        quantity: 'distance',
        unit: 'm',
        amount: distance * unit,
        within: Number.isNaN(within) ? undefined : within,
      },
      { quantity: 'horizontal', unit: 'm', amount: horizontal * unit },
      { quantity: 'rise', unit: 'm', amount: rise * unit },
    ],
  };
}
