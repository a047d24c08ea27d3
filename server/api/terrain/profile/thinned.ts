/** Metres along the line, longitude, latitude, metres above the ellipsoid (null where there is none). */
export type ProfileSample = [distance: number, longitude: number, latitude: number, height: number | null];

/**
 * At most `max` samples: both ends, and of equal sections of the line the lowest, the highest and one without height.
 */
export function thinned(samples: readonly ProfileSample[], max: number): ProfileSample[] {
  if (samples.length <= max) return [...samples];
  const sections = Math.floor((max - 2) / 3);
  const chosen = new Set([0, samples.length - 1]);
  for (let n = 0; n < sections; n++) {
    const [from, to] = [n, n + 1].map((part) => Math.floor((part * samples.length) / sections)) as [
      number,
      number,
    ];
    let [lowest, highest, gap] = [-1, -1, -1];
    for (let i = from; i < to; i++) {
      const height = samples[i]![3];
      if (height === null) gap = i;
      else {
        if (lowest < 0 || height < samples[lowest]![3]!) lowest = i;
        if (highest < 0 || height > samples[highest]![3]!) highest = i;
      }
    }
    for (const i of [lowest, highest, gap]) if (i >= 0) chosen.add(i);
  }
  return [...chosen].sort((one, other) => one - other).map((i) => samples[i]!);
}
