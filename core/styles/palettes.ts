import { channelsOf, colourOfChannels } from './colour.ts';

/**
 * Palettes that people with any of the common colour blindnesses can read: Okabe and Ito (2008), and Paul Tol's "muted" for
 * categories; viridis and cividis (matplotlib, public domain), and from ColorBrewer (Brewer, Harrower, Apache 2.0) Blues, YlGnBu,
 * YlOrBr and the diverging PuOr and BrBG.
 */
export const PALETTES = {
  'okabe-ito': ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7', '#999999'],
  muted: ['#cc6677', '#332288', '#ddcc77', '#117733', '#88ccee', '#882255', '#44aa99', '#999933', '#aa4499'],
  viridis: ['#440154', '#414487', '#2a788e', '#22a884', '#7ad151', '#fde725'],
  cividis: ['#00224e', '#35456c', '#666970', '#948e77', '#c8b866', '#fee838'],
  blues: ['#eff3ff', '#c6dbef', '#9ecae1', '#6baed6', '#3182bd', '#08519c'],
  ylgnbu: ['#ffffcc', '#c7e9b4', '#7fcdbb', '#41b6c4', '#2c7fb8', '#253494'],
  ylorbr: ['#ffffd4', '#fee391', '#fec44f', '#fe9929', '#d95f0e', '#993404'],
  puor: ['#b35806', '#f1a340', '#fee0b6', '#d8daeb', '#998ec3', '#542788'],
  brbg: ['#8c510a', '#d8b365', '#f6e8c3', '#c7eae5', '#5ab4ac', '#01665e'],
} as const satisfies Record<string, readonly string[]>;
export type PaletteName = keyof typeof PALETTES;

export const CATEGORY_PALETTES: readonly PaletteName[] = ['okabe-ito', 'muted'];

/** `count` colours of a palette: those for categories repeat, others are mixed evenly from one end to the other. */
export function coloursOf(name: PaletteName, count: number, reversed = false): string[] {
  const colours: readonly string[] = reversed ? [...PALETTES[name]].reverse() : PALETTES[name];
  if (CATEGORY_PALETTES.includes(name))
    return Array.from({ length: count }, (_, n) => colours[n % colours.length]!);
  return Array.from({ length: count }, (_, n) => {
    const at = count === 1 ? (colours.length - 1) / 2 : ((colours.length - 1) * n) / (count - 1);
    const before = Math.min(colours.length - 2, Math.floor(at));
    return mixed(colours[before]!, colours[before + 1]!, at - before);
  });
}

function mixed(from: string, to: string, share: number): string {
  const end = channelsOf(to);
  return colourOfChannels(channelsOf(from).map((value, n) => value * (1 - share) + end[n]! * share));
}
