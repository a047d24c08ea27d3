import type { CloudColour, PaletteName } from '../api.ts';

/** Colours that people who see few hues tell apart (Okabe and Ito). */
const DISTINCT = ['#0072b2', '#e69f00', '#56b4e9', '#009e73', '#f0e442', '#d55e00', '#cc79a7', '#999999'];

/** Red, green, blue, 0 to 255. */
export function bytesOfColour(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/**
 * A colour at each tenth from the least to the greatest value. Lightness alone tells the order, also for people who see
 * few hues; of blue-orange, which is for values on both sides of a middle, the distance from it.
 */
export const PALETTES: Readonly<Record<PaletteName, readonly string[]>> = {
  viridis: [
    '#440154',
    '#482878',
    '#3e4a89',
    '#31688e',
    '#26828e',
    '#1f9e89',
    '#35b779',
    '#6ece58',
    '#b5de2b',
    '#dde318',
    '#fde725',
  ],
  cividis: [
    '#00224e',
    '#083370',
    '#35456c',
    '#4f576c',
    '#666970',
    '#7d7c78',
    '#948e77',
    '#aea371',
    '#c8b866',
    '#e5cf52',
    '#fee838',
  ],
  magma: [
    '#000004',
    '#140e36',
    '#3b0f70',
    '#641a80',
    '#8c2981',
    '#b73779',
    '#de4968',
    '#f7705c',
    '#fe9f6d',
    '#fecf92',
    '#fcfdbf',
  ],
  greys: [
    '#101010',
    '#262626',
    '#3d3d3d',
    '#555555',
    '#6e6e6e',
    '#888888',
    '#a2a2a2',
    '#bcbcbc',
    '#d4d4d4',
    '#e9e9e9',
    '#fcfcfc',
  ],
  'blue-orange': [
    '#08306b',
    '#1c5a99',
    '#3b83bd',
    '#72acd3',
    '#b3d0e6',
    '#efeeec',
    '#f6cfa4',
    '#ee9f54',
    '#d9721d',
    '#a84c08',
    '#662c05',
  ],
};

/** The nearest colour of a palette, 0 to 1. */
export function colourAt(palette: PaletteName, share: number): string {
  const colours = PALETTES[palette];
  return colours[Math.round(Math.min(1, Math.max(0, share)) * (colours.length - 1))]!;
}

/** Single, first, intermediate and last returns. */
export const RETURN_COLOURS = { single: '#f0e442', first: '#d55e00', between: '#56b4e9', last: '#0072b2' };
/** Of point sources, in turn. */
export const SOURCE_COLOURS = DISTINCT;

/** Of deviations within the tolerance; neither of blue-orange. */
export const WITHIN_COLOUR = '#009e73';
/** Of points that have no value. */
export const NO_VALUE_COLOUR = '#8a8f94';

/** The further attribute that a colour means. */
export function extraOf(colour: CloudColour): string | undefined {
  return colour.startsWith('extra:') ? colour.slice('extra:'.length) : undefined;
}

/** Whether a colour is that of a palette. */
export function isSpread(colour: CloudColour): boolean {
  return ['height', 'intensity', 'time', 'deviation'].includes(colour) || extraOf(colour) !== undefined;
}
