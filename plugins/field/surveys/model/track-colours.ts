import type { Track } from '#core/protocol';
import type { TrackFigures } from './track-figures.ts';

export const TRACK_LOOKS = ['plain', 'time', 'speed', 'quality'] as const;
export type TrackLook = (typeof TRACK_LOOKS)[number];

/** From low to high; told apart also by those who see no red or green. */
export const RAMP = ['#440154', '#443983', '#31688e', '#21918c', '#35b779', '#90d743', '#fde725'] as const;
const PLAIN = '#7c3aed';
const UNKNOWN = '#8a8f98';
/** As NMEA GGA counts. */
export const QUALITIES: Readonly<Record<number, string>> = {
  4: '#15803d',
  5: '#ca8a04',
  2: '#2563eb',
  1: '#dc2626',
};

/** What the ends of the ramp stand for: seconds since 1970, or metres per second. */
export type RampRange = readonly [low: number, high: number];
interface ColouredTrack {
  readonly positions: Track['positions'];
  readonly figures: Pick<TrackFigures, 'speeds'>;
}

/** Of all tracks together, so that a colour means the same on each; undefined where the look has no ramp, or nothing is known. */
export function rangeOf(tracks: readonly ColouredTrack[], look: TrackLook): RampRange | undefined {
  const known = tracks
    .flatMap((track) => valuesOf(track, look))
    .filter((value) => value !== null)
    .sort((a, b) => a - b);
  if (known.length === 0) return undefined;
  // Of speeds, a jump or a gap would take the whole ramp.
  const part = (share: number) => known[Math.floor((known.length - 1) * share)]!;
  return look === 'time' ? [known[0]!, known.at(-1)!] : [part(0.02), part(0.98)];
}

/** The colour of each position of a track. */
export function coloursOf(
  track: ColouredTrack,
  look: TrackLook,
  range: RampRange | undefined,
): readonly string[] {
  const { positions } = track;
  if (look === 'plain') return positions.map(() => PLAIN);
  if (look === 'quality') return positions.map((at) => QUALITIES[at[5] ?? -1] ?? UNKNOWN);
  const [low, high] = range ?? [0, 0];
  const step = (value: number) =>
    high === low
      ? 0
      : Math.min(RAMP.length - 1, Math.max(0, Math.floor(((value - low) / (high - low)) * RAMP.length)));
  return valuesOf(track, look).map((value) => (value === null ? UNKNOWN : RAMP[step(value)]!));
}

function valuesOf({ positions, figures }: ColouredTrack, look: TrackLook): readonly (number | null)[] {
  if (look === 'time') return positions.map((at) => at[3]);
  return look === 'speed' ? figures.speeds : [];
}
