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

export interface Coloured {
  /** Of each position. */
  readonly colours: readonly string[];
  /** What the ends of the ramp stand for; undefined without one. */
  readonly range: readonly [number, number] | undefined;
}

/** The colour of each position of a track. */
export function coloursOf(
  positions: Track['positions'],
  { speeds }: TrackFigures,
  look: TrackLook,
): Coloured {
  if (look === 'plain') return { colours: positions.map(() => PLAIN), range: undefined };
  if (look === 'quality')
    return {
      colours: positions.map((at) => QUALITIES[at[5] ?? -1] ?? UNKNOWN),
      range: undefined,
    };
  const values = look === 'time' ? positions.map((at) => at[3]) : speeds;
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  if (known.length === 0) return { colours: positions.map(() => UNKNOWN), range: undefined };
  // Of speeds, a jump or a gap would take the whole ramp.
  const part = (share: number) => known[Math.floor((known.length - 1) * share)]!;
  const [low, high] = look === 'time' ? [known[0]!, known.at(-1)!] : [part(0.02), part(0.98)];
  const step = (value: number) =>
    high === low
      ? 0
      : Math.min(RAMP.length - 1, Math.max(0, Math.floor(((value - low) / (high - low)) * RAMP.length)));
  return {
    colours: values.map((value) => (value === null ? UNKNOWN : RAMP[step(value)]!)),
    range: [low, high],
  };
}
