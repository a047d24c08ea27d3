/** Colours that people who see few hues tell apart (Okabe and Ito). */
const DISTINCT = ['#0072b2', '#e69f00', '#56b4e9', '#009e73', '#f0e442', '#d55e00', '#cc79a7', '#999999'];

/** Red, green, blue, 0 to 255. */
export function bytesOfColour(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A colour at each tenth from the least to the greatest value: viridis, even for people who see few hues. */
export const GRADIENT = [
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
] as const;

/** Single, first, intermediate and last returns. */
export const RETURN_COLOURS = { single: '#f0e442', first: '#d55e00', between: '#56b4e9', last: '#0072b2' };
/** Of point sources, in turn. */
export const SOURCE_COLOURS = DISTINCT;
